"""The board that a game is played beside, wherever it stands, and what a season changed on it."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from judge.core.values import Value
from judge.kits.board.captures import Arrival
from judge.kits.board.geography import Map
from judge.kits.board.opening import start_position
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.host.ahead import Ahead
from judge.kits.host.news import BoardReported, Reported, Standing
from judge.kits.host.picture import BoardShown, DrivenOut
from judge.kits.host.reports import GameOver, ReportResult


class LiveBoard(Value):
    """Everything of a position but the owners. Units carry their numbers, which are theirs for life.

    arrivals  how each unit reached its province this year, for the captures of autumn (D-13)
    ahead     what was sent with the moves for the phases that follow them (D-7)
    """

    units: tuple[tuple[int, Unit], ...]
    dislodged: tuple[tuple[int, Dislodged], ...] = ()
    contested: tuple[str, ...] = ()
    next_id: int = 1
    arrivals: tuple[tuple[int, Arrival], ...] = ()
    ahead: Ahead = field(default_factory=Ahead)

    @classmethod
    def of(cls, position: Position, arrivals: Mapping[int, Arrival] | None = None, ahead: Ahead | None = None) -> Self:
        return cls(
            units=tuple(sorted(position.units.items())),
            dislodged=tuple(sorted(position.dislodged.items())),
            contested=tuple(position.contested),
            next_id=position.next_id,
            arrivals=tuple(sorted((arrivals or {}).items())),
            ahead=ahead or Ahead(),
        )

    def position(self, owners: Mapping[str, str]) -> Position:
        return Position(dict(self.units), dict(owners), dict(self.dislodged), self.contested, self.next_id)

    def placed(self) -> tuple[tuple[str, str, str], ...]:
        """(power, type, location) of every standing unit, sorted."""
        return tuple(sorted((unit.power, unit.type, unit.location) for _, unit in self.units))


class Source(StrEnum):
    """Where the board is played (B-8)."""

    REPORTED = "reported"
    HOSTED = "hosted"


class Host(Value):
    """The board as far as it is known.

    counts      power -> centres at the last official count; every power of the board, the dead with 0
    owners      centre -> power, as last told; empty where only counts were reported
    units       (power, type, location), as last told; empty where none were reported
    eliminated  powers whose winter count was 0 (M-10), sorted
    kept        reports that came early, for later phases
    live        the position itself, where the board is hosted
    over        an ending that the master sent in autumn before the count was in (B-6)
    """

    source: Source
    counts: Mapping[str, int]
    owners: Mapping[str, str] = field(default_factory=dict)
    units: tuple[tuple[str, str, str], ...] = ()
    eliminated: tuple[str, ...] = ()
    kept: tuple[ReportResult, ...] = ()
    live: LiveBoard | None = None
    over: GameOver | None = None

    @property
    def board(self) -> Map:
        return standard_map()

    @property
    def powers(self) -> tuple[str, ...]:
        return tuple(sorted(self.counts))

    @cached_property
    def position(self) -> Position:
        """The position of a hosted board, made once: nobody writes into it."""
        assert self.live is not None, "only a hosted board has a position"
        return self.live.position(self.owners)

    @cached_property
    def remembered(self) -> dict[Any, Any]:
        """What others have made of this board, each under a key of its own. It goes with the board."""
        return {}

    @property
    def living(self) -> tuple[str, ...]:
        return tuple(power for power in self.powers if power not in self.eliminated)

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        standing = {power for power, _, _ in self.units} | {power for power, count in self.counts.items() if count}
        return tuple(power for power in self.powers if power in standing)

    def shown(self) -> BoardShown:
        """The `board` block of `judge show`."""
        gone = self.live.dislodged if self.live else ()
        return BoardShown(
            units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in self.units),
            centres=dict(sorted(self.owners.items())),
            counts=dict(sorted(self.counts.items())),
            eliminated=self.eliminated,
            source=self.source.value,
            dislodged=tuple(
                DrivenOut(
                    power=d.unit.power, type=d.unit.type, loc=d.unit.location, by=d.by, may_retreat_to=d.may_retreat_to
                )
                for _, d in gone
            ),
        )


class BoardChange(Value):
    """What one season did to the board.

    official    whether the counts are a winter count; a spring report is only shown
    told        whether anything was told of the board at all this season
    eliminated  powers that this count eliminated
    over        how the board game ended, if it did
    """

    phase: str
    official: bool
    told: bool
    before: Mapping[str, int]
    after: Mapping[str, int]
    owners: Mapping[str, str] = field(default_factory=dict)
    units: tuple[tuple[str, str, str], ...] = ()
    eliminated: tuple[str, ...] = ()
    over: GameOver | None = None

    def gained(self, power: str) -> int:
        """Centres now minus centres before; negative for a loss."""
        return self.after.get(power, 0) - self.before.get(power, 0)

    def owner(self, place: str) -> str:
        return self.owners.get(place, "")

    def units_of(self, power: str) -> tuple[str, ...]:
        return tuple(f"{kind} {place}" for owner, kind, place in self.units if owner == power)

    def shown(self) -> BoardReported:
        """What everybody is told of a reported season."""
        return BoardReported(
            phase=self.phase,
            official=self.official,
            counts=tuple(
                Reported(
                    power=power, before=self.before.get(power, 0), after=self.after[power], change=self.gained(power)
                )
                for power in sorted(self.after)
            ),
            owners=dict(sorted(self.owners.items())),
            units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in self.units),
            eliminated=self.eliminated,
            over=self.over.canonical().removeprefix("END ") if self.over else "",
        )


def opening(source: Source, board: Map | None = None) -> Host:
    """The board before its first move."""
    board = board or standard_map()
    start = start_position(board)
    counts = {power: len(start.centres_of(power)) for power in sorted(board.powers)}
    units = tuple(sorted((unit.power, unit.type, unit.location) for unit in start.units.values()))
    live = LiveBoard.of(start) if source is Source.HOSTED else None
    return Host(source, counts, dict(sorted(start.owners.items())), units, live=live)
