"""Builds and removals, out of a kind of unit and where, or a unit that goes (D-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.parse.expressions import words
from judge.parse.sense.mentions import Mention, own_units, same
from judge.parse.sense.result import Sense, weighed
from judge.parse.sense.tokens import Token

_BUT = words("things", "winter_but")
_TAKES = words("things", "winter_takes")


def read(things: Sequence[Token], found: Sequence[Mention], now: Situation) -> Sense | None:
    """What a clause orders in winter."""
    verbs = {one.value for one in things if one.sort == "verb"}
    if "remove" in verbs and all(one.text.casefold() in _TAKES for one in things if one.is_("verb", "move")):
        verbs -= {"move"}  # `take the army in Bohemia off the board`
    if any(_excepts(things, one) for one in found):
        return None
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
    """Every place gets the kind named with it, or the one named before; inland only an army can be meant."""
    places, kinds = [one for one in found if one.place], [one.kind for one in found if not one.place]
    if found[0].place and len(kinds) == len(places) and not any(one.kind for one in places):
        places = [replace(one, kind=kind) for one, kind in zip(places, kinds, strict=True)]
    kind, lines = "", []
    for one in found:
        site = next((each for each in places if each.at == one.at), one)
        kind = site.kind or kind
        if not site.place:
            continue
        if not kind or sum(same(each.place, site.place.partition("/")[0]) for each in now.sites) != 1:
            return []
        lines.append(f"{kind} {site.place}")
    return lines


def _removals(found: Sequence[Mention], now: Situation) -> list[str]:
    lines = []
    for one in found:
        units = own_units(one, now)
        if len(units) != 1:
            return []
        lines += [f"{unit.kind} {unit.place}" for unit in units]
    return lines
