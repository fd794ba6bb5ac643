"""What may be looked at in a Bourse: its public standing, and what each kind of seat sees beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.bourse.foretold import TradeForecast, UnitsForecast
from judge.kits.host.report_view import ReportForecast
from judge.kits.host.shown import BoardShown, MasterShown, PowerShown
from judge.kits.market.shown import MarketShown, OwnAccount


@dataclass(frozen=True, kw_only=True)
class CreditMarket(MarketShown):
    """The market with what wins (B-5).

    credits  by seat, to two decimals
    place    by credits, from 1; equals share one, and `first` are those who lead
    """

    credits: Mapping[str, str]
    place: Mapping[str, int]
    first: tuple[str, ...]


@dataclass(frozen=True)
class BourseShown(Shown):
    """The blocks `market` and `board`. Holdings and cash are public by rule (B-7)."""

    market: CreditMarket
    board: BoardShown


@dataclass(frozen=True, kw_only=True)
class TraderShown(OwnAccount):
    """A trader's own account. `keeps_cash`: money left over at this deadline stays his (M-7); `trading`: this phase
    trades (M-11)."""

    keeps_cash: bool
    trading: bool


VIEWS = Views(
    public=BourseShown,
    private=(TraderShown, PowerShown),
    master=MasterShown,
    forecasts=(TradeForecast, UnitsForecast, ReportForecast),
)
