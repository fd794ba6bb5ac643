"""A new word of the correspondence takes what CONTRIBUTING.md says: its declaration, its HELP and its handler."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.core.words import WORDS

ROOT = Path(__file__).resolve().parents[1]
PIECES = re.findall(
    r"At the end of\s`(judge/[\w./]+)`:\n\n```\w+\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
)
ASKED = """
import sys
from pathlib import Path
from tests.desk.worlds import GAME, small_game
from tests.harness import address_of

judge = small_game(Path(sys.argv[1]), start=False)
for text in ("WHOAMI", "whoami?", "WHOAMMI", "HELP WHOAMI", "HELP WORDS"):
    (out,) = judge.orders(GAME, "Lupus", text)
    print(f"<{text}> {out.subject} {out.text}")
(out,) = judge.master(GAME, "WHOAMI")
print(f"<MASTER> {out.subject} {out.text}")
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.real,
    pytest.mark.skipif("whoami" in WORDS, reason="the judge has the example's word already"),
]


def changed(folder: Path, pieces: list[tuple[str, str]]) -> Path:
    """A copy of the judge with these pieces at the ends of its files."""
    shutil.copytree(ROOT / "judge", folder / "judge")  # with its byte code: two files are compiled anew
    for part in ("grammar", "templates", "docs", "tests"):
        (folder / part).symlink_to(ROOT / part)
    for file, text in pieces:
        with (folder / file).open("a", encoding="utf-8") as stream:
            stream.write(f"\n\n{text}")
    return folder


def run(folder: Path, *call: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, which goes before the installed judge."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *call], cwd=folder, env=env, text=True, capture_output=True, check=False)


def test_a_word_is_its_declaration_and_its_handler(tmp_path: Path) -> None:
    assert [file for file, _ in PIECES] == [
        "judge/core/words/player.py",
        "judge/core/words/player.txt",
        "judge/desk/words/player.py",
    ]
    told = run(changed(tmp_path, PIECES), "-c", ASKED, str(tmp_path / "home"))
    assert told.returncode == 0, told.stderr[-2000:]
    answers = dict(re.findall(r"<([\w ?]+)> (.*?)(?=\n<|\Z)", told.stdout, re.DOTALL))
    for asked in ("WHOAMI", "whoami?"):
        assert answers[asked].startswith("[OK]") and "You are Lupus." in answers[asked]
    assert "WHOAMI" in answers["WHOAMMI"].replace("WHOAMMI", "")
    assert "Tells you as whom this judge knows you." in answers["HELP WHOAMI"]
    assert re.search(r"WHOAMI +Tells you as whom", answers["HELP WORDS"])
    assert "WHOAMI is a word of the players" in answers["MASTER"]


def test_a_word_that_nobody_carries_out_stops_the_judge(tmp_path: Path) -> None:
    told = run(changed(tmp_path, PIECES[:2]), "-c", "import judge.desk.counter.letter")
    assert told.returncode == 1 and "No handler in judge/desk/words is bound to WHOAMI (PLAYER)." in told.stderr
