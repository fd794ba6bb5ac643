"""What a sentence orders of units, in any wording and any order of words (D-3 to D-7).

The units and places that it mentions are cut into orders in all ways that the position allows. Each sign for an order,
a verb, a link, the order of words, counts; of all ways the one with the most is taken, if no other comes near it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.core.variant import Situation, UnitSeen
from judge.reading.sense.mentions import (
    Mention,
    breaks,
    carriers,
    carriers_of,
    mentions,
    reach,
    same,
    stands,
)
from judge.reading.sense.tokens import Token
from judge.reading.sense.unit_parts import Orders, Part, UnitOrder, Way

_AT = ("from", "in", ":", "verb hold")
MOST = 24  # mentions of a sentence that is looked at
_WIDE = 4  # mentions of one order
_KEPT = 12  # ways that are followed from one mention of a sentence
_CLOSE = 0.6  # signs by which one way must be ahead of all others


def lines(orders: Orders) -> tuple[str, ...]:
    """Orders as canonical text, each once."""
    return tuple(dict.fromkeys(one.line() for one in orders))


def orders_of(
    things: Sequence[Token], now: Situation, taken: Collection[str] = (), anybodys: bool = False, loose: bool = False
) -> Orders:
    """The orders of a sentence to the writer's units, or to `anybodys`; none where it is not clear. `taken`: places of
    units that have an order elsewhere in the letter. `loose`: words that nobody knows say nothing."""
    return best_way(things, now, taken, anybodys, loose)[1]


def best_way(
    things: Sequence[Token], now: Situation, taken: Collection[str] = (), anybodys: bool = False, loose: bool = False
) -> Way:
    """The same with the signs for them."""
    found = _heard(things, now, loose)
    if not found or len(found) > MOST or now.season not in ("M", "R"):
        return 0.0, ()
    ways: dict[int, list[Way]] = {0: [(0.0, ())]}
    edges = [0, *(_edge(things, one, two) for one, two in pairwise(found)), len(things)]
    sails = any(one.is_("verb", "convoy") or one.is_("sea") or one.is_("link", "carried-by") for one in things)
    for first in range(len(found)):
        for last in range(first + 1, min(first + _WIDE, len(found)) + 1):
            cut = 0.0 if last == len(found) or breaks(things[edges[last] - 1]) else -2.5
            part = Part(things, edges[first], edges[last], tuple(found[first:last]), now, anybodys, sails, loose)
            here = list(part.ways()) if ways.get(first) else ()
            for score, orders in ways.get(first, ()):
                for more, new in here:
                    again = {one.line() for one in orders} & {one.line() for one in new if one.unit is not None}
                    spoken = any(one.unit is not None and one.unit.place in taken for one in new)
                    worth = 0.0 if again else more - 1.5 * spoken
                    ways.setdefault(last, []).append((score + worth + cut, (*orders, *new)))
        ways[first + 1] = _best(ways.get(first + 1, ()))
    return _clear(ways[len(found)], now, loose)


def _heard(things: Sequence[Token], now: Situation, loose: bool) -> list[Mention]:
    """The mentions of a sentence. Where nobody minds (`loose`), a kind counts only where such a unit stands."""
    units = (*now.units, *now.others, *now.dislodged)
    found = _merged(things, units)
    if not loose:
        return list(found)
    return [replace(one, kind="") if one.kind and one.place and not _stands(one, units) else one for one in found]


def _merged(things: Sequence[Token], units: Sequence[UnitSeen]) -> Iterator[Mention]:
    """`My army goes from Venice`: a kind, and behind it the place where such a unit stands, are one mention; `Vienna
    sends its army`, `the London fleet in the Channel`, `SMYRNA ARMY BULGARIA` too."""
    waiting: Mention | None = None
    for one in mentions(things):
        if waiting is not None and waiting.place and not waiting.kind and one.kind and not one.every:
            both = replace(waiting, kind=one.kind, used=waiting.used | {min(one.used)})
            close = not any(map(breaks, things[waiting.at : min(one.used)]))
            if _stands(both, units) and (not one.place or (close and not _stands(one, units))):
                waiting = both
                if one.place:
                    yield both
                    waiting = replace(one, kind="", used=one.used - {min(one.used)})
                continue
        elif (
            waiting is not None and not waiting.place and one.near in ("from", "in", ":", "verb hold") and not one.kind
        ):
            both = replace(one, kind=waiting.kind, marks=waiting.marks, used=one.used | waiting.used)
            if _stands(both, units):
                waiting = both
                continue
        if waiting is not None:
            yield waiting
        waiting = one
        if one.every:
            yield one
            waiting = None
    if waiting is not None:
        yield waiting


def _stands(mention: Mention, units: Sequence[UnitSeen]) -> bool:
    """Whether it may mean one of these units."""
    return any(stands(unit, mention) for unit in units)


def _edge(things: Sequence[Token], one: Mention, two: Mention) -> int:
    """Where the part of the second mention begins, if the first stands in another."""
    lo, hi = max(one.used) + 1, min(two.used)
    return next((n + 1 for n in reversed(range(lo, hi)) if breaks(things[n])), max(lo, hi))


def _best(ways: Sequence[Way]) -> list[Way]:
    """The few with the most signs, best first; of the same orders the one with more."""
    found: dict[Orders, float] = {}
    for score, orders in ways:
        found[orders] = max(score, found.get(orders, score))
    return sorted(((score, orders) for orders, score in found.items()), key=lambda way: -way[0])[:_KEPT]


def _clear(ways: Sequence[Way], now: Situation, loose: bool) -> Way:
    """The orders of the way with the most signs for it, if they can stand and no other comes near."""
    told = [(score, settled(orders, now)) for score, orders in ways]
    good = [(score, orders) for score, orders in told if orders and (score > 0 or not loose) and _can_stand(orders)]
    if not good:
        return 0.0, ()
    (score, orders), *others = good
    close = any(less > score - _CLOSE and {*lines(two)} != {*lines(orders)} for less, two in others)
    return (0.0, ()) if close else (score, orders)


def _can_stand(orders: Orders) -> bool:
    """Whether no unit has two orders."""
    given = {one.unit: one.line() for one in orders}
    return all(given[one.unit] == one.line() for one in orders)


# ---- what an order means beside the others of its sentence -----------------------------------------------------------


def settled(orders: Orders, now: Situation) -> Orders:
    """With each support and convoy given to what it is meant for, and a fleet for each army that cannot walk; none
    where one of them cannot be."""
    done = [_meant(one, n, orders, now) for n, one in enumerate(orders)]
    sure = tuple(one for one in done if one is not None)
    return _carried(sure, now) if len(sure) == len(orders) else ()


def _carried(orders: Orders, now: Situation) -> Orders:
    """With a fleet for each army that cannot walk where it is sent: one that the sentence names, or the only one that
    could, which is no more than a guess. None where there is none."""
    found: list[UnitOrder] = []
    for deed in orders:
        ferried = [one for one in orders if one.what == "C" and one.other == deed.unit and same(one.to, deed.to)]
        walks = deed.unit is None or deed.what != "-" or deed.via or reach(deed.unit, deed.to)
        if walks or deed.unit is None:
            found.append(deed)
        elif ferried:
            found.append(replace(deed, via=True, shown=True))
        else:
            fleets = carriers(now, deed.unit, deed.to)
            if len(fleets) != 1 or any(one.unit in fleets for one in orders):
                return ()
            carry = UnitOrder("C", fleets[0], deed.to, deed.unit, unsure=True)
            found += [replace(deed, via=True), carry]
    return tuple(found)


def _meant(deed: UnitOrder, at: int, orders: Orders, now: Situation) -> UnitOrder | None:
    if deed.what == "SAME":
        return replace(deed, what="ALL") if at and orders[at - 1].what == "H" else None
    if deed.what == "C" and not deed.to:
        return _carrying(deed, orders)
    if deed.what != "S" or deed.unit is None:
        return deed
    moves = [one for one in orders if one.what == "-" and one.unit not in (None, deed.unit)]
    if deed.other is not None:
        going = [one for one in moves if one.unit == deed.other and not deed.to]
        if not going:
            return deed
        return replace(deed, to=going[0].to, shown=True) if reach(deed.unit, going[0].to) else None
    stays = orders[at - 1].unit if at and orders[at - 1].what == "H" and not deed.to else None
    if stays is not None and reach(deed.unit, stays.place):
        return replace(deed, other=stays)
    front = [one for one in orders[:at] if one in moves]
    meant = front[-1:] or [one for one in orders[at:] if one in moves][:1] or _above(now)
    meant = [one for one in moves if same(one.to, deed.to)] if deed.to else meant
    if len(meant) != 1:
        return None
    (move,) = meant
    return replace(deed, to=move.to, other=move.unit) if reach(deed.unit, move.to) and move.unit != deed.unit else None


def _carrying(deed: UnitOrder, orders: Orders) -> UnitOrder | None:
    """A fleet that only `does the ferrying`: of the one army of the sentence that it can carry."""
    armies = [one for one in orders if one.what == "-" and deed.other in (None, one.unit)]
    able = [one for one in armies if one.unit is not None and deed.unit in carriers_of(one.unit, one.to, deed.unit)]
    return replace(deed, to=able[0].to, other=able[0].unit) if len(able) == 1 else None


def _above(now: Situation) -> list[UnitOrder]:
    """The last move above the sentence, as a letter's earlier line ordered it."""
    who, _, to = now.last.partition(" - ")
    place = who.rpartition(" ")[2]
    return [UnitOrder("-", unit, to) for unit in (*now.units, *now.others) if to and same(unit.place, place)]
