"""Running for years: log lines, figures, the keeper's letter, signs of life, reload, and the dry run."""

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.app import open_app
from judge.config import load
from judge.core.errors import SetupError
from judge.daemon import Daemon
from judge.desk.cabinet.records import Status
from judge.extras.metrics import Gauge, open_sink, text_of
from judge.keeper.rehearsal import rehearsing
from judge.keeper.watch import notify, prune
from judge.loglines import OneLine, entry
from judge.signon import mask
from tests.harness import MASTER_PASSWORD, START, Judge, password_of
from tests.keeper.homes import DEADLINE, bourse_home, good, letter, run, setting, tree
from tests.stores import put_on
from tests.tables import cases

LATER = "2026-11-22T09:00:00+00:00"


# ---- the log --------------------------------------------------------------------------------------------------------


def record(text: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("judge", logging.INFO, "x.py", 1, text, args, None)


@pytest.mark.parametrize("evil", ["x\nERROR forged", "x\r\n", "\x1b[31mred", "x\u2028y", 'a "quoted" =b'])
def test_nobody_can_forge_a_log_line(evil: str) -> None:
    told = OneLine("%(levelname)s %(message)s").format(record("%s", entry("sent", seat=evil)))
    raw = OneLine("%(levelname)s %(message)s").format(record(evil))
    for line in (told, raw):
        assert line.startswith("INFO ")
        assert not re.search(r"[\x00-\x1f\u2028]", line)


def test_the_formatter_masks_a_sign_on_that_a_library_might_quote() -> None:
    told = OneLine("%(message)s", mask).format(record("SIGNON Lupus@lira7 ann-pass"))
    assert "ann-pass" not in told


def test_the_log_names_games_seats_and_letters_and_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", rules="later")
    judge.join("lira7", "Lupus", "Ursus")
    judge.master("lira7", "START")
    (confirmation,) = judge.orders("lira7", "Lupus", "SELL 300 LIRA")
    judge.reply(confirmation, "SELL 200 LIRA")
    judge.say("ann@example.test", "SIGNON Lupus@lira7 wrong-password\nSELL 1 LIRA")
    judge.say("new@example.test", "REGISTER NAME Ann PASSWORD my-own-word")
    judge.resolve("lira7")
    text = caplog.text
    for fact in (
        "orders_stored game=lira7 seat=Lupus phase=S1901M",
        "phase_resolved game=lira7",
        "sent letter=",
        "letter letter=",
    ):
        assert fact in text
    token = confirmation.header("Reply-To").partition("+")[2].partition("@")[0].rpartition("-")[2]
    for secret in (
        MASTER_PASSWORD,
        password_of("Lupus"),
        "wrong-password",
        "my-own-word",
        token,
        "@example.test",
        "SELL 300",
        "<Ann",
    ):
        assert secret not in text, secret


# ---- figures --------------------------------------------------------------------------------------------------------


def families(text: str) -> dict[str, float]:
    from prometheus_client.parser import text_string_to_metric_families

    return {
        sample.name + "".join(f"[{v}]" for k, v in sorted(sample.labels.items()) if k != "version"): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_of_a_home_can_be_printed_for_prometheus(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    letter(home, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 1 LIRA", "2026-11-21T09:00:00+00:00")
    found = families(good(home, "metrics"))
    assert found["judge_games[active]"] == 1
    assert found["judge_inbox_letters"] == 1
    assert found["judge_inbox_oldest_seconds"] == 3600
    assert found["judge_outbox_letters"] > 0
    assert found["judge_deadlines_overdue"] == 0
    assert found["judge_backup_time"] == 0
    assert found["judge_info"] == 1
    assert families(good(home, "metrics", now="2026-11-28T10:00:00+00:00"))["judge_deadlines_overdue"] == 1


def test_figures_hold_no_name_of_game_seat_or_person(tmp_path: Path) -> None:
    text = good(bourse_home(tmp_path / "home"), "metrics")
    for name in ("lira7", "Lupus", "ann", "example.test"):
        assert name not in text


@pytest.mark.parametrize("bad", ["0.0.0.0:9464", "mail.example.org:9464", "127.0.0.1:0", "no/such/folder/x.prom"])
def test_figures_are_told_on_this_machine_only(tmp_path: Path, bad: str) -> None:
    with pytest.raises(SetupError, match="metrics"):
        open_sink(bad, tmp_path, Gauge())


def test_a_file_of_figures_is_whole_at_every_moment(tmp_path: Path) -> None:
    gauge = Gauge()
    write, _ = open_sink("judge.prom", tmp_path, gauge)
    write()
    assert (tmp_path / "judge.prom").read_text() == text_of(gauge)
    assert list(tmp_path.iterdir()) == [tmp_path / "judge.prom"]


# ---- the keeper's letter --------------------------------------------------------------------------------------------


def test_the_keeper_is_told_daily_how_the_judge_is_and_only_if_asked_for(tmp_path: Path) -> None:
    silent, judge = Judge(tmp_path / "a"), Judge(tmp_path / "b", health="DAILY 07:00", list="")
    for one in (silent, judge):
        one.new("lira7", "bourse")
        for day in range(3):
            one.tick(START + timedelta(days=day))
    assert silent.letters("keeper@example.test") == []
    assert len(judge.letters("keeper@example.test", "health")) == 2
    told = judge.letters("keeper@example.test", "health")[-1]
    assert "FIGURES" in told.text and "1 forming" in told.text
    assert "no back-up" in told.text and "look at 1 thing" in told.subject


def test_the_keepers_letter_names_held_games_deadlines_and_letters_set_aside(tmp_path: Path) -> None:
    judge = Judge(tmp_path, health="DAILY 07:00")
    judge.new("lira7", "bourse", rules="later")
    judge.join("lira7", "Lupus", "Ursus")
    judge.master("lira7", "START")
    judge.services.shunt.keep("abcdef0123456789", b"raw", "Trace\nKeyError: 'x'", START, "lira7", "x@y.z", "s")
    judge.tick(START)
    held = judge.new("mark3", "bourse")
    judge.services.files.save_game(replace(held, status=Status.HELD, reason="the books do not balance"))
    told = judge.tick(START + timedelta(days=1))[-1]
    assert "look at 3 things" in told.subject and "A game is held" in told.text
    for fact in ("lira7 S1901M", "abcdef012345", "KeyError", "set aside", "mark3: the books"):
        assert fact in told.text


@cases("name", "value")
def test_a_setting_that_would_stop_the_daemon_is_refused_when_it_is_read(tmp_path: Path, name: str, value: str) -> None:
    (tmp_path / "judge.toml").write_text(f'[judge]\n{name} = "{value}"\n')
    with pytest.raises(SetupError, match=value.split()[0]):
        load(tmp_path)


# ---- signs of life and reload ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["path", "abstract"])
def test_systemd_is_told_over_its_socket(tmp_path: Path, form: str) -> None:
    name = str(tmp_path / "n") if form == "path" else f"@judge-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(name.replace("@", "\0", 1) if form == "abstract" else name)
        wire.settimeout(5)
        assert notify("READY=1", {"NOTIFY_SOCKET": name})
        assert wire.recv(100) == b"READY=1"
    assert not notify("READY=1", {})
    assert not notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "gone")})


def spawn(home: Path, listener: socket.socket | None = None) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if listener is not None:
        env["NOTIFY_SOCKET"] = listener.getsockname()
    return subprocess.Popen(
        [sys.executable, "-m", "judge", "--home", str(home), "run"],
        env=env,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=open(home / "log", "a"),
    )


def wait_for(home: Path, text: str) -> str:
    for _ in range(1500):
        if text in (found := (home / "log").read_text()):
            return found
        time.sleep(0.01)
    raise AssertionError(f"{text!r} is not in the log: {found}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def confirmed(home: Path) -> int:
    """How many letters of the judge in the embedded mailbox say that orders are right."""
    return sum(b"[CHECK]" in path.read_bytes() for path in (home / "var/mail/out/new").iterdir())


@pytest.mark.slow
def test_a_daemon_says_ready_tells_figures_and_survives_bad_settings(tmp_path: Path) -> None:
    home, port = bourse_home(tmp_path / "home", now=datetime.now(UTC).isoformat()), free_port()
    setting(home, '# metrics = ""', f'metrics = "127.0.0.1:{port}" #')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(30)
        process = spawn(home, listener)
        try:
            assert listener.recv(100) == b"READY=1"
            assert listener.recv(100) == b"WATCHDOG=1"
            wait_for(home, "turn ")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                found = families(answer.read().decode())
            assert found["judge_games[active]"] == 1 and found["judge_sent_total"] > 0
            assert found["judge_mailbox_up"] == 1
            was = (home / "judge.toml").read_text()
            for broken in ('zone = "Nowhere"', 'inbox = "imaps://judge@mail.example"', 'door = "x"'):
                name = broken.split()[0]
                (home / "judge.toml").write_text(re.sub(rf"(?m)^#? ?{name} .*$", broken, was, count=1))
                if name == "door":
                    (home / "judge.toml").write_text(was.replace("# no door", 'door = "x" #'))
                (home / "log").write_text("")
                process.send_signal(signal.SIGHUP)
                letter(home, f"n{name}", "SIGNON Lupus@lira7 ann-pass\nSELL 1 LIRA", datetime.now(UTC).isoformat())
                assert "settings_refused" in wait_for(home, "settings_refused")
                assert process.poll() is None
            (home / "judge.toml").write_text(was)
            process.send_signal(signal.SIGHUP)
            letter(home, "n9", "SIGNON Lupus@lira7 ann-pass\nSELL 2 LIRA", datetime.now(UTC).isoformat())
            wait_for(home, "settings_read")
            while confirmed(home) < 4:  # SIGTERM leaves what is queued to the next life
                assert process.poll() is None
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.wait()
    log = (home / "log").read_text()
    assert "ann-pass" not in log and "@example.test" not in log
    assert confirmed(home) == 4


def test_a_reload_that_fails_half_way_goes_back_to_the_old_settings(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = bourse_home(tmp_path / "home")
    daemon = Daemon(open_app(load(home)))
    before = daemon.app.config.judge.store
    put_on(home, "no/such/folder/judge.db")
    daemon._again()
    assert "settings_refused" in caplog.text
    assert daemon.app.config.judge.store == before
    assert daemon.app.services.files.game("lira7") is not None
    daemon.app.close()


# ---- the dry run ----------------------------------------------------------------------------------------------------


def test_a_dry_run_tells_what_would_be_sent_and_changes_nothing(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    good(home, "once")
    letter(home, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 300 LIRA", LATER)
    letter(home, "a2", "CREATE mine9 bourse", LATER, sender="root@localhost")
    before = tree(home)
    told = run(home, "once", "--dry-run", "--text", "--json", now=DEADLINE)
    assert told.exit_code == 0
    assert json.loads(told.stdout)["letters"] == 2
    assert "would send to ann@example.test" in told.stderr
    assert "would send to list@example.test" in told.stderr
    assert "SELL 300 LIRA" in told.stderr
    assert tree(home) == before
    assert json.loads(good(home, "once", "--json", now=DEADLINE))["letters"] == 2


def test_a_dry_run_of_the_daemon_says_what_it_is_before_anything_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = bourse_home(tmp_path / "home")
    monkeypatch.setattr("judge.daemon.Daemon.run", lambda daemon: None)
    told = good(home, "run", "--dry-run", "--quiet")
    assert "nothing is sent or moved" in told and "nothing waits; Ctrl-C ends it" in told


def test_a_dry_run_stands_beside_a_running_daemon(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    app = open_app(load(home))
    try:
        assert run(home, "once", "--dry-run", now=DEADLINE).exit_code == 0
    finally:
        app.close()
    assert json.loads(good(home, "show", "lira7", "--json"))["phase"] == "S1901M"


def test_a_dry_run_lets_no_letter_go_whose_time_is_over(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    letter(home, "a1", "HELP", LATER)
    good(home, "once", now=LATER)
    setting(home, '# keep_letters = ""', 'keep_letters = "1d" #')
    setting(home, '"maildir:var/mail/in"', f'"maildir:{home}/var/mail/in"')
    with rehearsing(load(home), datetime(2099, 1, 1, tzinfo=UTC), print) as app:
        assert prune(app.services, app.clock.now()) == 0
    assert len(list((home / "var/mail/in/.Done/cur").iterdir())) == 1
