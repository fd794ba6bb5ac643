"""A game starts, a phase is resolved, told, and the next one opens. State and letters are one commit.

The way of a deadline: `due` closes the phase, or waits for its master's report, look, or those who are late (a
practice game in which nobody has written is over instead); `computing` has the rules resolve it, `committing` writes it
down, `news/results` tells it, and what was sent ahead for the next phase is filed. Every game goes it, hosted or
reported, held or practice, whether a deadline, its master or everybody's READY ends the phase.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.codec import digest, pack
from judge.core.command import wrote
from judge.core.dice import Dice
from judge.core.errors import AuditError
from judge.core.notice import MASTER
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet import phase_windows, reliability
from judge.desk.cabinet.records import LETTER, Game, Status, instant, iso
from judge.desk.news import publish, results
from judge.desk.phases import computing, waiting
from judge.desk.phases.committing import Committed, commit
from judge.desk.phases.waiting import (
    goes_on,
    missing_report,
    over_at_once,
    put_off,
    seats_to_open,
    set_deadline,
    silent,
)
from judge.desk.services import Services
from judge.desk.sheets.filing import carry_over


def start(
    services: Services, game: Game, at: datetime, cause: str = "", handed: Mapping[str, Any] | None = None
) -> Game:
    """START: the variant opens, the first deadline is set, everybody is told. InputError if it cannot start."""
    variant = services.variant(game)
    seats = tuple(seat.seat for seat in services.files.seats(game.key).values())
    dice = Dice(services.dice_link(game, 1), "START")
    step = variant.open(seats, {**game.options, "seed": game.anchor}, dice)
    computing.audit(services, game, step)
    for name, power in sorted(step.dealt.items()):
        dealt = services.files.seat(game.key, name)
        if dealt is not None:
            services.files.save_seat(replace(dealt, power=power))
    agenda = variant.agenda(step.state)
    game = replace(game, status=Status.ACTIVE, phase=str(agenda.phase), round=1, link=1, cutoff=iso(at))
    game = phase_windows.opened(game, at, LETTER)
    game = replace(game, snapshot=services.journal.snapshot(game, step.state, game.phase, at))
    data = {
        "seats": seats,
        "options": game.options,
        "anchor": game.anchor,
        "link": services.dice_link(game, 1).hex(),
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "snapshot": game.snapshot,
    }
    seq = services.log_event(game, "started", at, actor=MASTER, cause=cause, data=data)
    lead = timedelta(hours=int(game.house["first"]))
    game = set_deadline(services, game, agenda, at, lead)
    with results.awaiting_pictures(services, game, [seq], at) as album:
        publish.started(services, game, step, dice, at, handed, album)
    return _open_next(services, game, agenda, at, cause)


def resolve(
    services: Services, game: Game, at: datetime, by: str, cause: str = "", known: datetime | None = None
) -> Game:
    """Resolve the open phase now. A failed audit or a fault in the rules holds the game instead.

    `known`: when the results can first be known, if not at once: after a deadline the judge waits until it has settled,
    and letters stamped meanwhile were written for the phase just resolved."""
    at = phase_windows.not_before(game, at)
    played = computing.sheets_and_dice(services, game)
    try:
        step = computing.outcome(services, game, played)
        computing.audit(services, game, step)
    except Exception as fault:
        return hold(services, game, at, fault)
    done = commit(services, game, played, step, at, by, cause, known)
    if done.agenda is None:
        return _finish(services, game.phase, done, step, at)
    agenda, opened = done.agenda, seats_to_open(services, done.game, step.vacate) if step.vacate else []
    straight_on = not opened and goes_on(services, done.game, agenda)
    resolved = set_deadline(services, done.game, agenda, at)
    if straight_on:
        return _open_next(services, resolved, agenda, at, cause, known)
    untold, resolved = resolved.untold, replace(resolved, untold=())
    with results.awaiting_pictures(services, resolved, untold, at) as album:
        results.resolved(services, resolved, album, at, [seat.name for seat in opened])
        for seat in opened:
            reliability.left(services.store, resolved, seat.address)
            services.vacate(seat, lapsed=True)
            services.log_event(resolved, "vacated", at, data={"seat": seat.name})
            timers.put(services, timers.Timer(resolved.key, timers.STANDBY, at, resolved.round, seat.number))
        return _open_next(services, resolved, agenda, at, cause, known)


def _open_next(
    services: Services, game: Game, agenda: Agenda, at: datetime, cause: str, known: datetime | None = None
) -> Game:
    """The next phase opens: with what was sent ahead for it, or straight on when there is nothing to decide."""
    services.files.save_game(game)
    for opened in carry_over(services, game, at):
        publish.opened_sheet(services, game, opened, at)
    return resolve(services, game, at, by="JUDGE", cause=cause, known=known) if over_at_once(agenda) else game


def _finish(services: Services, phase: str, done: Committed, step: Step, at: datetime) -> Game:
    """The game has ended with this phase."""
    untold, game = done.game.untold, replace(done.game.due(""), phase=phase, ended=pack(step.ended), untold=())
    game = services.files.save_game(replace(game, status=Status.FINISHED))
    services.log_event(game, "finished", at, data={"ended": step.ended})
    for seat in services.files.seats(game.key).values():
        reliability.finished(services.store, game, seat.address)
    with results.awaiting_pictures(services, game, untold, at) as album:
        results.resolved(services, game, album, at)
    results.ended(services, game, phase, done.seq, at)
    waiting.game_is_over(services, game, at)
    return game


def hold(services: Services, game: Game, at: datetime, fault: Exception) -> Game:
    """The books do not balance, or the rules have a fault: nothing is published, the master is told."""
    reason = str(fault) if isinstance(fault, AuditError) else f"{type(fault).__name__}: {fault}"
    untold, game = game.untold, services.files.save_game(replace(game, status=Status.HELD, reason=reason, untold=()))
    if untold:
        with results.awaiting_pictures(services, game, untold, at) as album:
            results.resolved(services, game, album, at)
    services.log_event(game, "held", at, data={"reason": reason, "trace": traceback.format_exc(limit=8)})
    publish.held(services, game, reason, at)
    return game


def due(services: Services, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    if game.practice and _left_lying(services, game):
        return close_practice(services, game, at, "lying", "")
    agenda = services.agenda(game)
    if missing_report(services, game, agenda):
        return _await_report(services, game, agenda, at)
    late = silent(services, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(services, game, agenda, late, at)
    if game.holding:
        return look_first(services, game, at)
    known = max(at, instant(game.deadline) + services.config.settle)
    return resolve(services, game, at, by="JUDGE", known=known)


def _await_report(services: Services, game: Game, agenda: Agenda, at: datetime) -> Game:
    """The phase is closed until the master reports what came out elsewhere."""
    game = services.files.save_game(replace(game, locked=True, cutoff=iso(at)))
    timers.report_reminders(services, game, at, agenda.report_hours)
    publish.report_wanted(services, game, agenda, at)
    told = {"closed": game.deadline, "due": iso(at + timedelta(hours=agenda.report_hours))}
    publish.bulletin(services, game, "report_awaited", at, f"{game.key}:{game.round}:awaited", **told)
    return game


def _grace(services: Services, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    due = instant(old) + timedelta(hours=agenda.grace_hours)
    game = put_off(services, replace(game, graced=True), due, "grace", at)
    cause = f"{game.key}:{game.round}:grace" + (f":{old}" if agenda.patient else "")
    tried = wrote(services.orders(game))
    names = [name for name in late if name not in tried]
    refused = [name for name in late if name in tried]
    publish.bulletin(services, game, "grace", at, cause, names=names, wrote=refused, old=old, patient=agenda.patient)
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
    services.log_event(game, "looked_at", at, data=data)
    publish.to_look_at(services, game, pack(step.notices), at)
    publish.bulletin(services, game, "results_held", at, f"{game.key}:{game.round}:looked")
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


def close_practice(services: Services, game: Game, at: datetime, why: str, cause: str) -> Game:
    """It is over, and nobody has won."""
    timers.clear(services, game.key)
    ended = {"reason": "practice ended", "scores": {}, "winners": ()}
    closed = replace(phase_windows.closed(game.due(""), at), status=Status.FINISHED, ended=ended, reason="")
    services.files.save_game(closed)
    services.log_event(closed, "finished", at, cause=cause, data={"ended": ended, "why": why})
    waiting.game_is_over(services, closed, at)
    publish.bulletin(services, closed, "practice_closed", at, f"{game.key}:closed", why=why, variant=game.variant)
    return closed
