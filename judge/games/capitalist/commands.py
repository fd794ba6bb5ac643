"""What may be written in a Capitalist Diplomacy: trades, orders to units, the master's END."""

from __future__ import annotations

from judge.core.command import Vocabulary
from judge.kits.host import ORDERS, GameOver, UnitOrder
from judge.kits.market import TRADES, Buy, NoTrade, Sell

VOCABULARY: Vocabulary = {**TRADES, **ORDERS, "game_over": GameOver}

__all__ = ["VOCABULARY", "Buy", "GameOver", "NoTrade", "Sell", "UnitOrder"]
