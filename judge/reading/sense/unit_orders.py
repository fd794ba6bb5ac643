"""What one segment of a clause orders: a unit, what it does, where to. The position decides what words leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.core.variant import Situation, UnitSeen
from judge.expressions import words
from judge.reading.sense.mentions import Mention, breaks, carriers, own_units, reach, same, stands
from judge.reading.sense.segment import Deeds, Segment, UnitOrder
from judge.reading.sense.tokens import Token

_TO = ("to", "into", "against", "for", "->", ":", "then")
_AIMS = ("to", "into", "->", "against")
_UNIT = ("from", "in", "of", "with", "by", "'s")
_AND = ("and", "&", "+")
_SOME = words("things", "units_some")
_STEPS = ({"move"}, {"retreat"}, {"move", "retreat"}, set[str]())


def deeds(segment: Segment) -> list[Deeds]:
    """All that a segment may order."""
    verbs, every = segment.verbs, [one for one in segment.mentions if one.every]
    segment = replace(segment, mentions=tuple(_merged(segment.mentions, segment.now)))
    if every:
        return _all(segment, *segment.mentions) if segment.mentions[:1] == (every[0],) else []
    backed = any("backed-by" in one.marks for one in segment.mentions)
    if not backed and ("convoy" in verbs or any(one.carries for one in segment.mentions)):
        return list(_convoys(segment))
    if backed or "support" in verbs:
        return list(_supports(segment))
    if verbs == {"hold"}:
        return _holds(segment)
    if verbs == {"remove"} and segment.now.season == "R":
        return [tuple(UnitOrder("D", unit) for one in segment.mentions for unit in own_units(one, segment.now))]
    if verbs in _STEPS:
        return list(_goes(segment))
    return []


def _merged(given: Sequence[Mention], now: Situation) -> Iterator[Mention]:
    """`My army goes from Venice`: a kind, and behind it the place where such a unit stands, are one mention; `Vienna
    sends its army` too."""
    mentions = list(given)
    for one, two in pairwise(given):
        sends = one.place and not one.kind and not one.near and two.kind and not two.place and not two.every
        if sends and {"verb move", ":"} & {*two.marks} and own_units(replace(one, kind=two.kind), now):
            at = mentions.index(one)
            mentions[at : at + 2] = [replace(one, kind=two.kind, used=one.used | two.used)]
    waiting: Mention | None = None
    for one in mentions:
        if waiting is not None and one.near in ("from", "in", ":", "verb hold") and not one.kind:
            both = replace(one, kind=waiting.kind, marks=waiting.marks, used=one.used | waiting.used)
            yield both if own_units(both, now) else one
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = one if one.kind and not one.place and not one.every else None
        if waiting is None:
            yield one
    if waiting is not None:
        yield waiting


def _all(segment: Segment, mention: Mention, *to: Mention) -> list[Deeds]:
    """What all units, or all of a kind, do: they hold, do the same as the one before, or go to one place."""
    if any(one.text.casefold() in _SOME for one in segment.things[segment.lo : mention.at]):
        return []  # `One of my fleets goes to the North Sea`
    kind = [unit for unit in segment.now.units if unit.kind == mention.kind]
    if len(kind) != 2 and segment.things[mention.at].text.casefold().startswith("both"):
        return []
    if to:  # `Both armies to Burgundy`
        led = len(to) == 1 and to[0].near in _AIMS and segment.now.season == "M" and segment.verbs <= {"move"}
        goes = led and bool(kind) and all(reach(unit, to[0].place) for unit in kind)
        return [tuple(UnitOrder("-", unit, to[0].place) for unit in kind)] if goes else []
    if mention.kind and not segment.verbs - {"move"} and segment.hi < len(segment.things):
        return [()] if segment.things[segment.hi].value == ":" else []  # `Fleets first: ...`
    if segment.now.season == "M" and not segment.verbs and not mention.kind and segment.has("same"):
        return [(UnitOrder("SAME", None),)]
    if segment.verbs != {"hold"} or segment.now.season != "M":
        return []
    if mention.kind:
        return [tuple(UnitOrder("H", unit) for unit in kind)]
    powers = {unit.power for unit in segment.now.units}
    return [(UnitOrder("ALL", None),)] if not mention.power or powers == {mention.power} else []


def _holds(segment: Segment) -> list[Deeds]:
    """Every unit of the segment holds."""
    if segment.dangles and len(segment.mentions) > 1:
        return []
    kept = (one for one in segment.mentions if one.marks[-2:] != ("to", "verb hold"))  # `stays home to guard London`
    segment = replace(segment, mentions=tuple(kept))
    at = segment.where("hold")
    front = {one.place for one in segment.mentions if one.at < at}
    more = next((one for one in segment.mentions if one.at > at and one.place not in front), None)
    if front and more is not None and not any(map(breaks, segment.things[at : more.at])):
        return []  # `mun hold ber kie`, and not `Venice holds and so does Apulia`
    found: list[UnitOrder] = []
    for n, one in enumerate(segment.mentions):
        units = own_units(one, segment.now)
        if n and one.place == segment.mentions[n - 1].place:
            continue  # `Army Munich stays in Munich`
        if len(units) != 1 or one.near in _AIMS:
            return []
        found.append(UnitOrder("H", units[0]))
    return [tuple(found)] if segment.now.season == "M" else []


# ---- moves and retreats ----------------------------------------------------------------------------------------------


def _goes(segment: Segment) -> Iterator[Deeds]:
    now, mentions = segment.now, segment.mentions
    what = "R" if now.season == "R" else "-"
    if now.season not in ("M", "R"):
        return
    told = segment.verbs or any(one.near in _AIMS for one in mentions) or segment.names_only
    if len(now.dislodged) == 1 and len(mentions) == 1 and told:
        (unit,), place = now.dislodged, mentions[0].place
        if place and reach(unit, place):
            yield (UnitOrder("R", unit, place),)
    if len(mentions) == 2:
        for unit, to, unsure in _pairs(segment, *mentions):
            yield (_step(segment, what, unit, to, unsure),)
        if not segment.verbs and what == "-":
            yield from _side_by_side(segment, *mentions)
    if len(mentions) > 2:
        yield from _preferences(segment, mentions) if what == "R" else _together(segment, mentions)


def _side_by_side(segment: Segment, one: Mention, two: Mention) -> Iterator[Deeds]:
    """`Paris   Burgundy`: a unit, where it goes, and nothing else."""
    names = all(thing.sort in ("place", "sign", "link", "small") for thing in segment.part)
    names = names and not any(breaks(thing) and thing.value != "|" for thing in segment.things[one.at : two.at])
    led = bool(one.marks) and min(one.used) > segment.lo
    if led or two.marks or one.kind or two.kind or not names:
        return
    units = own_units(one, segment.now)
    if len(units) == 1 and two.place and reach(units[0], two.place):
        yield (UnitOrder("-", units[0], two.place, shown=True),)


def _together(segment: Segment, mentions: Sequence[Mention]) -> Iterator[Deeds]:
    """`Paris and Marseilles both go to Burgundy`: each of them does."""
    *who, to = mentions
    units = [own_units(one, segment.now) for one in who]
    between = [thing for one, two in pairwise(who) for thing in segment.things[one.at + 1 : two.at]]
    joined = any(_joins(thing) for thing in between) and all(_joins(one) or one.sort == "kind" for one in between)
    led = (to.near in (*_AIMS, "verb move") or to.entered) and not any(one.marks for one in who)
    if joined and led and to.place and all(len(each) == 1 and reach(each[0], to.place) for each in units):
        yield tuple(UnitOrder("-", each[0], to.place) for each in units)


def _joins(thing: Token) -> bool:
    return thing.text.casefold() in _AND or thing.is_("link", "and")


def _preferences(segment: Segment, mentions: Sequence[Mention]) -> Iterator[Deeds]:
    """Where a unit retreats to, and where if that is closed: `Munich: first Silesia, then Ruhr`."""
    for unit in _only(mentions[:1], segment.now):
        ways = [one.place for one in mentions[1:]]
        if all(place and reach(unit, place) for place in ways):
            yield (UnitOrder("R", unit, ways[0], further=tuple(ways[1:])),)


def _step(segment: Segment, what: str, unit: UnitSeen, to: str, unsure: bool) -> UnitOrder:
    via = segment.has("sea") and unit.kind == "A"
    return UnitOrder(what, unit, to, via=via, unsure=unsure)


def _pairs(segment: Segment, one: Mention, two: Mention) -> Iterator[tuple[UnitSeen, str, bool]]:
    """An own unit and where it goes, of two mentions in either order. `SMYRNA ARMY BULGARIA`: the kind belongs to the
    place in front of it, if no unit of the writer's stands behind it."""
    joined = not any(map(breaks, segment.things[one.at : two.at]))
    between = joined and not segment.verbs and not one.kind and bool(two.kind) and two.near == ""
    if between and not own_units(two, segment.now):
        one, two, between = replace(one, kind=two.kind), replace(two, kind=""), False
    strange = not segment.verbs and segment.strange(one, two) and two.near != "into"
    for unit, to in ((one, two), (two, one)):
        if not (_leads_to(segment, unit, to) if unit is one else _led_by(unit, to)):
            continue
        units = own_units(unit, segment.now)
        able = [each for each in units if to.place and _gets(segment, each, to.place)]
        if len(able) == 1 and not same(able[0].place, to.place):
            unsure = strange or len(units) > 1 or segment.other(unit)
            yield able[0], to.place, unsure or (between and bool(own_units(to, segment.now)))


