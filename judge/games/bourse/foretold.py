"""What letters tell of a sheet in a Bourse, beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.quick import quick
from judge.core.shown import Shown
from judge.kits.host.news import OwnUnits
from judge.kits.market.news import Account


@quick
@dataclass(frozen=True, kw_only=True)
class TradeForecast(Shown, Account):
    """What a trader's sheet will do, exactly (M-2): only the end of a power can still change its worth."""

    phase: str


@dataclass(frozen=True)
class OrderText:
    """An order as the judge writes it."""

    text: str


@dataclass(frozen=True, kw_only=True)
class UnitsForecast(Shown, OwnUnits):
    """A power's orders as they stand. `missing`: its units without any, which hold or are disbanded."""

    phase: str
    power: str
    lines: tuple[OrderText, ...]
    missing: tuple[str, ...]
