"""Troubleshooter: trade, and travel by the cheapest route to a power that grows."""

from judge.extras.robots import board, market
from judge.extras.robots.plays import View
from judge.games.troubleshooter.shown import OwnTraveller, PlayerShown, Reached, TroubleshooterShown
from judge.games.troubleshooter.state import FARES, travel_map
from judge.kits.board.standard import standard_map
from judge.kits.host.picture import PowerShown
from judge.kits.route import cheapest

PRACTICE = {"robots": "4", "board": "hosted"}
ENDING = "END DRAW"
Seen = View[TroubleshooterShown, PlayerShown | PowerShown]


def write(view: Seen) -> str:
    """A power's orders; or trades and a journey."""
    own = view.private
    if isinstance(own, PowerShown):
        return "\n".join(board.orders(view, standard_map(), own.power))
    if view.kind != "M":
        return ""
    return "\n".join([*market.trades(view, own), _journey(view, own.ts)])


def _journey(view: Seen, traveller: OwnTraveller) -> str:
    """To the power with the most centres for the price of the way; whoever has found one stays."""
    counts = view.public.board.counts
    reach = [row for row in traveller.reach if row.place != traveller.place]
    if traveller.bound or traveller.guest or not reach:
        return "TS HOLD"

    def worth(row: Reached) -> tuple[int, int, str]:
        likes = counts.get(row.power, 0) * 4 - row.percent * 3 + view.chance(f"like {row.power}", 6)
        return -likes, row.percent, row.place

    way = cheapest(travel_map(), traveller.place, min(reach, key=worth).place, FARES) or ()
    return f"TS({traveller.place})-{'-'.join(way)}" if way else "TS HOLD"
