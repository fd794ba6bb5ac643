"""The calendar of a game: which kinds of phases it has, what they are called, and which clock gives their deadlines."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from judge.core.phase import Phase, no_phase, written
from judge.core.values import Value


class Clock(StrEnum):
    """What gives a phase its deadline."""

    FULL = "full"  # the game's own grid, its setting `schedule`
    SHORT = "short"  # the grid of the setting `minor`; without one the next day but one, at the hour of the first
    NONE = "none"  # it is resolved at once: there is nothing to decide


class PhaseKind(Value):
    """One kind of phase.

    letter   the last letter of its phases' ids, a capital
    words    what letters call it, as in `Spring 1901, movement`
    clock    FULL or SHORT; what a phase waits for may still let it pass at once (Agenda.pace)
    due      what falls due with it, in the plural, as in `retreats and builds`; "" for `words`
    main     the game is played for it: who is silent there is missed, even where he need not act
    meant    the seasons in which a phase written without its letter is of this kind, as in `SF`
    spoken   further words for it in letters, in capitals, as in RETREAT
    given    the settings under which there are such phases: option -> values; empty for always
    """

    letter: str
    words: str
    clock: Clock = Clock.FULL
    due: str = ""
    main: bool = False
    meant: str = ""
    spoken: tuple[str, ...] = ()
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def exists(self, options: Mapping[str, str]) -> bool:
        """Whether a game with these settings has such phases. A setting that is not named there rules nothing out."""
        return all(name not in options or options[name] in values for name, values in self.given.items())


class Calendar(Value):
    """The kinds of phases of a game, in the order in which they follow each other within a season."""

    kinds: tuple[PhaseKind, ...] = ()

    def kind(self, phase: Phase) -> PhaseKind | None:
        """None for a phase that the game does not have."""
        return next((kind for kind in self.kinds if kind.letter == phase.kind), None)

    def name(self, phase: Phase) -> str:
        """What letters call its kind, as in `movement`; the letter of a kind that the game does not have."""
        found = self.kind(phase)
        return found.words if found else phase.kind

    def clock(self, phase: Phase) -> Clock:
        """The clock of a phase; the full one for a phase that is not in the calendar."""
        found = self.kind(phase)
        return found.clock if found else Clock.FULL

    def main(self, phase: Phase) -> bool:
        found = self.kind(phase)
        return found is not None and found.main

    def words(self, phase: Phase | str) -> str:
        """`Spring 1901, movement`; "" for no phase, as before the start."""
        if not phase:
            return ""
        at = phase if isinstance(phase, Phase) else Phase.parse(phase)
        found = self.kind(at)
        return f"{at.season_words}, {found.words}" if found else f"{at.season_words} {at.kind}"

    def order(self, phase: Phase) -> tuple[int, int, int, str]:
        """A key that sorts phases in time."""
        letters = [kind.letter for kind in self.kinds]
        spot = letters.index(phase.kind) if phase.kind in letters else len(letters)
        return *phase.place, spot, phase.kind

    def before(self, first: Phase, second: Phase) -> bool:
        """Whether `first` comes earlier than `second`."""
        return self.order(first) < self.order(second)

    def parse(self, text: str) -> Phase:
        """A phase as people write it: `F1901R`, `A1903`, `AUTUMN 1903`, `FALL 1903 RETREATS`. InputError otherwise."""
        year, season, last = written(text)
        if not last:
            last = next((kind.letter for kind in self.kinds if season in kind.meant), "M")
        elif len(last) > 1:
            last = next((kind.letter for kind in self.kinds if last in (kind.words.upper(), *kind.spoken)), last)
        if len(last) > 1:
            raise no_phase(text)
        return Phase(year, season, last)

    def short(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """What falls due by the short clock in a game with these settings, in the order of a season."""
        kinds = [kind for kind in self.kinds if kind.clock is Clock.SHORT and kind.exists(options)]
        return tuple(dict.fromkeys(kind.due or kind.words for kind in kinds))


PLAIN = Calendar((PhaseKind("M", "orders", main=True, meant="SFW"),))
"""The calendar of a game that says nothing of its own: one kind of phase, all by the full clock."""
