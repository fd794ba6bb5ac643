"""The master's words. Every one is journalled; what concerns everybody is told to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core import session as words
from judge.core.codec import pack, unpack
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Duty, Seat
from judge.desk import deadlines, enrol, options, publish, quarantine, results, schedule, timers
from judge.desk.keys import check_password
from judge.desk.office import Office
from judge.desk.player import published
from judge.desk.records import Game, Played, Status, instant, iso
from judge.desk.sitting import Level, Sitting

MAX_EXTENSION = timedelta(days=60)


def start(sitting: Sitting, word: words.Start) -> None:
    game = sitting.the_game()
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    sitting.game = start_game(sitting.office, game, sitting.at, sitting.message.key)
    sitting.say("started", line=word.line, game=game.key, deadline=sitting.game.deadline, zone=game.zone())
    sitting.did = True


def start_game(office: Office, game: Game, at: datetime, cause: str = "", *, players_follow: bool = False) -> Game:
    """START, also for the command line. InputError when there are too few players.

    `players_follow`: begin with fewer, where the rules let people join a running game.
    """
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    card = office.variant(game).card
    low, _ = card.players
    count = enrol.players(card, office.files.seats(game.key).values())
    if count < low and not (players_follow and card.late_joining):
        raise InputError(f"{game.key} has {count} of at least {low} players.", hint="JOIN is open.")
    return deadlines.start(office, game, at, cause)


def set_(sitting: Sitting, word: words.SetWord) -> None:
    """SET option value. Options of the rules are fixed once the game has started."""
    game, office = sitting.the_game(), sitting.office
    if word.what.lower() == "password":
        sitting.game = office.files.save_game(replace(game, master_hash=office.keys.hash(check_password(word.value))))
        sitting.say("master_password_set", line=word.line, game=game.key)
        sitting.did = True
        return
    card = office.variant(game).card
    option = options.find(card, word.what)
    if option.frozen and game.status is not Status.FORMING:
        raise InputError(f"{option.name} is fixed since the start.", hint="ROLLBACK does not reach it either.")
    value, told = options.check(option, word.value), False
    if option.name == "rules":
        preset = dict(card.presets.get(value, {}))
        game = replace(game, options={**game.options, **preset, "rules": value})
    elif option.name in game.options:
        game = replace(game, options={**game.options, option.name: value})
        game, told = deadlines.retune(office, game, {option.name: value}, sitting.at, sitting.message.key)
    else:
        game = replace(game, house={**game.house, option.name: value})
    if option.name == "schedule":
        game = replace(game, schedule=value)
    if option.name == "list":
        game = replace(game, list=value)
    office.files.save_game(game)
    office.log_event(
        game,
        "option_set",
        sitting.at,
        actor=MASTER,
        cause=sitting.message.key,
        data={"option": option.name, "value": value},
    )
    sitting.game = game
    sitting.did = True
    sitting.say("option_set", line=word.line, option=option.name, value=value)
    if game.status is Status.ACTIVE and not told:
        publish.bulletin(
            office,
            game,
            "setting_changed",
            sitting.at,
            f"{sitting.cause}:{option.name}",
            option=option.name,
            value=value,
        )


# ---- the clock --------------------------------------------------------------------------------------------------


def extend(sitting: Sitting, word: words.Extend) -> None:
    """EXTEND 24h reason: this deadline only."""
    game = running(sitting)
    if not 0 < word.hours <= MAX_EXTENSION.days * 24:
        raise InputError(f"An extension has 1 to {MAX_EXTENSION.days * 24} hours.")
    move_deadline(sitting, game, instant(game.deadline) + timedelta(hours=word.hours), word.reason, word.line)


def deadline(sitting: Sitting, word: words.Deadline) -> None:
    """DEADLINE when: this deadline only."""
    game = running(sitting)
    move_deadline(
        sitting, game, schedule.when(word.when, sitting.at, schedule.Grid.parse(game.schedule)), "", word.line
    )


def move_deadline(sitting: Sitting, game: Game, due: datetime, reason: str, line: int) -> None:
    if game.locked:
        raise InputError("The deadline is over; your report is awaited.")
    office, old = sitting.office, game.deadline
    game = office.files.save_game(game.due(iso(due)))
    office.log_event(
        game,
        "deadline_set",
        sitting.at,
        actor=MASTER,
        cause=sitting.message.key,
        data={"old": old, "new": game.deadline, "reason": reason},
    )
    timers.set_for(office, game, sitting.at)
    publish.deadline_moved(office, game, old, reason, sitting.at, f"{sitting.cause}:{line}")
    sitting.game = game
    sitting.say("deadline_set", line=line, deadline=game.deadline, zone=game.zone())
    sitting.did = True


def pause(sitting: Sitting, word: words.Pause) -> None:
    game, office = running(sitting), sitting.office
    if game.locked:
        raise InputError("The deadline is over; your report is awaited.", hint=f"Send RESULT {game.phase[:-1]}.")
    game = office.files.save_game(replace(game, status=Status.PAUSED, reason=word.reason))
    timers.clear(office, game.key)
    office.log_event(game, "paused", sitting.at, actor=MASTER, cause=sitting.message.key, data={"reason": word.reason})
    publish.bulletin(office, game, "paused", sitting.at, f"{sitting.cause}:pause", reason=word.reason)
    sitting.game = game
    sitting.say("paused", line=word.line, reason=word.reason)
    sitting.did = True


def resume(sitting: Sitting, word: words.Resume) -> None:
    game, office = sitting.the_game(), sitting.office
    if game.status not in (Status.PAUSED, Status.HELD):
        raise InputError(f"{game.key} is not paused.")
    game = replace(game, status=Status.ACTIVE, reason="")
    office.log_event(game, "resumed", sitting.at, actor=MASTER, cause=sitting.message.key)
    if instant(game.deadline) <= sitting.at:
        game = deadlines.set_deadline(office, game, office.agenda(game), sitting.at)
    else:
        office.files.save_game(game)
        timers.set_for(office, game, sitting.at)
    publish.bulletin(office, game, "resumed", sitting.at, f"{sitting.cause}:resume")
    sitting.game = game
    sitting.say("resumed", line=word.line, deadline=game.deadline, zone=game.zone())
    sitting.did = True


# ---- phases -----------------------------------------------------------------------------------------------------


def process(sitting: Sitting, word: words.Process) -> None:
    """PROCESS phase: now. The phase is mandatory, so that a letter sent twice processes nothing twice."""
    game = running(sitting)
    sitting.game = process_phase(sitting.office, game, word.phase, sitting.at, sitting.message.key)
    told = "processed" if sitting.game.status is not Status.HELD else "held"
    level = Level.OK if told == "processed" else Level.ERROR
    sitting.say(told, level, word.line, phase=game.phase, reason=sitting.game.reason, now=sitting.game.phase)
    sitting.did = True


def process_phase(office: Office, game: Game, phase: str, at: datetime, cause: str = "") -> Game:
    """PROCESS, also for the command line."""
    wanted = str(Phase.parse(phase))
    if game.status is not Status.ACTIVE and game.status is not Status.HELD:
        raise InputError(f"{game.key} is {game.status}.")
    if wanted != game.phase:
        raise InputError(f"{wanted} is not open: the game is in {game.phase}.", hint=f"Write PROCESS {game.phase}.")
    _report_is_here(office, game)
    if game.status is Status.HELD:
        game = office.files.save_game(replace(game, status=Status.ACTIVE, reason=""))
    return deadlines.resolve(office, game, at, by=MASTER, cause=cause)


def _report_is_here(office: Office, game: Game) -> None:
    """InputError when the phase still waits for the master's report (B-8)."""
    agenda = office.agenda(game)
    if deadlines.missing_report(office, game, agenda):
        raise InputError(f"{game.phase} needs your report first.", hint=f"Send RESULT {game.phase[:-1]}.")


