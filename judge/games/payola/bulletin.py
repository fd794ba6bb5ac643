"""What is told of bribes: private statements, totals, the chart, income, the archive at the end (A11, A12)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.games.payola.money import Account
from judge.games.payola.news import Archive, Chart, ChartPage, Entry, Income, IncomePaid, PurseShown, Statement, Totals
from judge.games.payola.state import ArchivedMovement, PayolaState
from judge.kits import bribes
from judge.kits.bribes import Bid, Decision, Purse, decide, price_row, read_offer, write_welcome
from judge.kits.host.names import power_letters

Bids = Mapping[str, Bid]


def after_movement(before: PayolaState, decision: Decision, bids: Bids, page: ArchivedMovement) -> list[Notice]:
    """The letters about one movement's bribes, each for whom it is meant."""
    settings = before.settings
    notices = []
    if settings.public_totals and not settings.blind:
        rows = [price_row(award) for _, award in sorted(decision.awards.items())]
        notices.append(tell(PUBLIC, Totals(phase=str(before.phase), units=tuple(rows))))
    if settings.statements:
        notices += [
            tell(seat, statement(before, power, decision, bids[power])) for seat, power in sorted(before.flags.items())
        ]
    if settings.chart:
        notices.append(tell(MASTER, Chart(**fields_of(chart(page, decision)))))
    return notices


def statement(before: PayolaState, power: str, decision: Decision, bid: Bid) -> Statement:
    """One power's own: what its units were paid, which of its bribes were taken, its purse; as far as the game tells
    it (A12)."""
    settings = before.settings
    told = bribes.statement(decision, power, bid, nameless=settings.blind)
    return Statement(
        phase=str(before.phase),
        power=power,
        hide_cost=settings.hide_cost,
        hide_offers=settings.hide_offers,
        blind=settings.blind,
        zero_sum=settings.zero_sum,
        dropped=() if settings.hide_offers else tuple(bid.dropped),
        **fields_of(bribes.withheld(told, cost=settings.hide_cost, offers=settings.hide_offers)),
    )


# ---- the chart ------------------------------------------------------------------------------------------------------


def chart(page: ArchivedMovement, decision: Decision) -> ChartPage:
    """Everything: lists, every order on every table with who stood behind it, every purse (the master's; at the end
    everybody's)."""
    purses = [
        PurseShown(
            power=payer,
            list=write_welcome(page.welcome[payer], power_letters()),
            filed=page.lists[payer],
            before=bill.before,
            spent=bill.spent,
            after=bill.after,
            reductions=bill.reductions,
            sheet=tuple(page.sheets[payer]),
            unheeded=tuple(page.unheeded.get(payer, ())),
        )
        for payer, bill in sorted(decision.bills.items())
    ]
    return ChartPage(phase=page.phase, units=bribes.tables(decision), purses=tuple(purses))


def decided_again(state: PayolaState, page: ArchivedMovement) -> Decision:
    """The decision of an earlier movement, out of the archive."""
    purses = {
        payer: Purse(balance, tuple(read_offer(text) for text in page.sheets[payer]))
        for payer, balance in page.balances.items()
    }
    return decide(page.units, purses, page.welcome, state.settings.bribes, state.dummies)


def archive(state: PayolaState) -> Notice:
    """Every offer of every turn, for everybody, when the game is over (A11)."""
    pages = [chart(page, decided_again(state, page)) for page in state.archive]
    return tell(PUBLIC, Archive(pages=tuple(pages)))


# ---- income ---------------------------------------------------------------------------------------------------------


def income_notices(state: PayolaState, phase: Phase, accounts: Mapping[str, Account]) -> list[Notice]:
    """To each power its account; to everybody that the money of the year has come (D)."""
    mode = state.settings.income.mode
    notices = [tell(PUBLIC, IncomePaid(phase=str(phase), year=phase.year, mode=mode))]
    for seat, power in sorted(state.flags.items()):
        account = accounts[power]
        rows = [
            Entry(what=entry.what, amount=entry.amount, centre=entry.centre, other=entry.other)
            for entry in account.entries
        ]
        data = Income(
            phase=str(phase),
            year=phase.year,
            power=power,
            before=account.before,
            entries=tuple(rows),
            after=account.after,
            centres=state.host.counts[power],
        )
        notices.append(tell(seat, data))
    return notices
