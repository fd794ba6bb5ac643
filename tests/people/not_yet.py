"""A list of what does not hold yet. It shrinks, and never grows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class NotYet:
    """A plain file, a line for each thing: its name, a word on it, and behind semicolons what is wrong."""

    path: Path
    head: str

    def lines(self) -> dict[str, str]:
        """The lines by name."""
        if not self.path.exists():
            return {}
        lines = self.path.read_text("utf-8").splitlines()
        return {line.split()[0]: line for line in lines if line.strip() and not line.startswith("#")}

    def differences(self, found: Mapping[str, str]) -> list[str]:
        """Where the list is not what was found: the line of each name, "" where it holds."""
        known, out = self.lines(), []
        for name, line in found.items():
            if not line and name in known:
                out.append(f"{name} holds now: strike it out (--shrink)")
            elif line != known.get(name, ""):
                out.append(f"{line} (listed: {known.get(name, 'no')})")
        return out

    def shrink(self, found: Mapping[str, str]) -> None:
        """Strike out what holds, and of the rest what is no longer wrong. Nothing is added to a list that there is."""
        lines, fresh = self.lines(), not self.path.exists()
        for name, line in found.items():
            if not line:
                lines.pop(name, None)
            elif fresh or (name in lines and wrong(line) <= wrong(lines[name])):
                lines[name] = line
            elif line != lines.get(name):
                print(f"not put into the list: {line} (listed: {lines.get(name, 'no')})")
        self.path.write_text(
            "\n".join((self.head, *(lines[name] for name in sorted(lines, key=number)))) + "\n", "utf-8"
        )


def number(name: str) -> tuple[str, int]:
    """m-9 stands before m-10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def wrong(line: str) -> set[str]:
    return set(line.split("; ")[1:])


HEAD = """\
# What does not hold yet{}
# The test fails when something in this list holds, and when something else does not.
# `{}` strikes out what holds; it never adds."""

LETTERS = NotYet(
    HERE / "not_yet.txt",
    HEAD.format(": id, kind, and which of the noughts is broken.", "make people PEOPLE=--shrink"),
)
COMPOSED = NotYet(
    HERE / "not_yet_generated.txt",
    HEAD.format(": number of the letter, game, and what is wrong.", "python -m tests.people.generated --shrink"),
)
