"""The master repairs: ROLLBACK, RESEND, QUARANTINE."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any

from judge.core import words
from judge.core.codec import unpack
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Seat
from judge.desk.cabinet.records import ROLLBACK, Cause, Game, Played, Status, iso
from judge.desk.news import publish, results
from judge.desk.phases import between, resolving, waiting
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words.binding import handles, may_tell_everybody
from judge.desk.words.player import published


@handles(words.Rollback)
def rollback(context: LetterContext, word: words.Rollback) -> None:
    """ROLLBACK TO phase reason: back to the moment before it was resolved; its sheets are open again."""
    game = context.the_game()
    context.game = rollback_to(context.services, game, word.phase, word.reason, context.letter)
    rulings = ruled_since(context.services, game, context.game)
    if rulings:  # each on a line of its own, as it may be sent again
        context.enclose("session/corrections.txt", lines=rulings)
    now: dict[str, Any] = {"phase": context.game.phase, "deadline": context.game.deadline, "zone": game.zone()}
    context.done("rolled_back", line=word.line, **now, rulings=rulings)


def rollback_to(services: Services, game: Game, phase: str, reason: str, cause: Cause) -> Game:
    """ROLLBACK, also for the command line: masks every resolution from `phase` on; the dice links used stay used."""
    calendar = services.calendar(game)
    wanted = str(calendar.parse(phase))
    found = [i for i, played in enumerate(game.played) if played.phase == wanted]
    if not found:
        done = ", ".join(p.phase for p in game.played) or "none"
        raise InputError(f"{wanted} has not been resolved.", hint=f"Resolved: {done}.")
    if not reason.strip():
        raise InputError("A rollback needs a reason; the list is told.", hint=f"ROLLBACK TO {wanted} and the reason.")
    kept, masked = game.played[: found[-1]], game.played[found[-1] :]
    target = masked[0]
    event = services.journal.event(game.key, target.event)
    lasting = _lasting(services, game, masked, event["data"]["acts"])
    cause, before = replace(cause, at=game.not_before(cause.at)), game
    for record in services.files.sheets(game.key):
        if record.phase != "*" and not calendar.before(Phase.parse(game.phase), Phase.parse(record.phase)):
            services.files.drop_sheet(record)
    game = game.going_on(
        cause.at,
        cause.at,
        ROLLBACK,
        status=Status.ACTIVE,
        phase=target.phase,
        played=kept,
        snapshot=target.snapshot,
        acts=tuple(event["data"]["acts"]),
        revision=target.revision + 1,
        ended=None,
        reason="",
    )
    services.files.states.pop(game.key, None)
    ruled = bool(ruled_since(services, before, game))
    data = {"to": wanted, "reason": reason, "masked": [(p.phase, p.event) for p in masked]}
    services.log_event(game, "rolled_back", cause, actor=MASTER, data=data)
    _reopen_sheets(services, game, event["data"], cause.at)
    for made in lasting:
        game = _made_again(services, game, made, cause)
    resolving.recount_misses(services, game)
    game = waiting.set_deadline(services, game, services.agenda(game), cause.at)
    told, name = {"to": wanted, "reason": reason, "ruled": ruled}, f"{game.key}:{game.round}:rollback"
    publish.bulletin(services, game, "rolled_back_public", Cause(cause.at, name), **told)
    return game


def ruled_since(services: Services, before: Game, now: Game) -> list[str]:
    """The corrections of somebody's money that were taken back with their phases, as the master may send them again."""
    gone = {*_acts(services, before, before.played)} - {*_acts(services, now, now.played)}
    events = [event for event in services.journal.of_kind(before.key, "adjusted") if event["seq"] in gone]
    return [str(event["data"]["line"]) for event in events]


def _acts(services: Services, game: Game, phases: Sequence[Played]) -> list[int]:
    """The acts of these phases of a game, and of the open one."""
    kept = [services.journal.event(game.key, played.event)["data"]["acts"] for played in phases]
    return [*chain.from_iterable(kept), *game.acts]


def _lasting(services: Services, game: Game, masked: Sequence[Played], kept: Sequence[int]) -> list[dict[str, Any]]:
    """What happened in the phases taken back and is no part of them: seats that came in, were left or were
    taken over, options the master changed."""
    acts = _acts(services, game, masked)
    events = [services.journal.event(game.key, seq) for seq in acts if seq not in kept]
    return [event for event in events if event["kind"] in ("admitted", "retuned", "seated")]


def _made_again(services: Services, game: Game, event: dict[str, Any], cause: Cause) -> Game:
    """It holds in the phase the game is back in, too."""
    if event["kind"] == "admitted":
        return between.admit(services, game, unpack(Seat, event["data"]["seat"]), cause)
    if event["kind"] == "seated":
        return between.seated(services, game, event["data"]["seat"], event["data"]["taken"], cause)
    return between.retune(services, game, event["data"]["options"], cause)[0]


def _reopen_sheets(services: Services, game: Game, data: Mapping[str, Any], at: datetime) -> None:
    """The sheets of the phase lie on file again as they were, with the stamps of the letters that brought them."""
    for seat, sheet in data["orders"].items():
        record = services.files.sheet(game.key, game.phase, seat)
        stamp = data.get("sent", {}).get(seat, iso(at))
        if sheet:
            services.files.save_sheet(replace(record, version=1, sheet=tuple(sheet), at=stamp, filed=True))
        elif seat in data.get("wrote", ()):
            services.files.save_sheet(replace(record, wrote=iso(at)))


@handles(words.Resend)
def resend(context: LetterContext, word: words.Resend) -> None:
    """RESEND RESULTS [phase] / RESEND STATEMENT seat: from the journal, as published."""
    game, services = context.the_game(), context.services
    if not game.played:
        raise InputError("Nothing has been published yet.")
    event = published(context, game, word.phase or game.played[-1].phase)
    if word.what.lower().startswith("statement"):
        seat = services.files.seat(game.key, word.seat)
        if seat is None:
            raise InputError(f"{game.key} has no seat {word.seat!r}.")
        results.statement(services, game, seat, event, context.cause.part("resend"))
    else:
        may_tell_everybody(context)
        cause = context.cause.part("resend")
        with results.awaiting_pictures(services, game, [event["seq"]], cause.at, key=cause.key) as album:
            results.results(results.Openings(services, game, album, cause))
    context.done("resent", line=word.line, what=word.what.lower(), phase=event["phase"])


@handles(words.Quarantine)
def quarantine(context: LetterContext, word: words.Quarantine) -> None:
    game, services = context.the_game(), context.services
    rows = services.shunt.listing(game.key)
    action = word.action.lower()
    if action == "list":
        return context.enclose("session/quarantine.txt", rows=rows, zone=game.zone())
    row = next((r for r in rows if r["reference"] == word.reference.lower()), None)
    if row is None:
        listing = ", ".join(r["reference"] for r in rows) or "none"
        raise InputError(f"There is no letter {word.reference!r} set aside.", hint=f"Set aside: {listing}.")
    if action == "release":
        services.released.append(row["reference"])
    else:
        services.shunt.drop(row["reference"])
    context.done("released" if action == "release" else "discarded", line=word.line, reference=row["reference"])
