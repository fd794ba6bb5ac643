"""Which phase stood open when: what a letter was written for, by its stamp or by the reply token it came with.

A game's phases follow one another in spans of time, each beginning when it could first be known that the one before was
over. Spans never overlap and their openings never go back, whatever the order in which letters came to light.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.desk.cabinet.records import CLOCK, Game, Span, instant, iso

KEPT = 16  # longer than reply tokens live
FORGOTTEN = "an earlier phase"


def spans(game: Game) -> tuple[Span, ...]:
    """Oldest first, the present one last; none before the start. Of a game that an older judge left, what can be told
    of the last two."""
    if game.spans or not game.round:
        return game.spans
    now = Span(game.round, game.phase, game.settled, by=CLOCK)
    if not game.played:
        return (now,)
    before = game.played[-1]
    over = game.settled if game.locked else min(game.cutoff, game.settled)
    return Span(game.round - 1, before.phase, "", before.deadline, over), now


def opened(game: Game, known: datetime, by: str) -> Game:
    """The game with the span of its phase and round begun; `known` is when that could first be known."""
    begun = Span(game.round, game.phase, iso(known), by=by)
    return replace(game, spans=(*game.spans, begun)[-KEPT:])


def closed(game: Game, at: datetime) -> Game:
    """The game with its present span closed: letters stamped up to `at` were in time for it."""
    *before, now = spans(game)
    over = game.cutoff if game.locked else iso(at)
    return replace(game, spans=(*before, replace(now, deadline=game.deadline, closed=over)))


def not_before(game: Game, at: datetime) -> datetime:
    """When a letter stamped `at` can take effect: it may have come to light after things that happened later."""
    known = spans(game)
    later = (known[-1].opened if known else "", game.cutoff if game.locked else "")
    return max([at, *(instant(text) for text in later if text)])


def at_stamp(game: Game, at: datetime) -> Span:
    """The span in which a letter of that stamp was written; the first for what was written before the start.

    A deadline stands behind the letters of its own instant; a letter that made the judge resolve (PROCESS, a report,
    the last READY) stands before those that came with the same stamp.
    """
    known = spans(game)
    for before, span in reversed(list(zip((None, *known), known, strict=False))):
        if not span.opened or at > instant(span.opened):
            return span
        tie_is_after = span.by != CLOCK or before is None or before.closed < span.opened
        if at == instant(span.opened) and tie_is_after:
            return span
    if known[0].round <= 1:
        return known[0]
    return Span(0, FORGOTTEN, "", closed=known[0].opened)


def of_round(game: Game, number: int) -> Span:
    """The span in which reply tokens of that round were written."""
    return next((span for span in spans(game) if span.round == number), Span(number, FORGOTTEN, ""))
