"""What is told of a decision: to each payer his own, to a master (and at the end to everybody) all of it (A12, D)."""

from __future__ import annotations

from typing import Any

from judge.kits.bribes.decide import Award, Decision, Purse
from judge.kits.bribes.exposure import pays, stands_behind
from judge.kits.bribes.values import Payer

Data = dict[str, Any]


def statement(decision: Decision, payer: Payer, purse: Purse, *, nameless: bool = False) -> Data:
    """One payer's own account of a movement; amounts in whole money.

    units     his units: order, price, whether others steered them; never who paid
    accepted  the orders he backed that were obeyed, and what each cost him; `nameless` hides orders of others' units
    earned    what was really paid for his units
    """
    bill = decision.bills[payer]
    own = [award for _, award in sorted(decision.awards.items()) if award.owner == payer]
    return {
        "units": [unit_row(award, purse) for award in own],
        "earned": sum(sum(award.paid.values()) for award in own),
        "accepted": accepted(decision, payer, purse, nameless),
        "offered": bool(purse.offers),
        "sheet": [line.text for line in purse.lines],
        "before": bill.before,
        "reductions": bill.reductions,
        "spent": bill.spent,
        "after": bill.after,
    }


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
    """Every order on every unit's table with who stood behind it: for the master, and for all when the game is over."""
    units = []
    for unit, rows in sorted(decision.tables.items()):
        award = decision.awards[unit]
        orders = [
            {"order": f"{unit} {row.order}", "total": row.total, "backing": dict(row.backing),
             "won": row.order == award.order and not award.tied}
            for row in rows
        ]  # fmt: skip
        units.append({"unit": unit, "owner": award.owner, "tied": award.tied, "price": award.price, "orders": orders})
    return units
