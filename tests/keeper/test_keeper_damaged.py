"""A page of the store that the disk has lost is noticed before the judge works on it, and by the back-up."""

import sqlite3
from pathlib import Path

import pytest

from judge.app import open_app
from judge.config import load
from judge.core.errors import StoreFault
from judge.daemon import Daemon
from tests.keeper.homes import bourse_home, good, run
from tests.stores import sqlite_only

pytestmark = sqlite_only("a page of its file")

PAGE = 4096


@pytest.fixture
def zeroed(tmp_path: Path) -> Path:
    """A home in whose store the page that the journal's newest events lie on is full of zeros."""
    home = bourse_home(tmp_path / "home")
    good(home, "backup", str(tmp_path / "good.tar"))
    path = home / "var" / "judge.db"
    with sqlite3.connect(path) as store:
        store.execute("pragma wal_checkpoint(truncate)")
        found = store.execute("select rootpage from sqlite_schema where name='t_events'").fetchone()
    store.close()
    raw = bytearray(path.read_bytes())
    at = (found[0] - 1) * PAGE
    assert any(raw[at : at + PAGE])
    raw[at : at + PAGE] = bytes(PAGE)
    path.write_bytes(raw)
    return home


def test_a_judge_does_not_start_on_a_store_with_a_lost_page(zeroed: Path) -> None:
    app = open_app(load(zeroed))
    with pytest.raises(StoreFault, match="judge restore"):
        Daemon(app).run()
    app.close()


@pytest.mark.parametrize("name", ["good.tar", "copy.db"])
def test_a_backup_of_a_store_with_a_lost_page_fails_and_leaves_the_last_good_one(zeroed: Path, name: str) -> None:
    target = zeroed.parent / name
    before = target.read_bytes() if target.exists() else None
    result = run(zeroed, "backup", str(target))
    assert result.exit_code == 1 and "judge restore" in result.output and "damaged" in result.output
    assert (target.read_bytes() if target.exists() else None) == before


def test_a_sound_store_is_looked_at_once_a_start_and_not_by_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    home = bourse_home(tmp_path / "home")
    monkeypatch.setattr("judge.store.Store.sound", lambda self: looked.append("at it"))
    good(home, "once")
    assert looked == []
    app = open_app(load(home))
    daemon = Daemon(app)
    daemon._turn = daemon._turn_and_stop = lambda: daemon._stop(15, None)  # type: ignore[attr-defined,method-assign]
    daemon.run()
    assert looked == ["at it"]
