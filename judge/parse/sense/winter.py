"""Builds and removals, out of a kind of unit and where, or a unit that goes (D-7)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.variant import Situation
from judge.parse.sense.mentions import Mention, own_units, same
from judge.parse.sense.result import Sense, weighed
from judge.parse.sense.things import Thing


def read(things: Sequence[Thing], found: Sequence[Mention], now: Situation) -> Sense | None:
    """What a clause orders in winter."""
    verbs = {one.value for one in things if one.sort == "verb"}
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
        (n for n, one in enumerate(things) if one.sort == "amount" and one.value == str(len(lines))),
        (n for n, one in enumerate(things) if one.get("power") in own),
    )
    return weighed([f"{'BUILD' if now.due > 0 else 'REMOVE'} {', '.join(lines)}"], things, used)


def _builds(found: Sequence[Mention], now: Situation) -> list[str]:
    """Every place gets the kind named with it, or the one named before; inland only an army can be meant."""
    kind, lines = "", []
    for one in found:
        if not one.place:
            kind = one.kind
            continue
        sites = [site for site in now.sites if same(site.place, one.place.partition("/")[0])]
        kind = one.kind or kind
        if len(sites) != 1 or not kind:
            return []
        lines.append(f"{kind} {one.place}")
    return lines


def _removals(found: Sequence[Mention], now: Situation) -> list[str]:
    lines = []
    for one in found:
        units = own_units(one, now)
        if len(units) != 1:
            return []
        lines.append(f"{units[0].kind} {units[0].place}")
    return lines
