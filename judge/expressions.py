"""Expressions for what people write, out of `grammar/expressions`.

    // he'll pay back what he got
    [his] \\s+(?:he|she)(?:'ll|\\s+will)
        \\s+(?:pay|return)

A name, and behind and below it the lines of its expression, joined without the space in front of them. Capitals are
small letters to it unless it says otherwise (`(?-i:...)`). A table has words by what they stand for: `S: spring; F:
autumn, fall`; a list has words alone. In an expression stands another of its file as `{{day}}`, of another file as
`{{dates.day}}`, any entry of a table as `{{one of months}}`, any single word of its entries as `{{word of french}}`.
"""

import re
from functools import cache

from judge.core.errors import SetupError
from judge.share import share

_REFERENCE = re.compile(r"\{\{((?:one|word) of )?(?:(\w+)\.)?(\w+)\}\}")


class Expressions:
    """The expressions of a file; each is made when it is first asked for."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in read(self._file):
            raise AttributeError(f"grammar/expressions/{self._file}.txt has no [{name}].")
        made = self.__dict__[name] = re.compile(read(self._file)[name], re.IGNORECASE)
        return made


expressions = cache(Expressions)


def table(file: str, name: str) -> dict[str, str]:
    """The words of a table, or of a list, each with what it stands for."""
    return _words(read(file)[name])


def words(file: str, name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(table(file, name))


def _words(text: str) -> dict[str, str]:
    rows = (row.rpartition(":") for row in text.split(";"))
    return {word.strip(): value.strip() for value, _, words in rows for word in words.split(",")}


@cache
def read(file: str) -> dict[str, str]:
    """Every expression of a file by its name. Raises SetupError where a line stands above the first name."""
    return {name: _whole(text, file) for name, text in _written(file).items()}


def _whole(text: str, file: str) -> str:
    """An expression with those that it names in their places."""

    def named(reference: re.Match[str]) -> str:
        of, other, name = reference.groups()
        found = _written(other or file)[name]
        if not of:
            return _whole(found, other or file)
        entries = _words(found)
        words = {word for entry in entries for word in entry.split()} if of.startswith("word") else {*entries}
        return "|".join(sorted(words, key=lambda word: (-len(word), word)))

    return _REFERENCE.sub(named, text)


@cache
def _written(file: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in (share() / "grammar" / "expressions" / f"{file}.txt").read_text("utf-8").splitlines():
        if row.startswith("["):
            name, _, first = row[1:].partition("]")
            found[name] = first.lstrip()
        elif row.startswith("    "):
            found[name] += row[4:]
        elif row and not row.startswith("//"):
            raise SetupError(f"grammar/expressions/{file}.txt: {row!r} is no [name], and no line of an expression.")
    return found
