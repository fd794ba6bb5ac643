"""What is told of a decision: to each payer his own, to a master (and at the end to everybody) all of it (A12, D)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judge.core.codec import UNSET, Unset
from judge.core.notice import Notice, fields_of, tell
from judge.core.values import Record
from judge.kits.bribes.decide import Award, BribePurse, Decision
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.sheets import CountedSheet, pays, stands_behind
from judge.kits.bribes.values import Payer, Saving
from judge.kits.host.news import Results


class PaidUnit(Record):
    """A unit, the order it obeyed and the price, without payers. `tied`: several orders had as much, so it held."""

    unit: str
    order: str
    price: int
    tied: bool


class OwnUnit(PaidUnit):
    """The same for its owner. `steered`: others had it do what he made no offer for."""

    steered: bool


class Accepted(Record):
    """An order one stood behind that was obeyed.

    amount  what it cost him
    unit, order  both "" where others' units are not told
    full    what it would have cost at the full price; left out where the order is
    """

    amount: int
    unit: str
    order: str
    owner: str
    full: int | Unset = UNSET


class BribeAccount(Record):
    """One payer's own account of a movement. -1 is a figure that is not told (A13).

    units       his own
    earned      what was really paid for them
    accepted    what of his offers was obeyed
    offered     whether he offered anything
    sheet       what he had filed, as he had filed it
    before      his purse, and `after` it
    reductions  by how much each of his bribes was cut
    spent       on what was obeyed
    """

    units: tuple[OwnUnit, ...]
    earned: int
    accepted: tuple[Accepted, ...]
    offered: bool
    sheet: tuple[str, ...]
    before: int
    reductions: int
    spent: int
    after: int


class Table(Record):
    """An order on a unit's table: the money behind it, from whom (payer -> sum), and whether it was obeyed."""

    order: str
    total: int
    backing: Mapping[str, int]
    won: bool


class UnitTable(Record):
    """Every order for a unit; what its price was, and who paid it (payer -> sum)."""

    unit: str
    owner: str
    tied: bool
    price: int
    paid: Mapping[str, int]
    orders: tuple[Table, ...]


def statement(decision: Decision, payer: Payer, bid: CountedSheet, *, nameless: bool = False) -> BribeAccount:
    """One payer's own account of a movement; amounts in whole money.

    units     his units: order, price, whether others steered them; never who paid
    accepted  the orders he backed that were obeyed, and what each cost him; `nameless` hides orders of others' units
    earned    what was really paid for his units
    sheet     what he had filed, as he had filed it: what became of a line is not to be read from it
    """
    purse = bid.purse
    bill = decision.bills[payer]
    own = [award for _, award in sorted(decision.awards.items()) if award.owner == payer]
    return BribeAccount(
        units=tuple(unit_row(award, purse) for award in own),
        earned=sum(sum(award.paid.values()) for award in own),
        accepted=accepted(decision, payer, purse, nameless),
        offered=any(not isinstance(read_offer(text), Saving) for text in bid.filed),
        sheet=tuple(bid.filed),
        **fields_of(bill),
        after=bill.after,
    )


def withheld(told: BribeAccount, *, cost: bool, offers: bool) -> BribeAccount:
    """A statement in a game that tells less: without what units were ordered and paid, or without what was offered and
    what of it was accepted, so that nobody can prove his offers (A13). -1 is a figure that is not told."""
    if cost:
        told = replace(told, units=(), earned=0)
    if offers:
        units = tuple(replace(row, steered=False) for row in told.units)
        told = replace(told, units=units, accepted=(), offered=False, sheet=(), before=-1, spent=-1, reductions=0)
    return told


def signalled(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """The board's notices with supports that cannot be shown as the signals they are, by a question mark (A13)."""
    return tuple(
        tell(notice.audience, _signalled(notice.data)) if isinstance(notice.data, Results) else notice
        for notice in notices
    )


def _signalled(results: Results) -> Results:
    orders = tuple(
        replace(row, tags=("?",), reason="a signal (A13)") if row.result == "illegal" else row for row in results.orders
    )
    return replace(results, orders=orders)


def price_row(award: Award) -> PaidUnit:
    """A unit's order and price, without payers."""
    return PaidUnit(unit=award.unit, order=award.text, price=award.price, tied=award.tied)


def unit_row(award: Award, purse: BribePurse) -> OwnUnit:
    """The same for its owner. `steered`: others had it do what he made no offer for, not even of nothing."""
    own = any(offer.unit == award.unit and stands_behind(offer, award.order) for offer in purse.offers)
    others = [payer for payer in award.backers if payer != award.owner]
    return OwnUnit(**fields_of(price_row(award)), steered=bool(others) and not own)


def accepted(decision: Decision, payer: Payer, purse: BribePurse, nameless: bool = False) -> tuple[Accepted, ...]:
    """The orders this payer stood behind that were obeyed, what each cost him, and what it would have at full price."""
    rows = []
    for unit, award in sorted(decision.awards.items()):
        backed = [offer for offer in purse.offers if offer.unit == unit and stands_behind(offer, award.order)]
        if not backed or award.tied:
            continue
        amount = award.paid.get(payer, 0)
        if nameless and award.owner != payer:
            rows.append(Accepted(amount=amount, unit="", order="", owner=award.owner))
        else:
            full = sum(pays(offer, award.order) for offer in backed)
            rows.append(Accepted(amount=amount, unit=unit, order=award.text, owner=award.owner, full=full))
    return tuple(rows)


def tables(decision: Decision) -> tuple[UnitTable, ...]:
    """Every order on every unit's table with who stood behind it, and who paid: for the master, and for all when the
    game is over."""
    units = []
    for unit, rows in sorted(decision.tables.items()):
        award = decision.awards[unit]
        orders = [
            Table(
                order=f"{unit} {row.order}",
                total=row.total,
                backing=dict(row.backing),
                won=row.order == award.order and not award.tied,
            )
            for row in rows
        ]
        units.append(
            UnitTable(
                unit=unit,
                owner=award.owner,
                tied=award.tied,
                price=award.price,
                paid=dict(award.paid),
                orders=tuple(orders),
            )
        )
    return tuple(units)
