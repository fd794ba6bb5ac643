"""`judge init --ask` and the providers: the usual ones by their address, others by what DNS and their pages say."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app.opening import proved
from judge.cli.frame import _group
from judge.config import load
from judge.config_file import set_mail, write_default
from judge.core.errors import MailFault, SetupError
from judge.keeper.providers import MICROSOFT_365, PROVIDERS, Provider, looked_up

FIRST = ("UTC", "me@example.org", "-")


def asked(folder: Path, address: str, *answers: str) -> str:
    text = "\n".join(("CLUB", address, *FIRST, *answers)) + "\n"
    result = CliRunner().invoke(_group, ["init", str(folder), "--ask"], input=text)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda one: f"{one.name} {one.domains[0]}")
def test_the_address_of_a_usual_provider_is_enough(tmp_path: Path, provider: Provider) -> None:
    address = f"judge@{provider.domains[0]}"
    said = asked(tmp_path / "h", address, "the-word-or-id")
    config = load(tmp_path / "h")
    assert config.mail.reply == provider.reply and config.mail.per_day == provider.per_day
    user = address.replace("@", "%40")
    assert config.mail.inbox == provider.imap.replace("://", f"://{user}@") + "/INBOX"
    assert config.mail.outbox == provider.smtp.replace("://", f"://{user}@")
    assert "doctor --round-trip" in said and provider.where in said
    if provider.login == "microsoft":
        assert config.mail.oauth is not None and config.mail.oauth.client_id == "the-word-or-id"
        assert config.mail.oauth.provider == "microsoft" and "authorize" in said and not config.mail.password_file
    else:
        assert config.mail.oauth is None
        secret = tmp_path / "h" / config.mail.password_file
        assert secret.read_text() == "the-word-or-id\n" and stat.S_IMODE(secret.stat().st_mode) == 0o600
    proved(config)


def test_googles_spaces_in_an_app_password_are_left_out(tmp_path: Path) -> None:
    asked(tmp_path / "h", "judge@gmail.com", "abcd efgh ijkl mnop")
    assert (tmp_path / "h/var/secrets/mail").read_text() == "abcdefghijklmnop\n"


# ---- looked up -------------------------------------------------------------------------------------------------------


def nothing(url: str) -> str:
    return ""


def test_a_domain_that_a_known_provider_keeps_is_found_by_its_mx() -> None:
    def ask(name: str, kind: str) -> list[str]:
        return ["0 club-example.mail.protection.outlook.com."] if kind == "MX" else []

    assert looked_up("club.example", ask, nothing) == (MICROSOFT_365.imap, MICROSOFT_365.smtp)


def test_srv_records_name_the_servers_the_first_in_order_of_priority() -> None:
    records = {
        "_imaps._tcp.club.example": ["20 1 993 spare.club.example.", "10 1 993 Mail.club.example."],
        "_submissions._tcp.club.example": ["0 0 0 ."],
        "_submission._tcp.club.example": ["0 1 587 out.club.example."],
    }

    def ask(name: str, kind: str) -> list[str]:
        return records.get(name, [])

    assert looked_up("club.example", ask, nothing) == (
        "imaps://mail.club.example:993",
        "smtp+starttls://out.club.example:587",
    )


def _server(element: str, kind: str, host: str, port: int, socket: str) -> str:
    inside = f"<hostname>{host}</hostname><port>{port}</port><socketType>{socket}</socketType>"
    return f'<{element} type="{kind}">{inside}</{element}>'


PAGE = "\n".join(
    [
        '<clientConfig><emailProvider id="club.example">',
        _server("incomingServer", "pop3", "pop.club.example", 995, "SSL"),
        _server("incomingServer", "imap", "plain.club.example", 143, "plain"),
        _server("incomingServer", "imap", "imap.club.example", 993, "SSL"),
        _server("outgoingServer", "smtp", "smtp.club.example", 587, "STARTTLS"),
        "</emailProvider></clientConfig>",
    ]
)


def test_an_autoconfig_page_is_read_and_servers_in_the_clear_are_passed_over() -> None:
    def fetch(url: str) -> str:
        return PAGE if url.startswith("https://autoconfig.club.example/") else ""

    found = looked_up("club.example", lambda name, kind: [], fetch)
    assert found == ("imaps://imap.club.example:993", "smtp+starttls://smtp.club.example:587")


@pytest.mark.parametrize(
    "page",
    [
        "<!DOCTYPE x [<!ENTITY a 'b'>]>",
        PAGE.replace("imap.club.example", "a b;c"),
        PAGE.replace("993", "99999"),
        "<" * 9999,
    ],
)
def test_pages_and_records_that_are_rubbish_say_nothing(page: str) -> None:
    assert looked_up("club.example", lambda name, kind: ["x", "1 2 y z", "a b c d e"], lambda url: page) == ("", "")


def test_where_nobody_can_be_asked_the_questions_go_on() -> None:
    def ask(name: str, kind: str) -> list[str]:
        raise MailFault("no answer")

    assert looked_up("club.example", ask, nothing) == ("", "")


def test_what_was_found_is_offered_and_may_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = ("imaps://mail.club.example:993", "smtp+starttls://out.club.example:587")
    monkeypatch.setattr("judge.cli.questions.looked_up", lambda *_: found)
    asked(tmp_path / "h", "judge@club.example", "?", "", "", "", "word")
    config = load(tmp_path / "h")
    assert config.mail.inbox == "imaps://judge%40club.example@mail.club.example:993/INBOX"
    assert config.mail.outbox == "smtp+starttls://judge%40club.example@out.club.example:587"


# ---- the settings ----------------------------------------------------------------------------------------------------


def test_settings_are_written_where_they_belong_and_all_else_stays(tmp_path: Path) -> None:
    write_default(tmp_path)
    before = (tmp_path / "judge.toml").read_text()
    set_mail(tmp_path, {"reply": "references", "per_day": "500", "oauth.provider": "google", "oauth.client_id": "x"})
    config = load(tmp_path)
    assert (config.mail.reply, config.mail.per_day) == ("references", 500)
    assert config.mail.oauth is not None and config.mail.oauth.provider == "google"
    changed = set((tmp_path / "judge.toml").read_text().splitlines()) - set(before.splitlines())
    assert len(changed) == 5  # four lines, and the head of the section
    (tmp_path / "judge.toml").write_text('[judge]\naddress = "judge@judge.test"\n[mail]\ntimeout = 9\n')
    set_mail(tmp_path, {"plus": "-", "oauth.client_id": "y"})
    config = load(tmp_path)
    assert config.mail.plus == "-" and config.mail.timeout == 9
    assert config.mail.oauth is not None and config.mail.oauth.client_id == "y"


@pytest.mark.parametrize("line", ['reply = "never"', 'plus = "."', 'plus = ""', "per_hour = -1"])
def test_settings_that_mean_nothing_are_refused(tmp_path: Path, line: str) -> None:
    write_default(tmp_path)
    path = tmp_path / "judge.toml"
    path.write_text(path.read_text().replace("[mail]\n", f"[mail]\n{line}\n"))
    with pytest.raises(SetupError):
        load(tmp_path)


def test_settings_behind_a_link_are_written_where_they_lie(tmp_path: Path) -> None:
    write_default(tmp_path / "home")
    toml = tmp_path / "home/judge.toml"
    real = toml.rename(tmp_path / "elsewhere.toml")
    real.chmod(0o640)
    toml.symlink_to(real)
    set_mail(tmp_path / "home", {"reply": "references"})
    assert toml.is_symlink() and load(tmp_path / "home").mail.reply == "references"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
