"""Who reads what: a game's file in `grammar/sense` names its readers (`// reads: units, trades`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from judge.core.variant import Names, Situation
from judge.parse.sense import travel, units
from judge.parse.sense.result import Sense
from judge.parse.sense.things import NAMES, Tagger, Thing
from judge.parse.sense.vocabulary import load

Assembler = Callable[[Sequence[Thing], Situation], Sense | None]
"""Reads the things of a clause where things stand so; None where that is none of its orders."""

READERS: Mapping[str, Assembler] = {
    "units": units.read,
    "travel": travel.read,
}
"""A new one is a module with a `read`, and a line here."""


class Senses:
    """Reads clauses of one game by the things they name."""

    def __init__(self, folder: Path, slug: str, names: Names, seats: tuple[str, ...]) -> None:
        """`folder` holds the vocabulary files. A game without one is not read so."""
        vocabulary = load(folder, slug)
        self._readers = tuple(READERS[name] for name in vocabulary.reads)
        self._tagger = Tagger(names, seats, vocabulary) if self._readers else None

    def read(self, text: str, situation: Callable[[], Situation]) -> Sense | None:
        """What a clause orders: of what the readers find, the only sure reading, or else the first proposal. Nothing
        where two readers are sure of different things."""
        if self._tagger is None:
            return None
        things = self._tagger.tag(text)
        now = situation()
        found = [one for one in (reader(things, now) for reader in self._readers) if one is not None]
        sure = [one for one in found if one.sure]
        if len(sure) > 1:
            return None
        return next(iter(sure or found), None)

    def acts(self, text: str) -> bool:
        """Whether a text names something that orders are made of: a verb, a name, a unit, an amount."""
        things = self._tagger.tag(text) if self._tagger is not None else ()
        return any(one.sort in ("verb", "all", "kind", "amount", *NAMES) for one in things)
