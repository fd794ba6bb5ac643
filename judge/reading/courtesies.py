"""Courtesies: what is said to anybody and changes no order, as a closed list (`grammar/known/<tongue>.txt`).

A text is courtesy if it is a sequence of whole sentences of the list from its beginning to its end, and in no other
way: what is not on the list is not harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions, read, table
from judge.reading.files import bare, sections
from judge.reading.memo import Memo

if TYPE_CHECKING:
    from judge.reading.clauses.patterns import Sentences

_RE = expressions("courtesy")

_WORD = regex(r"[^\W_]+(?:['’.-][^\W_]+)*")
_SELF = "\x01"  # stands for a name of the writer
_SEASONS = table("dates", "seasons")
_SLOTS = read("courtesy")
_DATED = regex(r"([sfaw]?)(?:19)?(\d\d)([mrac]?)")
_LOUD = ("negation", "condition", "time", "pointing", "undoing")
_LONGEST = 200  # characters of a text that may be courtesy
_GREETING = 40  # characters of a line that only greets


def greets(text: str) -> bool:
    """Whether a line says nothing but hello, thanks or goodbye to the judge."""
    return len(text) < _GREETING and _RE.greets.fullmatch(text) is not None


def says_goodbye(text: str) -> bool:
    """Whether a text says goodbye, and nothing else: what stands below it and cannot be read is a signature."""
    return len(text) < _GREETING and _RE.farewell.fullmatch(text) is not None


class Courtesies:
    """The lists of a folder, `grammar/known`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: Memo[bool] = Memo(4096)

    def sentences(self) -> list[str]:
        """The sentences of all lists, in small letters as words are compared: `grüsse` for `Grüße`."""
        files = sorted(self._folder.glob("??.txt"))
        return [row.casefold() for file in files for row in bare(file) if row]

    @cached_property
    def _listed(self) -> Sentences:
        from judge.reading.clauses.patterns import Sentences  # plain orders load nothing of what reads sentences

        return Sentences(self.sentences(), _SLOTS)

    def has(self, text: str, names: Sequence[str], phase: str) -> bool:
        """Whether a text is courtesy and nothing else. `names`: what its writer is called; `phase`: the open one, so
        that `orders for spring` is none in autumn."""
        if len(text) > _LONGEST:
            return False
        known = {part for name in names for part in _words(name)}
        words = tuple(_SELF if word in known else word for word in _words(text))
        said = self._known.get((phase, words))
        if said is None:
            fits = bool(words) and self._listed.make_up(" ".join((*words, "")))
            said = self._known.put((phase, words), fits and all(_of_now(word, phase) for word in words))
        return said


def _words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def _of_now(word: str, phase: str) -> bool:
    """Whether a word names no season and no year but those of the open phase."""
    season, dated = _SEASONS.get(word, ""), _DATED.fullmatch(word)
    if dated is not None:
        season = {"a": "F"}.get(dated[1], dated[1].upper())
        if phase[3:5] != dated[2] or (dated[3] and dated[3].upper() != phase[5:]):
            return False
    return not season or phase[:1] == season


class Known(Value):
    """What is harmless, and what is loud, in `grammar/known`."""

    folder: Path

    @cached_property
    def courtesies(self) -> Courtesies:
        return Courtesies(self.folder)

    @cached_property
    def sections(self) -> Mapping[str, frozenset[str]]:
        """The words of each section of `words.txt`."""
        found: dict[str, set[str]] = {}
        for section, words in sections(self.folder / "words.txt"):
            found.setdefault(section, set()).update(words)
        return {name: frozenset(words) for name, words in found.items()}

    @cached_property
    def loud(self) -> frozenset[str]:
        return frozenset().union(*(self.sections[name] for name in _LOUD))

    @cached_property
    def denying(self) -> frozenset[str]:
        return self.sections["negation"] | self.sections["undoing"]
