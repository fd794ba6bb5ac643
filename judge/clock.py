"""The only place that reads the time."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime: ...
    def monotonic(self) -> float: ...


_COUNTING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
STEP = timedelta(seconds=5)  # between two looks; what is less is a clock being corrected, not set
JUMP = timedelta(minutes=5)


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that nobody can set; time spent asleep counts where the system tells it."""
        return time.clock_gettime(_COUNTING)


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


class ClockWatch:
    """Notices a wall clock that was set ahead while the judge was running, by counting seconds beside it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wall, self._counted = clock.now(), clock.monotonic()
        self.ahead = timedelta(0)

    def look(self) -> bool:
        """Whether the clock runs ahead of what was counted since the start by more than JUMP."""
        wall, counted = self._clock.now(), self._clock.monotonic()
        step = wall - self._wall - timedelta(seconds=counted - self._counted)
        if abs(step) > STEP:
            self.ahead += step
        self._wall, self._counted = wall, counted
        return self.ahead > JUMP
