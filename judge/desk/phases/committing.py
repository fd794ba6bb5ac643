"""A resolved phase is written down: its event, the state after it, who was missed, and the game in its next phase.

All of it is one commit with the letters that tell of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from judge.core.codec import digest, pack
from judge.core.command import Orders, heard, wrote
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet import phase_windows, records, reliability
from judge.desk.cabinet.records import CLOCK, LETTER, Game, instant, iso
from judge.desk.office import Office
from judge.desk.phases.computing import Played
from judge.desk.phases.waiting import awaited


@dataclass(frozen=True)
class Committed:
    """What was resolved: its event, and the game in the phase that `agenda` is of; None where it has ended."""

    seq: int
    game: Game
    agenda: Agenda | None


def commit(
    office: Office, game: Game, played: Played, step: Step, at: datetime, by: str, cause: str, known: datetime | None
) -> Committed:
    """Write down a resolution. `known`: when its results can be known, if not at once."""
    phase, after = game.phase, office.journal.snapshot(game, step.state, game.phase, at)
    data = {**_written_down(office, game, played, step), "after": after}
    seq = office.log_event(game, "phase_resolved", at, actor=by, cause=cause, data=data)
    for record in office.files.sheets(game.key, phase):
        office.files.drop_sheet(record)
    count_misses(office, game, played.orders)
    timers.clear(office, game.key)
    agenda = office.variant(game).agenda(step.state) if step.ended is None else None
    opens = str(agenda.phase) if agenda is not None else ""
    # a phase that was resolved before and rolled back is played as revision 2, 3 ...
    revision = len(office.journal.undone(game.key, opens)) + 1 if opens else game.revision
    resolved = replace(
        phase_windows.closed(game, at),
        phase=opens,
        played=(*game.played, records.Played(phase, game.revision, seq, game.snapshot, played.number, game.deadline)),
        snapshot=after,
        acts=(),
        link=max(game.link, played.number),
        round=game.round + 1,
        cutoff=iso(at),
        locked=False,
        settled=iso(known or at),
        revision=revision,
        untold=(*game.untold, seq),
    )
    resolved = phase_windows.opened(resolved, instant(resolved.settled), LETTER if cause else CLOCK)
    return Committed(seq, resolved, agenda)


def _written_down(office: Office, game: Game, played: Played, step: Step) -> dict[str, Any]:
    """What went into a resolution and what came out: enough to compute it again, and to take it back."""
    orders = played.orders
    records = office.files.sheets(game.key, game.phase)
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


def count_misses(office: Office, game: Game, orders: Orders) -> None:
    """Deadlines in a row without a sheet; two missed by somebody who owed one open the seat where the game says so."""
    variant = office.variant(game)
    agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, game.snapshot))
    came: dict[str, bool] = {}
    for seat in office.files.seats(game.key).values():
        if seat.vacant or not awaited(variant.card.calendar, agenda, seat.name):
            continue
        misses = 0 if heard(orders, seat.name) else seat.misses + 1
        if seat.address:
            came[seat.address] = not misses
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))
    reliability.phase(office.store, game, game.phase, came)


def recount_misses(office: Office, game: Game) -> None:
    """After a rollback: deadlines in a row without a sheet, by the phases that still count."""
    variant = office.variant(game)
    for seat in office.files.seats(game.key).values():
        misses = 0
        for played in reversed(game.played):
            data = office.journal.event(game.key, played.event)["data"]
            orders = data["orders"]
            agenda = variant.agenda(office.journal.at_snapshot(variant, game.key, played.snapshot))
            if seat.name not in orders or orders[seat.name] or seat.name in data.get("wrote", ()):
                break
            misses += awaited(variant.card.calendar, agenda, seat.name)
        if misses != seat.misses:
            office.files.save_seat(replace(seat, misses=misses))
