"""The settings of an Exchange as the rules read them."""

import re
from collections.abc import Mapping
from dataclasses import field

from judge.core.codec import UNSET, Unset
from judge.core.errors import InputError
from judge.core.values import Value
from judge.core.variant import settings_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.rules import BribeRules, Income, bribe_rules, read_income

PRICE_MOST = 999
_MONEY = re.compile(r"\d{1,5}", re.ASCII)


class Settings(Value):
    """Every switch; the words are those of the options on the card.

    min_bid  power -> the least startup bid; value_all: shares are valued by all there are, company-owned ones too
    table    what centres bring under income_mode=payola
    grace    hours a phase waits for seats that must act (XR-23), 0 for never; chase: again and again
    active_from_start  centres are active once their company is founded, not only when it floats (XR-22)
    """

    bribes: BribeRules = field(default_factory=BribeRules)
    start_cash: int = 400
    min_bid: Mapping[str, int] = field(default_factory=dict)
    auction: str = "sealed"
    grace: int = 0
    chase: bool = False
    active_from_start: bool = False
    fast: bool = False
    share_min: int = 5
    share_max: int = 200
    reprice: str = "lower"
    income: str = "financed"
    neutral_value: int = 5
    value_all: bool = False
    dias: bool = False
    report_counts: bool = False
    table: Income = field(default_factory=Income)
    transfers: str = "any"
    anonymous: bool = False
    statements: bool = True
    hide_cost: bool = False
    hide_offers: bool = False
    public_totals: bool = False
    chart: bool = True
    lots: bool | Unset = UNSET  # a bid lost by lot says so; games begun before say that it was outbid
    stood: bool | Unset = UNSET  # who had a bid standing is told at each call what became of it

    @property
    def zero_sum(self) -> bool:
        return self.income == "zerosum"


def read_settings(chosen: Mapping[str, str]) -> Settings:
    """The settings out of options with every default filled in. InputError for a value that is none."""

    table = read_income(chosen["income_mode"], chosen, standard_map().centres)
    if table.taxed and table.mode != "payola":
        raise InputError(
            f"income_mode={table.mode} has no taxes: tax, tax_centres and cap stand in the place of Payola's table.",
            hint="They go with income_mode=payola (9.1).",
        )
    least, most = int(chosen["share_min"]), int(chosen["share_max"])
    if least > most:
        raise InputError(f"share_min={least} is more than share_max={most}.")
    return settings_of(
        Settings,
        chosen,
        bribes=bribe_rules(chosen),
        min_bid=least_bids(chosen["min_bid"]),
        grace=int(chosen["grace"]) if chosen["nmr"] != "hold" else 0,
        chase=chosen["nmr"] == "chase",
        active_from_start=chosen["inactive_until"] == "start",
        income=table.mode,
        table=table,
        value_all=chosen["value_basis"] == "all",
        lots=True,
        stood=True,
    )


def least_bids(text: str, before: Mapping[str, int] | None = None) -> dict[str, int]:
    """`50` for all powers, or `50, RUSSIA 80, ITALY 30`. Powers that a text without a first number leaves out are as
    `before`, at first 50."""
    words = text.upper().replace(",", " ").split()
    powers = sorted(standard_map().powers)
    values = dict(before or dict.fromkeys(powers, 50))
    if words and _MONEY.fullmatch(words[0]):
        values = dict.fromkeys(powers, int(words.pop(0)))
    if len(words) % 2:
        raise InputError(f"min_bid cannot be {text!r}.", hint="Write 50, or 50, RUSSIA 80, ITALY 30.")
    for power, money in zip(words[::2], words[1::2], strict=True):
        if power not in values or not _MONEY.fullmatch(money):
            raise InputError(f"min_bid: {power} {money} is no power with its least bid.", hint="Write RUSSIA 80.")
        values[power] = int(money)
    if min(values.values()) < 1:
        raise InputError("min_bid is at least 1 for every power.")
    return values


def bids_text(values: Mapping[str, int]) -> str:
    """Least bids as they are written: the commonest for all, then those that differ."""
    common = max(sorted(values.values()), key=list(values.values()).count)
    return ", ".join((str(common), *(f"{power} {least}" for power, least in sorted(values.items()) if least != common)))
