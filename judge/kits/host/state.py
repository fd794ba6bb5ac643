"""The board a game is played beside, wherever it stands, what a season changed on it, and who plays which power."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.values import Value
from judge.core.variant import Role, Seat
from judge.kits.board.captures import Arrival
from judge.kits.board.geography import Map
from judge.kits.board.opening import start_position
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.host.commands import GameOver, ReportResult
from judge.kits.host.news import BoardReported, Reported, Standing
from judge.kits.host.picture import BoardShown, DrivenOut
from judge.kits.host.winter import Ahead


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


def flags_of(seats: Iterable[Seat], source: Source, powers: tuple[str, ...], title: str) -> dict[str, str]:
    """Power seat -> its power, out of all seats of a game called `title` in messages.

    Raises InputError for a seat that cannot be, and for a hosted board with a power to spare (B-8).
    """
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is Role.TRADER:
            continue
        if source is Source.REPORTED or seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: a {title} beside a reported board has traders only (B-8).")
        if seat.power not in powers:
            raise InputError(f"{seat.name} has no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    idle = sorted(set(powers) - set(flags.values()))
    if source is Source.HOSTED and idle:
        raise InputError(
            f"A hosted board needs a player for each power; {', '.join(idle)} have none.",
            hint="With board=reported the board is played elsewhere and its master mails each RESULT (B-8).",
        )
    return flags


# ---- a game of powers alone -----------------------------------------------------------------------------------------


def deal(seats: tuple[Seat, ...], powers: tuple[str, ...], dice: Dice, title: str = "this game") -> dict[str, str]:
    """Seat -> power. Named powers first; then, wish by wish, the dice choose among those who wish the same; who got
    none of his wishes draws from what is left (D-11). `title` names the game in messages."""
    flags = _named(seats, powers, title)
    waiting = {seat.name: _wishes(seat, powers) for seat in seats if seat.name not in flags}
    if len(waiting) + len(flags) > len(powers):
        raise InputError(f"{len(seats)} seats and {len(powers)} powers: some would have none (D-11).")
    for rank in range(len(powers)):
        for power in powers:
            if power in flags.values():
                continue
            wishing = sorted(
                name for name, wishes in waiting.items() if name not in flags and wishes[rank : rank + 1] == (power,)
            )
            if wishing:
                flags[dice.choose(f"{power} wish {rank + 1}", wishing) if len(wishing) > 1 else wishing[0]] = power
    left = sorted(set(powers) - set(flags.values()))
    without = sorted(set(waiting) - set(flags))
    for name, power in zip(without, dice.shuffle("powers", left) if without else (), strict=False):
        flags[name] = power
    return dict(sorted(flags.items()))


def drawn(seats: tuple[Seat, ...], flags: Mapping[str, str]) -> dict[str, str]:
    """Seat -> power for the seats that had named none before the deal."""
    named = {seat.name for seat in seats if seat.power}
    return {seat: power for seat, power in flags.items() if seat not in named}


def _named(seats: tuple[Seat, ...], powers: tuple[str, ...], title: str) -> dict[str, str]:
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: {title} has powers only.")
        if not seat.power:
            continue
        if seat.power not in powers:
            raise InputError(f"{seat.power} is no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    return flags


def _wishes(seat: Seat, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The powers a seat would like, most liked first; what is no power is left out."""
    wishes = (str(wish).upper() for wish in seat.preferences)
    return tuple(dict.fromkeys(wish for wish in wishes if wish in powers))
