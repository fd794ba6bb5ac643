"""The settings of a Payola as the rules read them (A13)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.errors import InputError
from judge.kits.board import standard_map
from judge.kits.bribes import BribeRules, Language, Reach, Signals

FLAT = 7  # a centre and year where income is flat: the number of powers (A13)
ZERO_SUM_START = 10  # a centre at the start of a Zero-Sum game, and for the first capture of a neutral one (A13)


@dataclass(frozen=True)
class Income:
    """How centres bring money. `centres`: those with a value of their own; `tax` and `cap` -1 where there is none."""

    mode: str = "table"
    tax: int = -1
    centres: Mapping[str, int] = field(default_factory=dict)
    cap: int = -1
    hoarding: bool = True


@dataclass(frozen=True)
class Settings:
    """Every switch; the words are those of the options on the card."""

    bribes: BribeRules = field(default_factory=BribeRules)
    income: Income = field(default_factory=Income)
    empty: str = "refuse"
    transfers: str = "any"
    anonymous: bool = False
    donations: bool = True
    hide_cost: bool = False
    hide_offers: bool = False
    statements: bool = True
    public_totals: bool = False
    chart: bool = True
    conditional: str = "off"
    draws: str = "dias"
    concession: bool = True

    @property
    def zero_sum(self) -> bool:
        return self.income.mode == "zerosum"

    @property
    def blind(self) -> bool:
        return self.bribes.blind


def read_settings(chosen: Mapping[str, str]) -> Settings:
    """The settings out of the settled options. InputError for a value that is none."""

    def on(name: str) -> bool:
        return chosen[name] == "yes"

    return Settings(
        bribes=BribeRules(
            language=Language(chosen["language"]),
            savings=on("savings"),
            plateaus=on("plateaus"),
            limit=on("limit_offers"),
            zero_foreign=on("zero_foreign") and not on("blind"),
            reach=Reach(chosen["reach"]),
            dummies_only=on("pay_dummies"),
            second_price=on("ebayola"),
            signals=Signals(chosen["signals"]),
            blind=on("blind"),
        ),
        income=_income(chosen),
        empty=chosen["empty"],
        transfers=chosen["transfers"],
        anonymous=on("anonymous"),
        donations=on("donations"),
        hide_cost=on("hide_cost"),
        hide_offers=on("hide_offers"),
        statements=on("statements"),
        public_totals=on("public_totals"),
        chart=on("chart"),
        conditional=chosen["conditional"],
        draws=chosen["draws"],
        concession=on("concession"),
    )


def _income(chosen: Mapping[str, str]) -> Income:
    return Income(
        mode=chosen["income"],
        tax=int(chosen["tax"] or -1),
        centres=_centres(chosen["tax_centres"]),
        cap=int(chosen["cap"] or -1),
        hoarding=chosen["hoarding"] == "yes",
    )


def _centres(text: str) -> dict[str, int]:
    words = text.upper().replace(",", " ").split()
    if len(words) % 2:
        raise InputError(f"tax_centres cannot be {text!r}.", hint="Write centre and money in turn: PAR 10, MOS 5.")
    values = {}
    for centre, money in zip(words[::2], words[1::2], strict=True):
        if centre not in standard_map().centres or not re.fullmatch(r"\d{1,5}", money, re.ASCII):
            raise InputError(f"tax_centres: {centre} {money} is no centre with its money.", hint="Write PAR 10, MOS 5.")
        values[centre] = int(money)
    return dict(sorted(values.items()))
