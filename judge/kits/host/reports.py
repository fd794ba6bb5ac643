"""What a master mails of a board played elsewhere, as commands of the MASTER seat (B-8), and the phases of a board."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.command import Command
from judge.core.errors import InputError

MOVES = PhaseKind("M", "movement", main=True, due="moves", meant="SF", spoken=("MOVE", "MOVES", "MOVEMENT", "ORDERS"))
RETREATS = PhaseKind("R", "retreats", Clock.SHORT, spoken=("RETREAT", "RETREATS"))
BUILDS = PhaseKind(
    "A", "adjustments", Clock.SHORT, due="builds", meant="W", spoken=("ADJUSTMENT", "ADJUSTMENTS", "BUILDS")
)
BOARD = Calendar((MOVES, RETREATS, BUILDS))
"""The phases of a board, as a master's reports and the adjudicator go by them."""

HOSTED = {"board": ("hosted",)}
"""Under a reported board every phase is one of moves: the rest happens elsewhere."""
APART = {"conditional": ("off", "on")}
"""Where retreats and builds must be sent with the moves, each season has one deadline (D-7)."""


def board_calendar(given: Mapping[str, tuple[str, ...]], *before: PhaseKind) -> Calendar:
    """Moves, with the kinds of phases `before` them; and retreats and builds by the short clock (D-8) under the
    settings `given`."""
    return Calendar((*before, MOVES, replace(RETREATS, given=given), replace(BUILDS, given=given)))


SOLO = "SOLO"
DRAW = "DRAW"
CONCEDED = "CONCEDED"
ABANDONED = "ABANDONED"
ENDINGS = (SOLO, DRAW, CONCEDED, ABANDONED)


class ReportResult(Command, kw_only=True, section="report"):
    """RESULT F1901 ... END: the board after a season. A later report of the same phase replaces it.

    phase        phase id
    counts       (power, centres), sorted
    owners       (centre, power), sorted
    units        (power, "A" or "F", location) after retreats, sorted
    unit_counts  (power, units after retreats), sorted, where their places are not told
    """

    phase: str
    counts: tuple[tuple[str, int], ...] = ()
    owners: tuple[tuple[str, str], ...] = ()
    units: tuple[tuple[str, str, str], ...] = ()
    unit_counts: tuple[tuple[str, int], ...] = ()

    def key(self) -> str:
        return self.phase

    def canonical(self) -> str:
        lines = [f"RESULT {self.phase}"]
        if self.counts:
            lines.append("CENTRES " + " ".join(f"{power} {count}" for power, count in self.counts))
        if self.owners:
            lines += ["OWNERS", *_by_power([(power, place) for place, power in self.owners], " ")]
        if self.units or self.unit_counts:
            lines += ["UNITS", *_by_power([(power, f"{kind} {place}") for power, kind, place in self.units], ", ")]
            lines += [f"{power}: {count}" for power, count in self.unit_counts]
        return "\n".join([*lines, "END"])

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """`counts` and `owners` may be mappings or pairs; the phase in any form. Everything is put in one order."""
        return cls(
            phase=phase_id(str(fields["phase"])),
            counts=_pairs(fields.get("counts", ())),
            owners=_pairs(fields.get("owners", ())),
            units=tuple(sorted(tuple(unit) for unit in fields.get("units", ()))),
            unit_counts=_pairs(fields.get("unit_counts", ())),
            line=fields.get("line", 0),
            hat=fields.get("hat", ""),
        )


class GameOver(Command, kw_only=True, section="report"):
    """END SOLO ITALY / END DRAW [powers] / END CONCEDED ITALY / END ABANDONED: the board game is over."""

    how: str
    powers: tuple[str, ...] = ()

    def key(self) -> str:
        return "end"

    def canonical(self) -> str:
        return " ".join(("END", self.how, *self.powers))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        powers = fields.get("powers", ())
        return cls(
            how=str(fields["how"]).upper(),
            powers=tuple(sorted({powers} if isinstance(powers, str) else set(powers))),
            line=fields.get("line", 0),
            hat=fields.get("hat", ""),
        )


def phase_id(text: str) -> str:
    """The phase in its one form; what is no phase stays as written, to be refused with the others' faults."""
    try:
        return str(BOARD.parse(text))
    except InputError:
        return text


def _pairs(given: Any) -> tuple[tuple[Any, Any], ...]:
    items = given.items() if isinstance(given, Mapping) else given
    return tuple(sorted((first, second) for first, second in items))


def _by_power(pairs: list[tuple[str, str]], separator: str) -> list[str]:
    powers = sorted({power for power, _ in pairs})
    return [f"{power}: {separator.join(what for owner, what in pairs if owner == power)}" for power in powers]


REPORTS: dict[str, type[Command]] = {"report_result": ReportResult, "game_over": GameOver}
"""Names for a game's vocabulary. The desk makes these from the master's RESULT and END; no grammar does."""
