"""The settings of a Payola as the rules read them (A13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.errors import InputError
from judge.kits.board import standard_map
from judge.kits.bribes import BribeRules, Income, bribe_rules, read_income

ZERO_SUM_START = 10  # a centre at the start of a Zero-Sum game, and for the first capture of a neutral one (A13)


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
    grace: int = 0  # hours a phase waits once for the silent (D-9); 0: units hold

    @property
    def zero_sum(self) -> bool:
        return self.income.mode == "zerosum"

    @property
    def blind(self) -> bool:
        return self.bribes.blind


def read_settings(chosen: Mapping[str, str]) -> Settings:
    """The settings out of the settled options. InputError for values that are none, or that do not go together."""

    def on(name: str) -> bool:
        return chosen[name] == "yes"

    income = read_income(chosen["income"], chosen, standard_map().centres)
    if income.mode == "zerosum" and (income.taxed or not income.hoarding):
        raise InputError(
            "Zero-Sum has no taxes: income=zerosum goes with none of tax, tax_centres, cap and hoarding=no.",
            hint="income=table or income=flat goes with them (A13).",
        )
    return Settings(
        bribes=bribe_rules(chosen),
        income=income,
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
        grace=int(chosen["grace"]) if chosen["nmr"] == "wait" else 0,
    )
