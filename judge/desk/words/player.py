"""A player's words inside a block: STATUS, UNDO, PRESS, SET, ABSENCE, RESIGN ..."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.core.place import Place
from judge.core.variant import Duty
from judge.desk import timers
from judge.desk.cabinet import reliability, schedule
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.news import press, publish, results
from judge.desk.office import Office
from judge.desk.phases import between, closing, waiting
from judge.desk.sheets import filing
from judge.desk.sheets.drafts import Drafts
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import addresses, enrol, later
from judge.desk.words.binding import handles, refuse_when_over
from judge.desk.words.nearby import one_near

MAX_ABSENCE_DAYS = 60
ASKED_IN_PRACTICE = timedelta(days=60)
MAX_PRESS = 20  # a letter


def clear(sitting: Sitting, word: words.Clear, drafts: Drafts, hat: str) -> None:
    """CLEAR [section]; below AS GERMANY only what was written for Germany."""
    wanted = word.what.strip().lower()
    section = ""
    if wanted and wanted not in ("all", "everything", "orders", "sheet"):
        sections = sitting.variant().card.sections
        section = next((s.name for s in sections if wanted in (s.name.lower(), s.title.lower())), "")
        if not section:
            names = ", ".join(s.name for s in sections if not s.master)
            raise InputError(f"There is no section {word.what!r}.", hint=f"Sections are {names}.")
    gone = drafts.clear(section, hat)
    sitting.say("cleared", line=word.line, count=gone, section=section)


def undo(sitting: Sitting, word: words.Undo, drafts: Drafts) -> None:
    """UNDO: back to the version before."""
    if drafts.undo():
        sitting.say("undone", line=word.line, version=drafts.draft().record.version)
    else:
        sitting.say("nothing_to_undo", Level.ERROR, word.line)


@handles(words.Status, Place.PLAYER)
def status(sitting: Sitting, word: words.Status) -> None:
    """STATUS: where one stands; the sheet on file is in every confirmation anyway."""
    game, seat = sitting.the_game(), sitting.the_seat()
    if not game.phase:
        sitting.say("forming", line=word.line, game=game.key, seats=len(sitting.office.files.seats(game.key)))
        return
    sitting.enclosures.append(publish.status(sitting.office, game, seat.name))


@handles(words.History)
def history(sitting: Sitting, word: words.History) -> None:
    """HISTORY: the list of phases; HISTORY phase: its results again."""
    game, office = sitting.the_game(), sitting.office
    if not word.phase:
        rows = [{"phase": p.phase, "revision": p.revision, "deadline": p.deadline} for p in game.played]
        sitting.enclose("session/history.txt", rows=rows, zone=game.zone(), game=game.key)
        return
    event = published(sitting, game, word.phase)
    context = {
        **office.letters.context(game, game.zone(), sitting.at),
        **results.result_data(office, game, event),
        "press": press.bundled(office, game, event["phase"]),
    }
    if event["phase"] != game.played[-1].phase:
        context["next_phase"] = ""  # of an old phase it would name today's
    sitting.enclosures.append(office.pen.letter(publish.names(game, "results"), context)[1])


@handles(words.Statement)
def statement(sitting: Sitting, word: words.Statement) -> None:
    """STATEMENT [phase]: one's own statement of a resolved phase again, the last one if none is named."""
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    if not game.played:
        raise InputError("No phase has been resolved yet.")
    event = published(sitting, game, word.phase or game.played[-1].phase)
    own = publish.parts(office, game, publish.private(event["data"]["notices"], seat.name))
    sitting.enclosures.append("\n\n".join(own) or office.pen.answer("no_statement", {"phase": event["phase"]}))


def published(sitting: Sitting, game: Game, phase: str) -> dict[str, Any]:
    """The event of a resolved phase. InputError lists those there are."""
    wanted = str(sitting.office.calendar(game).parse(phase))
    for played in reversed(game.played):
        if played.phase == wanted:
            return sitting.office.journal.event(game.key, played.event)
    done = ", ".join(played.phase for played in game.played) or "none yet"
    raise InputError(f"{wanted} has not been resolved.", hint=f"Resolved: {done}.")


def ready(sitting: Sitting, word: words.Ready) -> None:
    """READY / NOT READY, where the game may end a phase early."""
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    if game.house["early"] != "yes":
        sitting.say("no_early", Level.WARNING, word.line)
        return
    if game.status is not Status.ACTIVE:
        sitting.say("not_running", Level.ERROR, word.line, game=game.key, status=str(game.status))
        return
    record = office.files.sheet(game.key, game.phase, seat.name)
    if word.ready and not record.sheet and not record.ready:
        _means_nothing(sitting, game, seat)
    tried = "" if word.ready else record.wrote  # READY with nothing on file is meant: what was refused before is past
    office.files.save_sheet(replace(record, ready=word.ready, wrote=tried, at=record.at or iso(sitting.at)))
    sitting.log(game, "ready", filing.actor(sitting, seat.name), {"seat": seat.name, "ready": word.ready})
    sitting.done("ready" if word.ready else "not_ready", line=word.line)


