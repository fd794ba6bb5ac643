"""Bourse: traders beside a board, and the board's powers where it is played here."""

from __future__ import annotations

from judge.kits.board import standard_map
from judge.robots import board, market
from judge.robots.view import View

PRACTICE = {"robots": "4", "board": "hosted"}
ENDING = "END DRAW"


def write(view: View) -> str:
    """A power's orders, or a trader's trades."""
    if view.power:
        return "\n".join(board.orders(view, standard_map(), view.power))
    return "\n".join(market.trades(view)) if view.private.get("trading", True) else ""
