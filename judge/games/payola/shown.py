"""What may be looked at in a Payola: its public standing, and what each kind of seat sees beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.payola.foretold import OffersForecast, OwnersForecast
from judge.kits.host.news import YearOfCentres
from judge.kits.host.outlook import EndForecast
from judge.kits.host.shown import BoardShown, NothingShown, PowerShown


@dataclass(frozen=True)
class PayolaShown(Shown):
    """The board and who plays what; of money nothing.

    powers     power -> its seat, "" for none; `dummies` are those nobody plays
    history    oldest first
    deciding   powers that must order in this phase
    silent     seat -> movements in a row without a sheet
    income     the way incomes are paid, by its name; `transfers` is the setting of that name (A2)
    """

    board: BoardShown
    powers: Mapping[str, str]
    dummies: tuple[str, ...]
    history: tuple[YearOfCentres, ...]
    deciding: tuple[str, ...]
    silent: Mapping[str, int]
    income: str
    transfers: str


@dataclass(frozen=True, kw_only=True)
class PurseShown(PowerShown):
    """A power's player.

    balance  of the purse, AgP, and what the units have `earned` this year as far as he may know
    list     whose money his units like best
    board    what lies in sight of his units, where the board is in the fog (PR-9); left out where it is open
    """

    balance: int
    earned: int
    list: str
    board: BoardShown | Unset = UNSET


VIEWS = Views(
    public=PayolaShown,
    private=(PurseShown,),
    master=NothingShown,
    forecasts=(OffersForecast, OwnersForecast, EndForecast),
)
