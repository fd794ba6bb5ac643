"""What may be looked at in a Diplomacy: its public standing, and what each kind of seat sees beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.diplomacy.foretold import OrdersForecast
from judge.kits.host.news import YearOfCentres
from judge.kits.host.outlook import EndForecast
from judge.kits.host.shown import BoardShown, NothingShown, PowerShown


@dataclass(frozen=True)
class DiplomacyShown(Shown):
    """The board, who plays what, and the counts of every year.

    powers    power -> its seat, "" for none
    history   oldest first
    disorder  powers in civil disorder (D-9), and `deciding` those that must order in this phase
    silent    seat -> movements in a row without orders
    """

    board: BoardShown
    powers: Mapping[str, str]
    history: tuple[YearOfCentres, ...]
    disorder: tuple[str, ...]
    deciding: tuple[str, ...]
    silent: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class FlagShown(PowerShown):
    """A power's player. `ahead`: what he sent with the moves for retreats and winter (D-7)."""

    ahead: tuple[str, ...]


VIEWS = Views(public=DiplomacyShown, private=(FlagShown,), master=NothingShown, forecasts=(OrdersForecast, EndForecast))
