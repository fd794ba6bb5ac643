"""A game starts, a phase is resolved, the next one opens. State and letters are one commit.

A phase is also computed without writing: looked at ahead (PREVIEW), or again to check what was published.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.calendar import Clock
from judge.core.codec import digest, pack, unpack_sheet
from judge.core.command import Orders, Sheets, wrote
from judge.core.dice import Dice
from judge.core.errors import AuditError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Agenda, Duty, Role, Step
from judge.desk import timers
from judge.desk.cabinet import phase_windows, reliability
from judge.desk.cabinet.records import CLOCK, LETTER, Game, Played, SeatRecord, Status, instant, iso
from judge.desk.news import publish, results
from judge.desk.office import Office
from judge.desk.phases import claims
from judge.desk.phases.books import audit, link_for, looked_by, outcome, pack_orders
from judge.desk.phases.waiting import count_misses, missing_report, set_deadline, silent
from judge.desk.sheets.ahead import carry_over


def start(office: Office, game: Game, at: datetime, cause: str = "", handed: Mapping[str, Any] | None = None) -> Game:
    """START: the variant opens, the first deadline is set, everybody is told. InputError if it cannot start."""
    variant = office.variant(game)
    seats = tuple(seat.seat for seat in office.files.seats(game.key).values())
    dice = Dice(office.dice_link(game, 1), "START")
    step = variant.open(seats, {**game.options, "seed": game.anchor}, dice)
    audit(office, game, step)
    for name, power in sorted(step.dealt.items()):
        dealt = office.files.seat(game.key, name)
        if dealt is not None:
            office.files.save_seat(replace(dealt, power=power))
    agenda = variant.agenda(step.state)
    game = replace(game, status=Status.ACTIVE, phase=str(agenda.phase), round=1, link=1, cutoff=iso(at))
    game = phase_windows.opened(game, at, LETTER)
    game = replace(game, snapshot=office.journal.snapshot(game, step.state, game.phase, at))
    seq = office.log_event(
        game,
        "started",
        at,
        actor=MASTER,
        cause=cause,
        data={
            "seats": seats,
            "options": game.options,
            "anchor": game.anchor,
            "link": office.dice_link(game, 1).hex(),
            "notices": step.notices,
            "state": digest(pack(step.state)),
            "snapshot": game.snapshot,
        },
    )
    lead = timedelta(hours=int(game.house["first"]))
    game = set_deadline(office, game, agenda, at, lead)
    with results.awaiting_pictures(office, game, [seq], at) as album:
        publish.started(office, game, step, dice, at, handed, album)
    return _opened(office, game, agenda, at, cause)


def _opened(
    office: Office, game: Game, agenda: Agenda, at: datetime, cause: str, known: datetime | None = None
) -> Game:
    """The common end of starting and resolving: sheets sent ahead, or straight on when there is nothing to decide."""
    office.files.save_game(game)
    for opened in carry_over(office, game, at):
        publish.opened_sheet(office, game, opened, at)
    if agenda.pace == Clock.NONE and not agenda.needs:
        return resolve(office, game, at, by="JUDGE", cause=cause, known=known)
    return game


def due(office: Office, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    if left_lying(office, game):
        return close_practice(office, game, at, "lying", "")
    agenda = office.agenda(game)
    if missing_report(office, game, agenda):
        game = office.files.save_game(replace(game, locked=True, cutoff=iso(at)))
        timers.report_reminders(office, game, at, agenda.report_hours)
        publish.report_wanted(office, game, agenda, at)
        publish.bulletin(
            office,
            game,
            "report_awaited",
            at,
            f"{game.key}:{game.round}:awaited",
            closed=game.deadline,
            due=iso(at + timedelta(hours=agenda.report_hours)),
        )
        return game
    late = silent(office, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(office, game, agenda, late, at)
    if game.holding:
        return look_first(office, game, at)
    known = max(at, instant(game.deadline) + office.config.settle)
    return resolve(office, game, at, by="JUDGE", known=known)


def look_first(office: Office, game: Game, at: datetime) -> Game:
    """The phase is closed, and its master sees what will come out, dice and all; his RELEASE resolves it."""
    variant, orders = office.variant(game), office.orders(game)
    number, secret = link_for(office, game, orders)
    try:
        step = outcome(office, game, office.journal.state(variant, game), orders, Dice(secret, game.phase), game.acts)
    except Exception as fault:
        return _hold(office, game, at, fault)
    game = office.files.save_game(replace(game, locked=True, cutoff=game.cutoff if game.locked else iso(at)))
    game = office.files.save_game(replace(game, looked=game.round, link=max(game.link, number)))
    timers.closed(office, game.key)
    timers.put(office, timers.Timer(game.key, timers.LOOK, at + timedelta(days=1), game.round))
    data = {"link": number, "round": game.round, "by": looked_by(office, game, orders)}
    office.log_event(game, "looked_at", at, data=data)
    publish.to_look_at(office, game, pack(step.notices), at)
    publish.bulletin(office, game, "results_held", at, f"{game.key}:{game.round}:looked")
    return game


def _grace(office: Office, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    game = replace(game.due(iso(instant(old) + timedelta(hours=agenda.grace_hours))), graced=True)
    office.files.save_game(game)
    office.log_event(game, "deadline_set", at, data={"old": old, "new": game.deadline, "reason": "grace"})
    timers.set_for(office, game, at)
    cause = f"{game.key}:{game.round}:grace" + (f":{old}" if agenda.patient else "")
    tried = wrote(office.orders(game))
    names = [name for name in late if name not in tried]
    refused = [name for name in late if name in tried]
    publish.bulletin(office, game, "grace", at, cause, names=names, wrote=refused, old=old, patient=agenda.patient)
    return game


def resolve(office: Office, game: Game, at: datetime, by: str, cause: str = "", known: datetime | None = None) -> Game:
    """Resolve the open phase now. A failed audit or a fault in the rules holds the game instead.

    `known`: when the results can first be known, if not at once: after a deadline the judge waits until it has settled,
    and letters stamped meanwhile were written for the phase just resolved."""
    at = phase_windows.not_before(game, at)
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    orders = office.orders(game)
    number, secret = link_for(office, game, orders)
    dice = Dice(secret, game.phase)
    try:
        step = outcome(office, game, state, orders, dice, game.acts)
        audit(office, game, step)
    except Exception as fault:
        return _hold(office, game, at, fault)
    return _resolved(office, game, at, by, cause, orders, number, dice, step, known)


def _resolved(
    office: Office,
    game: Game,
    at: datetime,
    by: str,
    cause: str,
    orders: Orders,
    number: int,
    dice: Dice,
    step: Step,
    known: datetime | None,
) -> Game:
    before, phase = game.snapshot, game.phase
    after = office.journal.snapshot(game, step.state, phase, at)
    seq = office.log_event(
        game,
        "phase_resolved",
        at,
        actor=by,
        cause=cause,
        data={**_played_with(office, game, orders, number, dice, step), "after": after},
    )
    played = Played(phase, game.revision, seq, before, number, game.deadline)
    for record in office.files.sheets(game.key, phase):
        office.files.drop_sheet(record)
    count_misses(office, game, orders)
    timers.clear(office, game.key)
    resolved = replace(
        phase_windows.closed(game, at),
        played=(*game.played, played),
        snapshot=after,
        acts=(),
        link=max(game.link, number),
        round=game.round + 1,
        cutoff=iso(at),
        locked=False,
        settled=iso(known or at),
        revision=_revision_of_next(office, game, step),
    )
    if step.ended is not None:
        return _finish(office, _next(resolved, "", cause), game, step, dice, at, seq)
    agenda = office.variant(game).agenda(step.state)
    resolved = _next(resolved, str(agenda.phase), cause)
    resolved = set_deadline(office, resolved, agenda, at)
    opened = _to_open(office, resolved, step.vacate)
    untold = (*resolved.untold, seq)
    if not opened and _goes_on(office, resolved, agenda):
        return _opened(office, replace(resolved, untold=untold), agenda, at, cause, known)
    resolved = replace(resolved, untold=())
    with results.awaiting_pictures(office, resolved, untold, at) as album:
        results.resolved(office, resolved, album, at, [seat.name for seat in opened])
        for seat in opened:
            reliability.left(office.store, resolved, seat.address)
            office.vacate(seat, lapsed=True)
            office.log_event(resolved, "vacated", at, data={"seat": seat.name})
            timers.put(office, timers.Timer(resolved.key, timers.STANDBY, at, resolved.round, seat.number))
        return _opened(office, resolved, agenda, at, cause, known)


def _goes_on(office: Office, game: Game, agenda: Agenda) -> bool:
    """Whether the phase now open is over at once: nothing is to decide in it, or by the robots of a practice game
    alone."""
    if agenda.pace == Clock.NONE and not agenda.needs:
        return True
    people = [seat for seat in office.files.seats(game.key).values() if seat.address and not seat.vacant]
    asked = any(agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE for seat in people)
    ends = office.calendar(game).main(agenda.phase) and any(seat.role is Role.POWER for seat in people)
    return game.practice and not asked and not ends


def _played_with(office: Office, game: Game, orders: Orders, number: int, dice: Dice, step: Step) -> dict[str, Any]:
    """What went into a resolution and what came out: enough to compute it again, and to take it back."""
    records = office.files.sheets(game.key, game.phase)
    return {
        "orders": pack_orders(office, game, orders),
        "wrote": sorted(wrote(orders)),
        "meant": sorted(record.seat for record in records if record.ready and not record.sheet),
        "sent": {record.seat: record.at for record in records if record.at},
        "acts": game.acts,
        "before": game.snapshot,
        "link": number,
        "secret": dice.secret,
        "draws": dice.drawn,
        "notices": step.notices,
        "state": digest(pack(step.state)),
        "ended": step.ended,
        "revision": game.revision,
        "deadline": game.deadline,
        "rules_version": game.rules_version,
    }


def _next(game: Game, phase: str, cause: str) -> Game:
    """The game in its next phase ("" when it is over), open since its results could be known."""
    return phase_windows.opened(replace(game, phase=phase), instant(game.settled), LETTER if cause else CLOCK)


def _to_open(office: Office, game: Game, names: tuple[str, ...]) -> list[SeatRecord]:
    """Seats the rules open for TAKEOVER, unless somebody has sat there for one movement alone: they get this phase's
    letters still, which say so. What came in between, for a retreat or a winter, changes nothing (D-9)."""
    if game.practice or not names:
        return []
    newcomers = _seated_since_last(office, game)
    seats = (office.files.seat(game.key, name) for name in names if name not in newcomers)
    return [seat for seat in seats if seat is not None and not seat.vacant]


def _seated_since_last(office: Office, game: Game) -> set[str]:
    """Names of the seats that were taken over, or back, since the movement before the one just resolved."""
    calendar = office.calendar(game)
    movements = [played.event for played in game.played if calendar.main(Phase.parse(played.phase))]
    since = movements[-2] if len(movements) > 1 else 0
    events = (office.journal.event(game.key, seq) for seq in range(since + 1, office.journal.length(game.key) + 1))
    return {event["actor"] for event in events if event["kind"] in ("taken_over", "taken_back")}


def _revision_of_next(office: Office, game: Game, step: Step) -> int:
    """A phase that was resolved before and rolled back is played as revision 2, 3 ..."""
    if step.ended is not None:
        return game.revision
    phase = str(office.variant(game).agenda(step.state).phase)
    undone = office.journal.undone(game.key, phase)
    return len(undone) + 1


def _finish(office: Office, resolved: Game, game: Game, step: Step, dice: Dice, at: datetime, seq: int) -> Game:
    untold = (*resolved.untold, seq)
    resolved = replace(resolved.due(""), phase=game.phase, status=Status.FINISHED, ended=pack(step.ended), untold=())
    office.files.save_game(resolved)
    office.log_event(resolved, "finished", at, data={"ended": step.ended})
    for seat in office.files.seats(resolved.key).values():
        reliability.finished(office.store, resolved, seat.address)
    with results.awaiting_pictures(office, resolved, untold, at) as album:
        results.resolved(office, resolved, album, at)
    results.ended(office, resolved, game.phase, seq, at)
    claims.game_is_over(office, resolved, at)
    return resolved


def _hold(office: Office, game: Game, at: datetime, fault: Exception) -> Game:
    """The books do not balance, or the rules have a fault: nothing is published, the master is told."""
    reason = str(fault) if isinstance(fault, AuditError) else f"{type(fault).__name__}: {fault}"
    untold, game = game.untold, office.files.save_game(replace(game, status=Status.HELD, reason=reason, untold=()))
    if untold:
        with results.awaiting_pictures(office, game, untold, at) as album:
            results.resolved(office, game, album, at)
    office.log_event(game, "held", at, data={"reason": reason, "trace": traceback.format_exc(limit=8)})
    publish.held(office, game, reason, at)
    return game


def preview(office: Office, game: Game) -> tuple[Step, Dice]:
    """Resolve without writing anything, with sample dice. Raises what the rules raise."""
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    dice = Dice(digest(["sample", game.key, game.phase]).encode(), game.phase)
    return outcome(office, game, state, office.orders(game), dice, game.acts), dice


def replay_phase(office: Office, game: Game, seq: int) -> list[str]:
    """Compute one resolved phase again from the snapshot before it; returns differences in words."""
    variant = office.variant(game)
    event = office.journal.event(game.key, seq)
    data: Mapping[str, Any] = event["data"]
    state = office.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
    sheets = {seat: unpack_sheet(variant.vocabulary, sheet) for seat, sheet in data["orders"].items()}
    orders = Sheets(sheets, data.get("wrote", ()))
    dice = Dice(bytes.fromhex(data["secret"]), event["phase"])
    step = outcome(office, game, state, orders, dice, tuple(data["acts"]))
    wrong = []
    if digest(pack(step.state)) != data["state"]:
        wrong.append(f"{event['phase']}: the state differs from the one published")
    if digest(pack(step.notices)) != digest(data["notices"]):
        wrong.append(f"{event['phase']}: the report differs from the one published")
    if digest(pack(dice.drawn)) != digest(data["draws"]):
        wrong.append(f"{event['phase']}: the dice differ from those published")
    return wrong


def left_lying(office: Office, game: Game) -> bool:
    """Whether nobody but robots has written for the open phase of a practice game."""
    if not game.practice:
        return False
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
