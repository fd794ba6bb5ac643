"""Keeper's commands beside a running judge: the same words, the same exit codes, done once or not at all."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from judge.app import open_app
from judge.config import load
from judge.tasks import registry
from judge.tasks.registry import PLACES
from judge.tasks.wire import NAME, within_reach
from tests.forked import ended, forked
from tests.keeper.homes import fresh
from tests.stores import sqlite_only
from tests.tables import rows
from tests.tasks import dying_command
from tests.tasks.homes import call, running, until, words

pytestmark = [pytest.mark.slow, sqlite_only("judges of a shared store need no socket: commands write there themselves")]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return fresh(tmp_path / "home")


def shown(home: Path, game: str = "lira7") -> dict[str, object]:
    found: dict[str, object] = json.loads(call(home, "show", game, "--json").output)
    return found


def told(result: object) -> tuple[int, str, str]:
    return result.exit_code, result.stdout, result.stderr  # type: ignore[attr-defined]


EVENING = rows(__file__, "EVENING")
VARYING = (
    r"anchor: [0-9a-f]+",
    r"\d{4}-\d\d-\d\d[ T][\d:.+]*( UTC)?",
    r"/\S*/(?=home|alone)(home|alone)",
    r"mailbox.*",
)


def plain(result: tuple[int, str, str]) -> tuple[int, str, str]:
    import re

    code, out, err = result
    for pattern in VARYING:
        out, err = re.sub(pattern, "~", out), re.sub(pattern, "~", err)
    return code, out, err


def drained(home: Path) -> None:
    """Every letter has gone, so that a game may be shelved."""
    until(lambda: "0 waiting" in call(home, "once").output, "letters wait")


def test_every_command_says_the_same_and_ends_the_same_with_and_without_a_daemon(home: Path, tmp_path: Path) -> None:
    alone = fresh(tmp_path / "alone")
    with running(home) as process:
        for command in EVENING:
            if command[0] == "shelve":
                drained(home)
                drained(alone)
            beside, by_itself = told(call(home, *command)), told(call(alone, *command))
            assert plain(beside) == plain(by_itself), command
            assert "Traceback" not in beside[2]
        assert process.is_alive()
    options = {"--print": "letter_in", "--refuse": "letter_out"}
    given = {options.get(word, word) for command in EVENING for word in command[:2]}
    assert given | {"import", "once"} >= set(PLACES)


def test_a_game_is_imported_beside_a_daemon_from_a_file_and_from_a_pipe(home: Path, tmp_path: Path) -> None:
    other = fresh(tmp_path / "other")
    for game in ("lira7", "lira8"):
        assert call(other, *words(game)).exit_code == 0
        assert call(other, "export", game, "-o", str(tmp_path / game)).exit_code == 0
    with running(home):
        assert call(home, "import", str(tmp_path / "lira7")).exit_code == 0
        assert call(home, "import", "-", text=(tmp_path / "lira8").read_text("utf-8")).exit_code == 0
        assert call(home, "import", str(tmp_path / "lira7")).exit_code == 2
        assert [row["game"] for row in json.loads(call(home, "list", "--json").output)] == ["lira7", "lira8"]


def test_what_a_command_queues_is_sent_at_once_by_the_daemon(home: Path) -> None:
    with running(home):
        assert call(home, "new", "lira7", "--variant", "bourse", "--master", "gm@example.test").exit_code == 0
        until(lambda: "MASTER lira7" in call(home, "letters", "gm@example.test").output, "no letter to the master")


def test_a_rehearsal_beside_a_daemon_is_carried_out_at_the_time_it_names_and_the_daemon_keeps_its_own(
    home: Path,
) -> None:
    then = "2031-03-03T10:00:00+00:00"
    with running(home):
        assert call(home, "--now", then, *words("lira7", "--option", "rules=later")).exit_code == 0
        for seat in ("Lupus", "Ursus"):
            call(home, "join", "lira7", seat, "--address", f"{seat}@example.test".lower(), "--password", "word")
        assert call(home, "--now", then, "start", "lira7").exit_code == 0
        assert str(shown(home)["deadline"]).startswith("2031-03-0")
        once = call(home, "--now", "2031-03-31T10:00:00+00:00", "once", "--json")
        assert json.loads(once.stdout)["resolved"] >= 1
        assert call(home, *words("lira8")).exit_code == 0
    app = open_app(load(home), lock=False)
    times = [repr(event) for event in app.store.table("events").all() if event["game"] == "lira8"]
    app.close()
    assert times and not any("2031-" in told for told in times)


def test_the_socket_is_for_this_user_alone_and_is_gone_when_the_judge_ends(home: Path) -> None:
    path = home / "var" / NAME
    with running(home) as process:
        assert stat.S_ISSOCK(path.stat().st_mode) and stat.S_IMODE(path.stat().st_mode) == 0o600
        process.terminate()
        assert ended(process) == 0
        assert not path.exists()
        assert call(home, *words("lira7")).exit_code == 0


def test_a_socket_left_by_a_judge_that_was_killed_is_in_nobodys_way(home: Path) -> None:
    with running(home) as process:
        process.kill()
        process.join()
    assert (home / "var" / NAME).exists()
    assert call(home, *words("lira7")).exit_code == 0
    with running(home):
        assert call(home, *words("lira8")).exit_code == 0


def test_a_home_deep_in_folders_is_reached_although_its_path_is_too_long_for_a_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    home = fresh(deep / "home")
    with running(home):
        assert call(home, *words("lira7")).exit_code == 0
        assert "request task=new" in (home / "log").read_text()


def test_settings_read_again_leave_the_hatch_open(home: Path) -> None:
    with running(home) as process:
        os.kill(process.pid, signal.SIGHUP)
        assert call(home, *words("lira7")).exit_code == 0
        until(lambda: "settings_read" in (home / "log").read_text(), "no reload")
        assert call(home, *words("lira8")).exit_code == 0
        assert (home / "log").read_text().count("request task=new") == 2


def test_many_commands_at_once_are_all_carried_out(home: Path) -> None:
    with running(home):
        made = [
            subprocess.Popen([sys.executable, "-m", "judge", "--home", str(home), *words(f"lira{n}")], stdout=-3)
            for n in range(4)
        ]
        assert [process.wait(120) for process in made] == [0] * 4
        assert len(json.loads(call(home, "list", "--json").output)) == 4


def test_commands_without_a_daemon_wait_for_one_another(home: Path) -> None:
    made = [
        subprocess.Popen([sys.executable, "-m", "judge", "--home", str(home), *words(f"lira{n}")], stdout=-3)
        for n in range(3)
    ]
    assert [process.wait(120) for process in made] == [0] * 3


# ---- who needs it stopped -------------------------------------------------------------------------------------------


def test_migrate_and_restore_by_force_say_that_the_daemon_must_be_stopped(home: Path, tmp_path: Path) -> None:
    call(home, *words("lira7"))
    with running(home) as process:
        assert call(home, "backup", str(tmp_path / "b.tar")).exit_code == 0
        for command in (("migrate",), ("restore", str(tmp_path / "b.tar"), "--force")):
            refused = call(home, *command)
            assert refused.exit_code == 1, command
            assert f"in use by process {process.pid}" in refused.output and "Stop" in refused.output


# ---- killed in the middle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", ["request read", "request done", "request committed"])
def test_a_command_whose_daemon_is_killed_over_it_is_carried_out_once_all_the_same(home: Path, point: str) -> None:
    with running(home, point) as process:
        made = call(home, "--request", "abc", *words("lira7"))
        assert ended(process) == -signal.SIGKILL
    assert made.exit_code == 0 and made.stdout.startswith("lira7: a game of bourse, forming.")
    again = call(home, "--request", "abc", *words("lira7"))
    assert told(again) == told(made)
    assert len(json.loads(call(home, "list", "--json").output)) == 1
    with running(home):
        assert told(call(home, "--request", "abc", *words("lira7"))) == told(made)


@pytest.mark.parametrize("point", ["called", "asked"])
def test_a_command_that_is_killed_itself_is_done_or_not_done_and_the_next_call_tells_which(
    home: Path, point: str
) -> None:
    with running(home):
        assert ended(forked(lambda: dying_command.new(home, point, "abc", "lira7"))) == -signal.SIGKILL
        again = call(home, "--request", "abc", *words("lira7"))
        assert again.exit_code == 0 and again.stdout.startswith("lira7: a game of bourse, forming.")
        once_more = call(home, *words("lira7"))
        assert once_more.exit_code == 2
        assert "already" in once_more.stderr and "The same command was carried out at" in once_more.stderr


def test_who_went_away_before_his_turn_is_not_served(home: Path) -> None:
    """The daemon stands still while the caller comes, speaks and gives up."""
    with running(home) as process:
        os.kill(process.pid, signal.SIGSTOP)
        hung = subprocess.run(
            [sys.executable, "-m", "judge", "--home", str(home), "--request", "abc", *words("lira7")],
            env={**os.environ, "JUDGE_PATIENCE": "0.3"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert hung.returncode == 75
        assert "did not answer within" in hung.stderr and "judge --request abc" in hung.stderr
        os.kill(process.pid, signal.SIGCONT)
        until(lambda: "request_dropped" in (home / "log").read_text(), "it was not dropped")
        assert json.loads(call(home, "list", "--json").output) == []
        assert call(home, "--request", "abc", *words("lira7")).exit_code == 0


def test_an_id_that_was_given_to_another_command_is_refused(home: Path) -> None:
    assert call(home, "--request", "abc", *words("lira7")).exit_code == 0
    refused = call(home, "--request", "abc", *words("lira8"))
    assert refused.exit_code == 2 and "another command" in refused.output


def test_files_that_a_killed_command_left_are_gone_before_the_next_is_carried_out(home: Path) -> None:
    assert call(home, *words("lira7")).exit_code == 0
    drained(home)
    tip = home / "var/secrets/dice/lira7"
    assert tip.exists()
    with running(home, "request committed") as process:
        assert call(home, "shelve", "lira7", "--moved").exit_code == 0
        ended(process)
    assert not tip.exists()
    assert call(home, "unshelve", "lira7").exit_code == 0
    assert tip.exists()


# ---- the wire itself ------------------------------------------------------------------------------------------------


def knock(home: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as wire, within_reach(home / "var" / NAME) as address:
        wire.settimeout(60)
        wire.connect(address)
        wire.sendall(line)
        return wire.recv(65536)


NO_REQUESTS = (
    b"hello\n",
    b"{}\n",
    b"[]\n",
    b'{"id":1,"task":"new","given":{},"store":"","now":""}\n',
    b"\xff\xfe\n",
    b'{"id":"a","task":"os.system","given":{},"store":"STORE","now":""}\n',
    b'{"id":"a","task":"new","given":{"nonsense":1},"store":"STORE","now":""}\n',
    b'{"id":"a","task":"start","given":{"game":["x"]},"store":"STORE","now":""}\n',
    b'{"id":"a","task":"start","given":{"game":"x"},"store":"STORE","now":"soon"}\n',
)


def test_a_line_that_is_no_request_is_answered_and_harms_nothing(home: Path) -> None:
    with running(home) as process:
        for number, line in enumerate(NO_REQUESTS):
            answer = json.loads(knock(home, line.replace(b"STORE", load(home).store_url.encode())))
            assert answer["code"] in (1, 2) and answer["fault"], line
            assert call(home, *words(f"lira{number}")).exit_code == 0, line
            assert process.is_alive(), line


def test_a_caller_who_falls_silent_in_the_middle_of_a_line_keeps_nobody_waiting(home: Path) -> None:
    with running(home), socket.socket(socket.AF_UNIX) as silent, within_reach(home / "var" / NAME) as address:
        silent.connect(address)
        silent.sendall(b'{"id":')
        assert call(home, *words("lira7")).exit_code == 0


def test_a_command_meant_for_another_store_is_not_given_to_this_judge(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(home):
        monkeypatch.setenv("JUDGE_STORE", "var/second.db")
        open_app(load(home), new=True).close()
        assert call(home, *words("lira7")).exit_code == 0
        monkeypatch.delenv("JUDGE_STORE")
        assert json.loads(call(home, "list", "--json").output) == []


def test_no_outcome_holds_a_password_and_none_is_kept_for_long(home: Path) -> None:
    call(home, "--now", "2026-11-21T10:00:00+00:00", *words("lira7"))
    app = open_app(load(home), lock=False)
    rows = [row for row in app.store.table("house").all() if str(row["key"]).startswith(registry.PREFIX)]
    app.close()
    assert len(rows) == 1 and "gm-secret" not in repr(rows)
    call(home, "--now", "2026-11-24T10:00:00+00:00", *words("lira8"))
    app = open_app(load(home), lock=False)
    rows = [row for row in app.store.table("house").all() if str(row["key"]).startswith(registry.PREFIX)]
    app.close()
    assert ["lira8" in repr(row) for row in rows] == [True]


def test_letters_go_on_being_handled_while_commands_come(home: Path) -> None:
    with running(home):
        call(home, *words("lira7", "--option", "rules=later"))
        stop = threading.Event()

        def write() -> None:
            while not stop.is_set():
                call_write(home)
                stop.wait(0.05)

        thread = threading.Thread(target=write)
        thread.start()
        try:
            for number in range(6):
                seat = f"Seat{number}"
                done = call(home, "join", "lira7", seat, "--address", f"p{number}@example.test", "--password", "word")
                assert done.exit_code == 0, done.output
        finally:
            stop.set()
            thread.join()
    assert len(shown(home)["seats"]) == 6  # type: ignore[arg-type]


def call_write(home: Path) -> None:
    name = os.urandom(6).hex()
    path = home / "var/mail/in/tmp" / name
    path.write_text(f"From: x{name}@example.test\nTo: judge@localhost\nMessage-ID: <{name}@x.test>\n\nHELP\n")
    path.rename(home / "var/mail/in/new" / name)