def _leads_to(segment: Segment, unit: Mention, to: Mention) -> bool:
    """Whether the words say that the first goes to the second."""
    if unit.near in _AIMS or to.kind:
        return False
    if to.near in _TO or to.near == "verb move":
        return True
    if to.near == "in" and (to.entered or _ends_moving(segment, to) or (segment.wished and not unit.marks)):
        return True
    paired = any(one.text.casefold() in _AND for one in segment.things[unit.at : to.at])  # `army Paris and Brest`
    return not to.marks and (bool(segment.verbs) or (bool(unit.kind) and not paired))


def _ends_moving(segment: Segment, to: Mention) -> bool:
    """Whether a clause ends in a verb that goes into the place in front of it: `in Burgund einrücken`."""
    behind = [one for one in segment.things[max(to.used) + 1 : segment.hi] if one.sort not in ("sign", "small")]
    return len(behind) == 1 and behind[0].is_("verb", "move")


def _led_by(unit: Mention, to: Mention) -> bool:
    """Whether the words say that the second, which stands first, is where the unit behind it goes."""
    if unit.near in _AIMS or to.kind:
        return False
    marked = unit.near in _UNIT or (bool(unit.kind) and unit.near in ("", "for", *_UNIT, "verb move"))
    return marked and (to.near in ("", "to", "into", "for", "against", "->") or to.near.startswith("verb"))