def _means_nothing(sitting: Sitting, game: Game, seat: SeatRecord) -> None:
    """Who says READY and has nothing on file is asked whether he means it: once a phase, and once a practice game.
    InputError with the question."""
    office = sitting.office
    agenda = office.agenda(game)
    if seat.robot or agenda.duties.get(seat.name, Duty.NONE) is Duty.NONE or _acted(office, game, seat):
        return
    asked = f"empty:{game.key}:{seat.number}" + ("" if game.practice else f":{game.round}")
    if office.limits.used(asked):
        return
    due = instant(game.deadline) if game.deadline else sitting.at
    office.limits.add(asked, due + ASKED_IN_PRACTICE if game.practice else due, 1)
    context = {"game": game, "seat_role": seat.role.value}
    silence = office.pen.part((f"{game.variant}/silence.txt", "session/silence.txt"), context) or ""
    counts = waiting.awaited(office.variant(game).card.calendar, agenda, seat.name)
    question = office.pen.answer(
        "ready_empty", {"phase": game.phase, "silence": " ".join(silence.split()), "counts": counts}
    )
    raise InputError(question, offer="READY")


def _acted(office: Office, game: Game, seat: SeatRecord) -> bool:
    """Whether the seat has done something in this phase that is carried out at once."""
    events = (office.journal.event(game.key, number) for number in game.acts)
    return any(event["kind"] == "acted" and event["actor"] == seat.name for event in events)


@handles(words.Press)
def send_press(sitting: Sitting, word: words.Press) -> None:
    """PRESS TO ... / BROADCAST: relayed under the pseudonym, never with an address."""
    game, office = sitting.the_game(), sitting.office
    sender = MASTER if sitting.seat is None else sitting.seat.name
    of_letter = f"press:letter:{sitting.message.key}"
    if office.limits.used(of_letter) >= MAX_PRESS:
        raise InputError(f"One letter carries at most {MAX_PRESS} pieces of press.", hint="Send the rest in another.")
    if word.signed:
        raise press.signed_as_another()
    if word.bare:
        raise press.to_nobody()
    seats = office.files.seats(game.key)
    try:
        to = press.check(game, seats, word.to, word.grey, word.text)
    except InputError as fault:
        raise _to_a_near_name(fault, word, [seat.name for seat in seats.values()]) from None
    above = sitting.press.setdefault((sender, to, word.grey), [])
    if sum(len(text) for _, text in above) + len(word.text) > press.MAX_CHARS:
        raise InputError(f"The press of one letter has at most {press.MAX_CHARS} characters in all.")
    if not above:
        press.spend(office, game, sitting.seat, to, sitting.at)
    office.limits.add(of_letter, sitting.at, 1)
    above.append((word.line, word.text.strip("\n")))
    at_once = press.at_once(game, to)
    sitting.done("press_sent" if at_once else "press_kept", line=word.line, to=list(to), grey=word.grey, sender=sender)


def _to_a_near_name(fault: InputError, word: words.Press, names: Sequence[str]) -> InputError:
    """The refusal with the same press to the one seat whose name is a slip away, where its text is one line."""
    to = [one if fold(one) in {"master", "gm", *map(fold, names)} else one_near(one, names) for one in word.to]
    if not all(to) or to == list(word.to) or "\n" in word.text:
        return fault
    grey = "GREY " if word.grey else ""
    line = f"{grey}PRESS TO {', '.join(map(later.quoted, to))}: {word.text}"
    return InputError(fault.message, hint=f"Did you mean {', '.join(to)}?", offer=line)


def post_press(sitting: Sitting) -> None:
    """What was to be said goes out: pieces to the same readers as one."""
    game = sitting.game
    for (sender, to, grey), pieces in sitting.press.items():
        if game is not None and pieces:
            text = "\n\n".join(text for _, text in pieces)
            press.send(sitting.office, game, sender, to, grey, text, sitting.at, f"{sitting.cause}/{pieces[0][0]}")
    sitting.press.clear()


@handles(words.SetWord, Place.PLAYER)
def set_(sitting: Sitting, word: words.SetWord) -> None:
    """SET ADDRESS / PASSWORD / ZONE / LETTERS / NAME."""
    what = word.what.strip().lower()
    handlers = {
        "address": _set_address,
        "password": _set_password,
        "zone": _set_zone,
        "letters": _set_letters,
        "name": _set_name,
    }
    handler = handlers.get(what)
    if handler is None:
        raise InputError(
            f"You cannot set {word.what!r}.", hint="SET ADDRESS, SET PASSWORD, SET ZONE, SET LETTERS or SET NAME."
        )
    handler(sitting, word)
    sitting.did = True


