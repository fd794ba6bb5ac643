"""Who and what a phase waits for: its deadline, with fair notice, silent seats, the master's report, READY."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.core.calendar import Calendar, Clock
from judge.core.command import Orders, heard
from judge.core.notice import MASTER
from judge.core.shown import Awaiting
from judge.core.variant import Agenda, Duty
from judge.desk import timers
from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import Game, Status, iso
from judge.desk.cabinet.schedule import Grid, dates
from judge.desk.office import Office

LEAST_NOTICE = timedelta(hours=48)
PRACTICE = timedelta(days=14)  # a phase of a practice game waits so long for its player


def set_deadline(office: Office, game: Game, agenda: Agenda, at: datetime, lead: timedelta = LEAST_NOTICE) -> Game:
    """The next deadline from the grid, and the timers that go with it."""
    due = next_deadline(game, agenda, at, lead)
    game = replace(game.due(iso(due)), locked=False, graced=False)
    office.files.save_game(game)
    timers.set_for(office, game, at)
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


def silent(office: Office, game: Game, agenda: Agenda) -> tuple[str, ...]:
    """Seats that MUST act, are not vacant, and have nothing on file."""
    filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.filed}
    return tuple(
        seat.name
        for seat in office.files.seats(game.key).values()
        if agenda.duties.get(seat.name, Duty.NONE) is Duty.MUST and not seat.vacant and seat.name not in filed
    )


def missing_report(office: Office, game: Game, agenda: Agenda) -> bool:
    """Whether the phase still waits for a report of the MASTER's (the variant's forecast of his sheet says so)."""
    if not agenda.needs:
        return False
    variant = office.variant(game)
    sheet = office.sheet(game, office.files.sheet(game.key, game.phase, MASTER))
    state = office.journal.state(variant, game)
    forecast = variant.forecast(state, MASTER, sheet)
    assert isinstance(forecast, Awaiting)
    return forecast.waiting


def count_misses(office: Office, game: Game, orders: Orders) -> None:
    """Deadlines in a row without a sheet; two missed by somebody who owed one open the seat where the game says so."""
    variant = office.variant(game)
    agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, game.snapshot))
    came: dict[str, bool] = {}
    for seat in office.files.seats(game.key).values():
        if seat.vacant or not awaited(variant.card.calendar, agenda, seat.name):
            continue
        misses = 0 if heard(orders, seat.name) else seat.misses + 1
        if seat.address:
            came[seat.address] = not misses
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))
    reliability.phase(office.store, game, game.phase, came)


def awaited(calendar: Calendar, agenda: Agenda, seat: str) -> bool:
    """Whether a silent seat is missed: it must act, or it may in a main phase."""
    duty = agenda.duties.get(seat, Duty.NONE)
    return duty is Duty.MUST or (duty is Duty.MAY and calendar.main(agenda.phase))


def recount_misses(office: Office, game: Game) -> None:
    """After a rollback: deadlines in a row without a sheet, by the phases that still count."""
    variant = office.variant(game)
    for seat in office.files.seats(game.key).values():
        misses = 0
        for played in reversed(game.played):
            data = office.journal.event(game.key, played.event)["data"]
            orders = data["orders"]
            agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, played.snapshot))
            if seat.name not in orders or orders[seat.name] or seat.name in data.get("wrote", ()):
                break
            misses += awaited(variant.card.calendar, agenda, seat.name)
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))


def everybody_ready(office: Office, game: Game, but: str = "") -> bool:
    """Whether every seat that may act, `but` this one, has said READY (house setting `early`)."""
    if game.house["early"] != "yes" or game.status is not Status.ACTIVE or game.locked:
        return False
    agenda = office.agenda(game)
    ready = {but, *(record.seat for record in office.files.sheets(game.key, game.phase) if record.ready)} - {""}
    waiting = [
        seat.name
        for seat in office.files.seats(game.key).values()
        if not seat.vacant and agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in ready
    ]
    return not waiting and bool(ready) and not missing_report(office, game, agenda)
