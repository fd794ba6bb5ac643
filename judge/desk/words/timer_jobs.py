"""What the desk's own timers are for, beside deadlines and reminders: seats that opened, days to be full by, pauses.

Most turns have no such timer: what carries one out is loaded when there is one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from judge.desk import timers
from judge.desk.cabinet.records import Cause, Game, Status, iso
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.words import admissions, clock
from judge.optional import extra


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


def resume(services: Services, game: Game, timer: timers.Timer) -> None:
    """A pause that had an end is over."""
    if game.status is Status.PAUSED:
        clock.go_on(services, game, Cause(timer.due, f"{game.key}:{game.round}:resume"))


def resumes(services: Services, game: Game, timer: timers.Timer) -> None:
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
    timers.RESUME: resume,
    timers.RESUMES: resumes,
}
"""By the timer's kind."""
