"""Phases: opening, resolving at the deadline, and what is mailed then. State and letters are one commit."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.codec import digest, pack, pack_sheet, unpack, unpack_sheet
from judge.core.command import Orders
from judge.core.dice import Dice
from judge.core.errors import AuditError, StoreFault
from judge.core.notice import MASTER
from judge.core.phase import MAIN
from judge.core.variant import Agenda, Duty, Peopled, Seat, Step, Tunable
from judge.desk import publish, results, timers
from judge.desk.ahead import carry_over
from judge.desk.office import Office
from judge.desk.records import Game, Played, Status, instant, iso
from judge.desk.schedule import Grid, dates

LEAST_NOTICE = timedelta(hours=48)


# ---- starting ---------------------------------------------------------------------------------------------------


def start(office: Office, game: Game, at: datetime, cause: str = "") -> Game:
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
    game = replace(game, snapshot=office.journal.snapshot(game, step.state, game.phase, at))
    office.log_event(
        game, "started", at, actor=MASTER, cause=cause,
        data={"seats": seats, "options": game.options, "anchor": game.anchor, "link": office.dice_link(game, 1).hex(),
              "notices": step.notices, "state": digest(pack(step.state)), "snapshot": game.snapshot},
    )  # fmt: skip
    lead = timedelta(hours=int(game.house["first"]))
    game = set_deadline(office, game, agenda, at, lead)
    publish.started(office, game, step, dice, at)
    return _opened(office, game, agenda, at)


def _opened(office: Office, game: Game, agenda: Agenda, at: datetime) -> Game:
    """The common end of starting and resolving: sheets sent ahead, or straight on when there is nothing to decide."""
    office.files.save_game(game)
    for opened in carry_over(office, game, at):
        publish.opened_sheet(office, game, opened, at)
    if agenda.pace == "none" and not agenda.needs:
        return resolve(office, game, at, by="JUDGE")
    return game


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
    if agenda.pace == "none":
        return at
    if agenda.pace == "short":
        if game.house["minor"]:
            return Grid.parse(game.house["minor"]).after(at, skip)
        return Grid(tuple(range(7)), grid.at, grid.zone).after(at + timedelta(hours=36), skip)
    candidate = grid.after(at, skip)
    step = grid.after(candidate, skip) - candidate
    notice = lead if lead != LEAST_NOTICE else min(lead, step / 2)
    while candidate < at + notice:
        candidate = grid.after(candidate, skip)
    return candidate


# ---- resolving --------------------------------------------------------------------------------------------------


def due(office: Office, game: Game, at: datetime) -> Game:
    """The deadline has come: resolve, or wait for the master's report (B-8)."""
    agenda = office.agenda(game)
    if missing_report(office, game, agenda):
        game = office.files.save_game(replace(game, locked=True, cutoff=iso(at)))
        office.log_event(game, "awaiting", at, data={"needs": agenda.needs})
        timers.report_reminders(office, game, at, agenda.report_hours)
        publish.report_wanted(office, game, agenda, at)
        publish.bulletin(office, game, "report_awaited", at, f"{game.key}:{game.round}:awaited",
                         closed=game.deadline, due=iso(at + timedelta(hours=agenda.report_hours)))  # fmt: skip
        return game
    late = silent(office, game, agenda)
    if agenda.grace_hours and late and (agenda.patient or not game.graced):
        return _grace(office, game, agenda, late, at)
    return resolve(office, game, at, by="JUDGE")


def silent(office: Office, game: Game, agenda: Agenda) -> tuple[str, ...]:
    """Seats that MUST act, are not vacant, and have nothing on file."""
    filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.filed}
    return tuple(
        seat.name
        for seat in office.files.seats(game.key).values()
        if agenda.duties.get(seat.name, Duty.NONE) is Duty.MUST and not seat.vacant and seat.name not in filed
    )


