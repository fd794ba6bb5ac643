"""Who and what a phase waits for: its deadline, with fair notice, silent seats, the master's report, READY.

And who waits for room in a game, or for its master's word, and hears of it when there is nothing left to wait for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.calendar import Calendar, Clock
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.shown import Awaiting
from judge.core.variant import Agenda, Duty, Role
from judge.desk import timers
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status, iso
from judge.desk.cabinet.schedule import Grid, dates
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief

LEAST_NOTICE = timedelta(hours=48)
PRACTICE = timedelta(days=14)  # a phase of a practice game waits so long for its player


def set_deadline(services: Services, game: Game, agenda: Agenda, at: datetime, lead: timedelta = LEAST_NOTICE) -> Game:
    """The next deadline from the grid, and the timers that go with it."""
    game = replace(game.due(iso(next_deadline(game, agenda, at, lead))), locked=False, graced=False)
    services.files.save_game(game)
    timers.set_for(services, game, at)
    return game


def put_off(services: Services, game: Game, due: datetime, reason: str, cause: Cause, actor: str = "JUDGE") -> Game:
    """Another deadline for the open phase."""
    old, game = game.deadline, services.files.save_game(game.due(iso(due)))
    data = {"old": old, "new": game.deadline, "reason": reason}
    services.log_event(game, "deadline_set", cause, actor=actor, data=data)
    timers.set_for(services, game, cause.at)
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


def unwritten(services: Services, game: Game, agenda: Agenda) -> list[SeatRecord]:
    """Seats that may act, of which no order is on file (NO TRADE is one, an emptied sheet is none)."""
    filed = {record.seat for record in services.files.sheets(game.key, game.phase) if record.sheet}
    seats = services.files.seats(game.key).values()
    return [seat for seat in seats if may_act(agenda, seat) and seat.name not in filed]


def may_act(agenda: Agenda, seat: SeatRecord) -> bool:
    return agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE


def silent(services: Services, game: Game, agenda: Agenda) -> tuple[str, ...]:
    """Seats that MUST act, are not vacant, and have nothing on file."""
    filed = {record.seat for record in services.files.sheets(game.key, game.phase) if record.filed}
    owing = [seat for seat in services.files.seats(game.key).values() if agenda.duties.get(seat.name) is Duty.MUST]
    return tuple(seat.name for seat in owing if not seat.vacant and seat.name not in filed)


def missing_report(services: Services, game: Game, agenda: Agenda) -> bool:
    """Whether the phase still waits for a report of the MASTER's (the variant's forecast of his sheet says so)."""
    if not agenda.needs:
        return False
    sheet = services.sheet(game, services.files.sheet(game.key, game.phase, MASTER))
    forecast = services.variant(game).forecast(services.state(game), MASTER, sheet)
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
    seats = services.files.seats(game.key).values()
    all_are = all(seat.vacant or seat.name in ready or not may_act(agenda, seat) for seat in seats)
    return all_are and bool(ready) and not missing_report(services, game, agenda)


def over_at_once(agenda: Agenda) -> bool:
    """Whether nothing is to decide in a phase."""
    return agenda.pace == Clock.NONE and not agenda.needs


def goes_on(services: Services, game: Game, agenda: Agenda) -> bool:
    """Whether the phase now open is over at once: nothing is to decide in it, or by the robots of a practice game
    alone."""
    if over_at_once(agenda):
        return True
    people = [seat for seat in services.files.seats(game.key).values() if seat.address and not seat.vacant]
    asked = any(may_act(agenda, seat) for seat in people)
    ends = services.calendar(game).main(agenda.phase) and any(seat.role is Role.POWER for seat in people)
    return game.practice and not asked and not ends


def seats_to_open(services: Services, game: Game, names: tuple[str, ...]) -> list[SeatRecord]:
    """Seats the rules open for TAKEOVER, unless somebody has sat there for one movement alone: they get this phase's
    letters still, which say so. What came in between, for a retreat or a winter, changes nothing (D-9)."""
    if game.practice:
        return []
    calendar, journal = services.calendar(game), services.journal
    movements = [played.event for played in game.played if calendar.main(Phase.parse(played.phase))]
    since = movements[-2] if len(movements) > 1 else 0  # the movement before the one just resolved
    events = (journal.event(game.key, seq) for seq in range(since + 1, journal.length(game.key) + 1))
    newcomers = {event["actor"] for event in events if event["kind"] in ("taken_over", "taken_back")}
    seats = (services.files.seat(game.key, name) for name in names if name not in newcomers)
    return [seat for seat in seats if seat is not None and not seat.vacant]


ROOM, MASTERS_WORD = "room", "approval"  # what somebody waits for
BACK, TAKEN, OVER = "back", "taken", "over"  # why he waits no longer; "" where the master has said no


def waiting_for(services: Services, game: Game, what: str) -> list[Mapping[str, Any]]:
    """Those who wait, first come first."""
    rows = [row for row in services.store.table("waiting").find("game", game.key) if row["for"] == what]
    return sorted(rows, key=lambda row: (row["at"], row["address"]))


def for_seat(services: Services, game: Game, seat: str) -> list[Mapping[str, Any]]:
    """Those who wait for the master's word on a vacant seat."""
    rows = waiting_for(services, game, MASTERS_WORD)
    return [row for row in rows if row.get("over") and fold(row["seat"]) == fold(seat)]


def seat_is_filled(services: Services, game: Game, seat: SeatRecord, why: str, cause: Cause) -> None:
    """A seat is vacant no longer: its sitter waits for nothing, and who waited for the seat is told. Another seat that
    he waited for is kept for him no more: whoever would take it over is asked anew."""
    key = f"{game.key}/{seat.address}"
    row = services.store.table("waiting").fetch(key) if seat.address else None
    if row is not None:
        services.store.table("waiting").drop(key)
        other = services.files.seat(game.key, row["seat"]) if row.get("over") else None
        if other is not None and other.vacant and not for_seat(services, game, other.name):
            timers.put(services, timers.Timer(game.key, timers.STANDBY, cause.at, game.round, other.number))
    end(services, game, for_seat(services, game, seat.name), why, cause)


def game_is_over(services: Services, game: Game, at: datetime) -> None:
    """Nobody waits for the master's word any more."""
    end(services, game, waiting_for(services, game, MASTERS_WORD), OVER, Cause(at, f"{game.key}:end:{game.round}"))


def end(services: Services, game: Game, rows: Iterable[Mapping[str, Any]], why: str, cause: Cause) -> None:
    """These wait no longer."""
    for row in rows:
        services.store.table("waiting").drop(row["key"])
        not_this_time(services, game, row, why, cause)


def not_this_time(services: Services, game: Game, row: Mapping[str, Any], why: str, cause: Cause) -> None:
    """Who waits hears that he waits no longer, and why."""
    brief = Brief(cause.key, "not_approved", {"seat": row["seat"], "why": why}, cause.at, game=game)
    services.letters.to_address(row["address"], brief)
