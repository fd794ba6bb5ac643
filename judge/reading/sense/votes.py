"""Votes that end a game (D-10): `put Germany down for the three-way with England and Russia`, `I throw in the towel,
Italy wins`. A vote for something has a word of assent; what is denied or asked is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.reading.lexicon import fold
from judge.reading.sense.result import Sense, weighed
from judge.reading.sense.tokens import Token

_STRANGE = 2  # words nobody knows beside a vote
_ALIKE = 3  # letters in which a power and its adjective are alike


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause votes for."""
    draws = any(one.is_("verb", "draw") or one.is_("way") for one in things)
    concedes = any(one.is_("verb", "concede") for one in things)
    orders = any(one.is_("amount") or (one.is_("kind") and len(one.text) > 1) for one in things)
    if draws == concedes or orders or not now.me:
        return None
    if any(one.sort == "place" and not one.is_("power") for one in things):
        return None
    named = list(dict.fromkeys(one.get("power") for one in things if one.is_("power")))
    told = ("way", "assent", "power")
    used = frozenset(n for n, one in enumerate(things) if one.is_("verb", "draw", "concede") or any(map(one.is_, told)))
    line = _draw(things, named, now) if draws else _concession(named, now)
    sense = weighed([line], things, used, _STRANGE) if line else None
    if sense is None or not sense.sure:
        return sense
    if draws and not any(one.is_("assent") for one in things):
        return replace(sense, sure=False, ask="Is that your vote? I count it only where you say so.")
    return replace(sense, shown=True, whole=True)  # those who share a draw are named together


def mine(power: str, now: Situation) -> bool:
    """Whether a power is the writer's own."""
    return fold(power)[:_ALIKE] == fold(now.me)[:_ALIKE]


def _draw(things: Sequence[Token], named: Sequence[str], now: Situation) -> str:
    """`DRAW`, or with those who share it: the writer is one of them; "" where their number is not as told."""
    others = [power for power in named if not mine(power, now)]
    ways = [int(one.get("way")) for one in things if one.is_("way")]
    if not others:
        return "" if ways else "DRAW"
    if any(many != len(others) + 1 for many in ways):
        return ""
    if len(others) == len(named) and not any(one.is_("link", "with") for one in things):
        return ""  # `a draw between England and Russia`
    own = next((power for power in named if mine(power, now)), now.me)
    return f"DRAW {' '.join((own, *others))}"


def _concession(named: Sequence[str], now: Situation) -> str:
    others = [power for power in named if not mine(power, now)]
    return f"CONCEDE TO {others[0]}" if len(others) == 1 else ""
