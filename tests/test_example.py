"""The example of docs/writing-a-variant.md: laid over a copy of the judge it is a game like the others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "docs" / "example"
PARTS = ("judge", "grammar", "templates", "docs", "tests")
UNWANTED = shutil.ignore_patterns("__pycache__")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "eml", "board", ".hypothesis")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a game may lean on, with the five places of the example added and nothing edited."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=LEFT_OUT if part == "tests" else UNWANTED)
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(EXAMPLE, copy, dirs_exist_ok=True)
    return copy


def run(checkout: Path, *words: str, **more: str) -> str:
    """pytest in the copy, which goes before the installed judge."""
    env = {**os.environ, "PYTHONPATH": str(checkout), **more}
    call = [sys.executable, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "--rootdir", str(checkout), *words]
    told = subprocess.run(call, cwd=checkout, env=env, text=True, capture_output=True, check=False)
    assert told.returncode == 0, told.stdout[-4000:] + told.stderr[-1000:]
    return told.stdout


def test_its_story_is_played_by_letters_to_the_end(checkout: Path) -> None:
    """The letters are written here, not kept: those of the house change without the example."""
    run(checkout, "tests/stories", "-k", "crates", JUDGE_GOLDEN="write")
    letters = (checkout / "tests/stories/crates/three_crates/letters.txt").read_text("utf-8")
    for words in (
        "you have 10 coins: the bid is cut to that (K-2)",
        "Lupus takes it for 10 coins (K-3).",
        "Ursus takes it for 3 coins (K-3).",
        "Won by Ursus.",
    ):
        assert words in letters


def test_it_passes_the_conformance_suite_and_its_own_tests(checkout: Path) -> None:
    told = run(checkout, "tests/conformance", "tests/games/crates", "-k", "crates")
    assert len(re.findall(r"PASSED", told)) >= 20
    assert not re.search(r"FAILED|ERROR|SKIPPED", told)


def test_it_obeys_the_house_rules(checkout: Path) -> None:
    assert "PASSED" in run(checkout, "tests/test_layers.py", "-k", "crates")


def test_it_edits_nothing_outside_its_five_places() -> None:
    files = [path.relative_to(EXAMPLE) for path in EXAMPLE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert all("crates" in path.as_posix() for path in files)
    assert not [path for path in files if (ROOT / path).exists()]