def preview(sitting: Sitting, word: words.Preview) -> None:
    """PREVIEW: what would come out now, with sample dice; nothing is written."""
    game = running(sitting)
    if word.phase and str(Phase.parse(word.phase)) != game.phase:
        raise InputError(f"{game.key} is in {game.phase}.", hint=f"Write PREVIEW {game.phase}.")
    sitting.enclosures.append(preview_text(sitting.office, game))
    sitting.say("previewed", line=word.line, phase=game.phase)


def preview_text(office: Office, game: Game) -> str:
    """The results as they would be, in words."""
    data = preview_data(office, game)
    return office.pen.part(("session/preview.txt",), {
        "parts": publish.parts(office, game, data["notices"]), "phase": game.phase,
        "draws": data["sample_dice"], "ended": data["ended"]}) or ""  # fmt: skip


def preview_data(office: Office, game: Game) -> dict[str, Any]:
    """The results as they would be, as their letter's machine part has them: public notices, and sample dice."""
    _report_is_here(office, game)
    step, dice = deadlines.preview(office, game)
    told = [{"kind": n["kind"], "data": n["data"]} for n in publish.public(pack(step.notices))]
    return {"game": game.key, "phase": game.phase, "revision": game.revision, "sample_dice": pack(dice.drawn),
            "notices": told, "ended": pack(step.ended)}  # fmt: skip


