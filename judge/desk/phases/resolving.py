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
from judge.desk.cabinet import phase_windows, reliability
from judge.desk.cabinet.records import LETTER, Game, Status, iso
from judge.desk.news import publish, results
from judge.desk.office import Office
from judge.desk.phases import claims, computing
from judge.desk.phases.committing import Committed, commit
from judge.desk.phases.waiting import goes_on, over_at_once, seats_to_open, set_deadline
from judge.desk.sheets.ahead import carry_over


def start(office: Office, game: Game, at: datetime, cause: str = "", handed: Mapping[str, Any] | None = None) -> Game:
    """START: the variant opens, the first deadline is set, everybody is told. InputError if it cannot start."""
    variant = office.variant(game)
    seats = tuple(seat.seat for seat in office.files.seats(game.key).values())
    dice = Dice(office.dice_link(game, 1), "START")
    step = variant.open(seats, {**game.options, "seed": game.anchor}, dice)
    computing.audit(office, game, step)
    for name, power in sorted(step.dealt.items()):
        dealt = office.files.seat(game.key, name)
        if dealt is not None:
            office.files.save_seat(replace(dealt, power=power))
    agenda = variant.agenda(step.state)
    game = replace(game, status=Status.ACTIVE, phase=str(agenda.phase), round=1, link=1, cutoff=iso(at))
    game = phase_windows.opened(game, at, LETTER)
    game = replace(game, snapshot=office.journal.snapshot(game, step.state, game.phase, at))
    data = {
        "seats": seats,
        "options": game.options,
        "anchor": game.anchor,
        "link": office.dice_link(game, 1).hex(),
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "snapshot": game.snapshot,
    }
    seq = office.log_event(game, "started", at, actor=MASTER, cause=cause, data=data)
    lead = timedelta(hours=int(game.house["first"]))
    game = set_deadline(office, game, agenda, at, lead)
    with results.awaiting_pictures(office, game, [seq], at) as album:
        publish.started(office, game, step, dice, at, handed, album)
    return _open_next(office, game, agenda, at, cause)


def resolve(office: Office, game: Game, at: datetime, by: str, cause: str = "", known: datetime | None = None) -> Game:
    """Resolve the open phase now. A failed audit or a fault in the rules holds the game instead.

    `known`: when the results can first be known, if not at once: after a deadline the judge waits until it has settled,
    and letters stamped meanwhile were written for the phase just resolved."""
    at = phase_windows.not_before(game, at)
    played = computing.sheets_and_dice(office, game)
    try:
        step = computing.outcome(office, game, played)
        computing.audit(office, game, step)
    except Exception as fault:
        return hold(office, game, at, fault)
    done = commit(office, game, played, step, at, by, cause, known)
    if done.agenda is None:
        return _finish(office, game.phase, done, step, at)
    agenda, opened = done.agenda, seats_to_open(office, done.game, step.vacate) if step.vacate else []
    straight_on = not opened and goes_on(office, done.game, agenda)
    resolved = set_deadline(office, done.game, agenda, at)
    if straight_on:
        return _open_next(office, resolved, agenda, at, cause, known)
    untold, resolved = resolved.untold, replace(resolved, untold=())
    with results.awaiting_pictures(office, resolved, untold, at) as album:
        results.resolved(office, resolved, album, at, [seat.name for seat in opened])
        for seat in opened:
            reliability.left(office.store, resolved, seat.address)
            office.vacate(seat, lapsed=True)
            office.log_event(resolved, "vacated", at, data={"seat": seat.name})
            timers.put(office, timers.Timer(resolved.key, timers.STANDBY, at, resolved.round, seat.number))
        return _open_next(office, resolved, agenda, at, cause, known)


def _open_next(
    office: Office, game: Game, agenda: Agenda, at: datetime, cause: str, known: datetime | None = None
) -> Game:
    """The next phase opens: with what was sent ahead for it, or straight on when there is nothing to decide."""
    office.files.save_game(game)
    for opened in carry_over(office, game, at):
        publish.opened_sheet(office, game, opened, at)
    return resolve(office, game, at, by="JUDGE", cause=cause, known=known) if over_at_once(agenda) else game


def _finish(office: Office, phase: str, done: Committed, step: Step, at: datetime) -> Game:
    """The game has ended with this phase."""
    untold, game = done.game.untold, replace(done.game.due(""), phase=phase, ended=pack(step.ended), untold=())
    game = office.files.save_game(replace(game, status=Status.FINISHED))
    office.log_event(game, "finished", at, data={"ended": step.ended})
    for seat in office.files.seats(game.key).values():
        reliability.finished(office.store, game, seat.address)
    with results.awaiting_pictures(office, game, untold, at) as album:
        results.resolved(office, game, album, at)
    results.ended(office, game, phase, done.seq, at)
    claims.game_is_over(office, game, at)
    return game


def hold(office: Office, game: Game, at: datetime, fault: Exception) -> Game:
    """The books do not balance, or the rules have a fault: nothing is published, the master is told."""
    reason = str(fault) if isinstance(fault, AuditError) else f"{type(fault).__name__}: {fault}"
    untold, game = game.untold, office.files.save_game(replace(game, status=Status.HELD, reason=reason, untold=()))
    if untold:
        with results.awaiting_pictures(office, game, untold, at) as album:
            results.resolved(office, game, album, at)
    office.log_event(game, "held", at, data={"reason": reason, "trace": traceback.format_exc(limit=8)})
    publish.held(office, game, reason, at)
    return game
