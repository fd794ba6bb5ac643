"""What may be written in a Bourse: trades, orders to units of a hosted board, the master's reports of another."""

from __future__ import annotations

from judge.core.command import Vocabulary
from judge.kits.host import ORDERS, REPORTS, GameOver, ReportResult, UnitOrder
from judge.kits.market import TRADES, Buy, NoTrade, Sell

VOCABULARY: Vocabulary = {**TRADES, **ORDERS, **REPORTS}

__all__ = ["VOCABULARY", "Buy", "GameOver", "NoTrade", "ReportResult", "Sell", "UnitOrder"]
