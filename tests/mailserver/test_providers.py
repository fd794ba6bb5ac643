"""A whole Bourse through real servers at providers of each kind: the results of the plain one, and no letter lost."""

import base64
import hashlib
import hmac
import json
import os
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message as Mime
from pathlib import Path
from typing import Any

import pytest

from judge.app import App, open_app
from judge.audit import replay_game
from judge.cli.view import show
from judge.config import Config, JudgeSettings, MailSettings
from judge.entropy import SeededEntropy
from judge.extras.oauth import token_file
from judge.extras.oauth.tokens import Tokens
from judge.keeper.roundtrip import lines_of, travel
from judge.mail.connect import Access, open_relay, tls
from judge.mail.imap_session import open_session
from judge.mail.server import Security, Server
from judge.mail.smtp import SmtpRelay
from tests.harness import HASHER, founded
from tests.mail.token_server import TokenServer
from tests.mailserver.site import ANN, JUDGE, Site
from tests.mailserver.test_whole_judge import BOB, Clock, come, letters
from tests.stores import home_store

pytestmark = [pytest.mark.slow, pytest.mark.real]
KEEPER = "cid@players.test"
SECRET = b"the key that signs the tokens of this test site"


@pytest.fixture(scope="module", autouse=True)
def plain_again(site: Site) -> Iterator[None]:
    yield
    site.run("world", "plain")


def mail(site: Site, **more: Any) -> MailSettings:
    return MailSettings(
        inbox=f"imaps://{JUDGE}@localhost:{site.port(993)}/INBOX",
        outbox=f"smtps://{JUDGE}@localhost:{site.port(465)}",
        ca_file=str(site.root / "tls" / "ca.pem"),
        settle="0m",
        timeout=10,
        **more,
    )


def opened(folder: Path, settings: MailSettings, environ: dict[str, str]) -> App:
    (folder / "var").mkdir(parents=True)
    judge = JudgeSettings(store=home_store(), name="REAL", address=JUDGE, list="", zone="UTC", keeper=KEEPER)
    config = Config(folder, judge, settings)
    app = open_app(config, clock=Clock(datetime.now(UTC)), entropy=SeededEntropy("real"), hasher=HASHER)
    app.environ = environ
    founded(app, "lira7", {"Lupus": ANN, "Ursus": BOB}, master=BOB, rules="later")
    return app


PASSWORDS = {"JUDGE_IMAP_PASSWORD": "secret", "JUDGE_SMTP_PASSWORD": "secret"}


def answer(site: Site, sender: str, letter: Mime, text: str) -> None:
    """As a mail program answers: to Reply-To, with the thread's names."""
    number = int.from_bytes(os.urandom(6), "big")
    own = str(letter["Message-ID"])
    to = str(letter["Reply-To"] or letter["From"])
    raw = (
        f"From: {sender}\r\nTo: {to}\r\nSubject: Re: {letter['Subject']}\r\nMessage-ID: <{number}@players.test>\r\n"
        f"In-Reply-To: {own}\r\nReferences: {own}\r\n\r\n{text}\r\n"
    )
    site.write(raw.encode(), to)


def played(site: Site, app: App) -> Any:
    """A Bourse to its end, every letter but the master's an answer without a password; what it came to."""
    answer(site, ANN, come(app, site, ANN, "start"), "SELL 300 LIRA\r\nBUY MARKS WITH REST")
    app.clock.set(datetime.now(UTC) + timedelta(seconds=30))  # type: ignore[attr-defined]
    answer(site, ANN, come(app, site, ANN, "[OK] lira7 S1901M Lupus v1"), "SELL 200 LIRA\r\nBUY MARKS WITH REST")
    app.clock.set(datetime.now(UTC) + timedelta(seconds=60))  # type: ignore[attr-defined]
    come(app, site, ANN, "Lupus v2")
    answer(site, BOB, come(app, site, BOB, "start"), "MASTER lira7 gm-secret\r\nEND CONCEDED ITALY\r\nSIGNOFF")
    come(app, site, BOB, "[OK]")
    game = app.services.files.game("lira7")
    assert game is not None
    app.clock.set(datetime.fromisoformat(game.deadline) + timedelta(seconds=1))  # type: ignore[attr-defined]
    come(app, site, ANN, "final")
    while app.outbox.waiting() or site.queued():
        app.once(app.clock.now())
        time.sleep(0.05)
    ended = app.services.files.game("lira7")
    assert ended is not None and str(ended.status) == "finished"
    assert replay_game(app.services, ended).differences == ()
    told = show(app.services, ended)
    return told["market"], told["ended"]


def letters_all(site: Site) -> dict[str, int]:
    return {user: len(letters(site, user)) for user in (ANN, BOB)}


def found_out(site: Site, app: App) -> tuple[str, bool, str]:
    """What the doctor says of this world: reply, whether senders must be plain, the last line."""
    config = app.config
    relay = open_relay(config.mail.outbox, config.home, _shown(app), plain=JUDGE)
    told = travel(config, app.inbox, relay, SeededEntropy("doctor"), datetime.now(UTC), 20.0)
    relay.close()
    assert told.arrived, [trip.receipt for trip in told.trips]
    return told.reply, told.plain_senders, list(lines_of(told, config))[-1][1]


