"""What a position says where words leave something open (`my fleet retreats to Edinburgh`), as one power may see it:
its own units, which of them must retreat and whither, and where it may build. All of it is public on a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.core.phase import Phase
from judge.core.variant import Situation, UnitSeen
from judge.kits.board import Position, Unit, open_sites
from judge.kits.board.adjust import allowances
from judge.kits.board.geography import Map, province_of
from judge.kits.host.hosted import position_of
from judge.kits.host.names import place_names
from judge.kits.host.state import Host


def situation_of(board: Map, position: Position, powers: tuple[str, ...], phase: Phase) -> Situation:
    """The position for somebody who orders the units of these powers."""
    names = board.derived(place_names)
    gone = tuple(one for one in position.dislodged.values() if one.unit.power in powers)
    sites = tuple(
        (site, board.provinces[site].locations) for power in powers for site in _sites(board, position, power)
    )
    due = allowances(position)
    return Situation(
        units=tuple(seen for power in powers for seen in _units(board, names, position, power)),
        others=tuple(
            seen
            for power in sorted({unit.power for unit in position.units.values()} - set(powers))
            for seen in _units(board, names, position, power)
        ),
        dislodged=tuple(_seen(names, one.unit, one.may_retreat_to) for one in gone),
        sites=tuple(UnitSeen("", site, _every(names, site), places) for site, places in sites),
        due=sum(due.get(power, 0) for power in powers),
        season=phase.kind,
    )


def hosted_situation(host: Host, powers: tuple[str, ...], phase: Phase) -> Situation:
    """The same on a hosted board; nothing but the season where the master reports the results."""
    if host.live is None:
        return Situation(season=phase.kind)
    return situation_of(host.board, position_of(host), powers, phase)


def _units(board: Map, names: Mapping[str, tuple[str, ...]], position: Position, power: str) -> Iterator[UnitSeen]:
    for unit in position.units_of(power):
        yield _seen(names, unit, board.neighbours(unit.type, unit.location))


def _sites(board: Map, position: Position, power: str) -> tuple[str, ...]:
    return open_sites(board, position, power)


def _seen(names: Mapping[str, tuple[str, ...]], unit: Unit, to: tuple[str, ...]) -> UnitSeen:
    return UnitSeen(unit.type, unit.location, _every(names, unit.location), to, unit.power)


def _every(names: Mapping[str, tuple[str, ...]], location: str) -> tuple[str, ...]:
    """Every way to call a place; a fleet on a coast may be called by its province."""
    province = province_of(location)
    return (location, province, *names.get(location, ()), *names.get(province, ()))
