"""The end of a game that is won on the board itself: who wins, the scores, the table of counts by year (D-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge.core.phase import Phase
from judge.core.variant import Ended
from judge.kits.host.advance import Season
from judge.kits.host.news import BoardFinal, FinalCount, YearOfCentres
from judge.kits.host.reports import ABANDONED, DRAW, GameOver
from judge.kits.host.state import Host


@dataclass(frozen=True)
class YearCount:
    """Centres of every power after an autumn (the year before the first: at the start)."""

    year: int
    centres: Mapping[str, int]


def with_the_count(history: tuple[YearCount, ...], phase: Phase, season: Season | None) -> tuple[YearCount, ...]:
    """The history with the count of this phase, where there was one (D-13)."""
    if season is None or not season.change.official:
        return history
    return (*history, YearCount(phase.year, dict(season.host.counts)))


def counts_by_year(history: Iterable[YearCount]) -> tuple[YearOfCentres, ...]:
    """Centres after each autumn, oldest first; the first row is the start."""
    return tuple(YearOfCentres(year=count.year, centres=dict(sorted(count.centres.items()))) for count in history)


def winning_powers(over: GameOver, host: Host) -> tuple[str, ...]:
    """Those named in the ending; all survivors share a draw that names none."""
    return over.powers or (host.survivors if over.how == DRAW else ())


def ended(over: GameOver, host: Host, flags: Mapping[str, str]) -> Ended:
    """Scores are centres; winners share the win. `flags` is seat -> power."""
    winning = winning_powers(over, host)
    winners = tuple(seat for seat, power in sorted(flags.items()) if power in winning)
    scores = {seat: str(host.counts[power]) for seat, power in sorted(flags.items())}
    named = winning if over.how != ABANDONED else ()
    return Ended(" ".join((over.how.lower(), *named)), scores, winners)


def final(
    phase: Phase, over: GameOver, host: Host, flags: Mapping[str, str], history: Iterable[YearCount]
) -> BoardFinal:
    """The end of a board game: how, who won, and the table of counts by year."""
    winning, seats = winning_powers(over, host), {power: seat for seat, power in flags.items()}
    return BoardFinal(
        phase=str(phase),
        how=over.how,
        powers=tuple(winning),
        counts=tuple(
            FinalCount(power=power, seat=seats.get(power, ""), centres=host.counts[power], winner=power in winning)
            for power in sorted(host.powers, key=lambda name: (-host.counts[name], name))
        ),
        history=counts_by_year(history),
    )
