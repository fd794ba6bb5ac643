"""Elections in which every share is a vote: ballots that stand from year to year, the count, ties (XR-3 to XR-6)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from judge.core.values import Value

Lines = tuple[tuple[int, str], ...]
"""(votes, candidate) in the order written."""

ALL = 0  # in a line as written: as many votes as there are


def cast(voter: str, votes: int, written: Lines, eligible: Collection[str]) -> Lines:
    """A ballot sent this year, as it counts. Votes for somebody who cannot be elected are void; votes that no line
    names go to the voter himself, as those of the silent do."""
    return _counted(voter, votes, written, eligible, "")


def standing(voter: str, votes: int, last: Lines, eligible: Collection[str]) -> Lines:
    """The ballot of somebody who sent none: last year's as far as it goes, the surplus for himself. Votes for somebody
    who is no longer eligible are his own again (8.1, XR-5)."""
    return _counted(voter, votes, last, eligible, voter)


def _counted(voter: str, votes: int, lines: Lines, eligible: Collection[str], instead: str) -> Lines:
    """`instead`: who has the votes for somebody who cannot be elected, if he can be himself."""
    left, totals = votes, dict[str, int]()
    for number, candidate in lines:
        given = left if number == ALL else min(left, number)
        left -= given
        chosen = candidate if candidate in eligible else instead
        if given and chosen in eligible:
            totals[chosen] = totals.get(chosen, 0) + given
    if left and voter in eligible:
        totals[voter] = totals.get(voter, 0) + left
    return tuple((number, candidate) for candidate, number in totals.items())


class How(StrEnum):
    """By what an election was decided."""

    PLURALITY = "plurality"
    TIEBREAK = "tiebreak"  # the former leader's written preference
    HIMSELF = "himself"  # the former leader was among the tied
    HIS_VOTE = "his vote"  # the one of the tied for whom his own shares voted
    SHARES = "shares"
    DRAWN = "drawn"
    STAYS = "stays"  # nobody was voted for


class Outcome(Value):
    """Who leads ("" if nobody can), the votes of each candidate, and what decided."""

    leader: str
    totals: Mapping[str, int]
    how: How
    tied: tuple[str, ...] = ()


def elect(
    ballots: Mapping[str, Lines],
    held: Mapping[str, int],
    former: str,
    preference: Sequence[str],
    draw: Callable[[tuple[str, ...]], str],
) -> Outcome:
    """Count. `held` shares of every holder; `former` the leader till now ("" if gone) with his tie-break list;
    `draw` picks one of several, who come sorted."""
    totals: dict[str, int] = {}
    for voter in sorted(ballots):
        for number, candidate in ballots[voter]:
            totals[candidate] = totals.get(candidate, 0) + number
    totals = dict(sorted(totals.items()))
    if not totals:
        return _unvoted(held, former, draw)
    tied = _best(totals, totals)
    if len(tied) == 1:
        return Outcome(tied[0], totals, How.PLURALITY)
    leader, how = _break(tied, ballots.get(former, ()), held, former, preference, draw)
    return Outcome(leader, totals, how, tied)


def _break(
    tied: tuple[str, ...],
    own: Lines,
    held: Mapping[str, int],
    former: str,
    preference: Sequence[str],
    draw: Callable[[tuple[str, ...]], str],
) -> tuple[str, How]:
    wanted = [candidate for candidate in preference if candidate in tied]
    if former and wanted:
        return wanted[0], How.TIEBREAK
    if former in tied:
        return former, How.HIMSELF
    backed = sorted(((-number, candidate) for number, candidate in own if candidate in tied))
    if former and backed:
        return backed[0][1], How.HIS_VOTE
    most = _best({candidate: held.get(candidate, 0) for candidate in tied}, tied)
    return (most[0], How.SHARES) if len(most) == 1 else (draw(most), How.DRAWN)


def _unvoted(held: Mapping[str, int], former: str, draw: Callable[[tuple[str, ...]], str]) -> Outcome:
    """Nobody got a vote that counts: who led stays if he still holds a share, else the largest holder (XR-4)."""
    holders = {holder: number for holder, number in held.items() if number > 0}
    if former in holders:
        return Outcome(former, {}, How.STAYS)
    if not holders:
        return Outcome("", {}, How.STAYS)
    most = _best(holders, holders)
    return Outcome(most[0] if len(most) == 1 else draw(most), {}, How.SHARES if len(most) == 1 else How.DRAWN, most)


def _best(figures: Mapping[str, int], among: Iterable[str]) -> tuple[str, ...]:
    names = sorted(among)
    best = max(figures[name] for name in names)
    return tuple(name for name in names if figures[name] == best)
