"""The market of shares and gifts of money: carried out at once, in the order of arrival (3, XR-11, 2.4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from judge.core.command import Command
from judge.core.ledger import Posting
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.ruling import Ruling, accept, amend, refuse
from judge.core.values import Value
from judge.core.variant import Step
from judge.games.exchange.commands import Buy, Sell, Transfer, Unsell
from judge.games.exchange.state import ExchangeState, Listing, Sale, Status
from judge.games.exchange.trade_news import Bought, Listed, ListingShown, Receipt, SaleShown, SaleTold, Sold, Unlisted
from judge.kits.board.standard import standard_map
from judge.kits.bribes.rules import MONEY
from judge.kits.host.commands import power_names

ASKED_MOST = 1_000_000  # for a share on the market; the printed rules name no bound


def rule_on_market(state: ExchangeState, seat: str, command: Command) -> Ruling:
    """Whether it can be carried out now."""
    if command.hat:
        return refuse(command, "company-purse")
    return _RULED[type(command)](state, seat, command)


def do_market(state: ExchangeState, seat: str, command: Command) -> Step:
    """Carry out what was accepted."""
    return _DONE[type(command)](state, seat, command)


# ---- offers of shares -------------------------------------------------------------------------------------------


def _rule_on_sale(state: ExchangeState, seat: str, command: Sell) -> Ruling:
    held, listed = state.held(seat, command.power), state.listed(seat, command.power)
    if not 1 <= command.price <= ASKED_MOST:
        return refuse(command, "bad-asking", most=ASKED_MOST, price=command.price)
    if not held:
        return refuse(command, "no-shares", company=command.power.title())
    if not 1 <= command.amount <= held - listed:
        company = command.power.title()
        return refuse(command, "all-listed", held=held, listed=listed, free=held - listed, company=company)
    return accept(command)


def _list(state: ExchangeState, seat: str, command: Sell) -> Step:
    listing = Listing(state.next_listing, seat, command.power, command.amount, command.price)
    after = replace(state, listings=(*state.listings, listing), next_listing=state.next_listing + 1)
    return Step(after, (tell(PUBLIC, Listed(**fields_of(shown(listing)))),))


def shown(listing: Listing) -> ListingShown:
    """A listing as it is told."""
    return ListingShown(
        listing=listing.label,
        seller=listing.seller,
        company=listing.company,
        quantity=listing.quantity,
        price=listing.price,
    )


def _rule_on_withdrawal(state: ExchangeState, seat: str, command: Unsell) -> Ruling:
    if command.power:
        if not state.listed(seat, command.power):
            return refuse(command, "nothing-listed", company=command.power.title())
        return accept(command)
    listing = next((offer for offer in state.listings if offer.number == command.listing), None)
    if listing is None:
        return refuse(command, "no-such-listing", known=_known(state))
    if listing.seller != seat:
        return refuse(command, "not-yours", listing=command.listing, seller=listing.seller)
    return accept(command)


def _withdraw(state: ExchangeState, seat: str, command: Unsell) -> Step:
    gone = [
        listing
        for listing in state.listings
        if listing.seller == seat and (listing.company == command.power or listing.number == command.listing)
    ]
    return _without(state, gone)


def withdraw_all(state: ExchangeState, seat: str) -> Step:
    """Who has left without a successor sells nothing (XR-26)."""
    return _without(state, [listing for listing in state.listings if listing.seller == seat])


def _without(state: ExchangeState, gone: list[Listing]) -> Step:
    after = replace(state, listings=tuple(listing for listing in state.listings if listing not in gone))
    return Step(after, tuple(tell(PUBLIC, Unlisted(**fields_of(shown(listing)))) for listing in gone))


def _known(state: ExchangeState) -> str:
    if not state.listings:
        return "Nothing is on offer."
    offers = (f"{one.label} ({one.quantity} {one.company.title()} at {one.price})" for one in state.listings[:8])
    return f"On offer are {', '.join(offers)}."


# ---- purchases --------------------------------------------------------------------------------------------------


class ShareFill(Value):
    """Part of a purchase: so many shares of one listing."""

    listing: Listing
    quantity: int

    @property
    def cost(self) -> int:
        return self.quantity * self.listing.price


def _meant(state: ExchangeState, command: Buy, seller: str) -> list[Listing]:
    """The listings an order means, cheapest first, then oldest."""
    found = [
        listing
        for listing in state.listings
        if (listing.number == command.listing if command.listing else listing.company == command.power)
        and (not seller or listing.seller == seller)
    ]
    return sorted(found, key=lambda listing: (listing.price, listing.number))


def _fills(meant: list[Listing], seat: str, command: Buy) -> list[ShareFill]:
    left, fills = command.amount, []
    for listing in meant:
        number = min(left, listing.quantity)
        if number and listing.seller != seat and listing.price <= command.price:
            fills.append(ShareFill(listing, number))
            left -= number
    return fills


def _rule_on_purchase(state: ExchangeState, seat: str, command: Buy) -> Ruling:
    seller = state.investor(command.who) if command.who else ""
    if command.who and not seller:
        return refuse(command, "no-such-player", name=command.who, players=", ".join(state.investors))
    meant = _meant(state, command, seller)
    if not meant:
        return refuse(command, "no-such-listing", known=_known(state))
    others = [listing for listing in meant if listing.seller != seat]
    if not others:
        return refuse(command, "own-listing")
    fills = _fills(meant, seat, command)
    if not fills:
        return refuse(command, "above-limit", price=others[0].price, limit=command.price)
    filled, cost, cash = sum(fill.quantity for fill in fills), sum(fill.cost for fill in fills), state.money(seat)
    if cost > cash:
        return refuse(command, "cannot-pay", number=filled, cost=cost, cash=cash)
    standing = replace(command, who=seller, amount=filled)
    if filled < command.amount:
        figures = {"filled": filled, "missing": command.amount - filled, "wanted": command.amount}
        if any(other.price > command.price for other in others):
            return amend(standing, "rest-dearer", **figures, limit=command.price)
        return amend(standing, "fewer-left", **figures)
    return accept(standing)


def _purchase(state: ExchangeState, seat: str, command: Buy) -> Step:
    seller = state.investor(command.who) if command.who else ""
    fills = _fills(_meant(state, command, seller), seat, command)
    notices: list[Notice] = []
    for fill in fills:
        state, told = _sold(state, seat, fill)
        notices += told
    return Step(state, tuple(notices))


def _sold(state: ExchangeState, buyer: str, fill: ShareFill) -> tuple[ExchangeState, list[Notice]]:
    """Shares one way, money the other; everybody learns of the sale, the seller alone of the buyer."""
    listing, left = fill.listing, fill.listing.quantity - fill.quantity
    memo = f"{fill.quantity} {listing.company} at {listing.price}"
    state = state.posted(
        Posting(buyer, listing.seller, MONEY, fill.cost, memo),
        Posting(listing.seller, buyer, listing.company, fill.quantity, memo),
    )
    kept = tuple(
        replace(offer, quantity=left) if offer.number == listing.number else offer
        for offer in state.listings
        if left or offer.number != listing.number
    )
    sale = Sale(str(state.phase), listing.seller, listing.company, fill.quantity, listing.price)
    state = replace(state, listings=kept, tape=(*state.tape, sale))
    state = state.entered(buyer, "bought", -fill.cost, f"{memo} from {listing.seller}")
    state = state.entered(listing.seller, "sold", fill.cost, f"{memo} to {buyer}")
    told = fields_of(SaleShown(**fields_of(shown(replace(listing, quantity=fill.quantity))), left=left))
    seller, company = listing.seller, listing.company
    return state, [
        tell(PUBLIC, SaleTold(**told)),
        tell(
            seller,
            Sold(**told, cost=fill.cost, buyer=buyer, cash=state.money(seller), held=state.held(seller, company)),
        ),
        tell(buyer, Bought(**told, cost=fill.cost, cash=state.money(buyer), held=state.held(buyer, company))),
    ]


# ---- gifts ------------------------------------------------------------------------------------------------------


def receiver(state: ExchangeState, text: str) -> str:
    """An investor, or the company whose name it is; "" for nobody. Investors cannot have a company's name."""
    names = power_names(standard_map())
    companies = {word.lower(): power for power, words in names.items() for word in (power, *words)}
    return state.investor(text) or companies.get(text.lower(), "")