def _grace(office: Office, game: Game, agenda: Agenda, late: tuple[str, ...], at: datetime) -> Game:
    """Wait for those who owe a sheet, once (D-9) or as often as it takes, and tell everybody how long."""
    old = game.deadline
    game = replace(game.due(iso(instant(old) + timedelta(hours=agenda.grace_hours))), graced=True)
    office.files.save_game(game)
    office.log_event(game, "deadline_set", at, data={"old": old, "new": game.deadline, "reason": "grace"})
    timers.set_for(office, game, at)
    cause = f"{game.key}:{game.round}:grace" + (f":{old}" if agenda.patient else "")
    publish.bulletin(office, game, "grace", at, cause, names=list(late), old=old, patient=agenda.patient)
    return game


def missing_report(office: Office, game: Game, agenda: Agenda) -> bool:
    """Whether the phase still waits for a report of the MASTER's (the variant's forecast of his sheet says so)."""
    if not agenda.needs:
        return False
    variant = office.variant(game)
    sheet = office.sheet(game, office.files.sheet(game.key, game.phase, MASTER))
    state = office.journal.state(variant, game)
    return bool(variant.forecast(state, MASTER, sheet)["waiting"])


def resolve(office: Office, game: Game, at: datetime, by: str, cause: str = "") -> Game:
    """Resolve the open phase now. A failed audit or a fault in the rules holds the game instead."""
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    orders = office.orders(game)
    number, secret = _link_for(office, game, orders)
    dice = Dice(secret, game.phase)
    try:
        step = variant.resolve(state, orders, dice)
        audit(office, game, step)
    except Exception as fault:
        return _hold(office, game, at, fault)
    return _resolved(office, game, at, by, cause, orders, number, dice, step)


def _resolved(
    office: Office, game: Game, at: datetime, by: str, cause: str, orders: Orders, number: int, dice: Dice, step: Step
) -> Game:
    before, phase = game.snapshot, game.phase
    after = office.journal.snapshot(game, step.state, phase, at)
    seq = office.log_event(
        game, "phase_resolved", at, actor=by, cause=cause,
        data={"orders": pack_orders(office, game, orders), "acts": game.acts, "before": before, "after": after,
              "link": number, "secret": dice_secret(office, game, number), "draws": dice.drawn, "notices": step.notices,
              "state": digest(pack(step.state)), "ended": step.ended, "revision": game.revision,
              "deadline": game.deadline, "rules_version": game.rules_version},
    )  # fmt: skip
    played = Played(phase, game.revision, seq, before, number, game.deadline)
    for record in office.files.sheets(game.key, phase):
        office.files.drop_sheet(record)
    _count_misses(office, game, orders)
    timers.clear(office, game.key)
    resolved = replace(
        game, played=(*game.played, played), snapshot=after, acts=(), link=max(game.link, number),
        round=game.round + 1, cutoff=max(game.cutoff if game.locked else "", iso(at)), locked=False,
        settled=_results_out(office, game, at, cause), revision=_revision_of_next(office, game, step),
    )  # fmt: skip
    if step.ended is not None:
        return _finish(office, resolved, game, step, dice, at, seq)
    agenda = office.variant(game).agenda(step.state)
    resolved = replace(resolved, phase=str(agenda.phase))
    resolved = set_deadline(office, resolved, agenda, at)
    results.resolved(office, resolved, phase, seq, at)
    _open_seats(office, resolved, step.vacate, at)
    return _opened(office, resolved, agenda, at)


def _results_out(office: Office, game: Game, at: datetime, cause: str) -> str:
    """When the results could first be known: at once if a letter brought them about, else `settle` after the deadline.
    Letters stamped between the deadline and then were written for the phase just resolved."""
    if cause or not game.deadline:
        return iso(at)
    return iso(max(at, instant(game.deadline) + office.config.settle))


def _open_seats(office: Office, game: Game, names: tuple[str, ...], at: datetime) -> None:
    """Seats the rules open for TAKEOVER, unless somebody new has just sat down there; this phase's letters are out."""
    for name in names:
        seat = office.files.seat(game.key, name)
        if seat is not None and not seat.vacant and seat.misses > 1:
            office.vacate(seat)
            office.log_event(game, "vacated", at, data={"seat": name})
            publish.bulletin(office, game, "vacated", at, f"{game.key}:{game.round}:vacated:{seat.number}", seat=name)


