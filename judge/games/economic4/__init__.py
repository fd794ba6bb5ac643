"""Economic Diplomacy IV: every province pays, every unit costs, and money can be lent, given and taken (E)."""

from judge.games.economic4.rules import EARLIER, VARIANT

__all__ = ["EARLIER", "VARIANT"]
