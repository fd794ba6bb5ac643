"""The only place that reads the time."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime: ...
    def monotonic(self) -> float: ...


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class SetClock:
    """A clock that stands still until it is set: rehearsals, demos and tests."""

    def __init__(self, now: datetime) -> None:
        self._now = now.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._now.timestamp()

    def set(self, now: datetime) -> None:
        self._now = now.astimezone(UTC)
