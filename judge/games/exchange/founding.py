"""Phases 1 to 3: startup bids, terms and prices, the sale of shares (4, XR-12 to XR-15, 1.6)."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.ledger import BANK, VOID, Posting
from judge.core.notice import MASTER, fields_of
from judge.games.exchange import news
from judge.games.exchange.clock import CALL_3, ExchangeTurn, without_terms
from judge.games.exchange.commands import Bid, OfferList, Price, Terms, Values
from judge.games.exchange.sheets import rule_on_terms, rule_on_values, spending_limit
from judge.games.exchange.state import PRICE_MOST, ExchangeState, Status, pool
from judge.games.exchange.trade_news import BidFate, ForSale, Foundation, Purchase, SoldShares, StandingBid
from judge.kits import flotation
from judge.kits.auction import AuctionResult, Fate, call, sealed
from judge.kits.auction import SealedBid as Call
from judge.kits.bribes.rules import MONEY
from judge.kits.host.state import LiveBoard

FALLBACK_SHARES = 20  # XR-23

# ---- startup bids -----------------------------------------------------------------------------------------------


def auction(turn: ExchangeTurn) -> ExchangeTurn:
    """All countries at once; the winner's bid becomes the treasury (4.2, 4.3, XR-12)."""
    turn = set_prices(turn) if turn.state.settings.fast else turn
    state = turn.state
    free = state.of(Status.UNSTARTED)
    bids = [(seat, bid) for seat, bid in turn.commands(Bid) if bid.power in free]
    named = {(seat, bid.power): (bid.shares, bid.price) for seat, bid in bids}
    calls = [Call(seat, bid.power, bid.amount) for seat, bid in bids]
    order = turn.dice.shuffle("auction", state.investors)
    cash = {seat: state.money(seat) for seat in state.investors}
    if state.settings.auction == "open":
        return _open_call(turn, calls, named, order, cash)
    second = state.settings.auction == "vickrey"
    results = sealed(calls, cash, order, free, state.settings.min_bid, second_price=second)
    sold = {result.bid.lot: replace(result.bid, amount=result.price) for result in results if result.fate is Fate.WON}
    terms = {power: named[bid.bidder, power] for power, bid in sold.items()}
    return _found(_told_bids(turn, results, sold), sold, terms)


def _open_call(
    turn: ExchangeTurn,
    calls: list[Call],
    named: dict[tuple[str, str], tuple[int, int]],
    order: tuple[str, ...],
    cash: dict[str, int],
) -> ExchangeTurn:
    """One call of an open auction; it ends when nobody has bid more, or with the third."""
    state = turn.state
    stands, results = call(state.calls, calls, cash, order, state.of(Status.UNSTARTED), state.settings.min_bid)
    offered = {power: named.get((bid.bidder, power), state.offered.get(power, (0, 0))) for power, bid in stands.items()}
    raised = any(result.fate is Fate.WON for result in results)
    last = not raised or turn.before.phase.kind == CALL_3
    turn = _told_bids(turn, results, stands if last else {}, _stood(state, results, stands, last))
    rows = [StandingBid(company=p, bidder=bid.bidder, amount=bid.amount) for p, bid in sorted(stands.items())]
    turn = turn.public(news.OpenCall(phase=turn.phase, rows=tuple(rows), last=last))
    if not last:
        return turn.changed(calls=stands, offered=offered)
    return _found(turn.changed(calls={}, offered={}), stands, offered)


def _stood(
    state: ExchangeState, results: tuple[AuctionResult, ...], stands: Mapping[str, Call], last: bool
) -> tuple[BidFate, ...]:
    """What became of the bids that stood before this call, where their bidder did not raise or lose them in it."""
    if not state.settings.stood:
        return ()
    told = {(result.bid.bidder, result.bid.lot) for result in results}
    kept = "won" if last else "stands"
    return tuple(
        BidFate(
            bidder=bid.bidder,
            company=power,
            amount=bid.amount,
            price=bid.amount if last and stands.get(power) == bid else 0,
            fate=kept if stands.get(power) == bid else Fate.OUTBID.value,
        )
        for power, bid in sorted(state.calls.items())
        if (bid.bidder, power) not in told
    )


