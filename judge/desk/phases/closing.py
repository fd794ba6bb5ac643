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
from judge.desk.cabinet.records import Cause, Game, Status, instant, iso
from judge.desk.news import publish
from judge.desk.phases import computing
from judge.desk.phases.resolving import hold, resolve
from judge.desk.phases.waiting import game_is_over, missing_report, put_off, silent
from judge.desk.services import Services


def due(services: Services, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    if game.practice and _left_lying(services, game):
        return close_practice(services, game, Cause(at), "lying")
    agenda = services.agenda(game)
    if missing_report(services, game, agenda):
        return _await_report(services, game, agenda, at)
    late = silent(services, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(services, game, agenda, late, at)
    if game.holding:
        return look_first(services, game, at)
    known = max(at, instant(game.deadline) + services.config.settle)
    return resolve(services, game, Cause(at), by="JUDGE", known=known)


def _await_report(services: Services, game: Game, agenda: Agenda, at: datetime) -> Game:
    """The phase is closed until the master reports what came out elsewhere."""
    game = services.files.save_game(replace(game, locked=True, cutoff=iso(at)))
    timers.report_reminders(services, game, at, agenda.report_hours)
    publish.report_wanted(services, game, agenda, at)
    told = {"closed": game.deadline, "due": iso(at + timedelta(hours=agenda.report_hours))}
    publish.bulletin(services, game, "report_awaited", Cause(at, f"{game.key}:{game.round}:awaited"), **told)
    return game


def _grace(services: Services, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    due = instant(old) + timedelta(hours=agenda.grace_hours)
    game = put_off(services, replace(game, graced=True), due, "grace", Cause(at))
    cause = Cause(at, f"{game.key}:{game.round}:grace" + (f":{old}" if agenda.patient else ""))
    tried = wrote(services.orders(game))
    names = [name for name in late if name not in tried]
    refused = [name for name in late if name in tried]
    publish.bulletin(services, game, "grace", cause, names=names, wrote=refused, old=old, patient=agenda.patient)
    return game


def look_first(services: Services, game: Game, at: datetime) -> Game:
    """The phase is closed, and its master sees what will come out, dice and all; his RELEASE resolves it."""
    played = computing.sheets_and_dice(services, game)
    try:
        step = computing.outcome(services, game, played)
    except Exception as fault:
        return hold(services, game, at, fault)
    game = services.files.save_game(replace(game, locked=True, cutoff=game.cutoff if game.locked else iso(at)))
    game = services.files.save_game(replace(game, looked=game.round, link=max(game.link, played.number)))
    timers.closed(services, game.key)
    timers.put(services, timers.Timer(game.key, timers.LOOK, at + timedelta(days=1), game.round))
    data = {"link": played.number, "round": game.round, "by": computing.looked_by(game, played.packed)}
    services.log_event(game, "looked_at", Cause(at), data=data)
    publish.to_look_at(services, game, pack(step.notices), at)
    publish.bulletin(services, game, "results_held", Cause(at, f"{game.key}:{game.round}:looked"))
    return game


def _left_lying(services: Services, game: Game) -> bool:
    """Whether nobody but robots has written for the open phase of a practice game."""
    people = {seat.name for seat in services.files.seats(game.key).values() if seat.address}
    return not any(
        record.filed or record.wrote or record.ready
        for record in services.files.sheets(game.key, game.phase)
        if record.seat in people
    )


def nobody_left(services: Services, game: Game) -> bool:
    """Whether all who sit in a practice game are robots."""
    return game.practice and not any(seat.address for seat in services.files.seats(game.key).values())


def close_practice(services: Services, game: Game, cause: Cause, why: str) -> Game:
    """It is over, and nobody has won."""
    timers.clear(services, game.key)
    ended = {"reason": "practice ended", "scores": {}, "winners": ()}
    closed = replace(game.due("").closed(cause.at), status=Status.FINISHED, ended=ended, reason="")
    services.files.save_game(closed)
    services.log_event(closed, "finished", cause, data={"ended": ended, "why": why})
    game_is_over(services, closed, cause.at)
    told, name = {"why": why, "variant": game.variant}, Cause(cause.at, f"{game.key}:closed")
    publish.bulletin(services, closed, "practice_closed", name, **told)
    return closed
