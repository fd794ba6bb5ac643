"""What letters tell a power of its own sheet, beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.shown import Shown
from judge.kits.host.outlook import AheadRow, Outlook


@dataclass(frozen=True)
class OffersForecast(Shown):
    """A movement's offers: the purse, and what they can cost at most. Sums in AgP.

    list       whose money one's own units like best
    offered    by all lines; `most` of it can fall due; `saved` is kept back, `spendable` is the rest of the purse
    lines      how many there are
    unbid      own units nobody of one's own bids for; `foreign` units of others that are bid for
    ebayola    one more than the best losing total is paid (A13)
    ahead      what is kept for retreats and winter
    """

    phase: str
    kind: str
    power: str
    list: str
    balance: int
    votes: tuple[str, ...]
    offered: int
    saved: int
    spendable: int
    most: int
    lines: int
    unbid: tuple[str, ...]
    foreign: tuple[str, ...]
    ebayola: bool
    ahead: tuple[AheadRow, ...]


@dataclass(frozen=True)
class OwnersForecast(Outlook):
    """Retreats, builds and removals, which the owner orders without money."""

    list: str
    balance: int
    votes: tuple[str, ...]
