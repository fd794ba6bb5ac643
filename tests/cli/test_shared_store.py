"""The command line over a store on PostgreSQL: the same commands, games moved between engines, care."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import frame
from judge.cli.frame import _group
from judge.core.errors import Conflict
from judge.desk.cabinet import keys
from judge.desk.mailroom.ordering_keys import HOUSE
from judge.extras.postgres.engine import PostgresEngine
from judge.store import open_store
from judge.store.engine import Changes
from tests.keeper.homes import DEADLINE, START, begun, good, letter, run
from tests.pgserver import server
from tests.stores import put_on

AFTER = "2026-12-01T10:00:00+00:00"


def home_on(folder: Path, store: str) -> Path:
    assert CliRunner().invoke(_group, ["init", str(folder)]).exit_code == 0
    put_on(folder, store)
    return folder


@pytest.fixture
def places(tmp_path: Path) -> Callable[[str], Path]:
    """Homes by engine."""
    stores = {"sqlite": "var/judge.db", "postgresql": server().url()}
    return lambda engine: home_on(tmp_path / engine, stores[engine])


def shown(home: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(good(home, "show", "lira7", "--json", now=AFTER))
    return found


def test_a_game_is_played_over_a_deadline_on_a_server(places: Callable[[str], Path]) -> None:
    home = begun(places("postgresql"))
    letter(home, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 300 LIRA\nBUY 100 MARKS", "2026-11-22T09:00:00+00:00")
    assert "1 letters" in good(home, "once", now="2026-11-22T10:00:00+00:00")
    assert "1 deadlines" in good(home, "once", now=DEADLINE)
    assert shown(home)["phase"] == "F1901M"
    good(home, "replay", "--all", now=AFTER)
    assert "lira7" in good(home, "list", now=AFTER)


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_game_moves_between_engines_and_is_played_on(
    source: str, target: str, places: Callable[[str], Path], tmp_path: Path
) -> None:
    old, new = begun(places(source)), places(target)
    letter(old, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 300 LIRA\nBUY 100 MARKS", "2026-11-22T09:00:00+00:00")
    good(old, "once", now=DEADLINE)
    good(old, "export", "lira7", "-o", str(tmp_path / "lira7.jsonl"))
    good(new, "import", str(tmp_path / "lira7.jsonl"))
    assert shown(new) == shown(old)
    good(new, "replay", "lira7", now=AFTER)
    letter(new, "a2", "SIGNON Lupus@lira7 ann-pass\nSELL 10 LIRA", "2026-11-28T09:00:00+00:00")
    assert "1 letters" in good(new, "once", now="2026-11-28T10:00:00+00:00")
    back = good(new, "export", "lira7", now=AFTER)
    assert len(back.splitlines()) > len((tmp_path / "lira7.jsonl").read_text().splitlines())
    assert run(new, "import", str(tmp_path / "lira7.jsonl")).exit_code == 2


def test_a_backup_of_a_server_is_a_file_that_a_judge_can_start_from(places: Callable[[str], Path]) -> None:
    home = begun(places("postgresql"))
    before = shown(home)
    good(home, "backup", str(home / "var/copy.db"))
    text = (home / "judge.toml").read_text()
    (home / "judge.toml").write_text(
        "".join(
            'store = "var/copy.db"\n' if line.startswith("store") else line for line in text.splitlines(keepends=True)
        )
    )
    assert shown(home) == before


def test_doctor_looks_at_the_server(places: Callable[[str], Path]) -> None:
    home = begun(places("postgresql"))
    found = {entry["what"]: entry for entry in json.loads(run(home, "doctor", "--json").output)}
    words = "\n".join(found)
    assert "server: PostgreSQL 1" in words and "clock and ours are 0." in words and "may be made" in words
    (durable,) = [entry for what, entry in found.items() if "fsync off" in what]  # the tests' server does not sync
    assert not durable["good"] and "power failure" in durable["remedy"]


def test_doctor_names_a_server_that_cannot_be_reached(tmp_path: Path) -> None:
    home = home_on(tmp_path / "home", "postgresql://judge@127.0.0.1:1/judge?connect_timeout=1")
    result = run(home, "doctor")
    assert result.exit_code == 1
    assert "cannot be reached" in result.output and "Check that the server runs" in result.output


def test_a_home_with_other_secrets_is_refused(places: Callable[[str], Path], tmp_path: Path) -> None:
    home = begun(places("postgresql"))
    url = next(
        line.split('"')[1] for line in (home / "judge.toml").read_text().splitlines() if line.startswith("store")
    )
    other = home_on(tmp_path / "other", url)
    result = run(other, "once")
    assert result.exit_code == 1
    assert "var/secrets" in result.output and "share" in result.output
    (other / "var/secrets/key").write_text((home / "var/secrets/key").read_text())
    good(other, "once")
    letter(other, "p", "MASTER lira7 gm-secret\nPROCESS S1901M", "2026-11-22T09:00:00+00:00", "gm@example.test")
    good(other, "once", now="2026-11-22T10:00:00+00:00")  # its dice secret is not there: set aside, no other is made
    assert not (other / "var/secrets/dice/lira7").exists()
    assert shown(other)["phase"] == "S1901M"


def test_a_command_waits_until_no_judge_is_in_the_middle_of_a_letter(places: Callable[[str], Path]) -> None:
    home = begun(places("postgresql"))
    url = next(
        line.split('"')[1] for line in (home / "judge.toml").read_text().splitlines() if line.startswith("store")
    )
    judge = open_store(url)
    assert judge.engine.hold([HOUSE], shared=True) == {HOUSE}
    done = threading.Event()

    def command() -> None:
        good(home, "process", "lira7", "S1901M", now=START)
        done.set()

    thread = threading.Thread(target=command)
    thread.start()
    assert not done.wait(0.7)
    judge.engine.let_go([HOUSE], shared=True)
    assert done.wait(60)
    thread.join()
    judge.close()


@pytest.mark.parametrize(("times", "code", "words"), [(2, 0, "is active in F1901M"), (99, 75, "Do it again")])
def test_a_command_that_another_judge_was_faster_than_is_done_again_or_says_so_in_a_line(
    times: int, code: int, words: str, places: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "AGAIN_AFTER", (0.0, 0.0, 0.0))
    home = begun(places("postgresql"))
    commit, left = PostgresEngine.commit, [times]

    def slower(engine: PostgresEngine, changes: Changes, **options: bool) -> None:
        if "events" in changes and left[0]:
            left[0] -= 1
            engine._roll_back()
            raise Conflict("Another worker changed the same rows at this moment. Do it again.")
        commit(engine, changes, **options)

    monkeypatch.setattr(PostgresEngine, "commit", slower)
    result = run(home, "process", "lira7", "S1901M")
    assert (result.exit_code, len(result.output.splitlines())) == (code, 1), result.output
    assert words in result.output
    monkeypatch.undo()
    monkeypatch.setattr(keys.SlowHasher.__init__, "__defaults__", (64, 1))
    assert shown(home)["phase"] == ("S1901M" if code else "F1901M")
