"""The way of a deadline: a phase is closed, resolved, written down and told, and the next one opens.

A phase whose deadline has come waits first for its master's report or look, or for those who are late. Then `computing`
has the rules resolve it; its event, the state after it, who was missed and the game in its next phase are written down;
`news/results` tells it, and what was sent ahead for the next phase is filed. State and letters are one commit. Every
game goes this way, hosted or reported, held or practice, whether a deadline, its master or everybody's READY ends the
phase; but a practice game in which nobody has written is over instead.
"""

import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.codec import digest, pack
from judge.core.command import Orders, heard, wrote
from judge.core.dice import Dice
from judge.core.errors import AuditError
from judge.core.notice import MASTER
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet import records, reliability
from judge.desk.cabinet.records import CLOCK, LETTER, Cause, Game, Status, instant, iso
from judge.desk.news import publish, results
from judge.desk.phases import computing, waiting
from judge.desk.services import Services
from judge.desk.sheets.filing import carry_over

# ---- a deadline has come --------------------------------------------------------------------------------------------


def due(services: Services, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    if game.practice and _left_lying(services, game):
        return close_practice(services, game, Cause(at), "lying")
    agenda = services.agenda(game)
    if waiting.missing_report(services, game, agenda):
        return _await_report(services, game, agenda, at)
    late = waiting.silent(services, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(services, game, agenda, late, at)
    if game.holding:
        return look_first(services, game, at)
    known = max(at, instant(game.deadline) + services.config.settle)
    return resolve(services, game, Cause(at), by="JUDGE", known=known)


def _await_report(services: Services, game: Game, agenda: Agenda, at: datetime) -> Game:
    """The phase is closed until the master reports what came out elsewhere."""
    game = services.files.save_game(replace(game, locked=True, cutoff=iso(at)))
    # reminded half-way, when it is due, and every day after
    for wait in (agenda.report_hours // 2, agenda.report_hours):
        timers.put(services, timers.Timer(game.key, "report", at + timedelta(hours=wait), game.round, wait))
    publish.report_wanted(services, game, agenda, at)
    told = {"closed": game.deadline, "due": iso(at + timedelta(hours=agenda.report_hours))}
    publish.bulletin(services, game, "report_awaited", Cause(at, f"{game.key}:{game.round}:awaited"), **told)
    return game


def _grace(services: Services, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    due = instant(old) + timedelta(hours=agenda.grace_hours)
    game = waiting.put_off(services, replace(game, graced=True), due, "grace", Cause(at))
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
    shut = replace(game, locked=True, cutoff=game.cutoff if game.locked else iso(at))
    game = services.files.save_game(replace(shut, looked=game.round, link=max(game.link, played.number)))
    timers.clear(services, game.key, only=timers.OF_A_DEADLINE)
    timers.put(services, timers.Timer(game.key, timers.LOOK, at + timedelta(days=1), game.round))
    data = {"link": played.number, "round": game.round, "by": computing.looked_by(game, played.packed)}
    services.log_event(game, "looked_at", Cause(at), data=data)
    publish.to_look_at(services, game, pack(step.notices), Cause(at, f"{game.key}:{game.round}:looked"))
    return game


def _left_lying(services: Services, game: Game) -> bool:
    """Whether nobody but robots has written for the open phase of a practice game."""
    people = {seat.name for seat in services.files.seats(game.key).values() if seat.address}
    return not any(
        record.filed or record.wrote or record.ready
        for record in services.files.sheets(game.key, game.phase)
        if record.seat in people
    )


def close_practice(services: Services, game: Game, cause: Cause, why: str) -> Game:
    """It is over, and nobody has won."""
    timers.clear(services, game.key)
    ended = {"reason": "practice ended", "scores": {}, "winners": ()}
    closed = replace(game.due("").closed(cause.at), status=Status.FINISHED, ended=ended, reason="")
    services.files.save_game(closed)
    services.log_event(closed, "finished", cause, data={"ended": ended, "why": why})
    waiting.game_is_over(services, closed, cause.at)
    told, name = {"why": why, "variant": game.variant}, Cause(cause.at, f"{game.key}:closed")
    publish.bulletin(services, closed, "practice_closed", name, **told)
    return closed


# ---- a phase is resolved -------------------------------------------------------------------------------------------


def start(services: Services, game: Game, cause: Cause, handed: Mapping[str, Any] | None = None) -> Game:
    """START: the variant opens, the first deadline is set, everybody is told. InputError if it cannot start."""
    variant = services.variant(game)
    seats = tuple(seat.seat for seat in services.files.seats(game.key).values())
    dice = Dice(services.dice_link(game.key, 1), "START")
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
        "link": dice.secret,
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "snapshot": game.snapshot,
    }
    seq = services.log_event(game, "started", cause, actor=MASTER, data=data)
    game = waiting.set_deadline(services, game, agenda, cause.at, timedelta(hours=int(game.house["first"])))
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
    phase, (seq, resolved, agenda) = game.phase, commit(services, game, played, step, cause, by, known)
    if agenda is None:
        return _finish(services, resolved, phase, seq, step, cause.at)
    opened = waiting.seats_to_open(services, resolved, step.vacate) if step.vacate else []
    straight_on = not opened and waiting.goes_on(services, resolved, agenda)
    resolved = waiting.set_deadline(services, resolved, agenda, cause.at)
    if straight_on:
        return _open_next(services, resolved, agenda, cause, known)
    untold, resolved = resolved.untold, replace(resolved, untold=())
    with results.awaiting_pictures(services, resolved, untold, cause.at) as album:
        results.resolved(services, resolved, album, cause.at, [seat.name for seat in opened])
        for seat in opened:
            reliability.note(services.store, resolved, seat.address, "left")
            services.vacate(seat, lapsed=True)
            services.log_event(resolved, "vacated", Cause(cause.at), data={"seat": seat.name})
            timers.put(services, timers.Timer(resolved.key, timers.STANDBY, cause.at, resolved.round, seat.number))
        return _open_next(services, resolved, agenda, cause, known)


def _open_next(services: Services, game: Game, agenda: Agenda, cause: Cause, known: datetime | None = None) -> Game:
    """The next phase opens: with what was sent ahead for it, or straight on when there is nothing to decide."""
    services.files.save_game(game)
    for opened in carry_over(services, game, cause.at):
        publish.opened_sheet(services, game, opened, cause.at)
    return resolve(services, game, cause, by="JUDGE", known=known) if waiting.over_at_once(agenda) else game


def _finish(services: Services, game: Game, phase: str, seq: int, step: Step, at: datetime) -> Game:
    """The game has ended with this phase, whose event is `seq`."""
    untold, game = game.untold, replace(game.due(""), phase=phase, ended=pack(step.ended), untold=())
    game = services.files.save_game(replace(game, status=Status.FINISHED))
    services.log_event(game, "finished", Cause(at), data={"ended": step.ended})
    for seat in services.files.seats(game.key).values():
        reliability.note(services.store, game, seat.address, "finished")
    with results.awaiting_pictures(services, game, untold, at) as album:
        results.resolved(services, game, album, at)
    results.ended(services, game, phase, seq, at)
    waiting.game_is_over(services, game, at)
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


# ---- what was resolved is written down -----------------------------------------------------------------------------


def commit(
    services: Services, game: Game, played: computing.Inputs, step: Step, cause: Cause, by: str, known: datetime | None
) -> tuple[int, Game, Agenda | None]:
    """Write down a resolution: its event, and the game in the phase that the agenda is of; None where it has ended.
    `known`: when its results can be known, if not at once."""
    count_misses(services, game, played.orders)  # by the state that the phase was played from
    phase, after = game.phase, services.journal.snapshot(game, step.state, game.phase, cause.at)
    data = {**_written_down(services, game, played, step), "after": after}
    seq = services.log_event(game, "phase_resolved", cause, actor=by, data=data)
    for record in services.files.sheets(game.key, phase):
        services.files.drop_sheet(record)
    timers.clear(services, game.key)
    agenda = services.variant(game).agenda(step.state) if step.ended is None else None
    opens = str(agenda.phase) if agenda is not None else ""
    # a phase that was resolved before and rolled back is played as revision 2, 3 ...
    revision = len(services.journal.undone(game.key, opens)) + 1 if opens else game.revision
    resolved = game.going_on(
        cause.at,
        known or cause.at,
        LETTER if cause.key else CLOCK,
        phase=opens,
        played=(*game.played, records.Played(phase, game.revision, seq, game.snapshot, played.number, game.deadline)),
        snapshot=after,
        acts=(),
        link=max(game.link, played.number),
        revision=revision,
        untold=(*game.untold, seq),
    )
    return seq, resolved, agenda


def _written_down(services: Services, game: Game, played: computing.Inputs, step: Step) -> dict[str, Any]:
    """What went into a resolution and what came out: enough to compute it again, and to take it back."""
    orders = played.orders
    records = services.files.sheets(game.key, game.phase)
    return {
        "orders": played.packed,
        "wrote": sorted(wrote(orders)),
        "meant": sorted(record.seat for record in records if record.ready and not record.sheet),
        "sent": {record.seat: record.at for record in records if record.at},
        "acts": game.acts,
        "before": game.snapshot,
        "link": played.number,
        "secret": played.dice.secret,
        "draws": played.dice.drawn,
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "ended": step.ended,
        "revision": game.revision,
        "deadline": game.deadline,
        "rules_version": game.rules_version,
    }


def count_misses(services: Services, game: Game, orders: Orders) -> None:
    """Deadlines in a row without a sheet; two missed by somebody who owed one open the seat where the game says so."""
    variant, agenda, came = services.variant(game), services.agenda(game), dict[str, bool]()
    if game.acts:  # it counts who was awaited when the phase opened
        agenda = variant.agenda(services.journal.at_snapshot(variant, game.key, game.snapshot))
    for seat in services.files.seats(game.key).values():
        if seat.vacant or not waiting.awaited(variant.info.calendar, agenda, seat.name):
            continue
        misses = 0 if heard(orders, seat.name) else seat.misses + 1
        if seat.address:
            came[seat.address] = not misses
        if misses != seat.misses:
            services.files.save_seat(replace(seat, misses=misses))
    reliability.phase(services.store, game, game.phase, came)


def recount_misses(services: Services, game: Game) -> None:
    """After a rollback: deadlines in a row without a sheet, by the phases that still count."""
    variant = services.variant(game)
    for seat in services.files.seats(game.key).values():
        misses = 0
        for played in reversed(game.played):
            data = services.journal.event(game.key, played.event)["data"]
            orders = data["orders"]
            agenda = variant.agenda(services.journal.at_snapshot(variant, game.key, played.snapshot))
            if seat.name not in orders or orders[seat.name] or seat.name in data.get("wrote", ()):
                break
            misses += waiting.awaited(variant.info.calendar, agenda, seat.name)
        if misses != seat.misses:
            services.files.save_seat(replace(seat, misses=misses))
