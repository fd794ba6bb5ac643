"""The switches of A13 as settings of a game: their words on a card, and the rules they make.

A game puts these on its card, in whatever order it likes, and hands its settled options back.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.variant import Option
from judge.kits.bribes.rules import BribeRules, Language, Reach, Signals

LANGUAGE: tuple[Option, ...] = (
    Option(
        "language",
        "choice",
        "full",
        "all kinds of bribes; one : line a unit; or that without * + # $ |",
        ("full", "direct", "classic"),
        rule="A13",
    ),
    Option("limit_offers", "flag", "no", "a sheet may not offer more than the purse holds", rule="A13"),
    Option("savings", "flag", "yes", "savings requests ($); without them there are no plateaus (#) either", rule="A13"),
    Option("plateaus", "flag", "yes", "plateaus (#)", rule="A13"),
    Option("zero_foreign", "flag", "no", "amounts of 0 may be written for others' units", rule="A13"),
    Option(
        "reach",
        "choice",
        "any",
        "which units of others a power may bribe: any, only those beside one of its own, or only those that are not",
        ("any", "touch", "remote"),
        rule="A13",
    ),
    Option("ebayola", "flag", "no", "the winner pays one more than the best losing total", rule="A13"),
    Option(
        "signals",
        "choice",
        "off",
        "supports that cannot be may be bought as signals, by anybody or by the owner "
        "alone, for nothing and only where the unit would hold",
        ("off", "on", "owner"),
        rule="A13",
    ),
)

PAY_DUMMIES = Option(
    "pay_dummies", "flag", "no", "only units of unplayed powers are for sale; one's own obey for nothing", rule="A13"
)
BLIND = Option(
    "blind",
    "flag",
    "no",
    "Tin Cup: players see only what is beside their units and centres, and bribes to "
    "units that are not there are ignored without a word",
    rule="A13",
)

GIFTS: tuple[Option, ...] = (
    Option(
        "transfers",
        "choice",
        "any",
        "gifts of money: any, one from each giver to each receiver in a phase, none",
        ("any", "one", "none"),
        rule="A13",
    ),
    Option("anonymous", "flag", "no", "the receiver of money is not told who gave it", rule="A13"),
)

REPORTS: tuple[Option, ...] = (
    Option("hide_cost", "flag", "no", "nobody is told what his units were ordered and paid", rule="A13"),
    Option("hide_offers", "flag", "no", "nobody is told which of his bribes were accepted", rule="A13"),
    Option("statements", "flag", "yes", "private statements after movements", rule="A13"),
    Option("public_totals", "flag", "no", "everybody is told what each unit was paid", rule="A13"),
    Option("chart", "flag", "yes", "the master gets the chart of all bribes after each movement", rule="A13"),
)


def bribe_rules(chosen: Mapping[str, str]) -> BribeRules:
    """The rules out of settled options. `blind` and `pay_dummies` are of Payola alone, and off where they are not
    named. Without savings there are no plateaus (A5.7), and in the fog no zero bids for others' units (A13)."""
    blind = chosen.get("blind") == "yes"
    savings = chosen["savings"] == "yes"
    return BribeRules(
        language=Language(chosen["language"]),
        savings=savings,
        plateaus=savings and chosen["plateaus"] == "yes",
        limit=chosen["limit_offers"] == "yes",
        zero_foreign=chosen["zero_foreign"] == "yes" and not blind,
        reach=Reach(chosen["reach"]),
        dummies_only=chosen.get("pay_dummies") == "yes",
        second_price=chosen["ebayola"] == "yes",
        signals=Signals(chosen["signals"]),
        blind=blind,
    )
