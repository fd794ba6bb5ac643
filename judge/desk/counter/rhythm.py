"""Robots that hide what they are, known by their rhythm: letters that come back within a minute of ours, again and
again, or as regularly as only a machine writes, whatever stands in them.

Kept in memory: a restart costs a robot nothing but a few letters of ours. Times are the letters' stamps.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from itertools import pairwise

QUICK = timedelta(seconds=60)
BEATS = 6  # letters in a row in such a rhythm, in which nothing was to be done
ORDERS = 20  # the same for letters that did something
UNEVEN = 0.05  # of the time between two letters, that a machine may be off by
SLACK = timedelta(seconds=2)
SLOWEST = timedelta(hours=3)
A_DAY = 100  # letters with nothing to do in them, in whatever rhythm
DAY = timedelta(days=1)
READERS = 2000  # that are remembered
_Beat = tuple[datetime, datetime]  # when a letter was stamped, and when it was answered


class Rhythm:
    """When each reader wrote, and when we answered."""

    def __init__(self) -> None:
        self._idle: OrderedDict[str, deque[_Beat]] = OrderedDict()
        self._busy: OrderedDict[str, deque[_Beat]] = OrderedDict()

    def machine(self, who: str, at: datetime, now: datetime, did: bool) -> bool:
        """One more letter of this reader, stamped `at` and dealt with `now`; whether it beats like a machine. `did`:
        something was done for it."""
        most, beats = (ORDERS, self._busy) if did else (BEATS, self._idle)
        times = beats.setdefault(who, deque(maxlen=A_DAY + 1))
        beats.move_to_end(who)
        if len(beats) > READERS:
            beats.popitem(last=False)
        if did:
            self._idle.pop(who, None)
        times.append((at, now))
        if not did and len(times) > A_DAY and at - times[0][0] < DAY:
            return True
        last = list(times)[-(most + 1) :]
        answers = all(later + SLACK >= said for (_, said), (later, _) in pairwise(last))
        gaps = [later - earlier for (earlier, _), (later, _) in pairwise(last)]
        return len(gaps) == most and answers and (_quick(gaps) or _even(gaps))


def _quick(gaps: list[timedelta]) -> bool:
    """Letters of one moment were written before ours could be read: they answer nothing."""
    return all(timedelta(0) < gap <= QUICK for gap in gaps)


def _even(gaps: list[timedelta]) -> bool:
    middle = sorted(gaps)[len(gaps) // 2]
    slack = max(middle * UNEVEN, SLACK)
    return timedelta(0) < middle <= SLOWEST and all(abs(gap - middle) <= slack for gap in gaps)