def missing(sitting: Sitting, word: words.Missing) -> None:
    """WHO IS MISSING: seats without a sheet, and whether the report is wanted."""
    game, office = running(sitting), sitting.office
    agenda = office.agenda(game)
    filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.sheet}
    names = [seat.name for seat in office.files.seats(game.key).values()
             if agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in filed]  # fmt: skip
    sitting.say(
        "missing", line=word.line, names=names, phase=game.phase, report=deadlines.missing_report(office, game, agenda)
    )


def rollback(sitting: Sitting, word: words.Rollback) -> None:
    """ROLLBACK TO phase reason: back to the moment before it was resolved; its sheets are open again."""
    game = sitting.the_game()
    sitting.game = rollback_to(sitting.office, game, word.phase, word.reason, sitting.at, sitting.message.key)
    sitting.say(
        "rolled_back", line=word.line, phase=sitting.game.phase, deadline=sitting.game.deadline, zone=game.zone()
    )
    sitting.did = True


def rollback_to(office: Office, game: Game, phase: str, reason: str, at: datetime, cause: str = "") -> Game:
    """ROLLBACK, also for the command line: masks every resolution from `phase` on; the dice links used stay used."""
    wanted = str(Phase.parse(phase))
    found = [i for i, played in enumerate(game.played) if played.phase == wanted]
    if not found:
        done = ", ".join(p.phase for p in game.played) or "none"
        raise InputError(f"{wanted} has not been resolved.", hint=f"Resolved: {done}.")
    if not reason.strip():
        raise InputError("A rollback needs a reason; the list is told.", hint=f"ROLLBACK TO {wanted} and the reason.")
    kept, masked = game.played[: found[-1]], game.played[found[-1] :]
    target = masked[0]
    event = office.journal.event(game.key, target.event)
    lasting = _lasting(office, game, masked, event["data"]["acts"])
    for record in office.files.sheets(game.key):
        if record.phase != "*" and Phase.parse(record.phase) <= Phase.parse(game.phase):
            office.files.drop_sheet(record)
    game = replace(
        game, status=Status.ACTIVE, phase=target.phase, played=kept, snapshot=target.snapshot,
        acts=tuple(event["data"]["acts"]), round=game.round + 1, revision=target.revision + 1, locked=False,
        cutoff=kept[-1].deadline if kept else "", ended=None, reason="", settled=iso(at),
    )  # fmt: skip
    office.files.states.pop(game.key, None)
    office.log_event(
        game,
        "rolled_back",
        at,
        actor=MASTER,
        cause=cause,
        data={"to": wanted, "reason": reason, "masked": [(p.phase, p.event) for p in masked]},
    )
    _reopen_sheets(office, game, event["data"]["orders"], at)
    for made in lasting:
        game = _made_again(office, game, made, at, cause)
    deadlines.recount_misses(office, game)
    game = deadlines.set_deadline(office, game, office.agenda(game), at)
    publish.bulletin(
        office, game, "rolled_back_public", at, f"{game.key}:{game.round}:rollback", to=wanted, reason=reason
    )
    return game


def _lasting(office: Office, game: Game, masked: Sequence[Played], kept: Sequence[int]) -> list[dict[str, Any]]:
    """What happened in the phases taken back and is no part of them: seats that came in, were left or were
    taken over, options the master changed."""
    acts = [seq for played in masked for seq in office.journal.event(game.key, played.event)["data"]["acts"]]
    events = [office.journal.event(game.key, seq) for seq in (*acts, *game.acts) if seq not in kept]
    return [event for event in events if event["kind"] in ("admitted", "retuned", "seated")]


def _made_again(office: Office, game: Game, event: dict[str, Any], at: datetime, cause: str) -> Game:
    """It holds in the phase the game is back in, too."""
    if event["kind"] == "admitted":
        return deadlines.admit(office, game, unpack(Seat, event["data"]["seat"]), at, cause)
    if event["kind"] == "seated":
        return deadlines.seated(office, game, event["data"]["seat"], event["data"]["taken"], at, cause)
    return deadlines.retune(office, game, event["data"]["options"], at, cause)[0]


def _reopen_sheets(office: Office, game: Game, orders: dict[str, list[dict[str, object]]], at: datetime) -> None:
    """The sheets of the phase lie on file again as they were."""
    for seat, sheet in orders.items():
        if sheet:
            record = office.files.sheet(game.key, game.phase, seat)
            office.files.save_sheet(replace(record, version=1, sheet=tuple(sheet), at=iso(at), filed=True))


