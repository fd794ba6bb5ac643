"""Sealed auctions of several lots at once, and calls of an open one (XR-12).

Everybody bids for as many lots as he likes, without over-committing himself: the bids are walked from the highest
down, and one that its bidder can no longer pay when its turn comes is void. Losers pay nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from judge.core.values import Value


class SealedBid(Value):
    """`amount` in whole units of money."""

    bidder: str
    lot: str
    amount: int


class Fate(StrEnum):
    """What became of a bid."""

    WON = "won"
    OUTBID = "outbid"  # the lot was sold already, or went to a better bid
    LOT = "lot"  # the lot went to an equal bid, which the draw put before it
    SHORT = "short"  # what the bidder had left was less than the bid
    LOW = "low"  # below what is asked


class AuctionResult(Value):
    """One bid and its fate; `price` is what a winner pays."""

    bid: SealedBid
    fate: Fate
    price: int = 0


def walk_order(bids: Iterable[SealedBid], bidders: Sequence[str], lots: Sequence[str]) -> tuple[SealedBid, ...]:
    """High amounts first; equal ones by the drawn order of bidders, then by the list of lots."""
    rank = {bidder: number for number, bidder in enumerate(bidders)}
    place = {lot: number for number, lot in enumerate(lots)}
    return tuple(sorted(bids, key=lambda bid: (-bid.amount, rank[bid.bidder], place[bid.lot])))


def sealed(
    bids: Iterable[SealedBid],
    cash: Mapping[str, int],
    bidders: Sequence[str],
    lots: Sequence[str],
    asked: Mapping[str, int],
    *,
    second_price: bool = False,
) -> tuple[AuctionResult, ...]:
    """Every bid's fate in the order of the walk.

    bidders  all of them in the drawn order; asked  lot -> the least that may be bid
    second_price  the winner pays the next best bid for the lot, or what is asked where there is none (Vickrey)
    """
    walked = walk_order(bids, bidders, lots)
    left = dict(cash)
    sold: dict[str, int] = {}
    results = []
    for number, bid in enumerate(walked):
        if bid.amount < asked[bid.lot]:
            results.append(AuctionResult(bid, Fate.LOW))
        elif bid.lot in sold:
            results.append(AuctionResult(bid, Fate.LOT if sold[bid.lot] == bid.amount else Fate.OUTBID))
        elif left[bid.bidder] < bid.amount:
            results.append(AuctionResult(bid, Fate.SHORT))
        else:
            price = _second(walked[number + 1 :], bid, asked[bid.lot]) if second_price else bid.amount
            left[bid.bidder] -= price
            sold[bid.lot] = bid.amount
            results.append(AuctionResult(bid, Fate.WON, price))
    return tuple(results)


def _second(later: Sequence[SealedBid], won: SealedBid, asked: int) -> int:
    """The best bid for the same lot that came behind, but not less than is asked."""
    rivals = (bid.amount for bid in later if bid.lot == won.lot and bid.bidder != won.bidder)
    return max(asked, next(rivals, asked))


def call(
    standing: Mapping[str, SealedBid],
    bids: Iterable[SealedBid],
    cash: Mapping[str, int],
    bidders: Sequence[str],
    lots: Sequence[str],
    asked: Mapping[str, int],
) -> tuple[dict[str, SealedBid], tuple[AuctionResult, ...]]:
    """One call of an open auction: lot -> the bid that stands afterwards, and the fate of this call's bids.

    First those that stand are walked: one that its bidder can no longer pay is void. A bid must be above the one that
    stands, and with the bidder's other standing bids must be within his cash.
    """
    walked = sealed(standing.values(), cash, bidders, lots, asked)
    stands = {call.bid.lot: call.bid for call in walked if call.fate is Fate.WON}
    results = [result for result in walked if result.fate is not Fate.WON]
    for bid in walk_order(bids, bidders, lots):
        held = stands.get(bid.lot)
        tied_up = sum(other.amount for other in stands.values() if other.bidder == bid.bidder and other.lot != bid.lot)
        if bid.amount < asked[bid.lot]:
            fate = Fate.LOW
        elif held is not None and held.amount >= bid.amount:
            drawn = held.amount == bid.amount and held not in standing.values()
            fate = Fate.LOT if drawn else Fate.OUTBID
        elif cash[bid.bidder] - tied_up < bid.amount:
            fate = Fate.SHORT
        else:
            fate = Fate.WON
            stands[bid.lot] = bid
        results.append(AuctionResult(bid, fate, bid.amount if fate is Fate.WON else 0))
    return dict(sorted(stands.items())), tuple(results)
