"""Who took what from whom, by which unit and how (D-13). Loans, scores and replays stand on these records.

Each phase of a year adds to a log of arrivals, unit number → how that unit came to where it stands; in autumn, after
retreats, the centres are walked once: every occupant whose power does not own its centre takes it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from judge.kits.board.geography import Map
from judge.kits.board.resolve import MovementResult
from judge.kits.board.retreats import RetreatResult
from judge.kits.board.units import Position

Season = Literal["spring", "autumn"]
Way = Literal["moved", "convoyed", "retreated", "stayed"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a unit reached its province this year. `convoyed_by` and `supported_by` are unit numbers, sorted."""

    season: Season
    way: Way
    origin: str
    convoyed_by: tuple[int, ...] = ()
    supported_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Capture:
    """A centre changing hands. `loser` is empty for a neutral one; `arrival.way` is `stayed` for a unit that stood
    there since before the year began; an arrival in spring means it moved in then and stayed."""

    year: int
    centre: str
    loser: str
    captor: str
    unit_id: int
    arrival: Arrival


def movement_arrivals(before: Position, result: MovementResult, season: Season) -> dict[int, Arrival]:
    """Arrivals of one movement phase, by unit number."""
    ids = {unit.province: unit_id for unit_id, unit in before.units.items()}
    arrivals = {}
    for unit_id, unit in before.units.items():
        after = result.position.units.get(unit_id)
        if after is None or after.location == unit.location:
            continue
        carriers = result.convoys.get(unit.province, ())
        arrivals[unit_id] = Arrival(
            season,
            "convoyed" if carriers else "moved",
            unit.province,
            tuple(sorted(ids[province] for province in carriers)),
            tuple(sorted(ids[province] for province in result.supports.get(unit.province, ()))),
        )
    return arrivals


def retreat_arrivals(before: Position, result: RetreatResult, season: Season) -> dict[int, Arrival]:
    """Arrivals of one retreat phase, by unit number."""
    return {
        unit_id: Arrival(season, "retreated", gone.unit.province)
        for unit_id, gone in sorted(before.dislodged.items())
        if unit_id in result.position.units
    }


def capture_records(
    board: Map, position: Position, year: int, arrivals: Mapping[int, Arrival], places: Collection[str] | None = None
) -> tuple[Capture, ...]:
    """The captures of an autumn, sorted by centre. `position` is the board after autumn's retreats with the owners of
    the year before; `arrivals` the year's log, later phases overriding earlier ones. `places` are what can be owned,
    where that is more than the supply centres."""
    ownable = frozenset(board.centres if places is None else places)
    records = []
    for unit_id, unit in position.units.items():
        centre = unit.province
        owner = position.owners.get(centre, "")
        if centre in ownable and owner != unit.power:
            arrival = arrivals.get(unit_id, Arrival("spring", "stayed", centre))
            records.append(Capture(year, centre, owner, unit.power, unit_id, arrival))
    return tuple(sorted(records, key=lambda record: record.centre))


def owners_after(position: Position, captures: tuple[Capture, ...]) -> dict[str, str]:
    """Owners of the centres once the captures are written, sorted; an empty centre keeps its owner."""
    return dict(sorted({**position.owners, **{record.centre: record.captor for record in captures}}.items()))