def _gets(segment: Segment, unit: UnitSeen, place: str) -> bool:
    """Whether it can get there: on foot, or carried."""
    sails = unit.kind == "A" and segment.has("sea") and "/" not in place  # how far, the rules know
    return reach(unit, place) or sails or bool(carriers(segment.now, unit, place))


# ---- supports --------------------------------------------------------------------------------------------------------


def _supports(segment: Segment) -> Iterator[Deeds]:
    if segment.now.season != "M" or segment.verbs - {"support", "move", "hold", "convoy"}:
        return
    mentions = segment.mentions
    behind = next((n for n, one in enumerate(mentions) if "backed-by" in one.marks), None)
    if behind is not None:
        inside = (
            behind == 1 and len(mentions) == 3 and (mentions[2].near in (*_AIMS, "verb move") or mentions[2].entered)
        )
        by = mentions[1:2] if inside else mentions[behind:]  # `Paris, backed by Marseilles, enters Burgundy`
        yield from _backed(segment, [one for one in mentions if one not in by], by)
        return
    at = segment.where("support")
    before = tuple(one for one in mentions if one.at < at)
    after = mentions[len(before) :]
    if after and any(one.is_("link", "and") for one in segment.things[at + 1 : after[0].at]):
        return  # `Munich supports that, and Berlin stays`: it is no part of what is supported
    if len(before) >= 2 and not after:
        yield from _backed(segment, before[:-1], before[-1:])
    elif len(before) == 1:
        for unit in _only(before, segment.now):
            yield from (_and_does(segment, deed) for deed in _lent(segment, unit, after))


def _and_does(segment: Segment, deed: UnitOrder) -> Deeds:
    """`Burgundy supports Belgium, which holds`: two orders where both units are the writer's."""
    other, last = deed.other, max(segment.mentions[-1].used)
    behind = [n for n in range(last, segment.hi) if segment.things[n].is_("verb", "hold")]
    apart = behind and any(one.value == "," or one.is_("link", "and") for one in segment.things[last : behind[0]])
    if other is None or other not in segment.now.units or not (apart or segment.has("which")):
        return (deed,)
    return deed, UnitOrder("-" if deed.to else "H", other, deed.to)


def _only(mentions: Sequence[Mention], now: Situation) -> list[UnitSeen]:
    """The one own unit that one mention means."""
    units = own_units(mentions[0], now) if len(mentions) == 1 else []
    return units if len(units) == 1 else []