def _told_bids(
    turn: ExchangeTurn, results: tuple[AuctionResult, ...], sold: Mapping[str, Call], stood: tuple[BidFate, ...] = ()
) -> ExchangeTurn:
    """Bids stay secret: each bidder hears of his own, the master of all (B5). `sold` country -> what its founder pays
    now; a bid of an open auction only stands till then. `stood` is told with them."""
    rows = [
        BidFate(
            bidder=result.bid.bidder,
            company=result.bid.lot,
            amount=result.bid.amount,
            price=result.price,
            fate=_fate(result, sold, bool(turn.before.settings.lots)),
        )
        for result in results
    ]
    for seat in turn.before.investors:
        own = [row for row in (*rows, *stood) if row.bidder == seat]
        if own:
            paid = sum(bid.amount for bid in sold.values() if bid.bidder == seat)
            turn = turn.private(
                seat, news.OwnBids(phase=turn.phase, rows=tuple(own), cash=turn.state.money(seat) - paid)
            )
    return turn.private(MASTER, news.Auction(phase=turn.phase, rows=tuple(rows))) if rows else turn


def _fate(result: AuctionResult, sold: Mapping[str, Call], lots: bool) -> str:
    if result.fate is Fate.WON and result.bid.lot not in sold:
        return "stands"
    return Fate.OUTBID.value if result.fate is Fate.LOT and not lots else result.fate.value


def _found(turn: ExchangeTurn, sold: Mapping[str, Call], terms: Mapping[str, tuple[int, int]]) -> ExchangeTurn:
    """The founders pay; those who named their terms with the bid have them."""
    for power, bid in sorted(sold.items()):
        state = turn.state.posted(Posting(bid.bidder, power, MONEY, bid.amount, f"startup of {power}"))
        state = state.with_corp(power, status=Status.STARTED, founder=bid.bidder)
        state = state.entered(bid.bidder, "founded", -bid.amount, power)
        turn = turn.having(state.noted(power, "startup bid", bid.amount, bid.bidder))
        turn = _with_terms(turn, power, *terms[power]) if terms[power][0] else turn
    rows = [Foundation(company=power, founder=bid.bidder) for power, bid in sorted(sold.items())]
    return turn.public(news.Founded(phase=turn.phase, rows=tuple(rows), left=tuple(turn.state.of(Status.UNSTARTED))))


def _with_terms(turn: ExchangeTurn, power: str, shares: int, price: int, *, fallback: bool = False) -> ExchangeTurn:
    """The shares are created; a fifth is the founder's, who is told (4.3)."""
    state = turn.state
    founder, part = state.corps[power].founder, flotation.founders_part(shares)
    state = state.posted(
        Posting(BANK, pool(power), power, shares, "foundation"),
        Posting(pool(power), founder, power, part, "founder's fifth"),
    ).with_corp(power, shares=shares, price=price)
    state = state.noted(power, "terms", 0, f"{shares} shares at {price}, {part} for {founder}")
    data = news.TermsSet(
        phase=turn.phase,
        company=power,
        shares=shares,
        price=price,
        part=part,
        treasury=state.money(power),
        worth=flotation.worth_of_centres(shares, price) if state.settings.income == "financed" else 0,
        wanted=flotation.first_to_float(shares) - part,
        fallback=fallback,
    )
    return turn.having(state).private(founder, data)


# ---- terms and prices -------------------------------------------------------------------------------------------


