"""Where a power keeps its treasury (E-11), out of the word for it and a place."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.variant import Situation
from judge.parse.sense.mentions import mentions
from judge.parse.sense.result import Sense, weighed
from judge.parse.sense.tokens import Token, behind, small


def read(things: Sequence[Token], now: Situation) -> Sense | None:
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
