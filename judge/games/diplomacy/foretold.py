"""What letters tell a power of its own sheet, beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from judge.kits.host.outlook import Outlook


@dataclass(frozen=True)
class OrdersForecast(Outlook):
    """A power's orders as they stand.

    votes       as they are written
    single      retreats and builds come with the moves or not at all (D-7)
    sent_ahead  what came with the moves still counts now
    """

    votes: tuple[str, ...]
    single: bool
    sent_ahead: bool
