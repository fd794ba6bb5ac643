"""Letters that were written for another phase than the one open now."""

from __future__ import annotations

from typing import Any

from judge.desk.cabinet import spans
from judge.desk.cabinet.keys import Token
from judge.desk.cabinet.limits import FEW_A_DAY
from judge.desk.cabinet.records import Span, Status, instant, iso
from judge.desk.counter.conversation import Conversation
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.writing.letterform import Brief


def note(sitting: Sitting, conversation: Conversation, token: Token | None) -> None:
    """A letter that was written for another phase than the one open now: its orders are not carried over.

    What it was written for is told by its stamp, and by the reply token it came with: who answers a letter of this
    phase has read it, whatever the clocks say.
    """
    game, at = sitting.game, sitting.at
    if game is None or not spans.spans(game) or (token is not None and token.round == game.round):
        return
    now, then = spans.spans(game)[-1], spans.at_stamp(game, at)
    if then.phase != now.phase:
        _surfaced(sitting, conversation, then)
    elif token is not None and token.round and spans.of_round(game, token.round).phase != now.phase:
        conversation.stale = spans.of_round(game, token.round).phase


def _surfaced(sitting: Sitting, conversation: Conversation, then: Span) -> None:
    """A letter written for a phase that is over, or was taken back; the master is shown both times if it was in
    time."""
    game = sitting.game
    assert game is not None
    then = spans.last_of(game, then)
    kept = not then.round or then.phase in {one.phase for one in game.played}
    closed = then.closed if kept else spans.last_rollback(game)
    times: dict[str, Any] = {"phase": then.phase, "at": iso(sitting.at), "cutoff": closed, "kept": kept}
    told: dict[str, Any] = {**times, "closed": then.over, "now": game.phase, "zone": game.zone()}
    between = kept and sitting.at > instant(then.closed)  # after it had closed, before that could be known
    if sitting.seat is None:
        if game.status is Status.ACTIVE:
            sitting.say("masters_after" if between else "masters_late", Level.WARNING, **told)
        return
    conversation.stale, conversation.late = then.phase, True
    if between:
        sitting.say("after_deadline", Level.WARNING, **told)
        return
    sitting.say("surfaced_late", Level.WARNING, **told)
    if not sitting.office.limits.take(f"late:{game.key}/{sitting.seat.number}", sitting.at, FEW_A_DAY):
        return  # the master knows by now
    sitting.office.letters.to_master(
        game,
        Brief(
            cause=sitting.cause,
            kind="late",
            template="session/late_master.txt",
            now=sitting.at,
            data={"seat": sitting.seat.name, **times, "late_phase": then.phase},
        ),
    )
