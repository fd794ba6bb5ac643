"""What a power sees where the board is in the fog (Tin Cup): everything on and beside its units and its centres.

The published rules say no more than "fog of war"; this reach is our ruling PR-9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from judge.core.notice import News, Notice, tell
from judge.kits.board import province_of
from judge.kits.host import Host
from judge.kits.host.news import Adjustments, Captures, DislodgedUnits, Driven, Fate, Ownership, Results, Retreats
from judge.kits.host.shown import BoardShown

_UNIT = re.compile(r"\b[AF] ([A-Z]{3}(?:/[NSEW]C)?)\b")
_NAMED = re.compile(r" [AF] [A-Z]{3}(?:/[NSEW]C)?(?:(?:,| and) [AF] [A-Z]{3}(?:/[NSEW]C)?)*")
_HIDDEN = (Results, DislodgedUnits, Retreats, Adjustments, Captures, Ownership)
Hidden = Results | DislodgedUnits | Retreats | Adjustments | Captures | Ownership
F = TypeVar("F", bound=Fate)


def seen_from(host: Host, power: str) -> frozenset[str]:
    """The provinces a power can look into."""
    own = {province_of(place) for owner, _, place in host.units if owner == power}
    own |= {centre for centre, owner in host.owners.items() if owner == power}
    near = host.board.all_neighbours
    return frozenset(own.union(*(near[province] for province in own)))


def shown_to(host: Host, power: str) -> BoardShown:
    """The `board` block as one power sees it: units and centres in sight, the counts of all."""
    sight = seen_from(host, power)
    shown = host.shown()
    return replace(
        shown,
        units=tuple(unit for unit in shown.units if province_of(unit.loc) in sight),
        centres={centre: owner for centre, owner in shown.centres.items() if centre in sight},
        dislodged=tuple(unit for unit in shown.dislodged if unit.power == power),
    )


def shown_to_all(host: Host) -> BoardShown:
    """The `board` block as everybody sees it: nothing but the counts."""
    return replace(host.shown(), units=(), centres={}, dislodged=())


def fogged(notices: Iterable[Notice], before: Host, after: Host, seats: Mapping[str, str]) -> list[Notice]:
    """The board's public notices as each seat may read them. Counts stay public; the rest goes to who sees it."""
    out = []
    for notice in notices:
        if not isinstance(notice.data, _HIDDEN):
            out.append(notice)
            continue
        for power, seat in sorted(seats.items()):
            part = _part(notice.data, seen_from(before, power) | seen_from(after, power), power)
            if part is not None:
                out.append(tell(seat, part))
    return out


def _part(news: Hidden, sight: frozenset[str], power: str) -> News | None:
    """What of the news lies in sight; None for nothing."""
    match news:
        case Ownership():
            owners = {centre: owner for centre, owner in news.owners.items() if centre in sight}
            rows = tuple(row for row in news.rows if row.power == power)
            return replace(news, owners=owners, rows=rows, unowned=())
        case Captures():
            taken = tuple(row for row in news.captures if row.centre in sight)
            return replace(news, captures=taken) if taken else None
        case DislodgedUnits():
            driven = tuple(row for row in news.units if sight & _stood(row) or row.power == power)
            return replace(news, units=driven) if driven else None
        case Results():
            moves = tuple(_hushed(row, sight) for row in news.orders if sight & _places(row) or row.power == power)
            return replace(news, orders=moves) if moves else None
    fates = tuple(_hushed(row, sight) for row in news.orders if sight & _places(row) or row.power == power)
    return replace(news, orders=fates) if fates else None


def _hushed(row: F, sight: frozenset[str]) -> F:
    """A row whose reason names no unit out of sight: who was in the way is left unsaid."""
    named = {province_of(place) for place in _UNIT.findall(row.reason)}
    return row if named <= sight else replace(row, reason=_NAMED.sub(" somebody unseen", row.reason))


def _stood(row: Driven | Fate) -> set[str]:
    """The province where the unit of a row stood."""
    return {province_of(row.unit.split()[-1])} if row.unit else set()


def _places(row: Fate) -> set[str]:
    """The provinces that an order is about: where the unit stood, and where it came to."""
    places = _stood(row)
    if row.result in ("moves", "retreats"):
        places.add(province_of(row.order.removesuffix(" VIA").split()[-1]))
    return places
