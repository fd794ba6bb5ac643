"""The next deadline, from the grid and with fair notice."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.core.calendar import Clock
from judge.core.variant import Agenda
from judge.desk import timers
from judge.desk.cabinet.records import Game, iso
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
