"""What a part of a clause with one sum in it offers: an order of a unit, a sum kept back, or a gift (A3 to A5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.core.values import Value
from judge.core.variant import Situation, UnitSeen
from judge.expressions import words
from judge.reading.sense.mentions import mentions
from judge.reading.sense.tokens import EDGE, Token, before, behind
from judge.reading.sense.unit_orders import best_way
from judge.reading.sense.unit_parts import UnitOrder

_THEY = words("things", "offers_they")
_SOON = 6  # things in which a unit called `it` has its deed
_ORDERS = ("H", "-", "S", "C")
_PAYING = ("amount", "times", "money", "each", "give", "gets", "pays", "small", "link")
_OF_UNITS = tuple("place kind coast verb link sign posted sea which lends stop except wish small".split())
_CALLED = ("place", "kind")
_DASHES = ("-", "->")  # `TRANSFER 8 TO AUSTRIE-HUNGARY`


class Offer(Value):
    """A line of an offer sheet: `5 : A PAR - BUR`, `10 $`, `TRANSFER 5 TO ITALY`.

    sure  the words say it; else it is only proposed
    """

    line: str
    sure: bool = True


Way = tuple[float, tuple[Offer, ...]]


def offers_of(things: Sequence[Token], worth: str, now: Situation, loose: bool) -> Way | None:
    """What these things offer for a sum, with the signs for it; None where they offer nothing, or one cannot tell."""
    if not any(one.is_("place") or one.is_("kind") for one in things):
        line = _kept(things, worth) or _gift(things, worth)
        return (3.0, (Offer(line),)) if line else None
    last = max(n for n, one in enumerate(things) if one.sort in _CALLED)
    against = [n for n, one in enumerate(things) if one.sort == "against" and not _stays(one, n > last)]
    if any(_denied(things, n) for n in against):
        return None
    shared = worth == "0" or any(one.sort == "each" for one in things)
    if worth.count("*") > 1:
        return None
    bare = list(_for_units(things, now.last.partition(" - ")[2]))
    score, orders = best_way(bare, _on_board(bare, now), (), True, loose)
    fits = len(orders) > 1 if shared and worth != "0" else len(orders) == 1 or (shared and orders)
    if not fits or any(one.what not in _ORDERS for one in orders) or (against and orders[0].what == "H"):
        return None
    sign = "!" if against else ":"
    return score, tuple(Offer(f"{worth} {sign} {_plain(one)}", not one.unsure) for one in orders)


def _denied(things: Sequence[Token], n: int) -> bool:
    """Whether it is the paying that is denied, and not what a unit does: `I won't pay F NAP 6`."""
    pays = any(one.sort in ("give", "pays", "amount") for one in things[n + 1 : n + 3])
    return pays or not any(one.sort in _CALLED for one in things[n + 1 :])


def _plain(one: UnitOrder) -> str:
    """An order as offers have it: one that holds is supported as such, and nobody says how an army gets there."""
    line = " ".join(one.line().removesuffix(" VIA CONVOY").split())
    return f"{line} H" if one.what == "S" and not one.to else line


def _on_board(things: Sequence[Token], now: Situation) -> Situation:
    """The situation in which things name units. Where nobody here knows the board, a unit may stand in each place that
    they name, and go to all others."""
    if now.season == "M" and any(unit.to for unit in (*now.units, *now.others)):
        return now
    kinds = {one.place: one.kind for one in mentions(things) if one.place}
    kinds |= {one.place: one.kind for one in mentions(things) if one.place and one.kind}
    units = tuple(UnitSeen(kind, place, to=tuple(to for to in kinds if to != place)) for place, kind in kinds.items())
    return replace(now, season="M", units=(), others=units)


def _kept(things: Sequence[Token], worth: str) -> str:
    """`20 $`"""
    deeds = any(one.sort in ("power", "give", "against", "verb") for one in things)
    return f"{worth} $" if any(one.sort == "keep" for one in things) and not deeds else ""


def _gift(things: Sequence[Token], worth: str) -> str:
    powers = [one.value for one in things if one.sort == "power"]
    moved = any(one.sort == "money" for one in things) and any(one.is_("verb", "move") for one in things)
    gives = moved or any(one.sort in ("give", "gets") or one.is_("link", "to", "for") for one in things)
    from_ = any(one.sort == "power" and before(things, n).is_("link", "from") for n, one in enumerate(things))
    other = {one.value for one in things if one.sort == "verb"} - ({"move"} if moved else set())
    bars = other or any(one.sort in ("against", "keep", "each") for one in things)
    bars = bars or any(one.text in _DASHES for one in things[1:])
    if len(powers) != 1 or not gives or from_ or bars or not worth.isdecimal() or worth == "0":
        return ""
    return f"TRANSFER {worth} TO {powers.pop()}"


# ---- the things of an offer as the reader of units takes them --------------------------------------------------------


def _for_units(things: Sequence[Token], goal: str) -> Iterator[Token]:
    """The things without what is paid and to whom: `(5 to the) army in Paris (if it) goes to Burgundy`. `goal`: where
    the unit above goes."""
    names = [n for n, one in enumerate(things) if one.sort in _CALLED]
    first = names[0]
    sums = [n for n in range(first) if things[n].sort == "amount"]
    paid = False
    for n, one in enumerate(things):
        leads = one.is_("link") and n < first and (paid or n < max(sums, default=0))
        beside = one.sort == "sign" and (paid or behind(things, n).sort == "amount") and one.value not in ("->", "-")
        if leads or beside:
            yield _mute(one)
        elif _stays(one, n > names[-1] if one.sort == "against" else n > first or before(things, n).is_("theirs")):
            yield replace(one, sort="verb", value="hold")
        elif one.sort == "against":
            yield replace(one, sort="verb", value="move")
        elif goal and one.sort == "there":
            yield replace(one, sort="place", value=goal)
        else:
            yield one if one.sort in _OF_UNITS else _mute(one)
        paid = one.sort == "amount" or (paid and one.sort in _PAYING)


def _stays(one: Token, behind_unit: bool) -> bool:
    """Whether a thing says that a unit in front of it stays: `if it does not move`, and not that money is kept."""
    return behind_unit and one.sort in ("against", "keep", "small") and one.is_("verb", "hold")


def _mute(one: Token) -> Token:
    return replace(one, sort="small", value="", also=())


def of_unit(things: Sequence[Token], n: int) -> bool:
    """Whether a condition is what is paid for: `if A MUN goes`, `so that it holds`."""
    after = next((at for at in range(n + 1, len(things)) if not _whose(things, at)), n)
    if _word(things[after]) in _THEY:
        soon = things[after + 1 : n + _SOON]  # `if it holds`, `if it is ordered to Trieste`, and not `if it rains`
        return any(one.is_("verb") or one.is_("against") or one.is_("link", "to", "into") for one in soon)
    return things[after].is_("place") or things[after].is_("kind") or _word(things[after]) in ("a", "f")


def _whose(things: Sequence[Token], n: int) -> bool:
    """Whether a thing says no more than whose the unit behind it is: `the French (fleet)`, `my own (army)`."""
    one = things[n]
    said = of_power(things, n) if one.is_("power") else any(map(one.is_, ("small", "myself"))) or _belongs(one)
    return said and _word(one) not in (*_THEY, "a", "f")


def _word(one: Token) -> str:
    """The first word of a thing: `it is` and `it's` are `it`."""
    return one.text.casefold().split()[0].partition("'")[0]


def of_power(things: Sequence[Token], n: int) -> bool:
    """Whether a power's name says whose unit is named behind it: `the German army`, `Germany's Munich`, `the Italians
    in Venice`, `la flotte française de Brest`."""
    after = next(
        (one for one in things[n + 1 :] if not (one.is_("link", "'s", "in", "of") or one.sort == "small")), EDGE
    )
    return after.is_("kind") or after.is_("place")


def _belongs(one: Token) -> bool:
    return one.is_("link", "'s", "in", "of")
