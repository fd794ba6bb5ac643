"""Tokens in place of a password: got once, renewed ahead of their end, rotated, taken back; and shown to servers."""

import logging
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from judge.config import OAuthSettings
from judge.core.errors import InputError, MailFault, SetupError
from judge.extras.oauth.flows import Asking
from judge.extras.oauth.providers import provider_of
from judge.extras.oauth.tokens import Revoked, TokenFile, Tokens
from judge.mail.imap import ImapBox
from judge.mail.imap_session import open_session
from judge.mail.server import Security, Server, password_from, said_by
from judge.mail.smtp import SmtpRelay
from judge.post import Outcome
from tests.mail.imap_server import ALL, ImapServer
from tests.mail.smtp_server import MailServer
from tests.mail.token_server import TokenServer

NOON = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def provider() -> Iterator[TokenServer]:
    with TokenServer() as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(provider: TokenServer, clock: Clock, tmp_path: Path) -> TokenFile:
    """A home that was authorized an hour ago."""
    file = TokenFile(provider.settings(), tmp_path / "secrets" / "oauth", clock=clock)
    provider.refresh = "refresh-0"
    file.save(Tokens("refresh-0"))
    return file


def asking(provider: TokenServer, device: bool = True) -> tuple[Asking, list[str]]:
    told: list[str] = []
    return Asking(provider.settings(device), tell=told.append, sleep=lambda seconds: None), told


def browse(told: list[str]) -> str:
    """What the keeper's browser does with the address it is given; returns where it landed."""
    with urlopen(next(word for line in told for word in line.split() if "/authorize?" in word), timeout=10) as answer:
        return str(answer.url)


# ---- leave, once -----------------------------------------------------------------------------------------------------


def test_a_code_typed_into_any_browser_brings_tokens(provider: TokenServer) -> None:
    provider.pending = 3
    provider.says = [{"error": "slow_down"}]
    flow, told = asking(provider)
    tokens = flow.by_device()
    assert "ABCD-EFGH" in told[0] and tokens.access in provider.good and tokens.refresh == provider.refresh


@pytest.mark.parametrize("error", ["access_denied", "expired_token"])
def test_a_code_that_is_refused_brings_none(provider: TokenServer, error: str) -> None:
    provider.says = [{"error": error}]
    with pytest.raises(MailFault, match=error):
        asking(provider)[0].by_device()


def test_a_browser_on_this_machine_brings_the_answer_back_itself(provider: TokenServer) -> None:
    flow, told = asking(provider)
    at_the_page = threading.Event()
    flow.tell = lambda line: (told.append(line), at_the_page.set())[0]

    def keeper() -> None:
        at_the_page.wait(10)
        browse(told)

    thread = threading.Thread(target=keeper)
    thread.start()
    tokens = flow.by_browser()
    thread.join()
    assert tokens.access in provider.good


def test_the_address_where_a_browser_elsewhere_ended_may_be_pasted(provider: TokenServer) -> None:
    flow, told = asking(provider, device=False)

    def landed() -> str:
        request = next(word for line in told for word in line.split() if "/authorize?" in word)
        from tests.mail.token_server import parse

        return provider.consent(dict(parse(request.partition("?")[2])))

    flow.paste = landed
    assert flow.by_browser(pasted=True).refresh == provider.refresh


@pytest.mark.parametrize("landed", ["http://127.0.0.1:1/?code=the-code&state=another", "http://x/?error=access_denied"])
def test_an_answer_to_another_question_or_a_refusal_is_none(provider: TokenServer, landed: str) -> None:
    flow, _ = asking(provider)
    flow.paste = lambda: landed
    with pytest.raises(InputError):
        flow.by_browser(pasted=True)
    assert provider.forms == []


def test_a_token_that_nothing_renews_is_no_leave(provider: TokenServer) -> None:
    provider.says = [{"access_token": "a", "token_type": "Bearer", "expires_in": 60}]
    with pytest.raises(MailFault, match="offline"):
        asking(provider)[0].by_device()


# ---- kept and renewed ------------------------------------------------------------------------------------------------


