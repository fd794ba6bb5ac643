"""An offer for an order, a sum kept back or a gift in its notation, out of the words that belong to it (A3 to A5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.core.regex import regex
from judge.core.variant import Situation
from judge.reading.sense.mentions import same
from judge.reading.sense.result import Unclear, Word

_MOVED = regex(r"\S+ : ([AF] \S+ - .+)")


def offer(part: Sequence[Word], now: Situation, above: str) -> str:
    """One offer in its notation, a sum kept back, or a gift. `above` is the offer in front of it."""
    (worth,) = [word.value for word in part if word.sort == "sum"]
    deeds = {word.value for word in part if word.sort == "deed"}
    places = [n for n, word in enumerate(part) if word.sort == "place"]
    if not places:
        return _kept(part, worth, deeds)
    if deeds & {"convoy", "build", "retreat", "remove", "disband"} or worth.count("*") > 1:
        raise Unclear
    if "hold" in deeds and len({part[n].value for n in places}) == 1:
        places = places[:1]  # `to army Munich for staying in Munich`
    sign = "!" if any(word.sort == "against" for word in part) else ":"
    if "support" in deeds:
        return f"{worth} {sign} {_support(part, places, now, above)}"
    if len(places) == 1:
        if "hold" not in deeds or sign == "!":
            raise Unclear
        return f"{worth} : {_unit(part, places[0], now)} H"
    if len(places) != 2 or "hold" in deeds:
        raise Unclear
    start, goal = _way(part, places, now)
    return f"{worth} {sign} {_unit(part, start, now)} - {part[goal].value}"


def _kept(part: Sequence[Word], worth: str, deeds: set[str]) -> str:
    """`20 $` or a gift."""
    powers = {word.value for word in part if word.sort == "power"}
    if any(word.sort == "money" for word in part) and deeds == {"move"}:
        deeds = {"give"}  # `move 6 AgP to Austria`
    if any(word.sort == "keep" for word in part) and not powers and not deeds:
        return f"{worth} $"
    if any(two.sort == "power" and (one.sort, one.value) == ("link", "from") for one, two in pairwise(part)):
        raise Unclear  # `10 from Italy to me`
    linked = any(word.sort == "gets" or (word.sort == "link" and word.value in ("to", "for")) for word in part)
    if len(powers) != 1 or not (linked or "give" in deeds) or not worth.isdecimal() or worth == "0":
        raise Unclear
    if any(word.sort in ("against", "kind", "keep", "arrow") for word in part) or deeds - {"give"}:
        raise Unclear
    return f"TRANSFER {worth} TO {powers.pop()}"


def _support(part: Sequence[Word], places: Sequence[int], now: Situation, above: str) -> str:
    """`MUN S PAR - BUR`: who supports stands in front of the word for it; `to support it` is the move `above`."""
    at = next(n for n, word in enumerate(part) if word.value == "support")
    who, goals = [n for n in places if n < at], [n for n in places if n > at]
    if len(who) == 1 and not goals and (moved := _MOVED.fullmatch(above)):
        return f"{_unit(part, who[0], now)} S {moved[1]}"
    if len(who) != 1 or len(goals) not in (1, 2):
        raise Unclear
    goal = "".join(f" - {part[n].value}" for n in goals[1:]) or " H"
    return f"{_unit(part, who[0], now)} S {_unit(part, goals[0], now)}{goal}"


def _way(part: Sequence[Word], places: Sequence[int], now: Situation) -> tuple[int, int]:
    """Which of two places the unit stands in, and which it goes to."""
    one, two = places
    marked = [n for n in places if _kind(part, n)]
    aims = [n for n in places if n and _aimed(part, n)]
    from_ = [n for n in places if n and part[n - 1].sort == "link" and part[n - 1].value == "from"]
    units = (*now.units, *now.others)
    stand = [n for n in places if any(same(unit.place, part[n].value) for unit in units)]
    for told in (marked, from_):
        if len(told) == 1:
            return told[0], two if told[0] == one else one
    if one in aims and any((word.sort, word.value) == ("link", "for") for word in part[one:two]):
        return one, two  # `5 to Paris for going to Burgundy`
    goes = any(word.sort in ("arrow", "against") or word.value == "move" for word in part[one:two])
    paid = one > 1 and part[one - 2].sort == "sum"  # `6 sur Paris-Bourgogne`: what it is paid on
    if len(aims) == 1 and not (aims[0] == one and goes and paid):
        return (one, two) if aims[0] == two else (two, one)
    if goes:
        return one, two
    if len(stand) == 1:
        return stand[0], two if stand[0] == one else one
    raise Unclear


def _aimed(part: Sequence[Word], n: int) -> bool:
    """Whether a place has `to` or `into` in front of it."""
    return part[n - 1].sort == "link" and part[n - 1].value == "to"


def _kind(part: Sequence[Word], n: int) -> str:
    """A or F where the word for it stands beside a place: `the Paris army`, `army in Paris`."""
    if n + 1 < len(part) and part[n + 1].sort == "kind":
        return part[n + 1].value
    for word in reversed(part[:n]):
        if word.sort == "kind":
            return word.value
        if word.sort not in ("deed", "link", "if") or word.value in ("to", "support", "move"):
            return ""
    return ""


def _unit(part: Sequence[Word], n: int, now: Situation) -> str:
    """A unit as the notation calls it. Raises Unclear where the board has none there, or another kind."""
    kind, place = _kind(part, n), part[n].value
    units = (*now.units, *now.others)
    seen = [unit for unit in units if same(unit.place, place)]
    if units and (not seen or kind not in ("", seen[0].kind)):
        raise Unclear
    if seen:
        return f"{seen[0].kind} {seen[0].place}"
    return f"{kind} {place}".strip()
