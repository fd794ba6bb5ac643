"""Notices outside letters: what is told, when, and that they are never in the way."""

import json
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from judge.config import NotifySettings, load
from judge.config_file import write_default
from judge.core.errors import SetupError
from judge.extras.announcements import GIVE_UP, OVERDUE, Announcements, examined, post, shout
from judge.mail.maildir import MaildirBox
from tests.harness import Judge


class Web:
    """A webhook in memory; `down` refuses."""

    def __init__(self) -> None:
        self.got: list[Mapping[str, Any]] = []
        self.down = False
        self.shouted: list[tuple[str, str]] = []
        self.deaf: set[str] = set()

    def post(self, url: str, told: Mapping[str, Any]) -> None:
        if self.down:
            raise OSError("down")
        self.got.append(told)

    def shout(self, url: str, told: Mapping[str, Any]) -> None:
        if url in self.deaf:
            raise OSError(url)
        self.shouted.append((url, str(told["what"])))

    @property
    def what(self) -> list[str]:
        return [str(one["what"]) for one in self.got]


def at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    try:
        work()
        done.set_result(None)
    except Exception as fault:
        done.set_exception(fault)
    return done


def announcing(folder: Path, games: str = "all", **settings: Any) -> tuple[Judge, Web]:
    judge, web = Judge(folder), Web()
    told = NotifySettings(**{"webhook": "https://hooks.test/x", "games": games, **settings})
    config = replace(judge.app.config, notify=told)
    judge.app.config = judge.services.config = judge.services.letters.config = config
    judge.app.__dict__["announcements"] = Announcements(judge.services, web.post, at_once, web.shout)
    return judge, web


def played(judge: Judge, name: str = "lira7", **options: str) -> None:
    judge.new(name, "bourse", **options)  # no copy: what is posted meanwhile is looked at
    judge.join(name, "Lupus", "Ursus")
    judge.start(name)
    judge.tick()


def test_a_game_tells_its_start_the_day_before_a_deadline_results_and_a_seat(tmp_path: Path) -> None:
    judge, web = announcing(tmp_path)
    played(judge)
    judge.tick(judge.deadline("lira7") - timedelta(hours=23))
    judge.resolve("lira7")
    judge.orders("lira7", "Ursus", "RESIGN")
    assert web.what == ["started", "eve", "results", "seat_open"]
    assert web.got[2]["phase"] == "S1901M" and web.got[2]["deadline"] > web.got[1]["deadline"]


def test_only_what_is_public_is_told_and_of_closed_or_practice_games_nothing(tmp_path: Path) -> None:
    judge, web = announcing(tmp_path)
    played(judge, open="no")
    judge.say("ann@example.test", "REGISTER Ann\nJOIN PRACTICE bourse")
    judge.reply(judge.letters("ann@")[0], "")
    judge.resolve("lira7")
    assert web.got == []
    played(judge, "lira8")
    fields = {"schema", "judge", "game", "variant", "what", "phase", "deadline", "page", "at", "text"}
    assert all(set(one) == fields and "@" not in str(one) for one in web.got)


def test_what_is_not_taken_is_tried_again_later_and_not_for_ever(tmp_path: Path) -> None:
    judge, web = announcing(tmp_path)
    web.down = True
    played(judge)
    sent = [out for out in judge.relay.sent if "start" in out.subject]
    assert sent, "letters do not wait for it"
    web.down = False
    judge.tick(judge.after(seconds=30))
    assert web.got == [], "not at once"
    judge.tick(judge.after(minutes=2))
    assert web.what == ["started"]
    web.down = True
    judge.resolve("lira7")
    for _ in range(3):
        judge.tick(judge.after(hours=7))
    judge.tick(judge.clock.now() + GIVE_UP)
    judge.tick(judge.after(hours=7))
    assert not [row for row in judge.services.store.table("notices").all() if row["told"]["what"] == "results"]


def test_a_notice_is_posted_once_though_two_judges_look(tmp_path: Path) -> None:
    judge, web = announcing(tmp_path)
    played(judge)
    Announcements(judge.services, web.post, at_once).turn(judge.clock.now())
    assert web.what == ["started"]


# ---- Apprise ----------------------------------------------------------------------------------------------------

NTFY, CHAT = "ntfy://our-games", "discord://123456/a-secret-token"


def test_each_place_gets_every_notice_and_one_that_fails_holds_back_no_other(tmp_path: Path) -> None:
    (tmp_path / "services").write_text(f"# ours\n{CHAT}\n\n")
    judge, web = announcing(tmp_path, apprise=(NTFY,), apprise_file=str(tmp_path / "services"))
    web.deaf = {CHAT}
    played(judge)
    assert web.what == ["started"] and web.shouted == [(NTFY, "started")]
    web.deaf = set()
    judge.tick(judge.after(minutes=2))
    assert web.shouted == [(NTFY, "started"), (CHAT, "started")] and web.what == ["started"]
    judge.tick(judge.after(seconds=5))
    assert judge.services.store.table("notices").all() == []