def _revision_of_next(office: Office, game: Game, step: Step) -> int:
    """A phase that was resolved before and rolled back is played as revision 2, 3 ..."""
    if step.ended is not None:
        return game.revision
    phase = str(office.variant(game).agenda(step.state).phase)
    undone = office.journal.undone(game.key, phase)
    return len(undone) + 1


def _finish(office: Office, resolved: Game, game: Game, step: Step, dice: Dice, at: datetime, seq: int) -> Game:
    resolved = replace(resolved.due(""), status=Status.FINISHED, ended=pack(step.ended))
    office.files.save_game(resolved)
    office.log_event(resolved, "finished", at, data={"ended": step.ended})
    results.resolved(office, resolved, game.phase, seq, at)
    results.ended(office, resolved, game.phase, seq, at)
    return resolved


def _hold(office: Office, game: Game, at: datetime, fault: Exception) -> Game:
    """The books do not balance, or the rules have a fault: nothing is published, the master is told."""
    reason = str(fault) if isinstance(fault, AuditError) else f"{type(fault).__name__}: {fault}"
    game = office.files.save_game(replace(game, status=Status.HELD, reason=reason))
    office.log_event(game, "held", at, data={"reason": reason, "trace": traceback.format_exc(limit=8)})
    publish.held(office, game, reason, at)
    return game


def audit(office: Office, game: Game, step: Step) -> None:
    """AuditError when the books do not balance or the state would not survive the store."""
    variant = office.variant(game)
    faults = variant.books(step.state).faults()
    if faults:
        raise AuditError(f"The books of {game.key} do not balance: {'; '.join(faults[:5])}.")
    try:
        if unpack(variant.state_type, pack(step.state)) != step.state:
            raise AuditError(f"The state of {game.key} does not survive being written down.")
    except StoreFault as fault:
        raise AuditError(str(fault)) from fault


def _link_for(office: Office, game: Game, orders: Orders) -> tuple[int, bytes]:
    """Which dice link this resolution uses: the next, or the old one when the players' sheets are those of before.

    The master's report may differ: a clerical correction re-rolls nothing.
    """
    wanted = digest(_players(pack_orders(office, game, orders)))
    number = game.link + 1
    for seq in reversed(office.journal.undone(game.key, game.phase)):
        data = office.journal.event(game.key, seq)["data"]
        if digest(_players(data["orders"])) == wanted:
            number = int(data["link"])
            break
    return number, office.dice_link(game, number)


def _players(packed: Mapping[str, Any]) -> dict[str, Any]:
    return {seat: sheet for seat, sheet in packed.items() if seat != MASTER and sheet}


def dice_secret(office: Office, game: Game, number: int) -> str:
    return office.dice_link(game, number).hex()


def pack_orders(office: Office, game: Game, orders: Orders) -> dict[str, Any]:
    """Canonical sheets of every seat, as the event keeps them."""
    vocabulary = office.variant(game).vocabulary
    return {seat: list(pack_sheet(vocabulary, sheet)) for seat, sheet in orders.items()}


def _count_misses(office: Office, game: Game, orders: Orders) -> None:
    """Deadlines in a row without a sheet; two missed by somebody who owed one open the seat where the game says so."""
    variant = office.variant(game)
    agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, game.snapshot))
    for seat in office.files.seats(game.key).values():
        if seat.vacant or not awaited(agenda, seat.name):
            continue
        misses = 0 if orders.get(seat.name) else seat.misses + 1
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))


def awaited(agenda: Agenda, seat: str) -> bool:
    """Whether a silent seat is missed: it must act, or it may in a main phase."""
    duty = agenda.duties.get(seat, Duty.NONE)
    return duty is Duty.MUST or (duty is Duty.MAY and agenda.phase.kind in MAIN)


def recount_misses(office: Office, game: Game) -> None:
    """After a rollback: deadlines in a row without a sheet, by the phases that still count."""
    variant = office.variant(game)
    for seat in office.files.seats(game.key).values():
        misses = 0
        for played in reversed(game.played):
            orders = office.journal.event(game.key, played.event)["data"]["orders"]
            agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, played.snapshot))
            if seat.name not in orders or orders[seat.name]:
                break
            misses += awaited(agenda, seat.name)
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))