def settle_terms(turn: ExchangeTurn) -> ExchangeTurn:
    """Terms, new prices and issues; then the price list of all that is for sale (6.2)."""
    for seat, terms in turn.commands(Terms):
        if rule_on_terms(turn.state, seat, terms).stands:
            turn = _with_terms(turn, terms.power, terms.shares, terms.price)
    return publish_prices(set_prices(_fall_back(turn)))


def set_prices(turn: ExchangeTurn) -> ExchangeTurn:
    """New prices. Where an issue passes, its own follows and goes before (XR-10a)."""
    for seat, price in turn.commands(Price):
        if rule_on_terms(turn.state, seat, price).stands:
            state = turn.state.with_corp(price.power, price=price.price)
            turn = turn.having(state.noted(price.power, "price", 0, f"{price.price} a share"))
    return turn


def publish_prices(turn: ExchangeTurn) -> ExchangeTurn:
    """Issues are counted, and everybody learns what is for sale."""
    turn = count_issues(keep_values(turn))
    return turn.public(news.Prospectus(phase=turn.phase, rows=price_list(turn.state)))


def _fall_back(turn: ExchangeTurn) -> ExchangeTurn:
    """A founder who says nothing: 20 shares at a twentieth of the bid, at least 1 (XR-23)."""
    for power in without_terms(turn.state):
        shares = min(max(FALLBACK_SHARES, turn.state.settings.share_min), turn.state.settings.share_max)
        price = min(max(1, turn.state.money(power) // FALLBACK_SHARES), PRICE_MOST)
        turn = _with_terms(turn, power, shares, price, fallback=True)
    return turn


def keep_values(turn: ExchangeTurn) -> ExchangeTurn:
    """Splits of income that founders have sent, kept until they are needed; a bad one is left out (7.2)."""
    for seat, values in turn.commands(Values):
        if rule_on_values(turn.state, seat, values, ()).stands:
            turn = turn.having(turn.state.with_corp(values.power, wish=dict(sorted(values.values))))
    return turn


def count_issues(turn: ExchangeTurn) -> ExchangeTurn:
    """Proposed issues pass with four fifths of the shares held, silence counting against (1.6, XR-9, XR-10). Who sent
    a price with this deadline is told that it is void (XR-10a)."""
    for power in turn.state.floated:
        state, issue = turn.state, turn.state.corps[power].issue
        if issue is None:
            continue
        held = state.holders(power)
        yes = sum(held.get(who, 0) for who, agrees in issue.consent.items() if agrees)
        fits = issue.number <= flotation.room_for(state.corps[power].shares, state.own(power))
        passed = fits and flotation.carried(yes, state.outstanding(power))
        said = "passed" if passed else "refused"
        note = f"{issue.number} at {issue.price}: {yes} of {state.outstanding(power)}"
        state = state.with_corp(power, issue=None).noted(power, f"issue {said}", 0, note)
        if passed:
            state = state.posted(Posting(BANK, pool(power), power, issue.number, "new issue"))
            state = state.with_corp(power, shares=state.corps[power].shares + issue.number, price=issue.price)
        data = news.Issued(phase=turn.phase, company=power, number=issue.number, price=issue.price, passed=passed)
        turn = turn.having(state).public(data)
        for seat in [seat for seat, price in turn.commands(Price) if passed and price.power == power]:
            turn = turn.private(seat, news.VoidPrice(phase=turn.phase, company=power, price=issue.price))
        for who in held:
            votes = news.IssueCounted(**fields_of(data), yes=yes, outstanding=state.outstanding(power))
            turn = turn.private(who, votes)
    return turn


def price_list(state: ExchangeState) -> tuple[ForSale, ...]:
    """Everything for sale: the prospectus (6.2)."""
    return tuple(
        ForSale(
            company=power,
            status=state.corps[power].status.value,
            founder=state.corps[power].founder,
            shares=state.corps[power].shares,
            for_sale=number,
            price=state.corps[power].price,
        )
        for power, number in state.for_sale().items()
    )


# ---- the sale of shares -----------------------------------------------------------------------------------------


def sell_shares(turn: ExchangeTurn) -> ExchangeTurn:
    """The rounds of 4.4 in a drawn order, then the test of two thirds, then the units of who floats (4.5, 7.1)."""
    state = turn.state
    lists = dict(turn.commands(OfferList))
    order = turn.dice.shuffle("float", state.investors)
    stock = {power: flotation.Stock(number, state.corps[power].price) for power, number in state.for_sale().items()}
    wishes = [
        flotation.Wish(seat, _entries(lists[seat]), spending_limit(state, seat, lists[seat]))
        for seat in order
        if seat in lists
    ]
    rounds = flotation.float_rounds(stock, wishes)
    rows = [
        SoldShares(company=power, sold=shares.number - rounds.left[power], left=rounds.left[power], price=shares.price)
        for power, shares in sorted(stock.items())
    ]
    turn = _paid(turn, rounds, stock).public(news.FloatRounds(phase=turn.phase, order=tuple(order), rows=tuple(rows)))
    for seat in sorted(lists):
        bought = [Purchase(company=p, number=n, price=stock[p].price) for p, n in rounds.bought[seat].items()]
        data = news.Purchases(
            phase=turn.phase, rows=tuple(bought), spent=rounds.spent[seat], cash=turn.state.money(seat)
        )
        turn = turn.private(seat, data)
    turn = keep_values(turn)
    for power in turn.state.of(Status.STARTED):
        if flotation.is_floated(turn.state.outstanding(power), turn.state.corps[power].shares):
            turn = _floats(turn, power)
    return turn


def _entries(command: OfferList) -> tuple[str, ...]:
    return tuple(power for power, number in command.entries for _ in range(number))


def _paid(turn: ExchangeTurn, rounds: flotation.Rounds, stock: dict[str, flotation.Stock]) -> ExchangeTurn:
    """A floated company is paid; the money for one that has not floated leaves the game, but for Zero-Sum (XR-13)."""
    state = turn.state
    for seat in sorted(rounds.spent):
        for power, number in rounds.bought[seat].items():
            cost = number * stock[power].price
            funds = state.settings.zero_sum or state.corps[power].floated
            memo = f"{number} {power} at {stock[power].price}"
            state = state.posted(
                Posting(seat, power if funds else VOID, MONEY, cost, memo),
                Posting(pool(power), seat, power, number, memo),
            ).entered(seat, "bought", -cost, memo)
            note = memo if funds else f"{memo}, to the bank"
            state = state.noted(power, "shares sold", cost if funds else 0, note)
    return turn.having(state)


def _floats(turn: ExchangeTurn, power: str) -> ExchangeTurn:
    """A new nation: its units and its home centres (7.1, XR-19)."""
    state = turn.state
    found = flotation.appear(state.host.board, state.host.position, power)
    owners = dict(found.position.owners)
    live = LiveBoard.of(found.position)
    counts = {owner: list(owners.values()).count(owner) for owner in state.host.powers}
    eliminated = tuple(lost for lost in state.host.eliminated if lost != power)
    host = replace(state.host, live=live, units=live.placed(), owners=owners, counts=counts, eliminated=eliminated)
    state = replace(state, host=host, fresh=(*state.fresh, power)).with_corp(power, status=Status.FLOATED)
    corp = state.corps[power]
    total = flotation.worth_of_centres(corp.shares, corp.price)
    state = state.noted(power, "floated", 0, f"{state.outstanding(power)} of {corp.shares} shares held")
    data = news.Floated(
        phase=turn.phase,
        company=power,
        founder=corp.founder,
        held=state.outstanding(power),
        shares=corp.shares,
        appeared=tuple(unit.text for unit in found.appeared),
        taken=tuple({"unit": unit.text, "from": former} for unit, former in found.taken),
        centres=tuple(state.home(power)),
        worth=total if state.settings.income == "financed" else 0,
    )
    return turn.having(state).public(data)
