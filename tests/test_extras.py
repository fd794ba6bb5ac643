"""A judge without `judge.extras`: no archive, no zine, no robots, no webhooks, no demo."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge import optional
from judge.core.errors import SetupError

ROOT = Path(__file__).resolve().parents[1]
STORIES = ("bourse/classic_solo", "diplomacy/solo")
PLAY = """
import sys
from pathlib import Path
import judge
from tests.stories.played import _play
for name in sys.argv[1:]:
    folder = Path("tests/stories") / name
    assert _play(folder).told == (folder / "letters.txt").read_text("utf-8"), name
print("played", len(sys.argv) - 1, "in", Path(judge.__file__).parent)
"""


@pytest.mark.slow
def test_whole_games_are_played_to_the_letter_where_the_folder_is_not_there(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "judge", tmp_path / "judge", ignore=shutil.ignore_patterns("extras", "__pycache__"))
    for name in ("grammar", "templates", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *STORIES], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == f"played {len(STORIES)} in {tmp_path / 'judge'}\n", done.stderr[-2000:]


def test_what_is_not_installed_is_none_and_is_named_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "EXTRAS", "judge.not_there")
    assert optional.extra("zine.issues") is None
    with pytest.raises(SetupError, match="has no zine"):
        optional.wanted("zine.issues")


def test_a_fault_of_an_extra_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "EXTRAS", "judge")
    with pytest.raises(ModuleNotFoundError, match="no_such"):
        optional.extra("core.no_such")
