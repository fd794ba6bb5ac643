"""The state of a Payola between two deadlines, and the votes that end it (A11, D-10)."""

from collections.abc import Mapping
from dataclasses import field

from judge.core.errors import InputError
from judge.core.ledger import Ledger
from judge.core.ruling import Reason
from judge.core.tables import reasons, tables
from judge.core.variant import settings_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.decide import ArchivedMovement
from judge.kits.bribes.rules import MONEY, BribeSettings, Income, bribe_rules, read_income, till
from judge.kits.bribes.survey import Survey, survey_of
from judge.kits.bribes.values import Welcome
from judge.kits.host import votes
from judge.kits.host.powers import PowersState

ZERO_SUM_START = 10  # a centre at the start of a Zero-Sum game, and for the first capture of a neutral one (A13)


class PayolaSettings(BribeSettings):
    """Every switch. `grace`: the hours a phase waits once for the silent (D-9); at 0 their units hold."""

    income: Income = field(default_factory=Income)
    empty: str = "refuse"
    donations: bool = True
    conditional: str = "off"
    draws: str = "dias"
    concession: bool = True

    @property
    def zero_sum(self) -> bool:
        return self.income.mode == "zerosum"

    @property
    def blind(self) -> bool:
        return self.bribes.blind


def read_settings(chosen: Mapping[str, str]) -> PayolaSettings:
    """The settings out of the settled options. InputError for values that are none, or that do not go together."""

    income = read_income(chosen["income"], chosen, standard_map().centres)
    if income.mode == "zerosum" and (income.taxed or not income.hoarding):
        raise InputError(
            "Zero-Sum has no taxes: income=zerosum goes with none of tax, tax_centres, cap and hoarding=no.",
            hint="income=table or income=flat goes with them (A13).",
        )
    grace = int(chosen["grace"]) if chosen["nmr"] == "wait" else 0
    return settings_of(PayolaSettings, chosen, bribes=bribe_rules(chosen), income=income, grace=grace)


class PayolaMovement(ArchivedMovement):
    """With what its owners wrote.

    lists     owner -> acceptance list as written
    unheeded  payer -> lines that were filed and did nothing, where there are any
    """

    lists: Mapping[str, str]
    unheeded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PayolaState(PowersState):
    """Everything the rules need; money in whole AgP.

    books     accounts are powers; what bribes pay goes to VOID, or, in Zero-Sum, to the account `till POWER`
    lists     power -> acceptance list, where one was filed (A8)
    given     (giver, receiver) pairs of this phase's transfers, where only one is allowed
    taken     (centre, loser or "", captor) of this year's captures, until income is paid (Zero-Sum)
    year      counts at the start of the year, by which Zero-Sum losses are reckoned
    archive   every movement so far
    """

    settings: PayolaSettings
    books: Ledger
    lists: Mapping[str, Welcome] = field(default_factory=dict)
    given: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str, str], ...] = ()
    year: Mapping[str, int] = field(default_factory=dict)
    archive: tuple[PayolaMovement, ...] = ()

    @property
    def survey(self) -> Survey:
        return survey_of(self.host)

    def balance(self, power: str) -> int:
        return self.books.balance(power, MONEY)

    def earned(self, power: str) -> int:
        """What bribes have paid to a power's units this year (Zero-Sum)."""
        return self.books.balance(till(power), MONEY)

    def units(self) -> dict[str, tuple[str, ...]]:
        """Power -> its standing units."""
        position = self.host.position
        return {power: tuple(unit.text for unit in position.units_of(power)) for power in self.host.powers}


VOTE_REASONS: dict[str, Reason] = {**votes.REASONS, **reasons(tables(__package__)["votes"])}
