"""The notices of a hosted board, in the order in which they are printed (D-15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.core.notice import PUBLIC, Notice
from judge.core.phase import Phase
from judge.kits.host.advance import Season
from judge.kits.host.classic import owners_by_power
from judge.kits.host.hosted import duties, undecided
from judge.kits.host.outlook import own_units
from judge.kits.host.state import Host

_TITLE_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}  # the classic words, which mappers look for


def board_notices(phase: Phase, season: Season) -> tuple[Notice, ...]:
    """What everybody may read of one phase of the board. All of it is public (D-15)."""
    return tuple(_notices(phase, season))


def duty_notices(host: Host, phase: Phase, flags: Mapping[str, str]) -> tuple[Notice, ...]:
    """Each seat that has something to decide in the retreats or the winter now open is told what, alone. `flags`
    seat -> power."""
    if phase.kind == "M":
        return ()
    deciding, waiting = duties(host, phase), undecided(host, phase)
    return tuple(
        Notice(
            seat,
            "board.duty",
            {"phase": str(phase), "sent_ahead": power not in waiting, **own_units(host, phase, power)},
        )
        for seat, power in sorted(flags.items())
        if power in deciding
    )


def titled(phase: Phase) -> dict[str, Any]:
    """What heads every notice of the board."""
    return {"phase": str(phase), "season": _TITLE_SEASONS[phase.season], "year": phase.year}


def _notices(phase: Phase, season: Season) -> Iterator[Notice]:
    told, head = season.told, titled(phase)
    if told["kind"] == "movement":
        yield Notice(PUBLIC, "board.results", {**head, "orders": told["orders"]})
        if told["dislodged"]:
            yield Notice(PUBLIC, "board.dislodged", {**head, "units": told["dislodged"]})
    if told.get("retreats"):
        yield Notice(PUBLIC, "board.retreats", {**head, "orders": told["retreats"]})
    if season.change.official:
        yield from _counted(head, season)
    if told.get("winter"):
        winter = {"phase": f"W{phase.year}A", "season": "Winter", "year": phase.year}
        yield Notice(PUBLIC, "board.adjustments", {**winter, "orders": told["winter"]})


def _counted(head: dict[str, Any], season: Season) -> Iterator[Notice]:
    """The count of autumn: who took what, who owns what, what is to be built."""
    host, told = season.host, season.told
    if told["captures"]:
        names = {row["centre"]: host.board.provinces[row["centre"]].name for row in told["captures"]}
        rows = [{**row, "name": names[row["centre"]]} for row in told["captures"]]
        yield Notice(PUBLIC, "board.captures", {**head, "captures": rows})
    owners = owners_by_power(host.board, host.owners)
    rows = [{"power": power, "centres": names} for power, names in owners.items() if power and names]
    ownership = {**head, "owners": dict(sorted(host.owners.items())), "rows": rows, "unowned": owners[""]}
    yield Notice(PUBLIC, "board.ownership", ownership)
    counts = [{**row, "eliminated": row["power"] in season.change.eliminated} for row in told["count"]]
    yield Notice(PUBLIC, "board.counts", {**head, "counts": counts})
