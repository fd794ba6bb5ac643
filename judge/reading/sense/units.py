"""Orders to units, in any wording and any order of words, several in one clause (D-3 to D-7).

`unit_orders` finds the orders; here it is weighed what of the clause they leave over, and builds and removals are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense import contrast
from judge.reading.sense.mentions import Mention, mentions, own_units, same
from judge.reading.sense.result import MOST_UNKNOWN, Sense, strangers_do, weighed
from judge.reading.sense.tokens import Token, before, behind, behind_unit, small
from judge.reading.sense.unit_orders import MOST, lines, orders_of
from judge.reading.sense.unit_parts import Orders, named

_SHE = words("things", "units_she")  # the one unit that must retreat
_FEWEST = 3  # mentions of a clause that orders another's unit and an own one


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause orders of units. What a unit shall not do after all (`to the Channel, not to Brest`) says nothing
    more where it could have been the same unit's order: the last order to a unit counts."""
    things = _each(things if now.season != "R" else _but_disbanding(things))
    things = [replace(one, sort="unknown") if _allows(things, n) else one for n, one in enumerate(things)]
    things, places = contrast.without([contrast.heard(one) for one in things])
    front = list(takewhile(lambda one: one.sort not in ("place", "kind", "power"), things))
    sense = None if strangers_do(front) else _read(things, now)  # `most Frenchmen move Paris`
    if sense is None or not places:
        return sense
    if sense.sure and contrast.could(sense.lines, places, now):
        return replace(sense, shown=True)
    return replace(sense, sure=False, shown=True, ask=sense.ask or "I do not see what is not meant.")


def _allows(things: Sequence[Token], n: int) -> bool:
    """Whether a unit is allowed to do what is ordered: `the one in Spain may sail into the Gulf`: shown."""
    return things[n].text.casefold() == "may" and behind_unit(things, n)


def holding(things: Sequence[Token]) -> str:
    """The power whose units all hold: `The Italians stay where they are`; "" where a clause says anything else."""
    named_ = [one.get("power") for one in things if one.is_("power")]
    verbs = {one.value for one in things if one.sort == "verb"}
    return named_[0] if len(named_) == 1 and verbs == {"hold"} and not any(one.is_("place") for one in things) else ""


def _all_of(things: Sequence[Token], now: Situation) -> Sense | None:
    """What such a power's units do, for somebody who commands others, too."""
    power = holding(things)
    kinds = {one.value for one in things if one.sort == "kind"} & {"A", "F"}
    theirs = [unit for unit in now.units if unit.power.casefold() == power.casefold()]
    units = [unit for unit in theirs if not kinds or unit.kind in kinds]
    many = {one.value for one in things if one.sort == "amount"}
    if not units or many - {str(len(units))}:
        return None
    said = ("verb", "kind", "all", "amount")
    used = frozenset(n for n, one in enumerate(things) if one.is_("power") or one.sort in said)
    return weighed([f"{named(unit)} H" for unit in units], things, used)


def _but_disbanding(things: Sequence[Token]) -> Sequence[Token]:
    """A retreat without the `failing that, disband it` behind it: that follows by the rules (D-6)."""
    at = next((n for n, one in enumerate(things) if n and one.is_("link", "or", "then")), len(things))
    tail = [one for one in things[at:] if one.sort not in ("link", "small", "sign", "pronoun")]
    goes = [one.value for one in tail if one.text.casefold() not in _SHE]
    return things[:at] if goes == ["remove"] and any(one.is_("place") for one in things[:at]) else things


def _each(things: Sequence[Token]) -> list[Token]:
    """`Vienna, Budapest and Trieste all hold`: behind places, and in front of what they do, `all` means those."""
    return [
        small(one) if one.sort == "all" and before(things, n).is_("place") and behind(things, n).sort == "verb" else one
        for n, one in enumerate(things)
    ]


def _read(things: Sequence[Token], now: Situation) -> Sense | None:
    one_of_several = len({unit.power for unit in now.units}) > 1 and any(one.is_("power") for one in things)
    if one_of_several and (all_ := _all_of(things, now)):
        return all_
    found = mentions(things)
    if not found or len(found) > MOST or not now.season or any(one.is_("matter") for one in things):
        return None
    if now.season == "A":
        return _winter(things, found, now)
    way = orders_of(things, now) or _with_others(things, found, now)
    if not way:
        return None
    every = any(not deed.unit for deed in way)
    if every and one_of_several:
        return None  # HOLD ALL is for the units of all powers
    used = frozenset().union(*(one.used for one in found), _used(things, now, every), _counted(things, way, now))
    sense = weighed(lines(way), things, used, MOST_UNKNOWN + len(way) - 1)
    if sense is None:
        return None
    goals = [deed.to for deed in way if deed.what == "-"]
    if (now.season == "R" and len(found) == 1) or len(goals) > len(set(goals)):
        # `Berlin` of `Berlin, Silesia, all the same to me` is no order; two units to one sea may be half of a sentence
        sense = replace(sense, whole=True)
    if any(deed.unsure for deed in way):
        return replace(sense, sure=False, shown=True, ask=sense.ask or "I am not sure that I read this rightly.")
    return replace(sense, shown=sense.shown or any(deed.shown for deed in way))


