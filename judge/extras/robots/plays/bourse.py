"""Bourse: traders beside a board, and the board's powers where it is played here."""

from judge.extras.robots import board, market
from judge.extras.robots.plays import View
from judge.games.bourse.shown import BourseShown, TraderShown
from judge.kits.board.standard import standard_map
from judge.kits.host.picture import PowerShown

PRACTICE = {"robots": "4", "board": "hosted"}
ENDING = "END DRAW"


def write(view: View[BourseShown, TraderShown | PowerShown]) -> str:
    """A power's orders, or a trader's trades."""
    own = view.private
    if isinstance(own, PowerShown):
        return "\n".join(board.orders(view, standard_map(), own.power))
    return "\n".join(market.trades(view, own)) if own.trading else ""
