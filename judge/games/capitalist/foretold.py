"""What letters tell an investor of his own sheet, beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.kits.host.outlook import Outlook
from judge.kits.market.news import Account


@dataclass(frozen=True)
class Rival:
    """A currency that the sheet trades: `units` one would hold, and the `most` that any other holds now, each of
    `holders`. What they trade nobody knows (C-2)."""

    currency: str
    units: int
    most: int
    holders: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CommandForecast(Outlook):
    """The orders of one power commanded, every unit as it stands (C-6).

    single      retreats and builds come with the moves or not at all (D-7)
    sent_ahead  what came with the moves for the phase that is open now: used where nothing else is ordered
    """

    single: bool
    sent_ahead: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class InvestorForecast(Shown):
    """What an investor's sheet will certainly do.

    exchange  its trades to the centime (M-2); None in a phase without an exchange
    command   whom one would be ahead of; left out without an exchange
    powers    those whose units one orders in this phase
    """

    phase: str
    exchange: Account | None
    powers: tuple[CommandForecast, ...]
    command: tuple[Rival, ...] | Unset = UNSET
