"""What is told of a decision: to each payer his own, to a master (and at the end to everybody) all of it (A12, D)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judge.core.notice import Notice
from judge.kits.bribes.decide import Award, Decision, Purse
from judge.kits.bribes.exposure import pays, stands_behind
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.sheets import Bid
from judge.kits.bribes.values import Payer, Saving

Data = dict[str, Any]


def statement(decision: Decision, payer: Payer, bid: Bid, *, nameless: bool = False) -> Data:
    """One payer's own account of a movement; amounts in whole money.

    units     his units: order, price, whether others steered them; never who paid
    accepted  the orders he backed that were obeyed, and what each cost him; `nameless` hides orders of others' units
    earned    what was really paid for his units
    sheet     what he had filed, as he had filed it: what became of a line is not to be read from it
    """
    purse = bid.purse
    bill = decision.bills[payer]
    own = [award for _, award in sorted(decision.awards.items()) if award.owner == payer]
    return {
        "units": [unit_row(award, purse) for award in own],
        "earned": sum(sum(award.paid.values()) for award in own),
        "accepted": accepted(decision, payer, purse, nameless),
        "offered": any(not isinstance(read_offer(text), Saving) for text in bid.filed),
        "sheet": list(bid.filed),
        "before": bill.before,
        "reductions": bill.reductions,
        "spent": bill.spent,
        "after": bill.after,
    }


def withheld(told: Data, *, cost: bool, offers: bool) -> Data:
    """A statement in a game that tells less: without what units were ordered and paid, or without what was offered and
    what of it was accepted, so that nobody can prove his offers (A13). -1 is a figure that is not told."""
    if cost:
        told = {**told, "units": [], "earned": 0}
    if offers:
        units = [{**row, "steered": False} for row in told["units"]]
        told = {**told, "units": units, "accepted": [], "offered": False, "sheet": [], "dropped": []}
        told |= {"before": -1, "spent": -1, "reductions": 0}
    return told


def signalled(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """The board's notices with supports that cannot be shown as the signals they are, by a question mark (A13)."""
    return tuple(_signalled(notice) if notice.kind == "board.results" else notice for notice in notices)


def _signalled(notice: Notice) -> Notice:
    orders = [
        {**row, "tags": ["?"], "reason": "a signal (A13)"} if row["result"] == "illegal" else row
        for row in notice.data["orders"]
    ]
    return replace(notice, data={**notice.data, "orders": orders})


def price_row(award: Award) -> Data:
    """A unit's order and price, without payers."""
    return {"unit": award.unit, "order": award.text, "price": award.price, "tied": award.tied}


def unit_row(award: Award, purse: Purse) -> Data:
    """The same for its owner. `steered`: others had it do what he made no offer for, not even of nothing."""
    own = any(offer.unit == award.unit and stands_behind(offer, award.order) for offer in purse.offers)
    others = [payer for payer in award.backers if payer != award.owner]
    return {**price_row(award), "steered": bool(others) and not own}


def accepted(decision: Decision, payer: Payer, purse: Purse, nameless: bool = False) -> list[Data]:
    """The orders this payer stood behind that were obeyed, what each cost him, and what it would have at full price."""
    rows = []
    for unit, award in sorted(decision.awards.items()):
        backed = [offer for offer in purse.offers if offer.unit == unit and stands_behind(offer, award.order)]
        if not backed or award.tied:
            continue
        amount = award.paid.get(payer, 0)
        if nameless and award.owner != payer:
            rows.append({"amount": amount, "unit": "", "order": "", "owner": award.owner})
        else:
            full = sum(pays(offer, award.order) for offer in backed)
            rows.append({"amount": amount, "unit": unit, "order": award.text, "owner": award.owner, "full": full})
    return rows


def tables(decision: Decision) -> list[Data]:
    """Every order on every unit's table with who stood behind it, and who paid: for the master, and for all when the
    game is over."""
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
        units.append(
            {
                "unit": unit,
                "owner": award.owner,
                "tied": award.tied,
                "price": award.price,
                "paid": dict(award.paid),
                "orders": orders,
            }
        )
    return units
