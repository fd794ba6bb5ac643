"""Who and what a phase waits for: its deadline, with fair notice, silent seats, the master's report, READY."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.core.calendar import Calendar, Clock
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.shown import Awaiting
from judge.core.variant import Agenda, Duty, Role
from judge.desk import timers
from judge.desk.cabinet.records import Game, SeatRecord, Status, iso
from judge.desk.cabinet.schedule import Grid, dates
from judge.desk.services import Services

LEAST_NOTICE = timedelta(hours=48)
PRACTICE = timedelta(days=14)  # a phase of a practice game waits so long for its player


def set_deadline(services: Services, game: Game, agenda: Agenda, at: datetime, lead: timedelta = LEAST_NOTICE) -> Game:
    """The next deadline from the grid, and the timers that go with it."""
    due = next_deadline(game, agenda, at, lead)
    game = replace(game.due(iso(due)), locked=False, graced=False)
    services.files.save_game(game)
    timers.set_for(services, game, at)
    return game


def put_off(
    services: Services, game: Game, due: datetime, reason: str, at: datetime, actor: str = "JUDGE", cause: str = ""
) -> Game:
    """Another deadline for the open phase."""
    old, game = game.deadline, services.files.save_game(game.due(iso(due)))
    data = {"old": old, "new": game.deadline, "reason": reason}
    services.log_event(game, "deadline_set", at, actor=actor, cause=cause, data=data)
    timers.set_for(services, game, at)
    return game


def next_deadline(game: Game, agenda: Agenda, at: datetime, lead: timedelta = LEAST_NOTICE) -> datetime:
    """First grid instant that leaves fair notice: two days, or half the grid's step where that is less."""
    grid = Grid.parse(game.schedule)
    skip = dates(game.house["skip"])
    if agenda.pace == Clock.NONE:
        return at
    if game.practice:
        return at + PRACTICE
    if agenda.pace == Clock.SHORT:
        if game.house["minor"]:
            return Grid.parse(game.house["minor"]).after(at, skip)
        return Grid(tuple(range(7)), grid.at, grid.zone).after(at + timedelta(hours=36), skip)
    candidate = grid.after(at, skip)
    step = grid.after(candidate, skip) - candidate
    notice = lead if lead != LEAST_NOTICE else min(lead, step / 2)
    while candidate < at + notice:
        candidate = grid.after(candidate, skip)
    return candidate


def silent(services: Services, game: Game, agenda: Agenda) -> tuple[str, ...]:
    """Seats that MUST act, are not vacant, and have nothing on file."""
    filed = {record.seat for record in services.files.sheets(game.key, game.phase) if record.filed}
    return tuple(
        seat.name
        for seat in services.files.seats(game.key).values()
        if agenda.duties.get(seat.name, Duty.NONE) is Duty.MUST and not seat.vacant and seat.name not in filed
    )


def missing_report(services: Services, game: Game, agenda: Agenda) -> bool:
    """Whether the phase still waits for a report of the MASTER's (the variant's forecast of his sheet says so)."""
    if not agenda.needs:
        return False
    variant = services.variant(game)
    sheet = services.sheet(game, services.files.sheet(game.key, game.phase, MASTER))
    state = services.journal.state(variant, game)
    forecast = variant.forecast(state, MASTER, sheet)
    assert isinstance(forecast, Awaiting)
    return forecast.waiting


def awaited(calendar: Calendar, agenda: Agenda, seat: str) -> bool:
    """Whether a silent seat is missed: it must act, or it may in a main phase."""
    duty = agenda.duties.get(seat, Duty.NONE)
    return duty is Duty.MUST or (duty is Duty.MAY and calendar.main(agenda.phase))


def everybody_ready(services: Services, game: Game, but: str = "") -> bool:
    """Whether every seat that may act, `but` this one, has said READY (house setting `early`)."""
    if game.house["early"] != "yes" or game.status is not Status.ACTIVE or game.locked:
        return False
    agenda = services.agenda(game)
    ready = {but, *(record.seat for record in services.files.sheets(game.key, game.phase) if record.ready)} - {""}
    waiting = [
        seat.name
        for seat in services.files.seats(game.key).values()
        if not seat.vacant and agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in ready
    ]
    return not waiting and bool(ready) and not missing_report(services, game, agenda)


def over_at_once(agenda: Agenda) -> bool:
    """Whether nothing is to decide in a phase."""
    return agenda.pace == Clock.NONE and not agenda.needs


def goes_on(services: Services, game: Game, agenda: Agenda) -> bool:
    """Whether the phase now open is over at once: nothing is to decide in it, or by the robots of a practice game
    alone."""
    if over_at_once(agenda):
        return True
    people = [seat for seat in services.files.seats(game.key).values() if seat.address and not seat.vacant]
    asked = any(agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE for seat in people)
    ends = services.calendar(game).main(agenda.phase) and any(seat.role is Role.POWER for seat in people)
    return game.practice and not asked and not ends


def seats_to_open(services: Services, game: Game, names: tuple[str, ...]) -> list[SeatRecord]:
    """Seats the rules open for TAKEOVER, unless somebody has sat there for one movement alone: they get this phase's
    letters still, which say so. What came in between, for a retreat or a winter, changes nothing (D-9)."""
    if game.practice:
        return []
    newcomers = _seated_since_last(services, game)
    seats = (services.files.seat(game.key, name) for name in names if name not in newcomers)
    return [seat for seat in seats if seat is not None and not seat.vacant]


def _seated_since_last(services: Services, game: Game) -> set[str]:
    """Names of the seats that were taken over, or back, since the movement before the one just resolved."""
    calendar = services.calendar(game)
    movements = [played.event for played in game.played if calendar.main(Phase.parse(played.phase))]
    since = movements[-2] if len(movements) > 1 else 0
    events = (services.journal.event(game.key, seq) for seq in range(since + 1, services.journal.length(game.key) + 1))
    return {event["actor"] for event in events if event["kind"] in ("taken_over", "taken_back")}
