"""A resolved phase is written down: its event, the state after it, who was missed, and the game in its next phase.

All of it is one commit with the letters that tell of it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core.codec import digest, pack
from judge.core.command import Orders, heard, wrote
from judge.core.values import Value
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet import records, reliability
from judge.desk.cabinet.records import CLOCK, LETTER, Cause, Game, instant, iso
from judge.desk.phases.computing import Played
from judge.desk.phases.waiting import awaited
from judge.desk.services import Services


class Committed(Value):
    """What was resolved: its event, and the game in the phase that `agenda` is of; None where it has ended."""

    seq: int
    game: Game
    agenda: Agenda | None


def commit(
    services: Services,
    game: Game,
    played: Played,
    step: Step,
    cause: Cause,
    by: str,
    known: datetime | None,
) -> Committed:
    """Write down a resolution. `known`: when its results can be known, if not at once."""
    phase, after = game.phase, services.journal.snapshot(game, step.state, game.phase, cause.at)
    data = {**_written_down(services, game, played, step), "after": after}
    seq = services.log_event(game, "phase_resolved", cause, actor=by, data=data)
    for record in services.files.sheets(game.key, phase):
        services.files.drop_sheet(record)
    count_misses(services, game, played.orders)
    timers.clear(services, game.key)
    agenda = services.variant(game).agenda(step.state) if step.ended is None else None
    opens = str(agenda.phase) if agenda is not None else ""
    # a phase that was resolved before and rolled back is played as revision 2, 3 ...
    revision = len(services.journal.undone(game.key, opens)) + 1 if opens else game.revision
    resolved = replace(
        game.closed(cause.at),
        phase=opens,
        played=(*game.played, records.Played(phase, game.revision, seq, game.snapshot, played.number, game.deadline)),
        snapshot=after,
        acts=(),
        link=max(game.link, played.number),
        round=game.round + 1,
        cutoff=iso(cause.at),
        locked=False,
        settled=iso(known or cause.at),
        revision=revision,
        untold=(*game.untold, seq),
    )
    resolved = resolved.opened(instant(resolved.settled), LETTER if cause.key else CLOCK)
    return Committed(seq, resolved, agenda)


def _written_down(services: Services, game: Game, played: Played, step: Step) -> dict[str, Any]:
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
    variant = services.variant(game)
    agenda = variant.agenda(services.journal.at_snapshot(variant, game.key, game.snapshot))
    came: dict[str, bool] = {}
    for seat in services.files.seats(game.key).values():
        if seat.vacant or not awaited(variant.info.calendar, agenda, seat.name):
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
            misses += awaited(variant.info.calendar, agenda, seat.name)
        if misses != seat.misses:
            services.files.save_seat(replace(seat, misses=misses))
