"""A deadline has come: the phase is closed and resolved, or waits for its master's report, look, or those who are late.

A practice game in which nobody has written is over instead.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.core.codec import pack
from judge.core.command import wrote
from judge.core.variant import Agenda
from judge.desk import timers
from judge.desk.cabinet import phase_windows
from judge.desk.cabinet.records import Game, Status, instant, iso
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases import claims, computing
from judge.desk.phases.resolving import hold, resolve
from judge.desk.phases.waiting import missing_report, put_off, silent


def due(office: Office, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    if game.practice and _left_lying(office, game):
        return close_practice(office, game, at, "lying", "")
    agenda = office.agenda(game)
    if missing_report(office, game, agenda):
        return _await_report(office, game, agenda, at)
    late = silent(office, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(office, game, agenda, late, at)
    if game.holding:
        return look_first(office, game, at)
    known = max(at, instant(game.deadline) + office.config.settle)
    return resolve(office, game, at, by="JUDGE", known=known)


def _await_report(office: Office, game: Game, agenda: Agenda, at: datetime) -> Game:
    """The phase is closed until the master reports what came out elsewhere."""
    game = office.files.save_game(replace(game, locked=True, cutoff=iso(at)))
    timers.report_reminders(office, game, at, agenda.report_hours)
    publish.report_wanted(office, game, agenda, at)
    told = {"closed": game.deadline, "due": iso(at + timedelta(hours=agenda.report_hours))}
    publish.bulletin(office, game, "report_awaited", at, f"{game.key}:{game.round}:awaited", **told)
    return game


def _grace(office: Office, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    due = instant(old) + timedelta(hours=agenda.grace_hours)
    game = put_off(office, replace(game, graced=True), due, "grace", at)
    cause = f"{game.key}:{game.round}:grace" + (f":{old}" if agenda.patient else "")
    tried = wrote(office.orders(game))
    names = [name for name in late if name not in tried]
    refused = [name for name in late if name in tried]
    publish.bulletin(office, game, "grace", at, cause, names=names, wrote=refused, old=old, patient=agenda.patient)
    return game


def look_first(office: Office, game: Game, at: datetime) -> Game:
    """The phase is closed, and its master sees what will come out, dice and all; his RELEASE resolves it."""
    played = computing.sheets_and_dice(office, game)
    try:
        step = computing.outcome(office, game, played)
    except Exception as fault:
        return hold(office, game, at, fault)
    game = office.files.save_game(replace(game, locked=True, cutoff=game.cutoff if game.locked else iso(at)))
    game = office.files.save_game(replace(game, looked=game.round, link=max(game.link, played.number)))
    timers.closed(office, game.key)
    timers.put(office, timers.Timer(game.key, timers.LOOK, at + timedelta(days=1), game.round))
    data = {"link": played.number, "round": game.round, "by": computing.looked_by(game, played.packed)}
    office.log_event(game, "looked_at", at, data=data)
    publish.to_look_at(office, game, pack(step.notices), at)
    publish.bulletin(office, game, "results_held", at, f"{game.key}:{game.round}:looked")
    return game


def _left_lying(office: Office, game: Game) -> bool:
    """Whether nobody but robots has written for the open phase of a practice game."""
    people = {seat.name for seat in office.files.seats(game.key).values() if seat.address}
    return not any(
        record.filed or record.wrote or record.ready
        for record in office.files.sheets(game.key, game.phase)
        if record.seat in people
    )


def nobody_left(office: Office, game: Game) -> bool:
    """Whether all who sit in a practice game are robots."""
    return game.practice and not any(seat.address for seat in office.files.seats(game.key).values())


def close_practice(office: Office, game: Game, at: datetime, why: str, cause: str) -> Game:
    """It is over, and nobody has won."""
    timers.clear(office, game.key)
    ended = {"reason": "practice ended", "scores": {}, "winners": ()}
    closed = replace(phase_windows.closed(game.due(""), at), status=Status.FINISHED, ended=ended, reason="")
    office.files.save_game(closed)
    office.log_event(closed, "finished", at, cause=cause, data={"ended": ended, "why": why})
    claims.game_is_over(office, closed, at)
    publish.bulletin(office, closed, "practice_closed", at, f"{game.key}:closed", why=why, variant=game.variant)
    return closed
