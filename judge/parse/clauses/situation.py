"""What the position says where words leave something open: the `<...>` of a phrase rule.

    <fleet>             the writer's only fleet (in a retreat: his only dislodged one)
    <army>, <unit>      the same for armies, for any unit
    <at {place}>        how his unit there is ordered: `-`, or `R` where it is dislodged
    <debt {power}>      what he owes that power
    <creditor>              the only power he owes anything
    <claim {power}>         what that power owes him
    <kind {place}>          A or F: his unit there
    <go>                    how units go now: `-`, or `R` while retreats are due
    <scrap>                 how units are given up now: REMOVE, or DISBAND while retreats are due
    <winter>, <retreats>, <moves>   nothing; the rule holds in that kind of phase alone
    <last>                  the last move above, as an order
    <me>                the writer's own seat
    <mine {power}>      nothing; the rule holds where that power is his own
    <share {n} {currency}>  that part of his holding, where it is a whole number

A game fills `core/variant.py` Situation in its `situation(state, seat)`; a new word is one function in WORDS. A word
raises Open, with a question, where the position leaves two answers or none: then the rule does not apply, and the
question goes into the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from judge.core.variant import Situation
from judge.parse.lexicon import Sums, fold, sum_of


class Open(Exception):
    """The position leaves this open; the text is a question to the writer."""


def fill(call: str, situation: Situation) -> str:
    """The words for one `<...>`. Raises Open."""
    name, _, rest = call.strip().partition(" ")
    return WORDS[name](rest.strip(), situation)


def _only(kind: str) -> Callable[[str, Situation], str]:
    def found(_: str, now: Situation) -> str:
        units = [unit for unit in (now.dislodged or now.units) if kind in ("", unit.kind)]
        if len(units) != 1:
            raise Open("Which unit do you mean?")
        return f"{units[0].kind} {units[0].place}"

    return found


def _mine(power: str, now: Situation) -> str:
    """Nothing, where `English` or `England` is the writer's own: a name and its adjective begin alike."""
    if not now.me or fold(power)[:2] != fold(now.me)[:2]:
        raise Open("Whose units do you mean? Only your own take orders from you.")
    return ""


def _at(place: str, now: Situation) -> str:
    if any(fold(place) in {fold(name) for name in unit.names} for unit in now.dislodged):
        return "R"
    if any(fold(place) in {fold(name) for name in unit.names} for unit in now.units):
        return "-"
    raise Open(f"You have no unit in {place}.")


def _debt(power: str, now: Situation) -> str:
    return _sum(power, now.debts, "Which debt do you mean, and how much of it?")


def _claim(power: str, now: Situation) -> str:
    return _sum(power, now.claims, "Which loan do you mean, and how much of it?")


def _sum(power: str, table: Sums, ask: str) -> str:
    """What stands in a table for a power, or for the only one there where none is named."""
    found = sum_of(table, power) if power else table[0][1] if len(table) == 1 else None
    if found is None:
        raise Open(ask)
    return str(found)


def _creditor(_: str, now: Situation) -> str:
    if len(now.debts) != 1:
        raise Open("Whom do you pay back, and how much?")
    return now.debts[0][0][0]


def _kind(place: str, now: Situation) -> str:
    for unit in (*now.dislodged, *now.units):
        if fold(place) in {fold(name) for name in unit.names}:
            return unit.kind
    raise Open(f"You have no unit in {place}.")


def _in(season: str) -> Callable[[str, Situation], str]:
    """For rules of one kind of phase alone: elsewhere they do not apply, and nothing is asked."""

    def found(_: str, now: Situation) -> str:
        if now.season != season:
            raise Open
        return ""

    return found


def _go(_: str, now: Situation) -> str:
    return "R" if now.season == "R" else "-"


def _scrap(_: str, now: Situation) -> str:
    if now.season == "M":
        raise Open("Units are given up in retreats and in winter.")
    return "DISBAND" if now.season == "R" else "REMOVE"


def _last(_: str, now: Situation) -> str:
    if not now.last:
        raise Open("Which move do you mean?")
    return now.last


def _me(_: str, now: Situation) -> str:
    if not now.me:
        raise Open
    return now.me


def _share(words: str, now: Situation) -> str:
    part, _, name = words.partition(" ")
    held = sum_of(now.holdings, name)
    if held is None or held % int(part):
        raise Open("How many do you mean? Write the figure.")
    return str(held // int(part))


WORDS: dict[str, Callable[[str, Situation], str]] = {
    "fleet": _only("F"),
    "army": _only("A"),
    "unit": _only(""),
    "at": _at,
    "debt": _debt,
    "claim": _claim,
    "creditor": _creditor,
    "kind": _kind,
    "go": _go,
    "scrap": _scrap,
    "winter": _in("A"),
    "retreats": _in("R"),
    "moves": _in("M"),
    "last": _last,
    "me": _me,
    "mine": _mine,
    "share": _share,
}
