"""Robots that hide what they are, known by their rhythm: letters that come back within a minute of ours, again and
again, or as regularly as only a machine writes, whatever stands in them.

Beats are kept in the store, with the limits, so that a restart, or another judge on the same store, goes on where they
stood. Times are the letters' stamps.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from judge.desk.cabinet.limits import DAY, Limits, beats

QUICK = timedelta(seconds=60)
BEATS = 6  # letters in a row in such a rhythm, in which nothing was to be done
ORDERS = 20  # the same for letters that did something
UNEVEN = 0.05  # of the time between two letters, that a machine may be off by
SLACK = timedelta(seconds=2)
SLOWEST = timedelta(hours=3)
A_DAY = 100  # letters with nothing to do in them, in whatever rhythm
_MS = timedelta(milliseconds=1)
_BEGAN = datetime(1970, 1, 1, tzinfo=UTC)


def machine(limits: Limits, who: str, at: datetime, now: datetime, did: bool) -> bool:
    """One more letter of this reader, stamped `at` and dealt with `now`; whether it beats like a machine. `did`:
    something was done for it."""
    idle, busy = beats(who)
    if did:
        limits.clear(idle)
    name, most = (busy, ORDERS) if did else (idle, BEATS)
    kept = ((_BEGAN + stamp * _MS, _BEGAN + (stamp + took) * _MS) for stamp, took in limits.kept(name))
    times = [*kept, (at, now)][-(ORDERS if did else A_DAY) - 1 :]  # when each was stamped, and when it was answered
    limits.keep(name, max(at, now), [[(at - _BEGAN) // _MS, (now - at) // _MS] for at, now in times])
    if not did and len(times) > A_DAY and at - times[0][0] < DAY:
        return True
    last = times[-(most + 1) :]
    answers = all(later + SLACK >= said for (_, said), (later, _) in pairwise(last))
    gaps = [later - earlier for (earlier, _), (later, _) in pairwise(last)]
    if len(gaps) < most or not answers:
        return False
    # letters of one moment were written before ours could be read: they answer nothing
    quick, middle = all(timedelta(0) < gap <= QUICK for gap in gaps), sorted(gaps)[most // 2]
    slack = max(middle * UNEVEN, SLACK)
    return quick or (timedelta(0) < middle <= SLOWEST and all(abs(gap - middle) <= slack for gap in gaps))
