"""What the position says where words leave something open: the `<...>` of a phrase rule.

    <debt {power}>          what he owes that power
    <creditor>              the only power he owes anything
    <claim {power}>         what that power owes him
    <kind {place}>          A or F: his unit there
    <winter>                nothing; the rule holds in winter alone
    <last>                  the last move above, as an order
    <me>                    the writer's own seat
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
    (debt,) = now.debts
    return debt[0][0]


def _kind(place: str, now: Situation) -> str:
    for unit in (*now.dislodged, *now.units):
        if fold(place) in {fold(name) for name in unit.names}:
            return unit.kind
    raise Open(f"You have no unit in {place}.")


def _winter(_: str, now: Situation) -> str:
    """For rules of winter alone: elsewhere they do not apply, and nothing is asked."""
    if now.season != "A":
        raise Open
    return ""


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
    "debt": _debt,
    "claim": _claim,
    "creditor": _creditor,
    "kind": _kind,
    "winter": _winter,
    "last": _last,
    "me": _me,
    "share": _share,
}
