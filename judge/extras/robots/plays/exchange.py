"""Exchange: found a company, sell a third of it, lead it well, buy what is cheap."""

from judge.extras.robots import board
from judge.extras.robots.plays import View
from judge.games.exchange.shown import ExchangeShown, InvestorShown
from judge.kits.board.standard import standard_map

PRACTICE = {"robots": "6"}
ENDING = "END DRAW"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
FLOATED = "floated"
Seen = View[ExchangeShown, InvestorShown]


def write(view: Seen) -> str:
    """What the stage of the year asks for."""
    said = {"B": _bid, "T": _terms, "F": _list, "E": _votes, "P": _payout, "M": _campaign, "R": _retreats}
    return "\n".join([*(said[view.kind](view) if view.kind in said else ()), *_bargain(view)])


def _founded(view: Seen) -> list[str]:
    return [power for power in POWERS if view.public.corporations[power].founder == view.seat]


def _led_by(view: Seen) -> list[str]:
    return [power for power in POWERS if view.public.corporations[power].leader == view.seat]


def _cash(view: Seen) -> int:
    return int(view.private.accounts["cash"].partition(".")[0])


def _bid(view: Seen) -> list[str]:
    """A country that nobody has founded, one for each investor, for a little more than the least bid."""
    if _founded(view):
        return []
    free = [power for power in POWERS if view.public.corporations[power].status == "unstarted"]
    if not free:
        return []
    power = free[(view.number - 1) % len(free)]
    least = int(view.public.corporations[power].least_bid or 50)
    cash = _cash(view)
    bid = min(cash // 3, least + 5 + view.chance("bid", 30))
    return [f"BID {power} {bid} SHARES 30 PRICE 3"] if bid >= least else []


def _terms(view: Seen) -> list[str]:
    return [
        f"TERMS {power} SHARES 30 PRICE 3" for power in _founded(view) if not view.public.corporations[power].shares
    ]


def _list(view: Seen) -> list[str]:
    """A third of one's own company, and a few shares of two others."""
    open_ = [power for power in POWERS if view.public.corporations[power].company_owned]
    own = [power for power in open_ if power in _founded(view)]
    others = [power for power in open_ if power not in own]
    others.sort(key=lambda power: view.chance(f"share {power}", 1000))
    wanted = [*(f"{power} 10" for power in own), *(f"{power} 4" for power in others[:2])]
    cash = _cash(view)
    return [f"OFFERLIST {', '.join(wanted)} CAP {cash // 2}"] if wanted and cash > 10 else []


def _votes(view: Seen) -> list[str]:
    """For oneself where one has founded or holds shares."""
    mine = dict.fromkeys([*_founded(view), *sorted(view.private.shares)])
    return [f"VOTE {power} FOR {view.seat}" for power in mine if view.public.corporations[power].status == FLOATED]


def _retreats(view: Seen) -> list[str]:
    said = {power: board.orders(view, standard_map(), power) for power in _led_by(view)}
    return [line for power, orders in said.items() for line in board.under_hat(power, orders)]


def _payout(view: Seen) -> list[str]:
    """What one's companies may build."""
    lines: list[str] = []
    for power in _led_by(view):
        said = [line for line in board.winter(board.field_of(view, standard_map(), power)) if line.startswith("BUILD")]
        lines += board.under_hat(power, said)
    return lines


def _campaign(view: Seen) -> list[str]:
    """Each unit of one's companies gets its order with a little money of the company's."""
    lines: list[str] = []
    active = set(view.public.board.active)
    for power in _led_by(view):
        ground = board.field_of(view, standard_map(), power)
        ground.prizes = frozenset(place for place in ground.prizes if place in active)
        said = board.moves(ground)
        lines += [f"AS {power}", *(f"{0 if line.endswith(' H') else 2} : {line}" for line in said), "AS SELF"]
    return lines


def _bargain(view: Seen) -> list[str]:
    """Now and then the first of the listings, if the purse allows."""
    listings = view.public.listings
    if not listings or view.chance("bargain", 4):
        return []
    listing = listings[0]
    cash = _cash(view)
    return [f"BUY 1 {listing.listing} AT {listing.price}"] if cash > 40 and listing.seller != view.seat else []
