"""Words about the phase: when it ends, that it ends now, and what would come of it; and what happens when a timer of a
game is due."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core import words
from judge.core.codec import pack
from judge.core.command import wrote
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.desk import timers
from judge.desk.cabinet import schedule
from judge.desk.cabinet.records import Cause, Game, Status, instant, iso
from judge.desk.news import publish
from judge.desk.phases import computing, resolving, waiting
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import admissions
from judge.desk.words.binding import handles, may_tell_everybody
from judge.optional import extra

MAX_EXTENSION = timedelta(days=60)


@handles(words.Extend)
def extend(context: LetterContext, word: words.Extend) -> None:
    """EXTEND 24h reason: this deadline only."""
    game = running(context)
    if word.hours > MAX_EXTENSION.days * 24:
        raise InputError(f"An extension has {MAX_EXTENSION.days * 24} hours at most.")
    move_deadline(context, game, instant(game.deadline) + timedelta(hours=word.hours), word.reason, word.line)


@handles(words.Deadline)
def deadline(context: LetterContext, word: words.Deadline) -> None:
    """DEADLINE when reason: this deadline only. Whatever stands behind the longest time that can be read is why."""
    game = running(context)
    grid, said = schedule.Grid.parse(game.schedule), word.when.split()
    for count in range(len(said), 0, -1):
        with suppress(InputError):
            due = schedule.when(" ".join(said[:count]).rstrip(":,"), context.at, grid)
            break
    else:
        due = schedule.when(word.when, context.at, grid)  # says what cannot be read
    move_deadline(context, game, due, " ".join(said[count:]).strip("-: "), word.line)


def _still_open(game: Game) -> None:
    """InputError where the deadline is over, and the phase waits for its master."""
    if game.held_back:
        told = f"The deadline of {game.phase} is over; its results wait for RELEASE."
        raise InputError(told, hint="RELEASE first; then the next phase is open.")
    if game.locked:
        raise InputError("The deadline is over; your report is awaited.", hint=f"Send RESULT {game.phase[:-1]}.")


def move_deadline(context: LetterContext, game: Game, due: datetime, reason: str, line: int) -> None:
    _still_open(game)
    may_tell_everybody(context)
    services, old = context.services, game.deadline
    game = waiting.put_off(services, game, due, reason, context.letter, MASTER)
    publish.bulletin(services, game, "deadline_moved", context.cause.part(line), old=old, reason=reason)
    context.game = game
    context.done("deadline_set", line=line, deadline=game.deadline, zone=game.zone())


@handles(words.Pause)
def pause(context: LetterContext, word: words.Pause) -> None:
    """PAUSE [UNTIL day] [reason]."""
    game = running(context)
    until = end_of_pause(game, word.until, context.at) if word.until else None
    may_tell_everybody(context)
    context.game = stop(context.services, game, until, word.reason, context.cause, actor=MASTER)
    context.done("paused", line=word.line, reason=word.reason, until=iso(until) if until else "", zone=game.zone())


def end_of_pause(game: Game, text: str, at: datetime) -> datetime:
    """The moment at which a pause until that day ends: in the game's zone, at its hour. InputError for no day."""
    return schedule.when(schedule.day(text, at.date()), at, schedule.Grid.parse(game.schedule))


def stop(services: Services, game: Game, until: datetime | None, reason: str, cause: Cause, actor: str) -> Game:
    """The clock stops; with an end it goes on by itself, and everybody is reminded a day before."""
    _still_open(game)
    ends = iso(until) if until else ""
    game = services.files.save_game(replace(game, status=Status.PAUSED, reason=reason))
    timers.clear(services, game.key, but=timers.STANDBY)
    if until is not None:
        timers.put(services, timers.Timer(game.key, timers.RESUME, until, game.round))
        if until - timedelta(days=1) > cause.at:
            timers.put(services, timers.Timer(game.key, timers.RESUMES, until - timedelta(days=1), game.round))
    services.log_event(game, "paused", cause, actor=actor, data={"reason": reason, "until": ends})
    publish.bulletin(services, game, "paused", cause.part("pause"), reason=reason, until=ends)
    return game


@handles(words.Resume)
def resume(context: LetterContext, word: words.Resume) -> None:
    game, services = context.the_game(), context.services
    if game.status not in (Status.PAUSED, Status.HELD):
        raise InputError(f"{game.key} is not paused.")
    may_tell_everybody(context)
    game = context.game = go_on(services, game, context.cause, actor=MASTER)
    context.done("resumed", line=word.line, deadline=game.deadline, zone=game.zone())


def go_on(services: Services, game: Game, cause: Cause, actor: str = "JUDGE") -> Game:
    """The clock runs again."""
    game = replace(game, status=Status.ACTIVE, reason="")
    services.log_event(game, "resumed", cause, actor=actor)
    if instant(game.deadline) <= cause.at:
        game = waiting.set_deadline(services, game, services.agenda(game), cause.at)
    else:
        services.files.save_game(game)
        timers.set_for(services, game, cause.at)
    publish.bulletin(services, game, "resumed", cause.part("resume"))
    return game


def running(context: LetterContext) -> Game:
    game = context.the_game()
    if game.status not in (Status.ACTIVE, Status.HELD):
        raise InputError(f"{game.key} is {game.status}, so that cannot be done now.")
    return game


@handles(words.Process)
def process(context: LetterContext, word: words.Process) -> None:
    """PROCESS phase: now. The phase is mandatory, so that a letter sent twice processes nothing twice."""
    game = running(context)
    context.game = process_phase(context.services, game, word.phase, context.letter)
    told = "processed" if context.game.status is not Status.HELD else "held"
    level = Level.OK if told == "processed" else Level.ERROR
    context.done(told, level, word.line, phase=game.phase, reason=context.game.reason, now=context.game.phase)