@contextmanager
def serving(answer: Callable[[BaseHTTPRequestHandler, bytes], None]) -> Iterator[int]:
    """The port of a web server that hands each request to a function."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer(self, self.rfile.read(int(self.headers["Content-Length"] or 0)))

        do_GET = do_POST

        def log_message(self, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Apprise's own
def test_no_address_stands_in_the_log_the_store_or_in_what_doctor_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, web = announcing(tmp_path, webhook="https://hooks.test/a-secret-token", apprise=(CHAT, NTFY))
    web.deaf, web.down = {CHAT, NTFY}, True
    with caplog.at_level(logging.DEBUG):
        played(judge)
        judge.tick(judge.after(seconds=5))
    told = [*examined(judge.app.config)]
    monkeypatch.setattr("judge.extras.announcements.find_spec", lambda name: None)
    told += examined(judge.app.config)
    assert "notice_not_taken" in caplog.text and told
    kept = str(judge.services.store.table("notices").all())
    for text in (caplog.text, kept, str(told)):
        assert "a-secret" not in text and "our-games" not in text
    assert told[-1] == (False, "notices: Apprise is not installed", "pip install 'apprise>=1.9,<3'")


@pytest.mark.parametrize("wrong", ['webhook = "a-secret-token"', 'apprise = ["ntfy://x", "a-secret-token"]'])
def test_an_address_that_is_none_is_refused_without_being_shown(tmp_path: Path, wrong: str) -> None:
    write_default(tmp_path)
    with (tmp_path / "judge.toml").open("a") as file:
        file.write(f"\n[notify]\n{wrong}\n")
    with pytest.raises(SetupError) as fault:
        load(tmp_path)
    assert "a-secret" not in str(fault.value) and "is no" in str(fault.value)


def test_apprise_is_loaded_by_the_first_notice_and_not_before(tmp_path: Path) -> None:
    asked = (
        "import sys, judge.cli, judge.daemon, judge.extras.announcements, judge.doctor; print('apprise' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Apprise's own
def test_apprise_itself_posts_to_a_service_and_says_when_it_was_not_taken() -> None:
    pytest.importorskip("apprise", reason="the extra notify is not installed")
    got: list[dict[str, Any]] = []

    def taken(request: BaseHTTPRequestHandler, body: bytes) -> None:
        got.append(json.loads(body))
        request.send_response(200 if len(got) == 1 else 500)
        request.end_headers()

    with serving(taken) as port:
        told = {"text": "Bourse lira7: results are out.", "page": "https://judge.test/lira7/", "judge": "JUDGE"}
        shout(f"json://127.0.0.1:{port}/", told)
        with pytest.raises(OSError, match="did not take it"):
            shout(f"json://127.0.0.1:{port}/", told)
    assert got[0]["message"] == "Bourse lira7: results are out.\nhttps://judge.test/lira7/"
    assert got[0]["title"] == "JUDGE"
    with pytest.raises(ValueError, match="no such service"):
        shout("nosuch://x", told)


# ---- what goes wrong --------------------------------------------------------------------------------------------


def test_a_file_of_addresses_that_is_not_utf_8_costs_no_game_anything_and_doctor_says_so(tmp_path: Path) -> None:
    places = tmp_path / "services"
    places.write_bytes(f"# für uns\n{NTFY}\n".encode("latin-1"))
    places.chmod(0o600)
    judge, web = announcing(tmp_path, apprise_file=str(places))
    played(judge)
    judge.resolve("lira7")
    assert web.what == ["started", "eve", "results"] and len(web.shouted) == 3
    assert judge.services.files.game("lira7").status == "active"
    assert (f"{places} is not UTF-8") in [said for well, said, _ in examined(judge.app.config) if not well]


def test_a_fault_of_notices_costs_the_notice_alone_and_the_log_quotes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(config: object) -> dict[str, str]:
        raise RuntimeError(CHAT)

    judge, web = announcing(tmp_path)
    monkeypatch.setattr("judge.extras.announcements.targets", broken)
    played(judge)
    judge.resolve("lira7")
    assert web.got == [] and judge.services.files.game("lira7").status == "active"
    assert "notice_fault" in caplog.text and "a-secret" not in caplog.text


def test_a_place_that_hangs_keeps_no_judge_from_ending_and_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.announcements.LINGER", 0.01)
    judge, _ = announcing(tmp_path)
    judge.app.__dict__["announcements"] = None
    played(judge)
    let_go = Event()
    announcements = Announcements(judge.services, lambda url, told: bool(let_go.wait()) or None)
    announcements.turn(judge.clock.now())
    announcements.close()
    assert [one.daemon for one in threading.enumerate() if one.name == "announcements"] == [True]
    assert announcements._posting
    announcements._settle(judge.clock.now() + OVERDUE)
    assert not announcements._posting
    let_go.set()


def test_the_answer_of_a_webhook_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.extras.announcements.PATIENCE", 1.0)
    done = Event()

    def slow(request: BaseHTTPRequestHandler, body: bytes) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1024")
        request.end_headers()
        done.wait()

    with serving(slow) as port:
        try:
            post(f"http://127.0.0.1:{port}/", {"what": "started"}, inside=True)
        finally:
            done.set()


INNER = tuple("127.0.0.1 10.0.0.7 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fe80::1 fc00::1".split())
MAPPED = ("::ffff:127.0.0.1", "2002:7f00:1::", "::", "224.0.0.1", "ff02::1")


@pytest.mark.parametrize("address", [*INNER, *MAPPED])
def test_a_webhook_that_leads_to_an_inner_address_is_not_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """A name may lead to one as well, today or tomorrow: what is called is what was looked at."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    asked: list[str] = []

    def resolved(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was called"))
    for scheme in ("http", "https"):
        with pytest.raises(OSError, match="inside"):
            post(f"{scheme}://hooks.example.org/x", {"what": "started"})
    assert asked == ["hooks.example.org"] * 2


def test_a_webhook_outside_is_called_at_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], timeout: float) -> None:
        called.append(address)
        raise ConnectionRefusedError

    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        post("http://hooks.example.org/x", {"what": "started"})
    assert called == [("93.184.216.34", 80)]


