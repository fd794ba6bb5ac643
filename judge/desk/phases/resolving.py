"""A game starts, a phase is resolved, told, and the next one opens. State and letters are one commit.

The way of a deadline: `closing` finds that it is due and closes the phase, `computing` has the rules resolve it,
`committing` writes it down, `news/results` tells it, and what was sent ahead for the next phase is filed. Every game
goes it, hosted or reported, held or practice, whether a deadline, its master or everybody's READY ends the phase.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.codec import digest, pack
from judge.core.dice import Dice
from judge.core.errors import AuditError
from judge.core.notice import MASTER
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import LETTER, Cause, Game, Status, iso
from judge.desk.news import publish, results
from judge.desk.phases import computing
from judge.desk.phases.committing import Committed, commit
from judge.desk.phases.waiting import game_is_over, goes_on, over_at_once, seats_to_open, set_deadline
from judge.desk.services import Services
from judge.desk.sheets.filing import carry_over


def start(services: Services, game: Game, cause: Cause, handed: Mapping[str, Any] | None = None) -> Game:
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
    game = replace(game, status=Status.ACTIVE, phase=str(agenda.phase), round=1, link=1, cutoff=iso(cause.at))
    game = game.opened(cause.at, LETTER)
    game = replace(game, snapshot=services.journal.snapshot(game, step.state, game.phase, cause.at))
    data = {
        "seats": seats,
        "options": game.options,
        "anchor": game.anchor,
        "link": services.dice_link(game, 1).hex(),
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "snapshot": game.snapshot,
    }
    seq = services.log_event(game, "started", cause, actor=MASTER, data=data)
    lead = timedelta(hours=int(game.house["first"]))
    game = set_deadline(services, game, agenda, cause.at, lead)
    with results.awaiting_pictures(services, game, [seq], cause.at) as album:
        publish.started(services, game, step, dice, cause.at, handed, album)
    return _open_next(services, game, agenda, cause)


def resolve(services: Services, game: Game, cause: Cause, by: str, known: datetime | None = None) -> Game:
    """Resolve the open phase now. A failed audit or a fault in the rules holds the game instead.

    `known`: when the results can first be known, if not at once: after a deadline the judge waits until it has settled,
    and letters stamped meanwhile were written for the phase just resolved."""
    cause = replace(cause, at=game.not_before(cause.at))
    played = computing.sheets_and_dice(services, game)
    try:
        step = computing.outcome(services, game, played)
        computing.audit(services, game, step)
    except Exception as fault:
        return hold(services, game, cause.at, fault)
    done = commit(services, game, played, step, cause, by, known)
    if done.agenda is None:
        return _finish(services, game.phase, done, step, cause.at)
    agenda, opened = done.agenda, seats_to_open(services, done.game, step.vacate) if step.vacate else []
    straight_on = not opened and goes_on(services, done.game, agenda)
    resolved = set_deadline(services, done.game, agenda, cause.at)
    if straight_on:
        return _open_next(services, resolved, agenda, cause, known)
    untold, resolved = resolved.untold, replace(resolved, untold=())
    with results.awaiting_pictures(services, resolved, untold, cause.at) as album:
        results.resolved(services, resolved, album, cause.at, [seat.name for seat in opened])
        for seat in opened:
            reliability.left(services.store, resolved, seat.address)
            services.vacate(seat, lapsed=True)
            services.log_event(resolved, "vacated", Cause(cause.at), data={"seat": seat.name})
            timers.put(services, timers.Timer(resolved.key, timers.STANDBY, cause.at, resolved.round, seat.number))
        return _open_next(services, resolved, agenda, cause, known)


def _open_next(services: Services, game: Game, agenda: Agenda, cause: Cause, known: datetime | None = None) -> Game:
    """The next phase opens: with what was sent ahead for it, or straight on when there is nothing to decide."""
    services.files.save_game(game)
    for opened in carry_over(services, game, cause.at):
        publish.opened_sheet(services, game, opened, cause.at)
    return resolve(services, game, cause, by="JUDGE", known=known) if over_at_once(agenda) else game


def _finish(services: Services, phase: str, done: Committed, step: Step, at: datetime) -> Game:
    """The game has ended with this phase."""
    untold, game = done.game.untold, replace(done.game.due(""), phase=phase, ended=pack(step.ended), untold=())
    game = services.files.save_game(replace(game, status=Status.FINISHED))
    services.log_event(game, "finished", Cause(at), data={"ended": step.ended})
    for seat in services.files.seats(game.key).values():
        reliability.finished(services.store, game, seat.address)
    with results.awaiting_pictures(services, game, untold, at) as album:
        results.resolved(services, game, album, at)
    results.ended(services, game, phase, done.seq, at)
    game_is_over(services, game, at)
    return game


def hold(services: Services, game: Game, at: datetime, fault: Exception) -> Game:
    """The books do not balance, or the rules have a fault: nothing is published, the master is told."""
    reason = str(fault) if isinstance(fault, AuditError) else f"{type(fault).__name__}: {fault}"
    untold, game = game.untold, services.files.save_game(replace(game, status=Status.HELD, reason=reason, untold=()))
    if untold:
        with results.awaiting_pictures(services, game, untold, at) as album:
            results.resolved(services, game, album, at)
    services.log_event(game, "held", Cause(at), data={"reason": reason, "trace": traceback.format_exc(limit=8)})
    publish.held(services, game, reason, at)
    return game
