"""The example of docs/writing-a-variant.md: laid over a copy of the judge it is a game like the others."""

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
LEFT_OUT = shutil.ignore_patterns("eml", "board", ".hypothesis")
OURS = ("-kcrates or test_layers", "tests/stories", "tests/conformance", "tests/games/crates", "tests/test_layers.py")

pytestmark = [pytest.mark.slow, pytest.mark.real]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a game may lean on, with the five places of the example added and nothing edited."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=LEFT_OUT if part == "tests" else None)
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(EXAMPLE, copy, dirs_exist_ok=True)
    return copy


@pytest.fixture(scope="module")
def told(checkout: Path) -> str:
    """What pytest says in the copy, which goes before the installed judge, of all that has to do with the example. The
    letters of its story are written there, not kept: those of the house change without the example."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    env |= {"PYTHONPATH": str(checkout), "JUDGE_GOLDEN": "write"}
    call = [sys.executable, "-m", "pytest", "-vv", "-p", "no:cacheprovider", "--rootdir", str(checkout), *OURS]
    done = subprocess.run(call, cwd=checkout, env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert not re.search(r"FAILED|ERROR|SKIPPED", done.stdout)
    return done.stdout


def passed(told: str, place: str) -> int:
    """How many tests of a file or folder passed."""
    return len(re.findall(rf"(?m)^{place}\S*::.* PASSED", told))


def test_its_story_is_played_by_letters_to_the_end(checkout: Path, told: str) -> None:
    assert passed(told, "tests/stories") == 1
    letters = (checkout / "tests/stories/crates/three_crates/letters.txt").read_text("utf-8")
    for words in (
        "you have 10 coins: the bid is cut to that (K-2)",
        "Lupus takes it for 10 coins. (K-3)",
        "Ursus takes it for 3 coins. (K-3)",
        "Won by Ursus.",
    ):
        assert words in letters


def test_it_passes_the_conformance_suite_and_its_own_tests(told: str) -> None:
    assert passed(told, "tests/conformance") >= 20 and passed(told, "tests/games/crates") >= 3


def test_it_obeys_the_house_rules(told: str) -> None:
    assert passed(told, "tests/test_layers.py") >= 10


def test_it_edits_nothing_outside_its_five_places() -> None:
    files = [path.relative_to(EXAMPLE) for path in EXAMPLE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert all("crates" in path.as_posix() for path in files)
    assert not [path for path in files if (ROOT / path).exists()]
