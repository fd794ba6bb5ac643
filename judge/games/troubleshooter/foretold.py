"""What letters tell a player of his own sheet, beforehand. A traveller's sums are texts, as in `news`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.games.troubleshooter.news import LoanShown
from judge.kits.market.news import Account, TradeLine


@dataclass(frozen=True)
class StageShown:
    """A stage of a journey: its place, in words too, and what it takes of the money carried, in per cent."""

    place: str
    name: str
    percent: int


@dataclass(frozen=True)
class IfStayed:
    """A loan if prices and units stayed as they are: `each` to every one of `units`; what is left over is `lost`."""

    units: int
    each: int
    lost: int


@dataclass(frozen=True)
class Arrival:
    """What a place does to him. What follows `power` is left out unless he lends there.

    kind       lends: all he has becomes a loan to the power (T-5); bound: a loan of his is out; taken: a home centre of
               the power in other hands; plain
    power      "" for none
    currency   of the loan; `changes`: his money is changed into it first
    price_now  of a unit of it, money
    units_now  of the power on the board
    stayed     None where it has no units
    """

    kind: Literal["lends", "bound", "taken", "plain"]
    power: str
    currency: str | Unset = UNSET
    changes: bool | Unset = UNSET
    price_now: str | Unset = UNSET
    units_now: int | Unset = UNSET
    stayed: IfStayed | Unset | None = UNSET


@dataclass(frozen=True)
class Repaid:
    """What the present loan repays for a `change` of the power's centres (T-8)."""

    change: int
    repaid: str


@dataclass(frozen=True, kw_only=True)
class JourneyForecast:
    """The journey with its stages, its price and what awaits him there (T-4). Prices and units of the season to come
    are not known, so neither a conversion nor a loan has figures.

    order         move, hold, or none where nothing is ordered
    place, end    where he sets out and where he comes to, in words too
    currency      of `cash`, of the `fee` and of what is left after it
    percent       of the whole fare
    bound         he may not travel while his loan is out
    guest         the power whose guest he is; "" for none
    leaves        the power whose guest he is no more, and may not lend to before `barred_until`, a year (T-7)
    stays         the power with which he stays (T-6)
    outlook       nothing without a loan
    """

    order: Literal["move", "hold", "none"]
    place: str
    place_name: str
    currency: str
    cash: str
    stages: tuple[StageShown, ...]
    percent: int
    fee: str
    cash_after: str
    end: str
    end_name: str
    arrival: Arrival
    bound: bool
    loan: LoanShown | None
    guest: str
    leaves: str
    stays: str
    barred_until: int
    outlook: tuple[Repaid, ...]


@dataclass(frozen=True, kw_only=True)
class SheetForecast(Shown, Account):
    """What a sheet will certainly do: trades at the known prices (M-2), and the journey."""

    phase: str
    ts: JourneyForecast


@dataclass(frozen=True)
class IdleForecast(Shown):
    """A phase in which nothing can be ordered: only the route that is under way is told."""

    phase: str
    idle: tuple[str, ...]
    lines: tuple[TradeLine, ...] = ()
