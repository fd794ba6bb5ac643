"""Capitalist Diplomacy: trade, and order the powers that one's currencies have made one's own."""

from judge.extras.robots import board, market
from judge.extras.robots.plays import View
from judge.games.capitalist.shown import CapitalistShown, InvestorShown
from judge.kits.board.standard import standard_map

PRACTICE = {"robots": "5", "last_year": "1906"}
ENDING = ""


def write(view: View[CapitalistShown, InvestorShown]) -> str:
    """Trades in the phases of the market, orders for each power one commands."""
    lines: list[str] = []
    if view.kind == "C" or view.public.next_commanders:
        lines += market.trades(view, view.private)
    if view.kind != "C":
        for power, commander in sorted(view.public.commanders.items()):
            if commander == view.seat:
                lines += board.under_hat(power, board.orders(view, standard_map(), power))
    return "\n".join(lines)
