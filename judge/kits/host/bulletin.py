"""The notices of a hosted board, in the order in which they are printed (D-15)."""

from collections.abc import Iterator, Mapping
from typing import TypedDict

from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.kits.host.hosted import duties, undecided
from judge.kits.host.news import (
    Adjustments,
    Captures,
    Counts,
    DislodgedUnits,
    OwnDuty,
    Owned,
    Ownership,
    Results,
    Retreats,
)
from judge.kits.host.outlook import own_units
from judge.kits.host.reported import Season
from judge.kits.host.results import Telling, owners_by_power
from judge.kits.host.state import Host

_TITLE_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}  # the classic words, which mappers look for


def board_notices(phase: Phase, season: Season) -> tuple[Notice, ...]:
    """What everybody may read of one phase of the board. All of it is public (D-15)."""
    return tuple(_notices(phase, season))


def duty_notices(host: Host, phase: Phase, flags: Mapping[str, str]) -> tuple[Notice, ...]:
    """Each seat that has something to decide in the retreats or the winter now open is told what, alone. `flags`
    seat -> power, empty where the board is not hosted."""
    if phase.kind == "M" or not flags:
        return ()
    deciding, waiting = duties(host, phase), undecided(host, phase)
    return tuple(
        tell(
            seat, OwnDuty(phase=str(phase), sent_ahead=power not in waiting, **fields_of(own_units(host, phase, power)))
        )
        for seat, power in sorted(flags.items())
        if power in deciding
    )


class Title(TypedDict):
    """The fields of `BoardNews`."""

    phase: str
    season: str
    year: int


def titled(phase: Phase) -> Title:
    """What heads every notice of the board."""
    return {"phase": str(phase), "season": _TITLE_SEASONS[phase.season], "year": phase.year}


def _notices(phase: Phase, season: Season) -> Iterator[Notice]:
    told, head = season.told, titled(phase)
    if told is None:
        return
    if told.moves is not None:
        yield tell(PUBLIC, Results(**head, orders=told.moves))
        if told.dislodged:
            yield tell(PUBLIC, DislodgedUnits(**head, units=told.dislodged))
    if told.retreats:
        yield tell(PUBLIC, Retreats(**head, orders=told.retreats))
    if season.change.official:
        yield from _counted(head, season.host, told)
    if told.winter:
        yield tell(PUBLIC, Adjustments(phase=f"W{phase.year}A", season="Winter", year=phase.year, orders=told.winter))


def _counted(head: Title, host: Host, told: Telling) -> Iterator[Notice]:
    """The count of autumn: who took what, who owns what, what is to be built."""
    if told.captures:
        yield tell(PUBLIC, Captures(**head, captures=told.captures))
    by_power = owners_by_power(host.board, host.owners)
    rows = tuple(Owned(power=power, centres=tuple(names)) for power, names in by_power.items() if power and names)
    owners = dict(sorted(host.owners.items()))
    yield tell(PUBLIC, Ownership(**head, owners=owners, rows=rows, unowned=tuple(by_power[""])))
    yield tell(PUBLIC, Counts(**head, counts=told.count or ()))
