"""What may be looked at in a Troubleshooter: its public standing, and what each kind of seat sees beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.troubleshooter.foretold import IdleForecast, Repaid, SheetForecast
from judge.games.troubleshooter.news import Home, TravellerNow
from judge.kits.host.outlook import Outlook
from judge.kits.host.report_view import ReportForecast
from judge.kits.host.shown import BoardShown, MasterShown, PowerShown
from judge.kits.market.shown import MarketShown, OwnAccount


@dataclass(frozen=True, kw_only=True)
class TravellerShown(TravellerNow):
    """A TS as everybody sees him. `rank`: by dollars, from 1; equals share one."""

    rank: int


@dataclass(frozen=True)
class TroubleshooterShown(Shown):
    """The blocks `market`, `board` and `troubleshooters`.

    troubleshooters  by seat; nothing where positions are private, until the game is over
    homes            by power
    loans            the terms of repayment by their name
    positions        public or private (T-15)
    """

    market: MarketShown
    board: BoardShown
    troubleshooters: Mapping[str, TravellerShown]
    homes: Mapping[str, Home]
    loans: str
    positions: str


@dataclass(frozen=True)
class Reached:
    """A home centre that takes his loans, whose it is, and the cheapest price of the journey there, in per cent."""

    place: str
    power: str
    percent: int


@dataclass(frozen=True, kw_only=True)
class OwnTraveller(TravellerNow):
    """A player's own TS: where he can lend, nearest first, and the places of the route that is under way."""

    reach: tuple[Reached, ...]
    under_way: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerShown(OwnAccount):
    """A player's own purse and TS. `outlook`: what his loan repays this winter; nothing without one. `trading`: whether
    this phase has trades (T-1)."""

    ts: OwnTraveller
    outlook: tuple[Repaid, ...]
    trading: bool


VIEWS = Views(
    public=TroubleshooterShown,
    private=(PlayerShown, PowerShown),
    master=MasterShown,
    forecasts=(SheetForecast, IdleForecast, Outlook, ReportForecast),
)
