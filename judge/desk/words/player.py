"""A player's words inside a block: STATUS, UNDO, PRESS, SET, ABSENCE, RESIGN ..."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.desk import timers
from judge.desk.cabinet import reliability, schedule
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status, instant, iso
from judge.desk.news import press, publish, results
from judge.desk.phases import between, resolving, waiting
from judge.desk.sheets.filing import Drafts, actor
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, enrol
from judge.desk.words.binding import handles, refuse_when_over
from judge.desk.words.names import one_near, quoted

MAX_ABSENCE_DAYS = 60
ASKED_IN_PRACTICE = timedelta(days=60)
MAX_PRESS = 20  # a letter


def clear(context: LetterContext, word: words.Clear, drafts: Drafts, hat: str) -> None:
    """CLEAR [section]; below AS GERMANY only what was written for Germany."""
    wanted = word.what.strip().lower()
    section = ""
    if wanted and wanted not in ("all", "everything", "orders", "sheet"):
        sections = context.variant().info.sections
        section = next((s.name for s in sections if wanted in (s.name.lower(), s.title.lower())), "")
        if not section:
            names = ", ".join(s.name for s in sections if not s.master)
            raise InputError(f"There is no section {word.what!r}.", hint=f"Sections are {names}.")
    context.say("cleared", line=word.line, count=drafts.clear(section, hat), section=section)


def undo(context: LetterContext, word: words.Undo, drafts: Drafts) -> None:
    """UNDO: back to the version before."""
    if drafts.undo():
        context.say("undone", line=word.line, version=drafts.draft().record.version)
    else:
        context.say("nothing_to_undo", Level.ERROR, word.line)


@handles(words.Status, words.Place.PLAYER)
def status(context: LetterContext, word: words.Status) -> None:
    """STATUS: where one stands; the sheet on file is in every confirmation anyway."""
    game, seat = context.the_game(), context.the_seat()
    if not game.phase:
        return context.say("forming", line=word.line, game=game.key, seats=len(context.services.files.seats(game.key)))
    context.enclosures.append(publish.status(context.services, game, seat.name))


@handles(words.History)
def history(context: LetterContext, word: words.History) -> None:
    """HISTORY: the list of phases; HISTORY phase: its results again."""
    game, services = context.the_game(), context.services
    if not word.phase:
        rows = [{"phase": p.phase, "revision": p.revision, "deadline": p.deadline} for p in game.played]
        return context.enclose("session/history.txt", rows=rows, zone=game.zone(), game=game.key)
    event = published(context, game, word.phase)
    # of an old phase it would name today's
    other = {} if event["phase"] == game.played[-1].phase else {"next_phase": ""}
    context.enclosures.append(results.in_words(services, game, event, game.zone(), context.at, **other))


@handles(words.Statement)
def statement(context: LetterContext, word: words.Statement) -> None:
    """STATEMENT [phase]: one's own statement of a resolved phase again, the last one if none is named."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    if not game.played:
        raise InputError("No phase has been resolved yet.")
    event = published(context, game, word.phase or game.played[-1].phase)
    own = publish.parts(services, game, publish.private(event["data"]["notices"], seat.name))
    context.enclosures.append("\n\n".join(own) or services.renderer.answer("no_statement", {"phase": event["phase"]}))


def published(context: LetterContext, game: Game, phase: str) -> dict[str, Any]:
    """The event of a resolved phase. InputError lists those there are."""
    wanted = str(context.services.calendar(game).parse(phase))
    for played in reversed(game.played):
        if played.phase == wanted:
            return context.services.journal.event(game.key, played.event)
    done = ", ".join(played.phase for played in game.played) or "none yet"
    raise InputError(f"{wanted} has not been resolved.", hint=f"Resolved: {done}.")