def _shown(app: App) -> Access:
    from judge.app.app import access

    return access(app.config, "JUDGE_SMTP_PASSWORD", app.environ)


def in_world(site: Site, folder: Path, world: str, settings: MailSettings, environ: dict[str, str]) -> Any:
    site.run("world", *world.split())
    site.empty()
    app = opened(folder, settings, environ)
    try:
        return played(site, app), letters_all(site)
    finally:
        app.close()


@pytest.fixture(scope="module")
def plainly(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return in_world(site, tmp_path_factory.mktemp("plain") / "home", "plain", mail(site), PASSWORDS)


def test_at_a_provider_that_strips_plus_addresses_it_is_the_same_game(site: Site, plainly: Any, tmp_path: Path) -> None:
    settings = mail(site, reply="references")
    assert in_world(site, tmp_path / "home", "strips", settings, PASSWORDS) == plainly
    app = opened(tmp_path / "plus", mail(site), PASSWORDS)
    try:
        reply, _, said = found_out(site, app)
        assert reply == "references" and 'reply = "references"' in said
    finally:
        app.close()


def test_at_a_relay_that_refuses_senders_with_a_key_it_is_the_same_game(
    site: Site, plainly: Any, tmp_path: Path
) -> None:
    assert in_world(site, tmp_path / "home", "refuses", mail(site), PASSWORDS) == plainly
    assert [str(one["Subject"]) for one in letters(site, KEEPER)] == [
        "REAL judge: letters go out under the plain address"
    ]
    app = opened(tmp_path / "again", mail(site), PASSWORDS)
    try:
        reply, plain_senders, _ = found_out(site, app)
        assert (reply, plain_senders) == ("plus", True)
    finally:
        app.close()


# ---- tokens only -----------------------------------------------------------------------------------------------------


def jwt(user: str = JUDGE, life: float = 3600, key: bytes = SECRET) -> str:
    """A token as the test site's provider signs it."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    now = int(time.time())
    claims = {
        "email": user,
        "sub": user,
        "iat": now - 60,
        "nbf": now - 60,
        "exp": int(now + life),
        "jti": os.urandom(4).hex(),
    }
    body = f"{part(json.dumps({'alg': 'HS256', 'typ': 'JWT'}).encode())}.{part(json.dumps(claims).encode())}"
    return f"{body}.{part(hmac.new(key, body.encode(), hashlib.sha256).digest())}"


@pytest.fixture(scope="module")
def token_world(site: Site) -> Iterator[None]:
    """Servers that let the judge in with tokens signed by one key."""
    keys = site.root / "keys" / "default" / "HS256"
    keys.mkdir(parents=True, exist_ok=True)
    (keys / "default").write_bytes(base64.b64encode(SECRET))
    for path in (site.root / "keys").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    site.run("world", "oauth", str(site.root / "keys"))
    yield
    shutil.rmtree(site.root / "keys")


@pytest.fixture
def tokens(token_world: None) -> Iterator[TokenServer]:
    with TokenServer(mint=jwt) as server:
        yield server


def test_with_tokens_alone_it_is_the_same_game(site: Site, plainly: Any, tokens: TokenServer, tmp_path: Path) -> None:
    settings = mail(site, oauth=tokens.settings())
    tokens.rotates, tokens.refresh = True, "refresh-0"
    config = Config(tmp_path / "home", JudgeSettings(address=JUDGE), settings)
    token_file(config).save(Tokens("refresh-0"))
    shutil.move(str(tmp_path / "home" / "var"), tmp_path / "kept")
    app = opened(tmp_path / "home", settings, {})
    try:
        shutil.copytree(tmp_path / "kept" / "secrets", tmp_path / "home" / "var" / "secrets", dirs_exist_ok=True)
        assert (played(site, app), letters_all(site)) == plainly
        assert tokens.forms and all(form["grant_type"] == "refresh_token" for form in tokens.forms)
        assert found_out(site, app)[0] == "plus"
    finally:
        app.close()


@pytest.mark.parametrize(
    ("protocol", "token"),
    [
        ("imap", jwt(life=-30)),
        ("smtp", jwt(key=b"another key")),
        ("imap", jwt("ann@players.test")),
        ("smtp", "rubbish"),
    ],
    ids=["ended", "forged", "anothers", "rubbish"],
)
def test_a_token_that_ended_is_forged_or_anothers_opens_nothing(
    site: Site, token_world: None, protocol: str, token: str
) -> None:
    port, context = site.port(993 if protocol == "imap" else 465), tls(site.root / "tls" / "ca.pem")
    server = Server("localhost", port, Security.TLS, JUDGE, "", context, 5.0, lambda refused: token)
    if protocol == "smtp":
        assert "535" in SmtpRelay(server).check()
    else:
        with pytest.raises(Exception, match="refused"):
            open_session(server, "INBOX")