def test_tokens_are_for_the_judges_own_eyes(kept: TokenFile) -> None:
    kept.access()
    for path in kept.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_judges_that_share_the_file_renew_once_and_take_turns(
    provider: TokenServer, kept: TokenFile, clock: Clock
) -> None:
    provider.rotates = True
    files = [TokenFile(provider.settings(), kept.path, clock=clock) for _ in range(4)]
    found: list[str] = []
    threads = [threading.Thread(target=lambda one=one: found.append(one.access())) for one in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(provider.forms) == 1


def test_a_leave_taken_back_is_told_and_nobody_asks_again(
    provider: TokenServer, kept: TokenFile, caplog: pytest.LogCaptureFixture
) -> None:
    provider.refresh = "another"
    with pytest.raises(Revoked, match="judge authorize"):
        kept.access()
    assert "login_revoked" in caplog.text and "taken back" in kept.trouble() and "Trace" not in kept.trouble()
    with pytest.raises(MailFault, match="judge authorize"):
        kept.access()
    assert len(provider.forms) == 1
    kept.save(Tokens("refresh-9"))
    provider.refresh = "refresh-9"
    assert kept.access() in provider.good and kept.trouble() == ""


@pytest.mark.parametrize("down", ["503", "hang up"])
def test_a_token_server_that_is_down_stops_nothing_while_the_token_lives(
    provider: TokenServer, kept: TokenFile, clock: Clock, down: str
) -> None:
    first = kept.access()
    provider.down = down
    clock.now += 3500
    assert kept.access() == first
    clock.now += 200
    with pytest.raises(MailFault):
        kept.access()
    assert kept.trouble() == ""  # nothing the keeper has to do
    provider.down = ""
    assert kept.access() in provider.good


def test_a_clock_that_was_set_back_renews_and_one_set_ahead_too(
    provider: TokenServer, kept: TokenFile, clock: Clock
) -> None:
    for jump in (-86400, 2 * 86400):
        kept.access()
        clock.now += jump
        before = len(provider.forms)
        assert kept.access() in provider.good and len(provider.forms) == before + 1


def test_answers_that_are_none_are_faults_and_change_nothing(provider: TokenServer, kept: TokenFile) -> None:
    for answer in ({"token_type": "Bearer"}, {"error": "invalid_client"}, {"access_token": "a", "expires_in": "soon"}):
        provider.says = [answer]
        before = kept.path.read_text()
        with pytest.raises(MailFault):
            kept.access()
        assert kept.path.read_text() == before and kept.trouble() == ""


def test_no_token_stands_in_a_log_or_a_fault(
    provider: TokenServer, kept: TokenFile, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    kept.access()
    provider.down = "hang up"
    clock.now += 7200
    with pytest.raises(MailFault) as fault:
        kept.access()
    assert "access-" not in caplog.text + str(fault.value) and "refresh-" not in caplog.text + str(fault.value)


@pytest.mark.parametrize(
    "settings",
    [
        OAuthSettings("microsoft"),
        OAuthSettings("custom", "id"),
        OAuthSettings("custom", "id", token_url="http://tokens.example.org/token", device_url="https://x.example.org"),
    ],
)
def test_settings_that_cannot_work_are_refused_with_the_way_out(settings: OAuthSettings) -> None:
    with pytest.raises(SetupError):
        provider_of(settings)


# ---- shown to mail servers -------------------------------------------------------------------------------------------


def server_at(port: int, kept: TokenFile) -> Server:
    return Server("127.0.0.1", port, Security.PLAIN, "judge@judge.test", timeout=5.0, token=kept.access)


@pytest.mark.parametrize("mechanism", ["XOAUTH2", "OAUTHBEARER"])
def test_imap_is_logged_in_to_by_either_mechanism(provider: TokenServer, kept: TokenFile, mechanism: str) -> None:
    with ImapServer(f"{ALL} AUTH={mechanism}") as server:
        server.bearers = provider.good.__contains__
        box = ImapBox(server_at(server.port, kept))
        server.deliver(b"Subject: x\r\n\r\nhello\r\n")
        assert len(box.fetch(10)) == 1
        assert any(f"AUTHENTICATE {mechanism}" in command.upper() for command in server.commands)
        box.close()


def test_a_token_that_ends_in_the_middle_of_idle_costs_no_letter(
    provider: TokenServer, kept: TokenFile, clock: Clock
) -> None:
    with ImapServer(f"{ALL} AUTH=XOAUTH2") as server:
        server.bearers = provider.good.__contains__
        box = ImapBox(server_at(server.port, kept))
        assert box.fetch(10) == []
        provider.end()
        clock.now += 300  # by our clock it would be good for long
        threading.Timer(0.1, server.kill).start()  # as a provider does when the token it let us in with has ended
        with pytest.raises(MailFault):
            box.wait(30.0)
        server.deliver(b"Subject: x\r\n\r\nhello\r\n")
        assert box.wait(30.0) and len(box.fetch(10)) == 1
        box.close()
    assert len(provider.forms) == 2


def test_a_token_refused_is_renewed_once_and_not_for_ever(provider: TokenServer, kept: TokenFile, clock: Clock) -> None:
    with ImapServer(f"{ALL} AUTH=XOAUTH2") as server:
        server.bearers = lambda token: False
        kept.access()
        clock.now += 600
        for _ in range(5):
            with pytest.raises(Exception, match="refused"):
                open_session(server_at(server.port, kept), "INBOX")
        assert len(provider.forms) == 2


def test_smtp_is_logged_in_to_and_a_refused_token_is_renewed(
    provider: TokenServer, kept: TokenFile, clock: Clock
) -> None:
    with MailServer(bearers=provider.good.__contains__) as server:
        kept.access()
        provider.end()
        clock.now += 600
        relay = SmtpRelay(server_at(server.port, kept))
        assert (
            relay.send("k", "judge@judge.test", "ann@players.test", b"Subject: x\r\n\r\nx\r\n").outcome is Outcome.SENT
        )
        relay.close()


def test_letters_wait_while_the_leave_is_taken_back(provider: TokenServer, kept: TokenFile) -> None:
    provider.refresh = "another"
    with MailServer(bearers=provider.good.__contains__) as server, ImapServer(f"{ALL} AUTH=XOAUTH2") as box:
        relay = SmtpRelay(server_at(server.port, kept))
        receipt = relay.send("k", "judge@judge.test", "ann@players.test", b"Subject: x\r\n\r\nx\r\n")
        assert receipt.outcome is Outcome.RETRY and not receipt.called and "judge authorize" in receipt.text
        with pytest.raises(MailFault, match="judge authorize"):
            ImapBox(server_at(box.port, kept)).fetch(1)


# ---- where else a password may be kept -------------------------------------------------------------------------------


def test_a_password_comes_from_a_commands_first_line(tmp_path: Path) -> None:
    assert password_from({}, "JUDGE_IMAP_PASSWORD", None, "printf 'pa ss\\nuser: x'") == "pa ss"
    with pytest.raises(SetupError, match="failed with 3"):
        password_from({}, "JUDGE_IMAP_PASSWORD", None, "sh -c 'exit 3'")
    with pytest.raises(SetupError, match="cannot be run"):
        password_from({}, "JUDGE_IMAP_PASSWORD", None, "no-such-program-here")
    with pytest.raises(MailFault, match="printed nothing"):
        said_by("true", "token_command")


def test_systemd_hands_a_password_over(tmp_path: Path) -> None:
    (tmp_path / "mail-password").write_text("both\n")
    environ = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert password_from(environ, "JUDGE_SMTP_PASSWORD", None, "false") == "both"
    (tmp_path / "smtp-password").write_text("relay\n")
    assert password_from(environ, "JUDGE_SMTP_PASSWORD") == "relay"
    assert password_from(environ, "JUDGE_IMAP_PASSWORD") == "both"
    assert password_from({**environ, "JUDGE_IMAP_PASSWORD": "env"}, "JUDGE_IMAP_PASSWORD") == "env"
