"""Names: what players write -> the one name the rules know. Suggests, never guesses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from judge.core.listing import listing
from judge.core.variant import Names
from judge.reading.faults import Fault

_NAME = re.compile(r"[^\W\d_]{3,}(?: [^\W\d_]{3,})?")
_CODE = 3  # letters of a place's code


@lru_cache(8192)
def fold(text: str) -> str:
    """The form in which spellings are compared: no case, accents, dots, hyphens or spaces."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalnum, decomposed)).casefold() or text.strip()


def first_word(text: str) -> str:
    """The first word of a text; "" where there is none."""
    return next(iter(text.split(maxsplit=1)), "")


Sums = Sequence[tuple[tuple[str, ...], int]]
"""A table of a Situation: every way to call a power or a currency, and a sum."""


def sum_of(table: Sums, name: str) -> int | None:
    """The sum that a table of a Situation has for a name, however that is written; None where none or several are
    called so."""
    folded = fold(name)
    found = [sum_ for names, sum_ in table if folded in map(fold, names)]
    return found[0] if len(found) == 1 else None


class Lexicon:
    """Every spelling of every kind of name of one game. Thread-safe for reading; no clock, no chance.

    abroad    what other languages call a name: looked at only for what is no spelling of this game
    """

    def __init__(self, names: Names, abroad: Callable[[], Mapping[str, Iterable[str]]] = dict) -> None:
        self._abroad = abroad
        self._spellings: dict[str, dict[str, tuple[str, ...]]] = {}
        self._printed: dict[str, dict[str, str]] = {}
        for kind, table in names.items():
            self._spellings[kind], self._printed[kind] = _index(table)
        self._hyphened = _hyphened(names)

    @property
    def kinds(self) -> Iterable[str]:
        return self._spellings.keys()

    def level(self, text: str) -> str:
        """The line with hyphens inside known names made spaces (Mid-Atlantic), so that a hyphen is an arrow."""
        if self._hyphened is None or "-" not in text:
            return text
        return self._hyphened.sub(lambda match: match[0].replace("-", " "), text)

    def resolve(self, kind: str, text: str, column: int = 0) -> str:
        """The canonical name. Raises Fault for an unknown or an ambiguous spelling."""
        found = self._of(kind, fold(text)) or self._of(kind, f"={fold(text)}")
        if len(found) == 1:
            return found[0]
        if found:
            raise Fault(
                f"{text} may be {listing((self.name(kind, one) for one in found), 'or')}.",
                column,
                hint=f"Write {listing(found, 'or')}.",
            )
        raise self._unknown(kind, text, column)

    def has(self, kind: str, text: str) -> bool:
        """Whether the text is a spelling of this kind, be it an ambiguous one."""
        return bool(self._of(kind, fold(text)))

    def meanings(self, text: str) -> set[str]:
        """Every name of any kind that a text may spell."""
        return {name for found in self.kinds_of(text).values() for name in found}

    def kinds_of(self, text: str) -> dict[str, tuple[str, ...]]:
        """The names that a text may spell, by their kind."""
        folded = fold(text)
        return {kind: found for kind in self._spellings if (found := self._of(kind, folded))}

    def _of(self, kind: str, folded: str) -> tuple[str, ...]:
        own = self._spellings.get(kind, {})
        return own.get(folded) or self._foreign.get(kind, {}).get(folded, ())

    @cached_property
    def _foreign(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """What other languages call the names, as `_spellings`; a code, which counts in orders alone, has a "=" in
        front."""
        found: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in self._spellings}
        for name, ways in self._abroad().items():
            for kind, table in self._spellings.items():
                if len(called := table.get(fold(name), ())) == 1:
                    found[kind].update({"=" * way.startswith("=") + fold(way): called for way in ways})
        return found

    def at_home(self, text: str) -> str:
        """A line with the places that other languages name in it as this game calls them."""
        found = self._foreign.get("place", {})

        def own(words: re.Match[str]) -> str:
            one, gap, more = words[0].partition(" ")
            folded = fold(words[0])
            called = found.get(folded) or found.get(f"={folded}", ())
            if called and folded not in self._spellings["place"]:
                return called[0]  # `Schwarzes Meer` is one
            return f"{_NAME.sub(own, one)}{gap}{_NAME.sub(own, more)}" if more else words[0]

        return _NAME.sub(own, text) if found else text

    def knows(self, text: str) -> bool:
        """Whether the text is some spelling of any kind that no prose would hold: two letters or more."""
        folded = fold(text)
        return len(folded) > 1 and any(folded in table for table in self._spellings.values())

    def name(self, kind: str, canonical: str) -> str:
        """The name as it is shown to people: a code of three letters says nothing by itself."""
        return canonical if len(canonical) > _CODE else f"{canonical} ({self._printed[kind][canonical]})"

    def near(self, kind: str, text: str, limit: int = 3) -> list[str]:
        """Canonical names whose spellings are near to the text, nearest first: typing slips and unique beginnings."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        folded = fold(text)
        table = self._spellings[kind]
        cutoff = 1 if len(folded) <= 4 else 2
        ranked: dict[str, int] = {}
        for spelling, distance, _ in extract(folded, table.keys(), scorer=OSA.distance, score_cutoff=cutoff, limit=12):
            if distance >= len(folded) or len(spelling) < 2:  # every single letter is near to every other
                continue
            for canonical in table[spelling]:
                ranked.setdefault(canonical, distance)
        if not ranked and len(folded) >= _CODE:
            begun = {name for spelling, found in table.items() if spelling.startswith(folded) for name in found}
            return sorted(begun)[:limit]
        return sorted(ranked, key=lambda one: (ranked[one], one))[:limit]

    def one_slip(self, kind: str, text: str) -> str:
        """The one name that is a single slip away from the text; "" for none or several."""
        from rapidfuzz.distance import OSA

        folded = fold(text)
        table = self._spellings[kind]
        far = {spelling: OSA.distance(folded, spelling) for spelling in table if len(spelling) > _CODE}
        found = {name for spelling, distance in far.items() if distance == 1 for name in table[spelling]}
        near = {name for spelling, distance in far.items() if distance <= 2 for name in table[spelling]}
        return min(found) if len(found) == 1 and near == found else ""

    def _unknown(self, kind: str, text: str, column: int) -> Fault:
        """Say which part of the text is unknown: a known name with words behind it is a different mistake."""
        words = text.split()
        for count in range(len(words) - 1, 0, -1):
            head = " ".join(words[:count])
            if fold(head) in self._spellings[kind]:
                rest = " ".join(words[count:])
                place = column + len(head) + 1
                return Fault(f"What is {rest!r} behind {head}? I cannot read it.", place, wrong=rest)
        thing = kind.replace("_", " ")
        return Fault(f"I know no {thing} called {text!r}.", column, hint=self._some(kind), wrong=text, kind=kind)

    def _some(self, kind: str) -> str:
        table = self._printed[kind]
        if not 0 < len(table) <= 12:
            return ""
        return f"There are: {', '.join(sorted(table))}."


def _index(table: Mapping[str, Iterable[str]]) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Folded spelling -> canonical names, sorted; canonical name -> its longest spelling."""
    found: dict[str, set[str]] = {}
    printed: dict[str, str] = {}
    for canonical, spellings in table.items():
        every = (canonical, *spellings)
        for spelling in every:
            found.setdefault(fold(spelling), set()).add(canonical)
        printed[canonical] = max(every, key=len)
    return {spelling: tuple(sorted(names)) for spelling, names in found.items()}, printed


def _hyphened(names: Names) -> re.Pattern[str] | None:
    spellings = {way for table in names.values() for ways in table.values() for way in ways if "-" in way}
    if not spellings:
        return None
    longest_first = sorted(spellings, key=lambda way: (-len(way), way))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
