"""Letters that were written for another phase than the one open now, by their stamp or by when they came.

Soon after a phase has closed, a letter without a token of the open one is meant for the closed one, perhaps. Its orders
stand for the open phase, since nothing is applied backwards; but its writer is shown both times first, and the master
is told. Nobody is asked who shows that they know what is open: by answering a letter of this phase, by a line FOR, by
naming it in the subject or the text, or by orders that could not have stood before.

Somebody whose seat was opened because nothing came from them may write after all (D-9): a sheet that stands takes the
seat back while nobody else has it; without one nothing of the letter is done.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from judge.core import words
from judge.core.calendar import Calendar
from judge.core.command import Sheet
from judge.core.errors import InputError
from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.keys import Token
from judge.desk.cabinet.limits import DAY, FEW_A_DAY, ONCE_A_DAY
from judge.desk.cabinet.records import ROLLBACK, Game, SeatRecord, Span, Status, instant, iso
from judge.desk.phases import waiting
from judge.desk.services import Services
from judge.desk.sheets.filing import arrange
from judge.desk.sheets.letter_context import LetterContext, Level


class WrittenFor(Value):
    """The phase that a letter was written for, where that is not the open one ("" where it is): bare orders are asked
    back. `late`: its stamp says so, and not only the letter of ours that it answers."""

    phase: str = ""
    late: bool = False


OPEN_PHASE = WrittenFor()


def written_for(context: LetterContext, token: Token | None) -> WrittenFor:
    """A letter that was written for another phase than the one open now: its orders are not carried over.

    What it was written for is told by its stamp, and by the reply token it came with: who answers a letter of this
    phase has read it, whatever the clocks say.
    """
    game, at = context.game, context.at
    if game is None or not (spans := game.windows()) or (token is not None and token.round == game.round):
        return OPEN_PHASE
    now, then = spans[-1], game.at_stamp(at)
    if then.phase != now.phase:
        return _surfaced(context, then, spans)
    answered = game.of_round(token.round).phase if token is not None and token.round else now.phase
    return WrittenFor("" if answered == now.phase else answered)


def _surfaced(context: LetterContext, then: Span, spans: Sequence[Span]) -> WrittenFor:
    """A letter written for a phase that is over, or was taken back; the master is shown both times if it was in
    time."""
    game = context.the_game()
    # a ROLLBACK may have opened it again
    then = next((one for one in reversed(spans) if one.phase == then.phase), then)
    kept = not then.round or then.phase in {one.phase for one in game.played}
    back = next((one.opened for one in reversed(spans) if one.by == ROLLBACK), "")  # "" if not, as far as is known
    closed = then.closed if kept else back
    times: dict[str, Any] = {"phase": then.phase, "at": iso(context.at), "cutoff": closed, "kept": kept}
    told: dict[str, Any] = {**times, "closed": then.over, "now": game.phase, "zone": game.zone()}
    between = kept and context.at > instant(then.closed)  # after it had closed, before that could be known
    if context.seat is None:
        if game.status is Status.ACTIVE:
            context.say("masters_after" if between else "masters_late", Level.WARNING, **told)
        return OPEN_PHASE
    written = WrittenFor(then.phase, late=True)
    if between:
        context.say("after_deadline", Level.WARNING, **told)
        return written
    context.say("surfaced_late", Level.WARNING, **told)
    if not context.services.limits.take(f"late:{game.key}/{context.seat.number}", context.at, FEW_A_DAY):
        return written  # the master knows by now
    data = {"seat": context.seat.name, **times, "late_phase": then.phase}
    context.services.letters.to_master(game, context.brief("late", data, template="session/late_master.txt"))
    return written


SHARE = 3  # of a short phase, the first third
FAR_BACK = 4  # phases without anything for this seat that are looked beyond
_NAMED = regex(r"\b((?:[SFAW]|(?:SPRING|FALL|AUTUMN|WINTER)\s+)\d{4})(?:([A-Z])\b|\s+([A-Z]+))?", re.I | re.A)


class Before(Value):
    """What was over shortly before a letter came: a phase, or, after a ROLLBACK, the game as it stood."""

    phase: str
    over: str
    early: bool = False
    back: bool = False


def just_after(context: LetterContext, unnamed: Sheet, game: Game, token: Token | None) -> None:
    """Orders that name no phase and came soon after one has closed: were they meant for that one? Both times stand at
    the top of the answer, and go to the master once for a seat and phase. `game` is as it was when the letter came.
    What was refused is no matter, but for a READY that is only asked about."""
    services, message, seat = context.services, context.message, context.seat
    if seat is None or context.acting_master:
        return
    errors = [answer for answer in context.answers if answer.level is Level.ERROR]
    asked, refused = {one.line for one in errors if one.asked}, {one.line for one in errors}
    written = tuple(
        command
        for command in unnamed
        if (isinstance(command, words.Ready) and command.line in asked) or (context.did and command.line not in refused)
    )
    before = _closed_before(services, game, seat, context.at, token, written)
    around = (message.subject, *[line.text for line in message.lines])
    if before is None or names_the_phase(services.calendar(game), around, game.phase):
        return
    data: dict[str, Any] = {
        **vars(before),
        "at": iso(context.at),
        "ago": ago(context.at - instant(before.over)),
        "now": game.phase,
        "zone": game.zone(),
        "orders": bool(orders_in(written)),
    }
    if before.back:
        return context.say("taken_back_before", Level.NOTE, **data)
    context.checks.append(services.renderer.answer("closed_before", data))
    if services.limits.take(f"just-after:{game.key}/{seat.number}:{game.round}", context.at, ONCE_A_DAY):
        brief = context.brief("just_after", {**data, "seat": seat.name}, template="session/just_after_master.txt")
        services.letters.to_master(game, brief)


def _closed_before(
    services: Services, game: Game, seat: SeatRecord, at: datetime, token: Token | None, written: Sheet
) -> Before | None:
    """What a player may still have had in mind who wrote these orders, or words over a sheet."""
    if game.status is not Status.ACTIVE or not written or not game.spans:
        return None
    *earlier, now = game.spans
    if token is not None and token.round and game.of_round(token.round).phase == now.phase:
        return None
    window = min(DAY, (instant(game.deadline) - instant(now.opened)) / SHARE) if now.opened else DAY
    if now.by == ROLLBACK:
        return Before(now.phase, now.opened, back=True) if at - instant(now.opened) <= window else None
    for back, span in enumerate(reversed(earlier[-FAR_BACK:])):
        since = now.opened if back == 0 and now.opened else span.over
        if not since or at - instant(since) > window:
            return None
        if _could_mean(services, game, seat, span, written):
            return Before(span.phase, span.over, early=span.over < span.deadline)
    return None


def _could_mean(services: Services, game: Game, seat: SeatRecord, span: Span, written: Sheet) -> bool:
    """Whether every order would have stood in that phase, too: who orders a unit where it went in that phase, or builds
    what was won in it, has read the results."""
    played = next((one for one in reversed(game.played) if one.phase == span.phase), None)
    if played is None:
        return False
    variant = services.variant(game)
    acts = services.journal.event(game.key, played.event)["data"]["acts"]
    state = services.journal.replayed(variant, game.key, played.snapshot, tuple(acts))
    agenda = variant.agenda(state)
    if not waiting.may_act(agenda, seat):
        return False
    orders = arrange(variant, orders_in(written))
    if not {order.section for order in orders} <= set(agenda.sections):
        return False
    if agenda.phase.kind == "M" and any(order.rides() for order in orders):
        return False  # a build: with moves it would have waited for the phase that is open now
    return not orders or all(ruling.stands for ruling in variant.rule_on(state, seat.name, orders))


def orders_in(written: Sheet) -> Sheet:
    """Without READY, CLEAR and UNDO."""
    return tuple(command for command in written if command.section)


def names_the_phase(calendar: Calendar, texts: Iterable[str], phase: str) -> bool:
    """Whether the open phase is named in a subject or in a line around the orders, and no other."""
    found: set[str] = set()
    for text in texts:
        for match in _NAMED.finditer(text):
            for said in (match[0], match[1]):  # what follows may be any word
                with suppress(InputError):
                    found.add(str(calendar.parse(said)))
                    break
    return found == {phase}


def ago(time: timedelta) -> str:
    """`20 seconds`, `3 minutes`, `7 hours`, to the nearest."""
    seconds = int(time.total_seconds())
    for size, name, most in ((1, "second", 60), (60, "minute", 90 * 60), (3600, "hour", 48 * 3600), (86400, "day", 0)):
        if seconds < most or not most:
            count = max(1, (seconds + size // 2) // size)
            return f"{count} {name}" + ("s" if count > 1 else "")
    return ""


def lapsed(context: LetterContext) -> bool:
    """Whether the speaker's seat is open, and still his to take back."""
    if context.game is None or context.seat is None:
        return False
    kept = context.services.files.seat(context.game.key, context.seat.name)
    return kept is not None and kept.vacant and kept.lapsed[0] != ""
