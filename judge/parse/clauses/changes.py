"""The part of a reader of passages that changes lines by what they say now (sense/changes.py): orders above a sentence
in its letter, and what is on file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.core.command import Command
from judge.parse.clauses.bargains import Bargains
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import asked, asked_after_all, proposed
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.text import Text
from judge.parse.sense.changes import FIGURE, WHICH, Changed

_TAKEN_OUT = "Send that line as it shall stand: here a line goes only when another takes its place, or with CLEAR."

DROPPED = "Read as a change: without"


def written(filed: Sequence[Command], text: Text) -> tuple[Command, ...]:
    """Lines on file as if this letter had them."""
    return tuple(replace(one, line=text.first) for one in filed)


def told(old: Command, new: Sequence[Command]) -> str:
    """What an answer says of a line that changes."""
    if not new:
        return f"{DROPPED} {old.canonical()}."
    return f"Read as a change: {new[0].canonical()} instead of {old.canonical()}."


def has_sum(one: Command) -> bool:
    return FIGURE.search(one.canonical()) is not None


@dataclass(frozen=True)
class Base:
    """The lines that a sentence may change: in the letter, with the number of the clause they stand in; on file, in
    sections that a letter writes whole, and in others. `numbered`: they are all there are."""

    above: tuple[tuple[int, Command], ...]
    filed: tuple[Command, ...]
    keyed: tuple[Command, ...]
    numbered: bool

    @property
    def lines(self) -> tuple[Command, ...]:
        return (*(one for _, one in self.above), *self.filed, *self.keyed)


class Changes(Bargains):
    """The part of a reader of passages that changes lines by what they say."""

    _amended = False  # lines on file were changed, and stand among those found

    def _may_alter(self, core: Text) -> bool:
        """Whether a sentence may change lines by what they say, told by its words alone."""
        return self._tools.sense is not None and self._tools.sense.may_alter(core.text, words_of(core.text))

    def _without_base(self, core: Text) -> Text:
        """A sentence without what says that the lines on file are what it goes by: `than I wrote this morning`."""
        sense = self._tools.sense
        found = sense.base(core.text) if sense is not None and " than " in core.text else None
        return core.put(*found, "").strip() if found else core

    def _changes(self, text: Text, core: Text, base: Base) -> bool:
        """Whether a sentence changes lines by what they say now: orders above it, or what is on file."""
        lines, found = [one.canonical() for one in base.lines], self._change(core, base)
        if found is None or list(found.lines) == lines:
            return False
        came = [self._changed(one, line) for one, line in zip(base.lines, found.lines, strict=False)]
        stand = [one for one in came if one is not None]
        if not found.lines or len(stand) < len(came):
            self._found.append(asked(text, found.ask or WHICH))
        elif not all(stand[len(lines) - len(base.keyed) :]):
            self._found.append(asked(text, _TAKEN_OUT))
        elif not any(stand):
            self._found.append(asked(text, WHICH) if base.above else proposed(text, ("CLEAR",)))
        elif not found.sure:
            offer = () if base.above else tuple(one.canonical() for new in stand for one in new)
            self._found.append(replace(asked(text, found.ask), offer=offer))
        else:
            self._take(text, base, stand)
        return True

    def _change(self, core: Text, base: Base) -> Changed | None:
        """The lines as a sentence changes them. A denial changes names alone: `the crowns, not the lira`."""
        sense, stance = self._tools.sense, self._tools.stances.of(core, self._voice)
        if sense is None or stance not in (Modality.PLAIN, Modality.NEGATION):
            return None
        if base.filed and not (base.above or base.keyed):
            found = sense.renames(core.text, [one.canonical() for one in base.filed])
            if found is not None:
                return found
        if stance is Modality.NEGATION:
            return None
        return sense.changes(core.text, [one.canonical() for one in base.lines], len(base.above), base.numbered)

    def _take(self, text: Text, base: Base, stand: Sequence[tuple[Command, ...]]) -> None:
        """Put the changed lines in the place of the old ones."""
        for (n, one), new in zip(base.above, stand, strict=False):
            kept = (written(new, text) if each is one else (each,) for each in self._found[n].commands)
            self._found[n] = replace(self._found[n], commands=tuple(part for parts in kept for part in parts))
        pairs = list(zip(base.lines, stand, strict=True))
        notes = tuple(told(one, new) for one, new in pairs if new != (one,))
        whole = pairs[len(base.above) : len(pairs) - len(base.keyed)]
        single = pairs[len(pairs) - len(base.keyed) :]
        changed = any(new != (one,) for one, new in whole)
        came = tuple(one for _, new in whole for one in new) if changed else ()
        came += tuple(one for old, new in single for one in new if one != old)
        self._amended = self._amended or changed
        kind = Kind.ORDER if came else Kind.HEADING
        self._found.append(Clause(kind, text.text, text.lines, written(came, text), notes=notes))

    def _bearing(self) -> None:
        """Talk that speaks of a change of lines on file, of which nothing was made, is asked about."""
        sense, lines = self._tools.sense, [one.canonical() for one in self._base().lines]
        if sense is None or not lines:
            return
        for n, one in enumerate(self._found):
            core = figures(one.said) if one.kind is Kind.REST else None
            if core and self._may_alter(core) and sense.bears(self._without_base(core).text, lines):
                self._found[n] = asked_after_all(one, WHICH)

    def _base(self) -> Base:
        """Orders to units have no sums, and are no lines of this kind: another order takes their place."""
        above = [(n, one) for n, clause in enumerate(self._found) for one in clause.orders]
        summed = tuple((n, one) for n, one in above if has_sum(one) or not one.key())
        done = {(one.section, one.key()) for _, one in above}
        keyed = [one for one in self._voice.keyed() if (one.section, one.key()) not in done]
        sums = tuple(one for one in keyed if has_sum(one))
        numbered = len(summed) == len(above) and len(sums) == len(keyed)
        return Base(summed, self._filed(), sums, numbered)

    def _compares(self, words: frozenset[str]) -> bool:
        """Whether a sentence has a word for more or less, and lines stand above or on file that it may be said of."""
        sense = self._tools.sense
        return (
            sense is not None
            and sense.compares(words)
            and (any(one.kind is Kind.ORDER for one in self._found) or bool(self._voice.filed()))
        )

    def _changed(self, old: Command, line: str) -> tuple[Command, ...] | None:
        """The order that a line with a change in it says, nothing where it goes; None where it is none of its kind."""
        if not line or line == old.canonical():
            return (old,) if line else ()
        came = self._orders(line, old.line)
        return tuple(came) if len(came) == 1 and type(came[0]) is type(old) else None

    def _filed(self) -> tuple[Command, ...]:
        """The lines on file of sections that this letter has not written yet."""
        written = {one.section for clause in self._found for one in clause.commands}
        return tuple(one for one in self._voice.filed() if one.section not in written)