def _set_address(sitting: Sitting, word: words.SetWord) -> None:
    seat, new = sitting.the_seat(), addresses.of_a_person(sitting.office, word.value)
    addresses.check_move(sitting.office, seat.address, new)
    addresses.ask_both(sitting, "address", seat.address, new, word.line)


def _set_password(sitting: Sitting, word: words.SetWord) -> None:
    game, seat = sitting.the_game(), sitting.the_seat()
    sitting.seat = addresses.new_seat_password(sitting, game, seat, word.value)
    sitting.say("password_set", line=word.line, seat=seat.name, game=game.key)


def _set_name(sitting: Sitting, word: words.SetWord) -> None:
    """SET NAME: another pseudonym, before the start."""
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    if word.value == seat.name:
        raise InputError(f"You are {seat.name} already.")
    sitting.seat = enrol.rename(office, game, seat, word.value, sitting.at, sitting.message.key)
    enrol.tell_joined(office, game, sitting.seat, sitting.at, sitting.cause, was=seat.name)
    sitting.say("name_set", line=word.line, seat=sitting.seat.name, game=game.key)


def _set_zone(sitting: Sitting, word: words.SetWord) -> None:
    seat, office = sitting.the_seat(), sitting.office
    name = schedule.zone(word.value.strip()).key
    addresses.make_person(office, seat.address, "", name)
    sitting.say("zone_set", line=word.line, zone=name)


def _set_letters(sitting: Sitting, word: words.SetWord) -> None:
    """SET LETTERS plain or full: whether results bring pages with charts beside their words."""
    seat, office = sitting.the_seat(), sitting.office
    wish = word.value.strip().lower()
    if wish not in ("plain", "full"):
        raise InputError(f"Letters are plain or full, not {word.value!r}.", hint="Write SET LETTERS plain.")
    person = office.files.person(seat.address) or addresses.make_person(office, seat.address, "", "")
    office.files.save_person(replace(person, letters=wish))
    sitting.say("letters_set", line=word.line, wish=wish, html=office.config.judge.html)


@handles(words.Absence)
def absence(sitting: Sitting, word: words.Absence) -> None:
    """ABSENCE from TO until: a notice. Deadlines do not move; standing orders and sheets sent ahead work on."""
    seat, office, game = sitting.the_seat(), sitting.office, sitting.the_game()
    if not word.start:
        sitting.seat = office.files.save_seat(replace(seat, absence=("", "")))
        sitting.done("absence_over", line=word.line)
        return
    try:
        start = date.fromisoformat(word.start)
        end = date.fromisoformat(word.end or word.start)
    except ValueError:
        raise InputError("These are no dates.", hint="Write ABSENCE 2026-12-20 TO 2027-01-03.") from None
    if end < start or end < sitting.at.date():
        raise InputError("That absence ends before it begins, or is over already.")
    if (end - start).days > MAX_ABSENCE_DAYS:
        raise InputError(f"An absence has at most {MAX_ABSENCE_DAYS} days.", hint="Ask the master to find a stand-in.")
    sitting.seat = office.files.save_seat(replace(seat, absence=(str(start), str(end))))
    office.letters.to_master(
        game, sitting.brief(f"absence.{seat.number}", {"seat": seat.name, "start": str(start), "end": str(end)})
    )
    sitting.done("absent", line=word.line, start=str(start), end=str(end))


def resign(sitting: Sitting, word: words.Resign) -> None:
    """RESIGN, called last and only when the whole letter was free of errors."""
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    try:
        refuse_when_over(sitting, word)
    except InputError as fault:
        sitting.fault(fault, word.line)
        return
    sitting.log(game, "resigned", seat.name, {"seat": seat.name})
    address = seat.address
    if game.status is Status.ACTIVE:
        reliability.left(office.store, game, address)
    sitting.seat = office.vacate(seat)
    timers.put(office, timers.Timer(game.key, timers.STANDBY, sitting.at, game.round, seat.number))
    if closing.nobody_left(office, game):
        sitting.game = closing.close_practice(office, game, sitting.at, "left", sitting.message.key)
    running = sitting.the_game().status is not Status.FINISHED
    if running:
        publish.bulletin(office, game, "resigned", sitting.at, f"{sitting.cause}:resign", seat=seat.name)
        sitting.game = between.seated(office, game, seat.name, False, sitting.at, sitting.message.key)
    answering = None if sitting.acting_master else sitting.message
    brief = sitting.brief("resigned", {"seat": seat.name}, game=game, answering=answering)
    office.letters.to_address(address, brief)
    sitting.done("resigned_self", line=word.line, seat=seat.name, game=game.key)