def ready(context: LetterContext, word: words.Ready) -> None:
    """READY / NOT READY, where the game may end a phase early."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    if game.house["early"] != "yes":
        return context.say("no_early", Level.WARNING, word.line)
    if game.status is not Status.ACTIVE:
        return context.say("not_running", Level.ERROR, word.line, game=game.key, status=str(game.status))
    record = services.files.sheet(game.key, game.phase, seat.name)
    if word.ready and not record.sheet and not record.ready:
        _means_nothing(context, game, seat)
    tried = "" if word.ready else record.wrote  # READY with nothing on file is meant: what was refused before is past
    services.files.save_sheet(replace(record, ready=word.ready, wrote=tried, at=record.at or iso(context.at)))
    context.log(game, "ready", actor(context, seat.name), {"seat": seat.name, "ready": word.ready})
    context.done("ready" if word.ready else "not_ready", line=word.line)


def _means_nothing(context: LetterContext, game: Game, seat: SeatRecord) -> None:
    """Who says READY and has nothing on file is asked whether he means it: once a phase, and once a practice game.
    InputError with the question."""
    services = context.services
    agenda = services.agenda(game)
    if seat.robot or not waiting.may_act(agenda, seat) or seat.name in services.acted(game):
        return
    asked = f"empty:{game.key}:{seat.number}" + ("" if game.practice else f":{game.round}")
    if services.limits.used(asked):
        return
    due = instant(game.deadline) if game.deadline else context.at
    services.limits.add(asked, due + ASKED_IN_PRACTICE if game.practice else due, 1)
    values = {"game": game, "seat_role": seat.role.value}
    silence = services.renderer.part((f"{game.variant}/silence.txt", "session/silence.txt"), values) or ""
    counts = waiting.awaited(services.variant(game).info.calendar, agenda, seat.name)
    told = {"phase": game.phase, "silence": " ".join(silence.split()), "counts": counts}
    raise InputError(services.renderer.answer("ready_empty", told), offer="READY")


@handles(words.Press)
def send_press(context: LetterContext, word: words.Press) -> None:
    """PRESS TO ... / BROADCAST: relayed under the pseudonym, never with an address."""
    game, services = context.the_game(), context.services
    sender = MASTER if context.seat is None else context.seat.name
    of_letter = f"press:letter:{context.message.key}"
    if services.limits.used(of_letter) >= MAX_PRESS:
        raise InputError(f"One letter carries at most {MAX_PRESS} pieces of press.", hint="Send the rest in another.")
    if word.signed:
        raise press.signed_as_another()
    if word.bare:
        way_out = "PRESS TO and a name, or BROADCAST for everybody; the text below it."
        raise InputError("PRESS to whom? Nothing was sent.", hint=way_out, asks=True)
    seats = services.files.seats(game.key)
    try:
        to = press.check(game, seats, word.to, word.grey, word.text)
    except InputError as fault:
        raise _to_a_near_name(fault, word, [seat.name for seat in seats.values()]) from None
    above = context.press.setdefault((sender, to, word.grey), [])
    if sum(len(text) for _, text in above) + len(word.text) > press.MAX_CHARS:
        raise InputError(f"The press of one letter has at most {press.MAX_CHARS} characters in all.")
    if not above:
        press.spend(services, game, context.seat, to, context.at)
    services.limits.add(of_letter, context.at, 1)
    above.append((word.line, word.text.strip("\n")))
    at_once = press.at_once(game, to)
    context.done("press_sent" if at_once else "press_kept", line=word.line, to=list(to), grey=word.grey, sender=sender)


def _to_a_near_name(fault: InputError, word: words.Press, names: Sequence[str]) -> InputError:
    """The refusal with the same press to the one seat whose name is a slip away, where its text is one line."""
    to = [one if fold(one) in {"master", "gm", *map(fold, names)} else one_near(one, names) for one in word.to]
    if not all(to) or to == list(word.to) or "\n" in word.text:
        return fault
    grey = "GREY " if word.grey else ""
    line = f"{grey}PRESS TO {', '.join(map(quoted, to))}: {word.text}"
    return InputError(fault.message, hint=f"Did you mean {', '.join(to)}?", offer=line)


def post_press(context: LetterContext) -> None:
    """What was to be said goes out: pieces to the same readers as one."""
    game = context.game
    for (sender, to, grey), pieces in context.press.items():
        if game is not None and pieces:
            text = "\n\n".join(text for _, text in pieces)
            cause = Cause(context.at, f"{context.cause.key}/{pieces[0][0]}")
            press.send(context.services, game, sender, to, grey, text, cause)
    context.press.clear()


@handles(words.SetWord, words.Place.PLAYER)
def set_(context: LetterContext, word: words.SetWord) -> None:
    """SET ADDRESS / PASSWORD / ZONE / NAME; SET LETTERS plain or full: whether results bring pages with charts beside
    their words."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    match word.what.strip().lower():
        case "address":
            new = addresses.of_a_person(services, word.value)
            addresses.check_move(services, seat.address, new)
            addresses.ask_both(context, "address", seat.address, new, word.line)
        case "password":
            context.seat = addresses.new_seat_password(context, game, seat, word.value)
            context.say("password_set", line=word.line, seat=seat.name, game=game.key)
        case "zone":
            zone = schedule.zone(word.value.strip()).key
            addresses.make_person(services, seat.address, "", zone)
            context.say("zone_set", line=word.line, zone=zone)
        case "letters":
            wish = word.value.strip().lower()
            if wish not in ("plain", "full"):
                raise InputError(f"Letters are plain or full, not {word.value!r}.", hint="Write SET LETTERS plain.")
            person = services.files.person(seat.address) or addresses.make_person(services, seat.address, "", "")
            services.files.save_person(replace(person, letters=wish))
            context.say("letters_set", line=word.line, wish=wish, html=services.config.judge.html)
        case "name":  # another pseudonym, before the start
            if word.value == seat.name:
                raise InputError(f"You are {seat.name} already.")
            context.seat = enrol.rename(services, game, seat, word.value, context.letter)
            enrol.tell_joined(services, game, context.seat, context.cause, was=seat.name)
            context.say("name_set", line=word.line, seat=context.seat.name, game=game.key)
        case _:
            known = "SET ADDRESS, SET PASSWORD, SET ZONE, SET LETTERS or SET NAME."
            raise InputError(f"You cannot set {word.what!r}.", hint=known)
    context.did = True


