"""What a power sees where the board is in the fog (Tin Cup): everything on and beside its units and its centres.

The published rules say no more than "fog of war"; this reach is our ruling PR-9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from judge.core.notice import Notice
from judge.kits.board import province_of
from judge.kits.host import Host

_UNIT = re.compile(r"\b[AF] ([A-Z]{3}(?:/[NSEW]C)?)\b")
_NAMED = re.compile(r" [AF] [A-Z]{3}(?:/[NSEW]C)?(?:(?:,| and) [AF] [A-Z]{3}(?:/[NSEW]C)?)*")
_HIDDEN = frozenset(
    {"board.results", "board.dislodged", "board.retreats", "board.adjustments", "board.captures", "board.ownership"}
)


def seen_from(host: Host, power: str) -> frozenset[str]:
    """The provinces a power can look into."""
    own = {province_of(place) for owner, _, place in host.units if owner == power}
    own |= {centre for centre, owner in host.owners.items() if owner == power}
    near = host.board.all_neighbours
    return frozenset(own.union(*(near[province] for province in own)))


def shown_to(host: Host, power: str) -> dict[str, Any]:
    """The `board` block as one power sees it: units and centres in sight, the counts of all."""
    sight = seen_from(host, power)
    shown = host.shown()
    shown["units"] = [unit for unit in shown["units"] if province_of(unit["loc"]) in sight]
    shown["centres"] = {centre: owner for centre, owner in shown["centres"].items() if centre in sight}
    shown["dislodged"] = [unit for unit in shown["dislodged"] if unit["power"] == power]
    return shown


def shown_to_all(host: Host) -> dict[str, Any]:
    """The `board` block as everybody sees it: nothing but the counts."""
    return {**host.shown(), "units": [], "centres": {}, "dislodged": []}


def fogged(notices: Iterable[Notice], before: Host, after: Host, seats: Mapping[str, str]) -> list[Notice]:
    """The board's public notices as each seat may read them. Counts stay public; the rest goes to who sees it."""
    out = []
    for notice in notices:
        if notice.kind not in _HIDDEN:
            out.append(notice)
            continue
        for power, seat in sorted(seats.items()):
            data = _part(notice, seen_from(before, power) | seen_from(after, power), power)
            if data is not None:
                out.append(Notice(seat, notice.kind, data))
    return out


def _part(notice: Notice, sight: frozenset[str], power: str) -> Mapping[str, Any] | None:
    """What of a notice lies in sight; None for nothing."""
    data = dict(notice.data)
    if notice.kind == "board.ownership":
        data["owners"] = {centre: owner for centre, owner in data["owners"].items() if centre in sight}
        data["rows"] = [row for row in data["rows"] if row["power"] == power]
        data["unowned"] = []
        return data
    key = {"board.dislodged": "units", "board.captures": "captures"}.get(notice.kind, "orders")
    rows = [_hushed(row, sight) for row in data[key] if sight & _places(row) or row.get("power") == power]
    return {**data, key: rows} if rows else None


def _hushed(row: Mapping[str, Any], sight: frozenset[str]) -> Mapping[str, Any]:
    """A row whose reason names no unit out of sight: who was in the way is left unsaid."""
    reason = str(row.get("reason", ""))
    named = {province_of(place) for place in _UNIT.findall(reason)}
    return row if named <= sight else {**row, "reason": _NAMED.sub(" somebody unseen", reason)}


def _places(row: Mapping[str, Any]) -> set[str]:
    """The provinces that a row of a notice is about: where the unit stood, and where it came to."""
    if "centre" in row:
        return {str(row["centre"])}
    places = {province_of(part.split()[-1]) for part in [str(row.get("unit", ""))] if part}
    if row.get("result") in ("moves", "retreats"):
        places.add(province_of(str(row["order"]).removesuffix(" VIA").split()[-1]))
    return places