# ---- looking ahead ----------------------------------------------------------------------------------------------


def preview(office: Office, game: Game) -> tuple[Step, Dice]:
    """Resolve without writing anything, with sample dice. Raises what the rules raise."""
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    dice = Dice(digest(["sample", game.key, game.phase]).encode(), game.phase)
    return variant.resolve(state, office.orders(game), dice), dice


def everybody_ready(office: Office, game: Game) -> bool:
    """Whether every seat that may act has said READY (house setting `early`)."""
    if game.house["early"] != "yes" or game.status is not Status.ACTIVE or game.locked:
        return False
    agenda = office.agenda(game)
    ready = {record.seat for record in office.files.sheets(game.key, game.phase) if record.ready}
    waiting = [
        seat.name
        for seat in office.files.seats(game.key).values()
        if not seat.vacant and agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in ready
    ]
    return not waiting and bool(ready) and not missing_report(office, game, agenda)


def admit(office: Office, game: Game, seat: Seat, at: datetime, cause: str) -> Game:
    """A late joiner: the variant takes the seat in, as an event of the open phase."""
    variant = office.variant(game)
    step = variant.admit(office.journal.state(variant, game), seat)
    audit(office, game, step)
    seq = office.log_event(game, "admitted", at, actor=seat.name, cause=cause, data={"seat": seat})
    return office.save_act(game, seq, step.state)


def retune(office: Office, game: Game, changed: Mapping[str, str], at: datetime, cause: str) -> tuple[Game, bool]:
    """The rules take in options the master has changed, as an event of the open phase; and whether everybody has been
    told of it. InputError where the rules forbid the change."""
    variant = office.variant(game)
    if not isinstance(variant, Tunable) or game.status in (Status.FORMING, Status.FINISHED):
        return game, False
    step = variant.retune(office.journal.state(variant, game), changed)
    audit(office, game, step)
    data = {"options": dict(changed), "notices": step.notices}
    seq = office.log_event(game, "retuned", at, actor=MASTER, cause=cause, data=data)
    game = office.save_act(game, seq, step.state)
    publish.acted(office, game, pack(step.notices), at, f"{game.key}#{seq}")
    return game, bool(step.notices)


def seated(office: Office, game: Game, seat: str, taken: bool, at: datetime, cause: str = "") -> Game:
    """Rules that ask who is at the table learn that a seat was left or taken over, as an event of the open phase."""
    variant = office.known_variant(game)
    if variant is None or not isinstance(variant, Peopled) or game.status in (Status.FORMING, Status.FINISHED):
        return game
    step = variant.seated(office.journal.state(variant, game), seat, taken)
    audit(office, game, step)
    data = {"seat": seat, "taken": taken, "notices": step.notices}
    seq = office.log_event(game, "seated", at, actor=seat, cause=cause, data=data)
    game = office.save_act(game, seq, step.state)
    publish.acted(office, game, pack(step.notices), at, f"{game.key}#{seq}")
    return game


def replay_phase(office: Office, game: Game, seq: int) -> list[str]:
    """Compute one resolved phase again from the snapshot before it; returns differences in words."""
    variant = office.variant(game)
    event = office.journal.event(game.key, seq)
    data: Mapping[str, Any] = event["data"]
    state = office.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
    orders = {seat: unpack_sheet(variant.vocabulary, sheet) for seat, sheet in data["orders"].items()}
    dice = Dice(bytes.fromhex(data["secret"]), event["phase"])
    step = variant.resolve(state, orders, dice)
    wrong = []
    if digest(pack(step.state)) != data["state"]:
        wrong.append(f"{event['phase']}: the state differs from the one published")
    if digest(pack(step.notices)) != digest(data["notices"]):
        wrong.append(f"{event['phase']}: the report differs from the one published")
    if digest(pack(dice.drawn)) != digest(data["draws"]):
        wrong.append(f"{event['phase']}: the dice differ from those published")
    return wrong
