"""Robots that hide what they are, known by their rhythm: letters that come back within a minute of ours, again and
again, or as regularly as only a machine writes, whatever stands in them.

Kept in memory: a restart costs a robot nothing but a few letters of ours. Times are the letters' stamps.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta

QUICK = timedelta(seconds=60)
BEATS = 6  # letters in a row in such a rhythm, in which nothing was to be done
ORDERS = 20  # the same for letters that did something
UNEVEN = 0.05  # of the time between two letters, that a machine may be off by
SLACK = timedelta(seconds=2)
SLOWEST = timedelta(hours=3)
A_DAY = 40  # letters with nothing to do in them, in whatever rhythm
DAY = timedelta(days=1)
READERS = 2000  # that are remembered


class Rhythm:
    """When each reader wrote, as far as it matters."""

    def __init__(self) -> None:
        self._idle: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._busy: OrderedDict[str, deque[datetime]] = OrderedDict()

    def machine(self, who: str, at: datetime, did: bool) -> bool:
        """One more letter of this reader; whether it beats like a machine. `did`: something was done for it."""
        most, beats = (ORDERS, self._busy) if did else (A_DAY, self._idle)
        times = beats.setdefault(who, deque(maxlen=A_DAY + 1))
        beats.move_to_end(who)
        if len(beats) > READERS:
            beats.popitem(last=False)
        if did:
            self._idle.pop(who, None)
        times.append(at)
        gaps = [later - earlier for earlier, later in zip(times, list(times)[1:], strict=False)]
        if not did and len(times) > most and at - times[0] < DAY:
            return True
        last = gaps[-(ORDERS if did else BEATS) :]
        return len(last) >= (ORDERS if did else BEATS) and (_quick(last) or _even(last))


def _quick(gaps: list[timedelta]) -> bool:
    """Letters of one moment were written before ours could be read: they answer nothing."""
    return all(timedelta(0) < gap <= QUICK for gap in gaps)


def _even(gaps: list[timedelta]) -> bool:
    middle = sorted(gaps)[len(gaps) // 2]
    slack = max(middle * UNEVEN, SLACK)
    return timedelta(0) < middle <= SLOWEST and all(abs(gap - middle) <= slack for gap in gaps)