def _backed(segment: Segment, mentions: Sequence[Mention], by: Sequence[Mention]) -> Iterator[Deeds]:
    """`Paris takes Burgundy with support from Marseilles`: two orders."""
    backers = [own_units(one, segment.now) for one in by]
    if any(len(units) != 1 for units in backers):
        return
    carried = "convoy" in segment.verbs or any(one.carries for one in mentions)
    if carried or len(mentions) == 2:
        alone = replace(segment, mentions=tuple(mentions))
        for way in _convoys(alone) if carried else _goes(alone):
            goes = way[-1]
            lent = [UnitOrder("S", units[0], goes.to, goes.unit) for units in backers]
            if goes.what == "-" and all(
                one.unit and one.unit != goes.unit and reach(one.unit, goes.to) for one in lent
            ):
                yield (*way, *lent)
    elif len(mentions) == 1 and "hold" in segment.verbs:
        for unit in _only(mentions, segment.now):
            lent = [UnitOrder("S", units[0], "", unit) for units in backers]
            if all(one.unit is not None and one.unit != unit and reach(one.unit, unit.place) for one in lent):
                yield (UnitOrder("H", unit), *lent)


def _lent(segment: Segment, unit: UnitSeen, after: Sequence[Mention]) -> Iterator[UnitOrder]:
    """What a unit supports: nothing named, a unit that stands, a place to be entered, or a unit and where it goes."""
    now = segment.now
    if not after:
        yield UnitOrder("S", unit)
    elif len(after) == 1:
        (one,) = after
        for other in _units_of(one, now):
            if other != unit and reach(unit, other.place):
                yield UnitOrder("S", unit, "", other)
        into = one.near in ("to", "into", "against", "in") or "verb move" in one.marks
        if into and one.place and reach(unit, one.place) and not _units_of(one, now):
            yield UnitOrder("S", unit, one.place)
    elif len(after) == 2:
        yield from _helped(segment, "S", unit, *after)


def _helped(segment: Segment, what: str, unit: UnitSeen, one: Mention, two: Mention) -> Iterator[UnitOrder]:
    """A unit of anybody's and where it goes, with this one's help."""
    for who, to in ((one, two), (two, one)):
        first = who is one
        if first and not (_leads_to(segment, who, to) or to.near == "in"):
            continue
        if not first and not _led_by(who, to) and not (to.near == "in" and who.near in _UNIT):
            continue
        for other in _units_of(who, segment.now):
            goes = reach(other, to.place) or other.kind == "A"  # an army may be carried
            helps = reach(unit, to.place) or (what == "C" and other.kind == "A")
            if other != unit and goes and helps and not same(other.place, to.place):
                yield UnitOrder(what, unit, to.place, other)


def _units_of(mention: Mention, now: Situation) -> list[UnitSeen]:
    """Units of anybody that a mention may mean: where it stands says which."""
    return [unit for unit in (*now.units, *now.others) if stands(unit, mention)]


# ---- convoys ---------------------------------------------------------------------------------------------------------


def _carrying(one: Mention) -> bool:
    """Whether an army is carried by what is named: `by the fleet in the Ionian`, `von der Flotte`."""
    return not {"by", "with"}.isdisjoint(one.marks) or (one.kind == "F" and "from" in one.marks)


def _convoys(segment: Segment) -> Iterator[Deeds]:
    """The fleet's order, and the army's own where it is the writer's too."""
    if segment.now.season != "M" or segment.verbs - {"convoy", "move"}:
        return
    mentions = segment.mentions
    if len(mentions) == 1:
        yield from ((UnitOrder("C", unit),) for unit in _only(mentions, segment.now) if unit.kind == "F")
    by = next((n for n, one in enumerate(mentions) if one.carries or _carrying(one)), None)
    if by is None and len(mentions) == 3:
        at = segment.where("convoy")
        by = (
            0
            if mentions[0].at < at < mentions[1].at
            else 2
            if mentions[2].near in ("with", "by", "via", "in")
            else None
        )
    if by is None or len(mentions) != 3:
        return
    one, two = (each for n, each in enumerate(mentions) if n != by)
    for unit in _units_of(mentions[by], segment.now):
        for deed in _helped(segment, "C", unit, one, two) if unit.kind == "F" else ():
            orders = (deed, UnitOrder("-", deed.other, deed.to, via=True, shown=True))
            mine = tuple(order for order in orders if order.unit in segment.now.units)  # the fleet may be another's
            yield from [mine] if mine else []
