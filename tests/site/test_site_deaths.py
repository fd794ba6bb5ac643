"""Killed while pages are drawn: at whichever file, the next run makes the same site, and takes down what is closed."""

import os
import signal
from pathlib import Path

import pytest

from judge.extras.site import folder as room
from tests.counts import SOAK
from tests.desk.worlds import GAME, REPORT, small_game
from tests.harness import Judge
from tests.site.sites import files, written


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    made = small_game(tmp_path / "home", archive="web", archive_url="https://judge.test")
    written(made, tmp_path / "site")
    made.master(GAME, REPORT)
    made.resolve(GAME)
    return made


def killed(judge: Judge, site: Path, after: int, half: bool) -> bool:
    """A process that draws the pages is killed by SIGKILL at its file of that number, before it is put in its place or
    with half of it written. Whether it came so far."""
    child = os.fork()
    if not child:
        left, whole = after, room.replace

        def put(target: Path, content: bytes, folder: Path) -> None:
            nonlocal left
            if not left:
                if half:
                    (folder / ".judge-archive.part").write_bytes(content[: len(content) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            whole(target, content, folder)

        room.replace = put
        try:
            written(judge, site)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize("half", [False, True], ids=["between files", "within one"])
def test_after_a_death_at_any_file_the_next_run_makes_the_same_site(judge: Judge, tmp_path: Path, half: bool) -> None:
    number = int(half)
    while killed(judge, tmp_path / "site", number, half):
        number += 1 if SOAK else 3
        for path, content in files(tmp_path / "site").items():
            assert path.startswith(".") or content, path  # a reader sees the old page or the new one
    assert number > 5  # the last run was not killed: it has drawn what was left
    written(judge, tmp_path / "site")
    written(judge, tmp_path / "like")
    assert files(tmp_path / "site") == files(tmp_path / "like")


def test_a_page_that_was_drawn_before_a_death_is_taken_down_when_its_game_closes(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    before = {path for path in files(site) if path.startswith("games/")}
    assert killed(judge, site, 3, half=False)
    assert {path for path in files(site) if path.startswith("games/")} > before  # a page that no manifest knows
    judge.master(GAME, "SET open no")
    assert judge.game(GAME).house["open"] == "no"
    written(judge, site)
    assert [path for path in files(site) if path.startswith("games/")] == []
