"""Sales: from the holding at the deadline, never above the limit (M-3, M-4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.quick import quick
from judge.core.ruling import Remark
from judge.kits.market.currencies import word
from judge.kits.market.orders import ALL, Sell
from judge.kits.market.rules import MarketRules


@quick
@dataclass(frozen=True)
class Sold:
    """One sale line: units asked for, units sold, and why fewer."""

    asked: int
    units: int
    because: Remark | None = None


def fill_sales(sales: Mapping[int, Sell], holding: Mapping[str, int], rules: MarketRules) -> dict[int, Sold]:
    """Line -> sale. Lines of one currency add up; what is above limit or holding is cut from the later ones (M-4)."""
    done: dict[str, int] = {}
    out: dict[int, Sold] = {}
    for i, command in sales.items():
        sold = done.get(command.currency, 0)
        out[i] = _sale(command, sold, holding[command.currency], rules.sell_limit)
        done[command.currency] = sold + out[i].units
    return out


def _sale(command: Sell, sold: int, held: int, limit: int) -> Sold:
    """One line, where lines above it have sold `sold` units already. MAX asks for what may be sold, no more."""
    room = max(0, min(limit, held) - sold)
    if isinstance(command.amount, int):
        asked = command.amount
    else:
        asked = held - sold if command.amount == ALL else room
    units = min(asked, room)
    if units == asked and units:
        return Sold(asked, units)
    figures: dict[str, int | str] = {
        "asked": asked,
        "units": units,
        "limit": limit,
        "holding": held,
        "many": word(command.currency),
        "before": f", and the lines above sell {sold} of them" if sold else "",
    }
    return Sold(asked, units, Remark(_why(units, sold, held, limit), figures))


def _why(units: int, sold: int, held: int, limit: int) -> str:
    if units:
        return "cut-to-limit" if limit < held else "cut-to-holding"
    return "limit-used" if limit < held and sold else "nothing-held"
