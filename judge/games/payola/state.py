"""The state of a Payola between two deadlines, and the votes that end it (A11, D-10)."""

from collections.abc import Mapping
from dataclasses import field

from judge.core.command import Orders
from judge.core.errors import InputError
from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.core.ruling import Reason, Ruling
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.core.variant import settings_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.rules import BribeRules, Income, bribe_rules, read_income
from judge.kits.bribes.survey import Survey, survey_of
from judge.kits.bribes.values import Welcome
from judge.kits.host import votes
from judge.kits.host.commands import GameOver
from judge.kits.host.hosted import duties, position_of
from judge.kits.host.state import Host
from judge.kits.host.votes import Poll, Vote, YearCount

ZERO_SUM_START = 10  # a centre at the start of a Zero-Sum game, and for the first capture of a neutral one (A13)


class PayolaSettings(Value):
    """Every switch; the words are those of the options in the info."""

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


MONEY = "AGP"
LOST = 2  # movements in a row without a sheet that cost the vote and open the seat (D-9)


class ArchivedMovement(Value):
    """A movement as it was bid for: enough to decide it again, and published when the game is over (A11).

    units     power -> its units then
    balances  payer -> money before
    sheets    payer -> printed lines
    welcome   owner -> acceptance list spelled out
    lists     owner -> acceptance list as written
    unheeded  payer -> lines that were filed and did nothing, where there are any
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    balances: Mapping[str, int]
    sheets: Mapping[str, tuple[str, ...]]
    welcome: Mapping[str, Welcome]
    lists: Mapping[str, str]
    unheeded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PayolaState(Value):
    """Everything the rules need; money in whole AgP.

    flags     seat -> its power
    books     accounts are powers; what bribes pay goes to VOID, or, in Zero-Sum, to the account `till POWER`
    lists     power -> acceptance list, where one was filed (A8)
    given     (giver, receiver) pairs of this phase's transfers, where only one is allowed
    taken     (centre, loser or "", captor) of this year's captures, until income is paid (Zero-Sum)
    year      counts at the start of the year, by which Zero-Sum losses are reckoned
    silent    seat -> movement phases in a row without a sheet
    archive   every movement so far
    ended     how the game ended, "" while it goes on
    """

    phase: Phase
    settings: PayolaSettings
    host: Host
    flags: Mapping[str, str]
    books: Ledger
    lists: Mapping[str, Welcome] = field(default_factory=dict)
    given: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str, str], ...] = ()
    year: Mapping[str, int] = field(default_factory=dict)
    silent: Mapping[str, int] = field(default_factory=dict)
    history: tuple[YearCount, ...] = ()
    archive: tuple[ArchivedMovement, ...] = ()
    ended: str = ""

    @property
    def survey(self) -> Survey:
        return survey_of(self.host)

    @property
    def seats(self) -> dict[str, str]:
        """Power -> seat."""
        return {power: seat for seat, power in sorted(self.flags.items())}

    @property
    def dummies(self) -> tuple[str, ...]:
        """Powers nobody plays, sorted."""
        return tuple(power for power in self.host.powers if power not in self.flags.values())

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        return self.host.survivors

    @property
    def owing(self) -> tuple[str, ...]:
        """Powers with something to order in the open phase."""
        return duties(self.host, self.phase)

    def balance(self, power: str) -> int:
        return self.books.balance(power, MONEY)

    def earned(self, power: str) -> int:
        """What bribes have paid to a power's units this year (Zero-Sum)."""
        return self.books.balance(till(power), MONEY)

    def units(self) -> dict[str, tuple[str, ...]]:
        """Power -> its standing units."""
        position = position_of(self.host)
        return {power: tuple(unit.text for unit in position.units_of(power)) for power in self.host.powers}


def till(power: str) -> str:
    """The account that holds what a power's units were paid this year."""
    return f"till {power}"


VOTE_REASONS: dict[str, Reason] = {
    **votes.REASONS,
    **reasons(tables(__package__)["votes"]),
}


def poll_of(state: PayolaState) -> Poll:
    """Unplayed powers have no vote, and those silent for two movements running none until something comes (D-9)."""
    silent = {state.flags[seat] for seat, turns in state.silent.items() if turns >= LOST}
    voters = tuple(power for power in state.survivors if power not in state.dummies and power not in silent)
    return Poll(state.settings.draws, state.settings.concession, state.survivors, voters)


def rule_on_vote(state: PayolaState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    return votes.rule_on_vote(poll_of(state), power, command, state.phase)


def passed(state: PayolaState, orders: Orders) -> GameOver | None:
    """The ending that all have voted for."""
    sheets = {state.flags[seat]: sheet for seat, sheet in orders.items() if seat in state.flags}
    return votes.passed(poll_of(state), sheets)