@handles(words.Absence)
def absence(context: LetterContext, word: words.Absence) -> None:
    """ABSENCE from TO until: a notice. Deadlines do not move; standing orders and sheets sent ahead work on."""
    seat = context.the_seat()
    if not word.start:
        return context.done("absence_over", line=word.line)
    try:
        start = date.fromisoformat(word.start)
        end = date.fromisoformat(word.end or word.start)
    except ValueError:
        raise InputError("These are no dates.", hint="Write ABSENCE 2026-12-20 TO 2027-01-03.") from None
    if end < start or end < context.at.date():
        raise InputError("That absence ends before it begins, or is over already.")
    if (end - start).days > MAX_ABSENCE_DAYS:
        raise InputError(f"An absence has at most {MAX_ABSENCE_DAYS} days.", hint="Ask the master to find a stand-in.")
    told: dict[str, Any] = {"start": str(start), "end": str(end)}
    brief = context.brief(f"absence.{seat.number}", {"seat": seat.name, **told})
    context.services.letters.to_master(context.the_game(), brief)
    context.done("absent", line=word.line, **told)


def resign(context: LetterContext, word: words.Resign) -> None:
    """RESIGN, called last and only when the whole letter was free of errors."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    try:
        refuse_when_over(context, word)
    except InputError as fault:
        return context.fault(fault, word.line)
    context.log(game, "resigned", seat.name, {"seat": seat.name})
    address = seat.address
    if game.status is Status.ACTIVE:
        reliability.note(services.store, game, address, "left")
    context.seat = services.vacate(seat)
    timers.put(services, timers.Timer(game.key, timers.STANDBY, context.at, game.round, seat.number))
    if game.practice and not any(seat.address for seat in services.files.seats(game.key).values()):  # robots alone
        context.game = resolving.close_practice(services, game, context.letter, "left")
    running = context.the_game().status is not Status.FINISHED
    if running:
        publish.bulletin(services, game, "resigned", context.cause.part("resign"), seat=seat.name)
        context.game = between.seated(services, game, seat.name, False, context.letter)
    answering = None if context.acting_master else context.message
    brief = context.brief("resigned", {"seat": seat.name}, game=game, answering=answering)
    services.letters.to_address(address, brief)
    context.done("resigned_self", line=word.line, seat=seat.name, game=game.key)
