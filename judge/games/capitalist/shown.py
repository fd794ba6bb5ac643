"""What may be looked at in a Capitalist Diplomacy: its public standing, and what each kind of seat sees beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.capitalist.foretold import InvestorForecast
from judge.games.capitalist.news import Command, Commanded
from judge.kits.host.outlook import EndingForecast
from judge.kits.host.shown import BoardShown, NothingShown
from judge.kits.market.shown import MarketShown, OwnAccount


@dataclass(frozen=True, kw_only=True)
class PointMarket(MarketShown):
    """The market with the points of each seat (C-8), and what a winter count now would make of them
    (`points_soon`)."""

    points: Mapping[str, int]
    points_soon: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class CapitalistShown(Shown):
    """The blocks `market`, `board`, `commanders` and `commands`.

    commanders       power -> the seat that orders its units in this phase; None for nobody
    commands         how they came to it (C-5)
    next_commanders  those of the exchange that has been made, who take over with the next moves (C-1 `combined`); left
                     out where there are none
    """

    market: PointMarket
    board: BoardShown
    commanders: Mapping[str, str | None]
    commands: tuple[Command, ...]
    next_commanders: Mapping[str, str | None] | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class InvestorShown(OwnAccount):
    """An investor's own account.

    keeps_cash  francs left over at this deadline stay his (M-7)
    commands    the powers he commands
    owes        those of them that must be ordered now
    """

    keeps_cash: bool
    commands: tuple[str, ...]
    owes: tuple[Commanded, ...]


VIEWS = Views(
    public=CapitalistShown, private=(InvestorShown,), master=NothingShown, forecasts=(InvestorForecast, EndingForecast)
)