def _rule_on_transfer(state: ExchangeState, seat: str, command: Transfer) -> Ruling:
    who, cash = receiver(state, command.who), state.money(seat)
    if state.settings.transfers == "none":
        return refuse(command, "no-transfers")
    if not who:
        return refuse(command, "no-such-player", name=command.who, players=", ".join(state.investors))
    if who == seat:
        return refuse(command, "to-yourself")
    if who in state.corps and not state.corps[who].floated:
        return refuse(command, "not-floated", company=who.title(), status=status_words(state, who))
    if not 1 <= command.amount <= cash:
        return refuse(command, "bad-amount", cash=cash)
    if state.settings.transfers == "one" and _has_given(state, seat, who):
        return refuse(command, "one-transfer", who=who.title() if who in state.corps else who, phase=str(state.phase))
    return accept(replace(command, who=who))


def _has_given(state: ExchangeState, seat: str, who: str) -> bool:
    """Whether the giver's ledger holds a gift to this receiver in the open phase (A13)."""
    gift = ("gave", str(state.phase), who)
    return any((entry.what, entry.phase, entry.note) == gift for entry in state.ledgers.get(seat, ()))


def status_words(state: ExchangeState, power: str) -> str:
    corp = state.corps[power]
    if corp.status is Status.UNSTARTED:
        return "nobody has founded it"
    return f"investors hold {state.outstanding(power)} of its {corp.shares} shares and two thirds are needed"


def _give(state: ExchangeState, seat: str, command: Transfer) -> Step:
    """Only the two ends learn of it; for a company that is its leader."""
    who = command.who
    state = state.posted(Posting(seat, who, MONEY, command.amount, "transfer"))
    state = state.entered(seat, "gave", -command.amount, who)
    giver = "" if state.settings.anonymous else seat

    def receipt(giver: str, own: bool, after: int) -> Receipt:
        phase, amount = str(state.phase), command.amount
        return Receipt(phase=phase, giver=giver, receiver=who, amount=amount, own=own, after=after)

    notices = [tell(seat, receipt(seat, True, state.money(seat)))]
    target = who
    if who in state.corps:
        state = state.noted(who, "gift", command.amount, giver)
        target = state.corps[who].leader
    else:
        state = state.entered(who, "received", command.amount, giver)
    if target:
        notices.append(tell(target, receipt(giver, False, state.money(who))))
    return Step(state, tuple(notices))


_RULED: Mapping[type[Command], Callable[[ExchangeState, str, Any], Ruling]] = {
    Sell: _rule_on_sale,
    Unsell: _rule_on_withdrawal,
    Buy: _rule_on_purchase,
    Transfer: _rule_on_transfer,
}
_DONE: Mapping[type[Command], Callable[[ExchangeState, str, Any], Step]] = {
    Sell: _list,
    Unsell: _withdraw,
    Buy: _purchase,
    Transfer: _give,
}