def process_phase(services: Services, game: Game, phase: str, cause: Cause) -> Game:
    """PROCESS, also for the command line."""
    wanted = str(services.calendar(game).parse(phase))
    if game.status is not Status.ACTIVE and game.status is not Status.HELD:
        raise InputError(f"{game.key} is {game.status}.")
    if wanted != game.phase:
        raise InputError(f"{wanted} is not open: the game is in {game.phase}.", hint=f"Write PROCESS {game.phase}.")
    _report_is_here(services, game)
    if game.status is Status.HELD:
        game = services.files.save_game(replace(game, status=Status.ACTIVE, reason=""))
    return resolving.resolve(services, game, cause, by=MASTER)


def _report_is_here(services: Services, game: Game) -> None:
    """InputError when the phase still waits for the master's report (B-8)."""
    if waiting.missing_report(services, game, services.agenda(game)):
        raise InputError(f"{game.phase} needs your report first.", hint=f"Send RESULT {game.phase[:-1]}.")


@handles(words.Preview)
def preview(context: LetterContext, word: words.Preview) -> None:
    """PREVIEW: what would come out now, with sample dice; nothing is written."""
    game = running(context)
    if word.phase and str(context.services.calendar(game).parse(word.phase)) != game.phase:
        raise InputError(f"{game.key} is in {game.phase}.", hint=f"Write PREVIEW {game.phase}.")
    context.enclosures.append(preview_text(context.services, game))
    context.say("previewed", line=word.line, phase=game.phase)


def preview_text(services: Services, game: Game) -> str:
    """The results as they would be, in words."""
    data = preview_data(services, game)
    told = {"parts": publish.parts(services, game, data["notices"]), "draws": data["sample_dice"]}
    return services.renderer.part(("session/preview.txt",), {**data, **told}) or ""


def preview_data(services: Services, game: Game) -> dict[str, Any]:
    """The results as they would be, as their letter's machine part has them: public notices, and sample dice."""
    _report_is_here(services, game)
    step, dice = computing.preview(services, game)
    told = [{"kind": n["kind"], "data": n["data"]} for n in publish.public(pack(step.notices))]
    return {
        "game": game.key,
        "phase": game.phase,
        "revision": game.revision,
        "sample_dice": pack(dice.drawn),
        "notices": told,
        "ended": pack(step.ended),
    }


@handles(words.Missing)
def missing(context: LetterContext, word: words.Missing) -> None:
    """WHO IS MISSING: seats without a sheet, and whether the report is wanted."""
    game, services = running(context), context.services
    agenda = services.agenda(game)
    names = [seat.name for seat in waiting.unwritten(services, game, agenda)]
    tried = wrote(services.orders(game))
    context.say(
        "missing",
        line=word.line,
        names=[name for name in names if name not in tried],
        wrote=[name for name in names if name in tried],
        phase=game.phase,
        report=waiting.missing_report(services, game, agenda),
    )


# ---- what timers are for, beside deadlines and reminders: seats that opened, days to be full by, pauses --------------


def seat_opened(services: Services, game: Game, timer: timers.Timer) -> None:
    """Before the start the first who waits for room has it; in a running game those on the standby list are asked."""
    seat = next((one for one in services.files.seats(game.key).values() if one.number == timer.hours), None)
    if seat is None or not seat.vacant:
        return
    cause = Cause(timer.due, f"{game.key}:{game.round}:standby:{seat.number}")
    if game.status is Status.FORMING:
        admissions.room_again(services, game, cause)
    elif game.status is not Status.FINISHED:
        if (standby := extra("standby")) is not None:
            standby.seat_opened(services, game, seat, cause)
        services.letters.announce(game, "seat_open", cause)
        if timers.stand_in(game) and game.status is Status.ACTIVE and not game.locked:
            timers.put(services, timers.Timer(game.key, timers.ROBOTS, timer.due, game.round))


def eve(services: Services, game: Game, timer: timers.Timer) -> None:
    """A day before the deadline."""
    if game.status is Status.ACTIVE and not game.locked:
        services.letters.announce(game, "eve", Cause(timer.due, f"{game.round}:{game.deadline}"))


def pause_over(services: Services, game: Game, timer: timers.Timer) -> None:
    """A pause that had an end is over."""
    if game.status is Status.PAUSED:
        go_on(services, game, Cause(timer.due, f"{game.key}:{game.round}:resume"))


def pause_nearly_over(services: Services, game: Game, timer: timers.Timer) -> None:
    """It is about to be, in a day."""
    if game.status is Status.PAUSED:
        ends = iso(timer.due + timedelta(days=1))
        publish.bulletin(services, game, "resumes", Cause(timer.due, f"{game.key}:{game.round}:resumes"), until=ends)


def look(services: Services, game: Game, timer: timers.Timer) -> None:
    """Results still wait for their master; he hears of it every day until he sends them."""
    if game.held_back and game.status is Status.ACTIVE:
        last = timers.newest(timer, services.clock.now())
        publish.still_held(services, game, last.due)
        timers.put(services, replace(timer, due=last.due + timedelta(days=1)))


def robots(services: Services, game: Game, timer: timers.Timer) -> None:
    """The players of the house write for the phase that has opened."""
    if (table := extra("robots.table")) is not None:
        table.write(services, game, timer)


ERRANDS: Mapping[str, Callable[[Services, Game, timers.Timer], None]] = {
    timers.ROBOTS: robots,
    timers.STANDBY: seat_opened,
    timers.FILL: admissions.not_filled,
    timers.EVE: eve,
    timers.LOOK: look,
    timers.RESUME: pause_over,
    timers.RESUMES: pause_nearly_over,
}
"""By the timer's kind."""