def _with_others(things: Sequence[Token], found: Sequence[Mention], now: Situation) -> Orders:
    """A way in which some of the units are others': those orders are refused with their reason, and the rest counts."""
    both = replace(now, units=(*now.units, *now.others), others=())
    way = orders_of(things, both) if len(found) > _FEWEST else ()
    return way if any(deed.unit in now.units for deed in way) else ()


def _used(things: Sequence[Token], now: Situation, all_hold: bool) -> frozenset[int]:
    """The verbs that the orders have used, with what belongs to them, and the writer's own power."""
    own = {unit.power for unit in (*now.units, *now.dislodged)}
    gone = _SHE if len(now.dislodged) == 1 else ()
    sorts = ("verb", "sea", "posted", "coast", "which", "same", "lends", *(("except",) if all_hold else ()))
    return frozenset(
        n
        for n, one in enumerate(things)
        if one.sort in sorts
        or (now.season == "R" and one.is_("link", "or"))
        or one.is_("last")
        or one.get("power") in own
        or one.text.casefold() in gone
    )


def _counted(things: Sequence[Token], way: Orders, now: Situation) -> frozenset[int]:
    """Figures that only count the units: `All 3 of mine dig in`, `both armies`."""
    units = {deed.unit for deed in way if deed.unit is not None}
    many = str(len(units) if units else len(now.units))
    return frozenset(n for n, one in enumerate(things) if one.sort == "amount" and one.value == many)


# ---- builds and removals ---------------------------------------------------------------------------------------------


_BUT = words("things", "winter_but")
_TAKES = words("things", "winter_takes")
_GETS = words("things", "winter_gets")


def _winter(things: Sequence[Token], found: Sequence[Mention], now: Situation) -> Sense | None:
    """What a clause orders in winter."""
    told = [one for one in things if one.sort == "verb" and not one.is_("link")]
    verbs = {"remove" if now.due < 0 and one.is_("verb", "remove") else one.value for one in told}
    idle = _TAKES if "remove" in verbs else _GETS  # `take the army in Bohemia off the board`, `Naples gets a fleet`
    if all(one.text.casefold() in idle for one in things if one.is_("verb", "move")):
        verbs -= {"move"}
    if any(_excepts(things, one) for one in found) or {"+", "-"} <= {one.text for one in things}:
        return None  # `+A Rome, -F Naples`
    if now.due > 0 and verbs <= {"build"}:
        lines = _builds(found, now)
    elif now.due < 0 and verbs <= {"remove"} and verbs:
        lines = _removals(found, now)
    else:
        return None
    if not lines or len(set(lines)) != len(lines) or len(lines) > abs(now.due):
        return None
    own = {unit.power for unit in now.units}
    used = frozenset().union(
        *(one.used for one in found),
        (n for n, one in enumerate(things) if one.sort in ("verb", "kind", "coast")),
        (
            n
            for n, one in enumerate(things)
            if one.sort == "amount" and one.value in ("1", str(len(lines)), str(abs(now.due)))
        ),
        (n for n, one in enumerate(things) if one.get("power") in own),
    )
    sense = weighed([f"{'BUILD' if now.due > 0 else 'REMOVE'} {', '.join(lines)}"], things, used)
    return sense and replace(sense, whole=True)


def _excepts(things: Sequence[Token], one: Mention) -> bool:
    """Whether a place is the one that nothing is done in: `fleets everywhere but London`."""
    front = next((two for two in reversed(things[: one.at]) if two.sort != "small" or two.text in _BUT), None)
    return front is not None and (front.sort == "except" or front.text.casefold() in _BUT)


def _builds(found: Sequence[Mention], now: Situation) -> list[str]:
    """Every place gets the kind named with it, or the one named before. A kind that no place follows is not passed
    over: `an army and a fleet in Constantinople`."""
    places, kinds = [one for one in found if one.place], [one.kind for one in found if not one.place]
    if found[0].place and len(kinds) == sum(not one.kind for one in places):  # `Naples gets a fleet, Rome an army`
        found = [one if one.kind else replace(one, kind=kinds.pop(0)) for one in places]
    kind, open_, lines = "", False, []
    for one in found:
        if open_ and one.kind not in ("", kind):
            return []
        kind, open_ = one.kind or kind, not one.place
        if open_:
            continue
        if not kind or sum(same(each.place, one.place.partition("/")[0]) for each in now.sites) != 1:
            return []
        lines.append(f"{kind} {one.place}")
    return [] if open_ else lines


def _removals(found: Sequence[Mention], now: Situation) -> list[str]:
    lines = []
    for one in found:
        units = own_units(one, now)
        if len(units) != 1:
            return []
        lines += [f"{unit.kind} {unit.place}" for unit in units]
    return lines
