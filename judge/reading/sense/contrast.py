"""What a unit shall not do after all: `Brest to the Channel, not the Mid-Atlantic`, `Kiel instead of Sweden`.

And the words around a correction (`sorry, actually ...`), which make an order to a unit no less sure: a unit has one
order, and the last one counts. What a word stands for that points at a thing named before: `he`, `200 of them`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense.mentions import same
from judge.reading.sense.tokens import Token, before, behind, small

_CORRECTS = words("remarks", "corrects")
_DENIES = words("things", "contrast_denies")
_NOT = words("things", "contrast_not") | _DENIES
_SKIP = ("small", "link", "coast")
_ANYWHERE = words("things", "contrast_anywhere")
_WHO = ("place", "traveller")
_STAYS, _GOES = {"hold"}, {"move"}
_ENDS = (",", ".", ";", ")", "!", "but", "-", "--")


def heard(thing: Token) -> Token:
    """A word of correction is a small one here."""
    return small(thing) if thing.text.casefold() in _CORRECTS else thing


def pointed(things: Sequence[Token], spoken: Sequence[str]) -> Sequence[Token]:
    """The things, with the currencies that were spoken of above where a word beside an amount stands for them: `(The
    rouble looks sick,) so out with 200 of them`, `vendez-en 200`, `sell 100 of each`; or for the only one that stands
    in front of it: `I am sick of the rouble, sell 200 of them`."""
    named = [n for n, one in enumerate(things) if one.is_("currency")]
    if not spoken:
        at = named[0] if len(named) == 1 else 0
        if not at or before(things, at).is_("amount") or behind(things, at).is_("amount"):
            return things
        behind_it = pointed(things[at + 1 :], (things[at].get("currency"),))
        return [*things[:at], small(things[at]), *behind_it] if behind_it != tuple(things[at + 1 :]) else things
    found: list[Token] = []
    for n, one in enumerate(things):
        beside = before(things, n).is_("amount") or (behind(things, n).is_("amount") and not named)
        each = one.get("those") == "each"
        if not (one.is_("those") and beside and (each or len(spoken) == 1)):
            found.append(one)
            continue
        found += [replace(one, sort="each", value="", also=())] if each else []
        found += [replace(one, sort="currency", value=name, also=()) for name in spoken]
    return tuple(found)


def unbracketed(things: Sequence[Token]) -> Sequence[Token]:
    """A clause without names that are denied in brackets: `sell 300 lira (not crowns!)`."""
    start = next((n for n, one in enumerate(things) if one.text == "("), len(things))
    end = next((n for n, one in enumerate(things) if n > start and one.text == ")"), 0)
    inside = things[start + 1 : end]
    denied = bool(inside) and inside[0].text.casefold() in _NOT and not any(one.sort == "verb" for one in inside)
    if len(inside) == 1 and inside[0].sort == "place" and start > 1 and things[start - 2].is_("link"):
        return [*things[: start - 1], inside[0], *things[end + 1 :]]  # `en Atlantique (MAO)`
    return [*things[:start], *things[end + 1 :]] if denied else things


def without(things: Sequence[Token]) -> tuple[Sequence[Token], tuple[str, ...]]:
    """A clause without what is not meant after all, and the places named there: a word of contrast, and a place alone
    behind it, or nothing but what is done otherwise (`stays at home rather than go anywhere`)."""
    for n, one in enumerate(things):
        if not n or one.text.casefold() not in _NOT:
            continue
        end = next((k for k in range(n + 1, len(things)) if things[k].text in _ENDS), len(things))
        named = [two for two in things[n + 1 : end] if two.sort not in _SKIP and not two.is_("verb", "move")]
        gone: tuple[str, ...] = ()
        if len(named) == 1 and named[0].is_("place"):
            gone = (named[0].get("place"),)
        elif not _otherwise(things[:n], things[n + 1 : end]):
            continue
        joined = things[n - 1].text in (",", "(", "-", "--", ";") or things[n - 1].is_("link", "and")
        front = n - 1 if joined else n
        rest, places = without([*things[:front], *things[end + (end < len(things) and things[end].text == ")") :]])
        return rest, (*gone, *places)
    return things, ()


def _otherwise(front: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether only the other of going and staying stands behind: `stays rather than goes`, `to Sweden, not hold`."""
    does, did = ({one.value for one in part if one.sort == "verb"} for part in (front, behind))
    does = does or {"move"}
    alone = all(one.sort in ("verb", *_SKIP) or one.text.casefold() in _ANYWHERE for one in behind)
    return alone and any(one.sort in _WHO for one in front) and (does, did) in ((_STAYS, _GOES), (_GOES, _STAYS))


def could(lines: Sequence[str], places: Sequence[str], now: Situation) -> bool:
    """Whether the one unit that is ordered could have gone to these places instead, and none of the writer's stands
    there: `Paris, not Marseilles` would say which unit is meant."""
    if len(lines) != 1:
        return False
    units = [unit for unit in (*now.units, *now.dislodged) if lines[0].startswith(f"{unit.kind} {unit.place} ")]
    mine = any(same(unit.place, place) for unit in now.units for place in places)
    return len(units) == 1 and not mine and all(any(same(to, place) for to in units[0].to) for place in places)
