"""The journey of a traveller, out of the places it names: each must border the one before (T-3); and where a
power keeps its treasury (E-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense import contrast
from judge.reading.sense.mentions import Mention, mentions
from judge.reading.sense.result import Sense, weighed
from judge.reading.sense.tokens import Token, behind, small

JOURNEY = words("things", "travel_journey")
_LEADING = ("to", "into", "via", "->", "for")
_HE = words("things", "travel_he")


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause orders of the writer's traveller."""
    if not now.traveller or any(one.is_("link", "or") or one.is_("nothing") for one in things):
        return None  # two journeys, or `no trades` beside one
    things, _ = contrast.without([contrast.heard(one) for one in things])  # `to Marseilles instead of Munich`
    found = tuple(replace(one, place=one.place.partition("/")[0]) for one in mentions(things) if not one.every)
    verbs = {one.value for one in things if one.sort == "verb"} - {"lend", "change"}
    verbs = verbs or {"hold" for one in things if one.is_("verb", "hold")}
    called = any(one.is_("traveller") or one.text.casefold() in _HE for one in things)
    arrows = len(found) > 1 and found[0].place == now.traveller and all(one.near == "->" for one in found[1:])
    led = any(one.near in _LEADING for one in found)
    ordered = called or arrows or verbs == {"move"} or (led and not verbs)
    if not ordered or any(not one.place or one.kind for one in found):
        return None
    used = frozenset().union(*(one.used for one in found), _used(things))
    if verbs == {"hold"} and any(one.text.casefold() in JOURNEY for one in things):
        return None  # `his journey stays as ordered`
    if verbs == {"hold"} and called:
        stays = all(one.place == now.traveller for one in found)
        return _unless(_denied(things), weighed(["TS HOLD"], things, used)) if stays else None
    last = max((one.at for one in found), default=0)
    if verbs == {"hold", "move"} and all(n > last for n, one in enumerate(things) if one.is_("verb", "hold")):
        verbs = {"move"}  # where he ends he stays
    ways = {way for way in _orders(found, now.traveller) if _open(way, now)}
    if verbs - {"move"} or len(ways) != 1:
        return None
    sense = weighed([f"TS({now.traveller})-{'-'.join(min(ways))}"], things, used)
    strong = found[0].place == now.traveller and len(found) > 2
    stands = not led and any(one.is_("link") and one.value not in _LEADING for one in things)
    return _unless(not verbs and not strong and (stands or (sense is not None and sense.shown)), sense)


def spends(things: Sequence[Token]) -> bool:
    """Whether a clause only tells what the traveller does with his money where he arrives, which follows by the rules
    (T-5): `There he changes it into marks and lends it to Germany.`"""
    verbs = [one for one in things if one.sort == "verb"]
    money = bool(verbs) and all(one.is_("verb", "lend", "change") for one in verbs)
    his = any(one.is_("traveller") or one.text.casefold() in _HE for one in things)
    return money and his and not any(one.is_("place") for one in things)


def _unless(unsure: bool, sense: Sense | None) -> Sense | None:
    """A sense that is only proposed where something makes it unsure."""
    if sense is None or not unsure:
        return sense and replace(sense, whole=True)  # sure or not: half of a journey is none
    return replace(sense, sure=False, ask=sense.ask or "I am not sure that I read this rightly.")


def _denied(things: Sequence[Token]) -> bool:
    """`He shall not move`: said of what he does not do."""
    return any(one.is_("verb", "hold") and one.text.startswith(("shall not", "should not", "not to")) for one in things)


def _used(things: Sequence[Token]) -> frozenset[int]:
    """Verbs, the traveller, and what he does with his money where he arrives: that follows by the rules (T-5)."""
    lends = any(one.is_("verb", "lend", "change") for one in things)
    sorts = ("verb", "traveller", "posted", "last", "all", *(("currency", "power", "matter", "kind") if lends else ()))
    fares = {n for n in range(len(things) - 1) if things[n + 1].text in ("%", "per")}  # what it costs is no order
    return frozenset(n for n, one in enumerate(things) if n in fares or one.sort in sorts or one.text.casefold() in _HE)


def _orders(found: Sequence[Mention], here: str) -> list[tuple[str, ...]]:
    """The places in the orders in which they may be meant: as written, and with those on the way before the goal."""
    through: list[str] = []
    goals: list[str] = []
    passing = False
    for one in found:
        passing = "via" in one.marks or (passing and not one.marks)
        if "from" not in one.marks:
            (through if passing else goals).append(one.place)
    written = [one.place for one in sorted(found, key=lambda one: one.near != "from")]  # `to Munich from Switzerland`
    ways = [_tidy(written, here)]
    if through:
        ways.append(_tidy([*through, *(goal for goal in goals if goal != here)], here))
    elif len(written) > 2 and written[0] == written[-1]:
        ways = [_tidy(written[1:], here)]
    if any(one.near == "from" and one.place != here for one in found):
        return []
    return ways


def _tidy(places: Sequence[str], here: str) -> tuple[str, ...]:
    """Without the place where he stands, and without what is said twice running."""
    way = [here, *places]
    return tuple(two for one, two in pairwise(way) if one != two)


def _open(way: tuple[str, ...], now: Situation) -> bool:
    """Whether each step borders the one before."""
    return bool(way) and all(two in now.borders.get(one, ()) for one, two in pairwise((now.traveller, *way)))


# ---- where a power keeps its treasury --------------------------------------------------------------------------------


def treasury(things: Sequence[Token], now: Situation) -> Sense | None:
    """A move of the treasury: to the one place named, or to the second of two."""
    if sum(one.is_("treasury") for one in things) != 1 or not now.season:
        return None
    things = [small(one) if one.text == "2" and behind(things, n).is_("place") else one for n, one in enumerate(things)]
    found = mentions(things)
    verbs = {one.value for one in things if one.sort == "verb"}
    goals = [one for one in found if one.place and "from" not in one.marks and not one.kind]
    if len(goals) != 1 or len(found) > 2 or verbs - {"move", "build", "hold"}:
        return None
    if not verbs and goals[0].near not in ("to", "into", "->", ":"):
        return None
    used = frozenset().union(
        *(one.used for one in found), (n for n, one in enumerate(things) if one.sort == "verb" or one.is_("treasury"))
    )
    return weighed([f"TREASURY TO {goals[0].place}"], things, used)
