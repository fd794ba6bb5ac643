"""What the files of `grammar/` with words have in common: lines, comments behind `//`, [sections] of words, and a first
line that names the language of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge.core.errors import SetupError
from judge.core.regex import regex

TONGUE = "// tongue:"
_CHOICE = regex(r"\(([^()]*)\)")


def rows(file: Path) -> list[str]:
    """The lines of a file. Raises SetupError where it cannot be read."""
    try:
        return list(map(str.strip, file.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise SetupError(f"The file {file} cannot be read: {error.strerror}.") from error


def bare(file: Path) -> list[str]:
    """The same without comments, which leave an empty line."""
    return [row.partition("//")[0].strip() for row in rows(file)]


def sections(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The words of each line, with the section they stand in: `[status] standing score`, and lines below it. A word
    with a choice in it is several: `in-(my|our)-purse`. Raises SetupError where words stand above the first one."""
    section = ""
    for number, row in enumerate(bare(file), 1):
        if row.startswith("["):
            section, _, row = row[1:].partition("]")
        elif row and not section:
            raise SetupError(f"{file.name} line {number}: words stand behind or below a [meaning].")
        yield section, [way for word in row.split() for way in _ways(word)]


def _ways(word: str) -> list[str]:
    """The words that one with a choice in it stands for."""
    choice = _CHOICE.search(word)
    if choice is None:
        return [word]
    return [way for each in choice[1].split("|") for way in _ways(word.replace(choice[0], each, 1))]


def tongues(folder: Path) -> tuple[str, ...]:
    """The files with the words of another language: one more file, one more language."""
    files = sorted(folder.glob("*.txt"))
    return tuple(file.stem for file in files if file.read_text(encoding="utf-8").startswith(TONGUE))
