"""The first evening with the embedded mailbox, the questions of `judge init --ask`, and what the doctor finds."""

import signal
import socket
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app import open_app
from judge.cli.frame import _group
from judge.config import load
from judge.core.errors import JudgeError, MailFault
from judge.daemon import Daemon
from judge.doctor import Finding, examine
from judge.keeper.providers import look
from tests.keeper.evening import Folders, spend
from tests.keeper.homes import bourse_home, good, run, setting
from tests.mail.imap_server import ImapServer
from tests.stores import sqlite_only
from tests.tables import rows

SYNCED = sqlite_only("the tests' server does not sync, and doctor says so")


@sqlite_only("it is restored as a file")
def test_a_keepers_evening_from_nothing_to_results_and_a_proved_backup(tmp_path: Path) -> None:
    spend(tmp_path, Folders(), datetime(2026, 11, 21, 19, tzinfo=UTC))


# ---- questions --------------------------------------------------------------------------------------------------


def asked(folder: Path, *answers: str) -> str:
    result = CliRunner().invoke(_group, ["init", str(folder), "--ask"], input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    return result.output


def test_answers_for_a_real_mailbox_make_settings_and_a_password_file(tmp_path: Path) -> None:
    asked(
        tmp_path / "h",
        "CLUB",
        "Judge@Example.Org",
        "Europe/Berlin",
        "me@example.org",
        "bourse@lists.example.org",
        "mail.example.org",
        "",
        "smtp.example.org:587",
        "very secret",
    )
    config = load(tmp_path / "h")
    assert config.judge.address == "judge@example.org"
    assert config.mail.inbox == "imaps://judge%40example.org@mail.example.org:993/INBOX"
    assert config.mail.outbox == "smtp+starttls://judge%40example.org@smtp.example.org:587"
    assert config.settle == timedelta(minutes=10)
    secret = tmp_path / "h" / config.mail.password_file
    assert secret.read_text() == "very secret\n" and secret.stat().st_mode & 0o777 == 0o600
    assert "very secret" not in (tmp_path / "h/judge.toml").read_text()


def test_an_answer_that_cannot_be_used_is_asked_for_again(tmp_path: Path) -> None:
    said = asked(
        tmp_path / "h",
        'a "quoted" name',
        "CLUB",
        "nobody",
        "judge@example.org",
        "Europe",
        "Europe/Paris",
        "me@example.org",
        "-",
        "http://x/y",
        "-",
    )
    assert said.count("Error:") == 4
    config = load(tmp_path / "h")
    assert (config.judge.name, config.judge.zone, config.judge.list) == ("CLUB", "Europe/Paris", "")
    assert config.mail.inbox.startswith("maildir:")


def test_the_settings_that_init_writes_name_every_setting_there_is(tmp_path: Path) -> None:
    from dataclasses import fields

    from judge.config import JudgeSettings, MailSettings, NotifySettings, OAuthSettings

    good(tmp_path / "h", "init", str(tmp_path / "h"))
    text = (tmp_path / "h/judge.toml").read_text()
    uncommented = "\n".join(
        line.lstrip("# ") if "=" in line or line.startswith("# [") else line for line in text.splitlines()
    )
    raw = tomllib.loads(uncommented)
    hidden = {"share", "timeout", "poll", "self_copy"}
    assert {f.name for f in fields(JudgeSettings)} - hidden <= set(raw["judge"])
    assert {f.name for f in fields(MailSettings)} - hidden - {"received_by"} <= set(raw["mail"])
    assert {f.name for f in fields(NotifySettings)} == set(raw["notify"])
    assert set(raw["mail"]["oauth"]) <= {f.name for f in fields(OAuthSettings)}


# ---- the doctor -------------------------------------------------------------------------------------------------


def wrong(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.fails]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return bourse_home(tmp_path / "home")


@SYNCED
def test_the_doctor_finds_nothing_wrong_with_a_good_home(home: Path) -> None:
    assert wrong(examine(home)) == []
    assert any("grammars and templates can be read" in finding.what for finding in examine(home))


@SYNCED
def test_secrets_that_others_can_read_are_named_with_the_remedy(home: Path) -> None:
    (home / "var/secrets/key").chmod(0o644)
    (finding,) = wrong(examine(home))
    assert "can be read by others" in finding.what and finding.remedy.startswith("Run: chmod 600")


@SYNCED
def test_a_template_of_the_keepers_with_a_slip_is_named_with_its_line(home: Path) -> None:
    (home / "var/templates/session").mkdir(parents=True)
    (home / "var/templates/session/help.txt").write_text("Subject: x\n\n{% if %}\n")
    (finding,) = wrong(examine(home))
    assert "session/help.txt, line 3" in finding.what


def test_a_clock_that_went_back_is_told_by_the_results_already_published(home: Path) -> None:
    good(home, "process", "lira7", "S1901M", now="2099-11-27T18:00:00+00:00")
    assert any("still to come" in finding.what for finding in wrong(examine(home)))


def test_a_missing_folder_and_a_missing_password_file_come_with_their_remedies(home: Path) -> None:
    (home / "var/cache").rename(home / "var/elsewhere")
    setting(home, '# password_file = "var/secrets/mail"', 'password_file = "var/secrets/mail" #')
    told = {finding.what.rpartition("/")[2]: finding.remedy for finding in wrong(examine(home))}
    assert told["cache is missing"] == f"Run: judge init {home}"
    assert "umask 077" in told["mail is missing"]


@SYNCED
def test_a_mailbox_that_refuses_the_password_fails_and_one_that_takes_it_does_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ImapServer() as server:
        setting(home, '"maildir:var/mail/in"', f'"imap://judge@127.0.0.1:{server.port}/INBOX"')
        monkeypatch.setenv("JUDGE_IMAP_PASSWORD", "secret")
        assert wrong(examine(home, lambda name, kind: [])) == []
        monkeypatch.setenv("JUDGE_IMAP_PASSWORD", "wrong")
        (finding,) = wrong(examine(home, lambda name, kind: []))
        assert "mail inbox" in finding.what and "password" in finding.remedy


@SYNCED
def test_a_relay_that_cannot_be_reached_fails(home: Path) -> None:
    setting(home, '"maildir:var/mail/out"', '"smtp://127.0.0.1:1"')
    (finding,) = wrong(examine(home))
    assert "mail relay" in finding.what


@SYNCED
def test_the_doctor_posts_a_test_letter_to_keeper_and_list_when_asked(home: Path) -> None:
    setting(home, '"results@localhost"', '"results@lists.example"')
    said = good(home, "doctor", "--post")
    assert "to the keeper, root@localhost, was taken" in said
    out = [path.read_text() for path in (home / "var/mail/out/new").iterdir()]
    assert sum("Delivered-To: results@lists.example" in raw for raw in out) == 1


@SYNCED
def test_dns_is_advice_and_never_a_condition(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ImapServer() as server:
        setting(home, '"maildir:var/mail/in"', f'"imap://judge@127.0.0.1:{server.port}/INBOX"')
        setting(home, '"judge@localhost"', '"judge@postal.example.org"')
        monkeypatch.setenv("JUDGE_IMAP_PASSWORD", "secret")
        findings = examine(home, lambda name, kind: [])
        assert wrong(findings) == []
        assert sum(finding.hint and not finding.good for finding in findings) >= 4


RECORDS = {
    ("example.org", "MX"): ["10 mx.example.org."],
    ("example.org", "TXT"): ["google=1", "v=spf1 mx -all"],
    ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=reject"],
    ("mail._domainkey.example.org", "TXT"): ["v=DKIM1; p=MIG"],
}


def test_a_domain_with_mx_spf_dmarc_and_dkim_gets_no_advice() -> None:
    hints = look("example.org", lambda name, kind: RECORDS.get((name, kind), []))
    assert [good for good, *_ in hints] == [True] * 4


def test_two_spf_records_are_worth_none() -> None:
    doubled = {**RECORDS, ("example.org", "TXT"): ["v=spf1 mx", "v=spf1 a"]}
    (bad,) = [
        what for good, what, _ in look("example.org", lambda name, kind: doubled.get((name, kind), [])) if not good
    ]
    assert "2 SPF records" in bad


def test_a_silent_resolver_and_a_local_domain_are_no_trouble() -> None:
    def silent(name: str, kind: str) -> list[str]:
        raise MailFault("no answer")

    assert [good for good, *_ in look("example.org", silent)] == [False]
    assert look("localhost", silent) == look("judge.test", silent) == []


# ---- the doctor and the daemon --------------------------------------------------------------------------------------


def runs(home: Path) -> str:
    """ "" if `judge run` would start with these settings; else its reason."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    try:
        daemon = Daemon(open_app(load(home)))
        daemon._stopping = True  # it opens everything, and makes no turn
        daemon.run()
    except JudgeError as fault:
        return str(fault)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return ""


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield int(listener.getsockname()[1])


SETTINGS = dict(rows(__file__, "SETTINGS"))


@SYNCED
@pytest.mark.parametrize("name", sorted(SETTINGS))
def test_what_the_doctor_passes_runs_and_what_he_does_not_pass_does_not(home: Path, taken: int, name: str) -> None:
    old, new = SETTINGS[name]
    if old:
        setting(home, old, new.replace("TAKEN", str(taken)))
    findings, refused = wrong(examine(home, lambda name, kind: [])), runs(home)
    assert bool(findings) == bool(refused) == (name not in ("nothing", "metrics in a file")), (findings, refused)
    assert all(finding.remedy for finding in findings)


@SYNCED
@pytest.mark.parametrize("where", ['"127.0.0.1:9464"', '"var/judge.prom"'])
def test_the_doctor_misses_the_extra_for_figures_as_the_daemon_does(
    home: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client.registry", None)
    setting(home, '# metrics = ""', f"metrics = {where} #")
    (finding,) = wrong(examine(home))
    assert "Prometheus" in finding.what and "prometheus-client>=0.21" in finding.remedy
    assert "Prometheus" in runs(home)


@SYNCED
def test_the_doctor_finds_nothing_wrong_beside_a_running_judge_that_has_the_ports(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        setting(home, "# no door", f'door = "127.0.0.1:{port}" #')
        app = open_app(load(home))
        try:
            assert wrong(examine(home)) == []
        finally:
            app.close()


# ---- units and pages ------------------------------------------------------------------------------------------------


def test_a_name_that_is_an_address_is_asked_for_again(tmp_path: Path) -> None:
    said = asked(tmp_path / "h", "judge@example.org", "CLUB", "judge@example.org", "UTC", "me@example.org", "-", "-")
    assert said.count("Error:") == 1 and load(tmp_path / "h").judge.name == "CLUB"


def test_units_fit_the_home_as_it_is(home: Path, tmp_path: Path) -> None:
    setting(home, '# archive = ""', f'archive = "{tmp_path}/www" #')
    said = good(home, "units", "--home", str(home), "--user", "nobody-yet")
    unit = (home / "systemd/judge.service").read_text("utf-8")
    assert f"JUDGE_HOME={home}\n" in unit and "User=nobody-yet\n" in unit
    assert f"ReadWritePaths={home} {tmp_path}/www\n" in unit
    assert "useradd" in said and f"chown -R nobody-yet: {home}" in said and f"-o nobody-yet {tmp_path}/www" in said
    for path in (home / "systemd").iterdir():
        text = path.read_text("utf-8")
        assert "/srv/judge" not in text and "/usr/local/bin/judge" not in text
    (program,) = [line for line in unit.split("\n") if line.startswith("ExecStart=")]
    assert Path(program.removeprefix("ExecStart=").split()[0]).exists()


def test_units_of_a_home_below_home_see_it(tmp_path: Path) -> None:
    from dataclasses import replace

    from judge.config import Config
    from judge.keeper.units import write_units

    config = Config(Path("/home/ann/judge"))
    write_units(config, "ann", "/home/ann/.local/bin/judge", tmp_path / "a")
    assert "ProtectHome=read-only" in (tmp_path / "a/judge.service").read_text("utf-8")
    write_units(replace(config, home=Path("/srv/judge")), "judge", "/usr/bin/judge", tmp_path / "b")
    assert "ProtectHome=yes" in (tmp_path / "b/judge.service").read_text("utf-8")


def test_every_page_of_the_documentation_can_be_read_from_the_command_line(tmp_path: Path) -> None:
    for name in good(tmp_path, "docs", "--list").split():
        assert len(good(tmp_path, "docs", name)) > 200, name
    assert good(tmp_path, "docs", "docs/operating.md") == good(tmp_path, "docs", "operating")
    assert run(tmp_path, "docs", "nothing").exit_code == 2


def test_the_list_of_variants_shows_every_setting_with_its_choices(tmp_path: Path) -> None:
    from judge.games import variants

    said = good(tmp_path, "list", "--variants")
    for slug, variant in variants().items():
        assert f"{slug}: {variant.info.title}" in said and "None" not in said
        for option in variant.info.options:
            assert f"  {option.name}={option.default}" in said and all(choice in said for choice in option.choices)
