"""Diplomacy: every power for itself."""

from judge.extras.robots import board
from judge.extras.robots.plays import View
from judge.games.diplomacy.shown import DiplomacyShown, FlagShown
from judge.kits.board.standard import standard_map

PRACTICE = {"robots": "6"}
ENDING = ""


def write(view: View[DiplomacyShown, FlagShown]) -> str:
    """The orders of a power."""
    return "\n".join([*board.orders(view, standard_map(), view.power), *board.peace(view)])
