"""What is printed in README and docs in fences, by what it is: commands, letters, programs, or text to be looked at."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "games").glob("*.md")])
KINDS = {
    "sh": "command lines, run by a shell",
    "letter": "a letter, sent to the judge",
    "python": "a program, run",
    "text": "what somebody sees, or the form of something: another test compares it",
}

NOT_RUN = {
    "make run": "sets up a virtual environment from the net; `judge init .` and `judge run --sample` are run instead",
    "make test": "this is it",
    "make wheel": "tests/packages make it",
    "pipx install ./dist/postal_judge-*.whl": "pipx fetches what it needs from the net; the wheel alone is installed",
}
"""Printed command lines that no test runs, with the reason. Nothing else is left out."""


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    line: int

    @property
    def commands(self) -> list[str]:
        """The lines that are to be run, without their remarks."""
        lines = [re.sub(r"\s+# .*$", "", line).strip() for line in self.text.split("\n")]
        return [line for line in lines if line and line not in NOT_RUN]


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)
        for found in re.finditer(r"(?ms)^```([^\n]*)\n(.*?)^```$", text)
    ]


def of(name: str, kind: str) -> list[Block]:
    return [block for block in blocks(ROOT / name) if block.kind == kind]
