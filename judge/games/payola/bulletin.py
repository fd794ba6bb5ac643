"""What is told of bribes: private statements, totals, the chart, income, the archive at the end (A11, A12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.notice import MASTER, PUBLIC, Notice
from judge.core.phase import Phase
from judge.games.payola.money import Account
from judge.games.payola.names import letters
from judge.games.payola.offers import Bid
from judge.games.payola.state import Page, PayolaState
from judge.kits.bribes import Award, Decision, Purse, decide, pays, read_offer, stands_behind, write_welcome

Bids = Mapping[str, Bid]
Data = dict[str, Any]


def after_movement(before: PayolaState, decision: Decision, bids: Bids, page: Page) -> list[Notice]:
    """The letters about one movement's bribes, each for whom it is meant."""
    settings = before.settings
    notices = []
    if settings.public_totals and not settings.blind:
        rows = [_total(award) for _, award in sorted(decision.awards.items())]
        notices.append(Notice(PUBLIC, "payola.totals", {"phase": str(before.phase), "units": rows}))
    if settings.statements:
        notices += [
            Notice(seat, "payola.statement", statement(before, power, decision, bids[power]))
            for seat, power in sorted(before.flags.items())
        ]
    if settings.chart:
        notices.append(Notice(MASTER, "payola.chart", chart(page, decision)))
    return notices


def _total(award: Award) -> Data:
    return {"unit": award.unit, "order": award.text, "price": award.price, "tied": award.tied}


# ---- statements -----------------------------------------------------------------------------------------------------


def statement(before: PayolaState, power: str, decision: Decision, bid: Bid) -> Data:
    """One power's own: what its units were paid, which of its bribes were taken, its purse (A12, D)."""
    settings, bill = before.settings, decision.bills[power]
    units = [_own_unit(award, bid.purse) for _, award in sorted(decision.awards.items()) if award.owner == power]
    accepted = _accepted(before, power, decision, bid.purse)
    earned = sum(award_paid(award) for award in decision.awards.values() if award.owner == power)
    return {
        "phase": str(before.phase),
        "power": power,
        "hide_cost": settings.hide_cost,
        "hide_offers": settings.hide_offers,
        "blind": settings.blind,
        "zero_sum": settings.zero_sum,
        "units": [] if settings.hide_cost else [_hidden(row) if settings.hide_offers else row for row in units],
        "earned": 0 if settings.hide_cost else earned,
        "accepted": [] if settings.hide_offers else accepted,
        "offered": bool(bid.purse.offers),
        "sheet": [] if settings.hide_offers else [line.text for line in bid.purse.lines],
        "dropped": list(bid.dropped),
        "before": -1 if settings.hide_offers else bill.before,
        "reductions": 0 if settings.hide_offers else bill.reductions,
        "spent": -1 if settings.hide_offers else bill.spent,
        "after": bill.after,
    }


def award_paid(award: Award) -> int:
    """What was really paid for an order; a tie that held a unit is priced and not paid (A10)."""
    return sum(award.paid.values())


def _own_unit(award: Award, purse: Purse) -> Data:
    """`steered`: others had the unit do what its owner made no offer for."""
    own = any(offer.unit == award.unit and stands_behind(offer, award.order) for offer in purse.offers)
    others = [payer for payer in award.backers if payer != award.owner]
    return {**_total(award), "steered": bool(others) and not own}


def _hidden(row: Data) -> Data:
    return {**row, "steered": False}


def _accepted(before: PayolaState, power: str, decision: Decision, purse: Purse) -> list[Data]:
    """The orders this payer stood behind that were obeyed, and what each cost him."""
    rows = []
    for unit, award in sorted(decision.awards.items()):
        backed = [offer for offer in purse.offers if offer.unit == unit and stands_behind(offer, award.order)]
        if not backed or award.tied:
            continue
        amount = award.paid.get(power, 0)
        if before.settings.blind and award.owner != power:
            rows.append({"amount": amount, "unit": "", "order": "", "owner": award.owner})
        else:
            rows.append({"amount": amount, "unit": unit, "order": award.text, "owner": award.owner,
                         "full": sum(pays(offer, award.order) for offer in backed)})  # fmt: skip
    return rows


# ---- the chart ------------------------------------------------------------------------------------------------------


def chart(page: Page, decision: Decision) -> Data:
    """Everything: lists, every order on every table with who stood behind it, every purse (the master's; at the end
    everybody's)."""
    units = []
    for unit, rows in sorted(decision.tables.items()):
        award = decision.awards[unit]
        orders = [
            {
                "order": f"{unit} {row.order}",
                "total": row.total,
                "backing": dict(row.backing),
                "won": row.order == award.order and not award.tied,
            }
            for row in rows
        ]
        units.append({"unit": unit, "owner": award.owner, "tied": award.tied, "price": award.price, "orders": orders})
    purses = [
        {"power": payer, "list": write_welcome(page.welcome[payer], letters()), "filed": page.lists[payer],
         "before": bill.before, "spent": bill.spent, "after": bill.after, "reductions": bill.reductions,
         "sheet": list(page.sheets[payer])}
        for payer, bill in sorted(decision.bills.items())
    ]  # fmt: skip
    return {"phase": page.phase, "units": units, "purses": purses}


def decided_again(state: PayolaState, page: Page) -> Decision:
    """The decision of an earlier movement, out of the archive."""
    purses = {
        payer: Purse(balance, tuple(read_offer(text) for text in page.sheets[payer]))
        for payer, balance in page.balances.items()
    }
    return decide(page.units, purses, page.welcome, state.settings.bribes, state.dummies)


def archive(state: PayolaState) -> Notice:
    """Every offer of every turn, for everybody, when the game is over (A11)."""
    pages = [chart(page, decided_again(state, page)) for page in state.archive]
    return Notice(PUBLIC, "payola.archive", {"pages": pages})


# ---- income ---------------------------------------------------------------------------------------------------------


def income_notices(state: PayolaState, phase: Phase, accounts: Mapping[str, Account]) -> list[Notice]:
    """To each power its account; to everybody that the money of the year has come (D)."""
    mode = state.settings.income.mode
    notices = [Notice(PUBLIC, "payola.income_paid", {"phase": str(phase), "year": phase.year, "mode": mode})]
    for seat, power in sorted(state.flags.items()):
        account = accounts[power]
        rows = [
            {"what": entry.what, "amount": entry.amount, "centre": entry.centre, "other": entry.other}
            for entry in account.entries
        ]
        data = {"phase": str(phase), "year": phase.year, "power": power, "before": account.before, "entries": rows,
                "after": account.after, "centres": state.host.counts[power]}  # fmt: skip
        notices.append(Notice(seat, "payola.income", data))
    return notices
