"""The state of an Economic IV game between two deadlines, and who may order whose units (E-13)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from functools import cached_property

from judge.core.codec import UNSET, Unset
from judge.core.command import Sheet
from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.core.values import Value
from judge.games.economic4.board import economic4_map, income_of
from judge.games.economic4.commands import Let
from judge.games.economic4.money import CREDIT, Deal, Loans, bill_of
from judge.kits.board.adjust import open_sites
from judge.kits.board.geography import Map, province_of
from judge.kits.board.units import Position, Unit
from judge.kits.host.commands import HOLD_ALL, UnitOrder, Voice, voice_of
from judge.kits.host.state import Host, LiveBoard, Source


class EconomySettings(Value):
    """The settings of one game, settled. `switches` are those of the board (board.SWITCHES), `draws` `dias`, `list` or
    `none`."""

    start_treasury: int = 3
    victory: int = 80
    alliance: int = 108
    demobilise: bool = False
    guarded: bool = False
    archangel_needs_stp: bool = False
    switches: tuple[str, ...] = ()
    draws: str = "dias"
    concession: bool = True


class EconomySeason(Value):
    """What was said with the moves and waits for the retreats of the same season.

    deals     power -> transfer lines, as written
    hires     owner's unit number (as text) -> the power that may order it this turn (E-13)
    allies    power -> the power it declared an alliance with (E-11)
    guards    power -> the powers whose units do not take its treasury (E-9)
    """

    deals: Mapping[str, tuple[Deal, ...]] = field(default_factory=dict)
    hires: Mapping[str, str] = field(default_factory=dict)
    allies: Mapping[str, str] = field(default_factory=dict)
    guards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class EconomyState(Value):
    """Everything the rules need; money in whole credits.

    owners      land province -> power, for every province that has an owner (E-3)
    seats       power -> province of its treasury, "" while it has none (E-9)
    last_seats  power -> the last province its treasury was in
    flags       seat of the table -> the power it plays
    season      what waits for the retreats
    fate        power -> the phase in which it was eliminated
    silent      power -> movement phases in a row without a sheet (D-9)
    standing    owner's unit number (as text) -> the power that may order it until its owner revokes it (E-16); UNSET
                while there is none, so that games of before it are what they were
    """

    phase: Phase
    settings: EconomySettings
    live: LiveBoard
    owners: Mapping[str, str]
    seats: Mapping[str, str]
    last_seats: Mapping[str, str]
    books: Ledger
    flags: Mapping[str, str]
    loans: Loans = ()
    season: EconomySeason = field(default_factory=EconomySeason)
    fate: Mapping[str, str] = field(default_factory=dict)
    silent: Mapping[str, int] = field(default_factory=dict)
    standing: Mapping[str, str] | Unset = UNSET
    ended: str = ""

    @property
    def lets(self) -> Mapping[str, str]:
        """`standing`, if there is any."""
        return self.standing or {}

    @property
    def board(self) -> Map:
        return economic4_map(self.settings.switches)

    @cached_property
    def powers(self) -> tuple[str, ...]:
        return tuple(sorted(self.board.powers))

    @cached_property
    def living(self) -> tuple[str, ...]:
        return tuple(power for power in self.powers if power not in self.fate)

    @cached_property
    def position(self) -> Position:
        """Made once: nobody writes into it."""
        return self.live.position(self.owners)

    def units_of(self, power: str) -> tuple[Unit, ...]:
        return self.position.units_of(power)

    def treasury(self, power: str) -> int:
        return self.books.balance(power, CREDIT)

    def treasuries(self) -> dict[str, int]:
        """Power -> credits, of the living."""
        return {power: self.treasury(power) for power in self.living}

    def incomes(self) -> dict[str, int]:
        return income_of(self.board, self.owners)

    def bill(self, power: str) -> int:
        """What all its standing units would cost for a year (E-4)."""
        return bill_of(power, self.units_of(power))

    def seat_of(self, power: str) -> str:
        """The name of the place at the table that plays a power."""
        return next((seat for seat, flag in self.flags.items() if flag == power), "")

    def open_sites(self, power: str) -> tuple[str, ...]:
        """Where the power may build now: its home centres that it owns and that are empty (E-6), sorted."""
        sites = open_sites(self.board, self.position, power)
        if self.settings.archangel_needs_stp and self.owners.get("STP") != "RUSSIA":
            return tuple(place for place in sites if place != "ARC")
        return sites

    def provinces_of(self, power: str) -> tuple[str, ...]:
        """What it owns, sorted by full name."""
        own = [place for place, owner in self.owners.items() if owner == power]
        return tuple(sorted(own, key=lambda place: self.board.provinces[place].name))

    def enemy_in(self, power: str, place: str) -> Unit | None:
        """The unit of another power that stands in a province, if one does."""
        unit = self.position.unit_in(place)
        return unit if unit is not None and unit.power != power else None

    @property
    def host(self) -> EconomyHost:
        """The board in the form in which the host kit checks orders and endings."""
        counts = {power: sum(self.owners.get(c) == power for c in self.board.centres) for power in self.powers}
        units = self.live.placed()
        dead = tuple(sorted(self.fate))
        return EconomyHost(
            Source.HOSTED, counts, self.owners, units, dead, live=self.live, switches=self.settings.switches
        )


class EconomyHost(Host):
    """A hosted board that is not the standard one. Made when needed, never stored."""

    switches: tuple[str, ...] = ()

    @property
    def board(self) -> Map:
        return economic4_map(self.switches)


# ---- units for hire (E-13) -----------------------------------------------------------------------------------------


def hires_of(state: EconomyState, sheets: Mapping[str, Sheet]) -> tuple[dict[str, str], dict[str, str]]:
    """Unit number (as text) -> the power that may order it this turn; and the same of those let until revoked.

    A line for one turn goes before what stands, and leaves it standing.
    """
    units = state.position.units
    standing = {n: p for n, p in state.lets.items() if int(n) in units and p in state.living}
    once: dict[str, str] = {}
    for power, sheet in sheets.items():
        for command in sheet:
            number = _unit_number(state, power, command.place) if isinstance(command, Let) else ""
            if not isinstance(command, Let) or not number:
                continue
            if not command.power:
                standing.pop(number, None)
            elif command.lasting:
                standing[number] = command.power
            else:
                once[number] = command.power
    return {**standing, **once}, standing


def _unit_number(state: EconomyState, power: str, place: str) -> str:
    for number, unit in state.position.units.items():
        if unit.power == power and unit.province == province_of(place):
            return str(number)
    return ""


def voices(state: EconomyState, sheets: Mapping[str, Sheet], settled: Collection[str] = ()) -> dict[str, Voice]:
    """Whom each power orders: its own units, and those hired for which their owner wrote no order (E-13). `settled`
    are the provinces whose unit its owner sends away by an order of before."""
    position = state.position
    units = position.all_units()
    out = {power: set(voice_of(position, power).units) for power in sheets}
    kept = kept_by_owner(state, sheets)
    for number, power in sorted(state.season.hires.items()):
        unit = units.get(int(number))
        own = number in kept or (unit is not None and unit.province in settled)
        if unit is not None and power in out and not own:
            out[power].add(int(number))
    return {power: Voice(frozenset(numbers), (power,)) for power, numbers in out.items()}


def kept_by_owner(state: EconomyState, sheets: Mapping[str, Sheet]) -> frozenset[str]:
    """The hired units that their owner orders himself: his order goes before the hirer's."""
    units = state.position.all_units()
    ordered = {power: _provinces_ordered(sheet) for power, sheet in sheets.items()}
    return frozenset(
        number
        for number in state.season.hires
        if (unit := units.get(int(number))) is not None and unit.province in ordered.get(unit.power, ())
    )


def _provinces_ordered(sheet: Sheet) -> set[str]:
    orders = [command for command in sheet if isinstance(command, UnitOrder) and command.text != HOLD_ALL]
    return {province_of(part.place) for order in orders for part in order.parts()}
