"""The settings of an Exchange as the rules read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.errors import InputError
from judge.kits.board import standard_map
from judge.kits.bribes import BribeRules, Language

PRICE_MOST = 999


@dataclass(frozen=True)
class Settings:
    """Every switch; the words are those of the options on the card.

    min_bid  power -> the least startup bid; value_all: shares are valued by all there are, company-owned ones too
    """

    bribes: BribeRules = field(default_factory=BribeRules)
    start_cash: int = 400
    min_bid: Mapping[str, int] = field(default_factory=dict)
    auction: str = "sealed"
    fast: bool = False
    share_min: int = 5
    share_max: int = 200
    reprice: str = "lower"
    income: str = "financed"
    neutral_value: int = 5
    value_all: bool = False
    dias: bool = False
    report_counts: bool = False
    hide_cost: bool = False
    hide_offers: bool = False
    public_totals: bool = False
    chart: bool = True

    @property
    def zero_sum(self) -> bool:
        return self.income == "zerosum"


def read_settings(chosen: Mapping[str, str]) -> Settings:
    """The settings out of options with every default filled in. InputError for a value that is none."""

    def on(name: str) -> bool:
        return chosen[name] == "yes"

    least, most = int(chosen["share_min"]), int(chosen["share_max"])
    if least > most:
        raise InputError(f"share_min={least} is more than share_max={most}.")
    return Settings(
        bribes=BribeRules(
            language=Language(chosen["language"]),
            savings=on("savings"),
            plateaus=on("plateaus"),
            limit=on("limit_offers"),
            second_price=on("ebayola"),
        ),
        start_cash=int(chosen["start_cash"]),
        min_bid=_minimum(chosen["min_bid"]),
        auction=chosen["auction"],
        fast=on("fast"),
        share_min=least,
        share_max=most,
        reprice=chosen["reprice"],
        income=chosen["income_mode"],
        neutral_value=int(chosen["neutral_value"]),
        value_all=chosen["value_basis"] == "all",
        dias=on("dias"),
        report_counts=on("report_counts"),
        hide_cost=on("hide_cost"),
        hide_offers=on("hide_offers"),
        public_totals=on("public_totals"),
        chart=on("chart"),
    )


def _minimum(text: str) -> dict[str, int]:
    """`50` for all powers, or `50, RUSSIA 80, ITALY 30`."""
    words = text.upper().replace(",", " ").split()
    powers = sorted(standard_map().powers)
    head = words[0] if words and words[0].isdigit() else "50"
    rest = words[1:] if words and words[0].isdigit() else words
    values = dict.fromkeys(powers, int(head))
    if len(rest) % 2:
        raise InputError(f"min_bid cannot be {text!r}.", hint="Write 50, or 50, RUSSIA 80, ITALY 30.")
    for power, money in zip(rest[::2], rest[1::2], strict=True):
        if power not in values or not re.fullmatch(r"\d{1,5}", money, re.ASCII):
            raise InputError(f"min_bid: {power} {money} is no power with its least bid.", hint="Write RUSSIA 80.")
        values[power] = int(money)
    if min(values.values()) < 1:
        raise InputError("min_bid is at least 1 for every power.")
    return values
