"""What an order of a clause means beside the others of that clause: whom a unit supports that only `supports`, whom a
fleet carries, whose place is taken by one that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.parse.sense.mentions import carriers, carriers_of, reach, same
from judge.parse.sense.unit_orders import Deeds, UnitOrder


def settled(ways: Sequence[Deeds], now: Situation) -> list[Deeds]:
    """With each support given to what it is meant for, and nothing left that cannot be."""
    out: dict[Deeds, None] = {}
    for way in ways:
        done = [_meant(deed, n, way, now) for n, deed in enumerate(way)]
        sure = tuple(deed for deed in done if deed is not None)
        carried = _carried(sure, now) if way and len(sure) == len(way) else None
        if carried is not None:
            out[carried] = None
    return list(out)


def _carried(way: Deeds, now: Situation) -> Deeds | None:
    """With a fleet for each army that cannot walk where it is sent: one that the clause names, or the only one that
    could, which is no more than a guess. None where there is none."""
    found: list[UnitOrder] = []
    for deed in way:
        named = [one for one in way if one.what == "C" and one.other == deed.unit and same(one.to, deed.to)]
        walks = deed.unit is None or deed.what != "-" or deed.via or reach(deed.unit, deed.to)
        if walks or deed.unit is None:
            found.append(deed)
        elif named:
            found.append(replace(deed, via=True, shown=True))
        else:
            fleets = carriers(now, deed.unit, deed.to)
            if len(fleets) != 1 or any(one.unit in fleets for one in way):
                return None
            found += [
                replace(deed, via=True),
                *(UnitOrder("C", one, deed.to, deed.unit, unsure=True) for one in fleets),
            ]
    return tuple(found)


def _meant(deed: UnitOrder, at: int, way: Deeds, now: Situation) -> UnitOrder | None:
    if deed.what == "SAME":
        return replace(deed, what="ALL") if at and way[at - 1].what == "H" else None
    if deed.what == "C" and not deed.to:
        return _carrying(deed, way)
    if deed.what != "S" or deed.unit is None:
        return deed
    moves = [one for one in way if one.what == "-" and one.unit not in (None, deed.unit)]
    if deed.other is not None:
        going = [one for one in moves if one.unit == deed.other and not deed.to]
        if not going:
            return deed
        return replace(deed, to=going[0].to, shown=True) if reach(deed.unit, going[0].to) else None
    before = [one for one in way[:at] if one in moves]
    meant = before[-1:] or [one for one in way[at:] if one in moves][:1] or _above(now)
    if len(meant) != 1:
        return None
    (move,) = meant
    return replace(deed, to=move.to, other=move.unit) if reach(deed.unit, move.to) and move.unit != deed.unit else None


def _carrying(deed: UnitOrder, way: Deeds) -> UnitOrder | None:
    """A fleet that only `does the ferrying`: of the one army of the clause that it can carry."""
    armies = [one for one in way if one.what == "-" and deed.other in (None, one.unit)]
    able = [one for one in armies if one.unit is not None and deed.unit in carriers_of(one.unit, one.to, deed.unit)]
    return replace(deed, to=able[0].to, other=able[0].unit) if len(able) == 1 else None


def _above(now: Situation) -> list[UnitOrder]:
    """The last move above the clause, as a letter's earlier line ordered it."""
    who, _, to = now.last.partition(" - ")
    place = who.rpartition(" ")[2]
    return [UnitOrder("-", unit, to) for unit in now.units if to and same(unit.place, place)]