# ---- people -----------------------------------------------------------------------------------------------------


def eject(sitting: Sitting, word: words.Eject) -> None:
    game, office = sitting.the_game(), sitting.office
    word = _whole_name(sitting, word)
    seat = office.files.seat(game.key, word.seat)
    if seat is None or seat.vacant:
        raise InputError(f"Nobody sits in {word.seat!r}.", hint=f"LIST {game.key} shows the seats.")
    office.log_event(
        game,
        "ejected",
        sitting.at,
        actor=MASTER,
        cause=sitting.message.key,
        data={"seat": seat.name, "reason": word.reason},
    )
    address = seat.address
    office.vacate(seat)
    office.letters.to_address(
        address,
        cause=sitting.cause,
        kind="ejected",
        template="session/ejected.txt",
        data={"seat": seat.name, "reason": word.reason},
        now=sitting.at,
        game=game,
    )
    publish.bulletin(office, game, "ejected", sitting.at, f"{sitting.cause}:{seat.number}", seat=seat.name)
    sitting.game = deadlines.seated(office, game, seat.name, False, sitting.at, sitting.message.key)
    sitting.say("ejected_master", line=word.line, seat=seat.name)
    sitting.did = True


def _whole_name(sitting: Sitting, word: words.Eject) -> words.Eject:
    """A name of several words may stand without quotation marks: its end is then found by the seats there are."""
    files, game = sitting.office.files, sitting.the_game().key
    said = [word.seat, *word.reason.split()]
    for length in (1, *range(len(said), 1, -1)):
        seat = files.seat(game, " ".join(said[:length]))
        if seat is not None:
            return replace(word, seat=seat.name, reason=word.reason if length == 1 else " ".join(said[length:]))
    return word


def replace_(sitting: Sitting, word: words.Replace) -> None:
    """REPLACE seat BY address: the newcomer gets the seat's letter; the old sitter's credentials end."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.seat)
    if seat is None:
        raise InputError(f"{game.key} has no seat {word.seat!r}.", hint=f"LIST {game.key} shows the seats.")
    address = enrol.mail_address(word.address)
    if office.files.person(address) is None:
        enrol.make_person(office, address, "", "")
    seat, password = enrol.fill(office, game, seat, address, "", sitting.at, sitting.message.key)
    sitting.game = deadlines.seated(office, game, seat.name, True, sitting.at, sitting.message.key)
    enrol.seat_letter(office, game, seat, password, sitting.at, sitting.cause)
    publish.bulletin(office, game, "replaced", sitting.at, f"{sitting.cause}:{seat.number}", seat=seat.name)
    sitting.say("replaced_master", line=word.line, seat=seat.name, address=address)
    sitting.did = True


def announce(sitting: Sitting, word: words.Announce) -> None:
    game, office = sitting.the_game(), sitting.office
    if not word.text.strip():
        raise InputError("The announcement is empty.", hint="Text goes between ANNOUNCE and ENDPRESS.")
    office.log_event(game, "announced", sitting.at, actor=MASTER, cause=sitting.message.key, data={"text": word.text})
    office.letters.to_everybody(
        game,
        cause=f"{sitting.cause}/{word.line}",
        kind="announce",
        template="session/press.txt",
        data={"sender": MASTER, "to": [], "text": word.text.strip("\n")},
        now=sitting.at,
    )
    sitting.say("announced", line=word.line)
    sitting.did = True


def resend(sitting: Sitting, word: words.Resend) -> None:
    """RESEND RESULTS [phase] / RESEND STATEMENT seat: from the journal, as published."""
    game, office = sitting.the_game(), sitting.office
    if not game.played:
        raise InputError("Nothing has been published yet.")
    event = published(sitting, game, word.phase or game.played[-1].phase)
    if word.what.lower().startswith("statement"):
        seat = office.files.seat(game.key, word.seat)
        if seat is None:
            raise InputError(f"{game.key} has no seat {word.seat!r}.")
        results.statement(office, game, seat, event, sitting.at, cause=f"{sitting.cause}:resend")
    else:
        results.results(office, game, event, sitting.at, cause=f"{sitting.cause}:resend")
    sitting.say("resent", line=word.line, what=word.what.lower(), phase=event["phase"])
    sitting.did = True


def quarantine_(sitting: Sitting, word: words.Quarantine) -> None:
    quarantine.handle(sitting, word)


def running(sitting: Sitting) -> Game:
    game = sitting.the_game()
    if game.status not in (Status.ACTIVE, Status.HELD):
        raise InputError(f"{game.key} is {game.status}, so that cannot be done now.")
    return game
