"""What a Payola tells: the kinds of its notices, and those of a phase. Sums are whole AgP; powers are codes."""

from collections.abc import Mapping

from judge.core.notice import MASTER, PUBLIC, News, Notice, PhaseNews, fields_of, news_in, tell
from judge.core.phase import Phase
from judge.core.values import Record
from judge.games.payola.money import Account, Entry
from judge.games.payola.state import PayolaMovement, PayolaState
from judge.kits.bribes import statements
from judge.kits.bribes.decide import Decision
from judge.kits.bribes.sheets import CountedSheet
from judge.kits.bribes.statements import BribeAccount, PaidUnit, UnitTable, price_row
from judge.kits.bribes.values import write_welcome
from judge.kits.host.commands import power_letters
from judge.kits.host.news import HOSTED_NEWS, BoardFinal, NoOrders
from judge.kits.host.powers import PowersOpened
from judge.kits.rulings import RULING_NEWS

# ---- rows -----------------------------------------------------------------------------------------------------------


class PayolaPlayer(Record):
    """A power, its seat, and what is in its purse."""

    power: str
    seat: str
    balance: int


class Special(Record):
    """A setting that is not the standard game's, with its explanation."""

    name: str
    value: str
    help: str


class PurseShown(Record):
    """A power's movement in full.

    list      its acceptance list, and `filed` as it had filed it
    before    its purse, `spent` and `after`; `reductions` by how much each bribe was cut
    sheet     its offers
    unheeded  those that could not be taken
    """

    power: str
    list: str
    filed: str
    before: int
    spent: int
    after: int
    reductions: int
    sheet: tuple[str, ...]
    unheeded: tuple[str, ...]


class ChartPage(Record):
    """Everything about one movement: every table, every purse."""

    phase: str
    units: tuple[UnitTable, ...]
    purses: tuple[PurseShown, ...]


# ---- notices --------------------------------------------------------------------------------------------------------


class PayolaOpened(PowersOpened, notice="payola.opened"):
    """The game opens.

    idle         powers without a player: their units are for sale
    income, tax, cap, blind  the settings of these names; `tax_centres` centre -> its own income
    special      settings that are not the standard game's
    """

    powers: tuple[PayolaPlayer, ...]
    income: str
    tax: int
    tax_centres: Mapping[str, int]
    cap: int
    blind: bool
    special: tuple[Special, ...]


class PayolaTotals(PhaseNews, notice="payola.totals"):
    """What every unit was paid, for everybody (A13)."""

    units: tuple[PaidUnit, ...]


class PayolaStatement(PhaseNews, BribeAccount, notice="payola.statement"):
    """A power's own account of a movement, for it alone (A12).

    hide_cost, hide_offers, blind  the settings of these names, which leave something out
    zero_sum  what its units earned is its income
    dropped   lines that could not stand any more at the deadline (PR-5)
    """

    power: str
    hide_cost: bool
    hide_offers: bool
    blind: bool
    zero_sum: bool
    dropped: tuple[str, ...]


class PayolaChart(News, ChartPage, notice="payola.chart"):
    """A movement in full, for the master."""


class PayolaArchive(News, notice="payola.archive"):
    """Every movement in full, for everybody, when the game is over (A11)."""

    pages: tuple[ChartPage, ...]


class IncomePaid(PhaseNews, notice="payola.income_paid"):
    """The money of the year has come. `mode`: the setting `income`."""

    year: int
    mode: str


class PayolaIncome(PhaseNews, notice="payola.income"):
    """A power's own account of the year, for it alone: its purse before and after, and how many centres it has."""

    year: int
    power: str
    before: int
    entries: tuple[Entry, ...]
    after: int
    centres: int


class Receipt(PhaseNews, notice="payola.receipt"):
    """A gift of money, for giver and receiver: `amount` is negative for the giver. `other` is "" for one who is
    not named."""

    power: str
    before: int
    amount: int
    other: str
    after: int


class PayolaNoSheet(NoOrders, notice="payola.nmr"):
    """Who had units to bid for and sent nothing (A10)."""


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, *RULING_NEWS, BoardFinal, *news_in(globals()))


Bids = Mapping[str, CountedSheet]


def after_movement(before: PayolaState, decision: Decision, bids: Bids, page: PayolaMovement) -> list[Notice]:
    """The letters about one movement's bribes, each for whom it is meant."""
    settings = before.settings
    notices = []
    if settings.public_totals and not settings.blind:
        rows = [price_row(award) for _, award in sorted(decision.awards.items())]
        notices.append(tell(PUBLIC, PayolaTotals(phase=str(before.phase), units=tuple(rows))))
    if settings.statements:
        notices += [
            tell(seat, statement(before, power, decision, bids[power])) for seat, power in sorted(before.flags.items())
        ]
    if settings.chart:
        notices.append(tell(MASTER, PayolaChart(**fields_of(chart(page, decision)))))
    return notices


def statement(before: PayolaState, power: str, decision: Decision, bid: CountedSheet) -> PayolaStatement:
    """One power's own: what its units were paid, which of its bribes were taken, its purse; as far as the game tells
    it (A12)."""
    settings = before.settings
    told = statements.statement(decision, power, bid, nameless=settings.blind)
    return PayolaStatement(
        phase=str(before.phase),
        power=power,
        hide_cost=settings.hide_cost,
        hide_offers=settings.hide_offers,
        blind=settings.blind,
        zero_sum=settings.zero_sum,
        dropped=() if settings.hide_offers else tuple(bid.dropped),
        **fields_of(statements.withheld(told, cost=settings.hide_cost, offers=settings.hide_offers)),
    )


# ---- the chart ------------------------------------------------------------------------------------------------------


def chart(page: PayolaMovement, decision: Decision) -> ChartPage:
    """Everything: lists, every order on every table with who stood behind it, every purse (the master's; at the end
    everybody's)."""
    purses = [
        PurseShown(
            power=payer,
            list=write_welcome(page.welcome[payer], power_letters()),
            filed=page.lists[payer],
            **fields_of(bill),
            after=bill.after,
            sheet=tuple(page.sheets[payer]),
            unheeded=tuple(page.unheeded.get(payer, ())),
        )
        for payer, bill in sorted(decision.bills.items())
    ]
    return ChartPage(phase=page.phase, units=statements.tables(decision), purses=tuple(purses))


def archive(state: PayolaState) -> Notice:
    """Every offer of every turn, for everybody, when the game is over (A11)."""
    pages = [chart(page, page.decided(state.settings.bribes, state.dummies)) for page in state.archive]
    return tell(PUBLIC, PayolaArchive(pages=tuple(pages)))


# ---- income ---------------------------------------------------------------------------------------------------------


def income_notices(state: PayolaState, phase: Phase, accounts: Mapping[str, Account]) -> list[Notice]:
    """To each power its account; to everybody that the money of the year has come (D)."""
    mode = state.settings.income.mode
    notices = [tell(PUBLIC, IncomePaid(phase=str(phase), year=phase.year, mode=mode))]
    for seat, power in sorted(state.flags.items()):
        account = accounts[power]
        data = PayolaIncome(
            phase=str(phase),
            year=phase.year,
            power=power,
            before=account.before,
            entries=account.entries,
            after=account.after,
            centres=state.host.counts[power],
        )
        notices.append(tell(seat, data))
    return notices