def test_a_webhook_is_followed_nowhere_and_by_no_other_scheme() -> None:
    asked: list[str] = []

    def elsewhere(request: BaseHTTPRequestHandler, body: bytes) -> None:
        asked.append(request.path)
        request.send_response(307)
        request.send_header("Location", "/again")
        request.end_headers()

    with serving(elsewhere) as port, pytest.raises(OSError, match="307"):
        post(f"http://127.0.0.1:{port}/x?y=1", {"what": "started"}, inside=True)
    assert asked == ["/x?y=1"]
    for url in ("file:///etc/passwd", "ftp://hooks.example.org/x", "http:///x"):
        with pytest.raises(ValueError, match="no web address"):
            post(url, {"what": "started"}, inside=True)


def test_a_webhook_that_answers_by_drops_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.extras.announcements.PATIENCE", 0.3)
    done = Event()

    def drip(server: socket.socket) -> None:
        line, _ = server.accept()
        with line, suppress(OSError):
            line.recv(65536)
            line.sendall(b"HTTP/1.1 ")
            while not done.wait(0.05):
                line.sendall(b"X")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=drip, args=(server,), daemon=True)
        thread.start()
        try:
            with pytest.raises((OSError, HTTPException)):
                post(f"http://127.0.0.1:{server.getsockname()[1]}/", {"what": "started"}, inside=True)
        finally:
            done.set()
            thread.join()


def test_the_settings_say_whether_a_webhook_may_be_inside_and_doctor_names_one_that_may_not(tmp_path: Path) -> None:
    judge, _ = announcing(tmp_path, webhook="http://127.0.0.1:1/x")
    told = list(examined(judge.app.config))
    assert [(good, "inside = true" in remedy) for good, _, remedy in told] == [(False, True)]
    assert "127" not in str(told)
    allowed = replace(judge.app.config, notify=replace(judge.app.config.notify, inside=True))
    assert [good for good, _, _ in examined(allowed)] == [True]
    judge.services.config = allowed
    with pytest.raises(ConnectionRefusedError):
        Announcements(judge.services)._post("http://127.0.0.1:1/x", {"what": "started"})


def test_a_judge_that_is_run_now_and_then_tries_again_where_no_letter_lies(tmp_path: Path) -> None:
    judge, web = announcing(tmp_path)
    web.down = True
    played(judge)
    web.down = False
    app = judge.app
    (tmp_path / "mail/new").mkdir(parents=True)
    app.__dict__["inbox"] = MaildirBox(tmp_path / "mail", judge.clock.now)
    for later, wanted in ((30, []), (120, ["started"])):
        app.__dict__.pop("timeline", None), app.__dict__.pop("outbox", None)  # as in a process of its own
        judge.clock.set(judge.after(seconds=later))
        app.once(judge.clock.now())
        assert web.what == wanted
