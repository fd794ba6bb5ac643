"""The master's words on people: RECORD, EJECT, REINSTATE, REPLACE, ANNOUNCE; second masters (PROMOTE, DEMOTE), and a
look before results go out (HOLD RESULTS, RELEASE)."""

from dataclasses import replace

from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.desk import timers
from judge.desk.cabinet.records import SeatRecord, Status
from judge.desk.mailroom import bounces
from judge.desk.news import publish
from judge.desk.phases import between, resolving
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, admissions, anybody, clock, enrol
from judge.desk.words.binding import handles, may_tell_everybody, may_write_to_newcomer
from judge.desk.writing.letterform import Brief
from judge.signon import hide_keys


@handles(words.Status, words.Place.MASTER)
def status(context: LetterContext, word: words.Status) -> None:
    """STATUS in the master's part: how the game stands, as LIST shows it to anybody, and who is missing."""
    anybody.list_(context, words.ListGames(context.the_game().key))
    if context.the_game().status is Status.ACTIVE:
        clock.missing(context, words.Missing(line=word.line))


@handles(words.Record, words.Place.MASTER)
def record(context: LetterContext, word: words.Record) -> None:
    """Of whoever sits in a seat, or of everybody who does: in numbers alone, over all games."""
    game, services = context.the_game(), context.services
    meant = [services.files.seat(game.key, word.whose)] if word.whose else services.files.seats(game.key).values()
    seats = [seat for seat in meant if seat is not None and seat.address]
    if word.whose and not seats:
        raise InputError(f"Nobody sits in {word.whose!r}.", hint=f"LIST {game.key} shows the seats.")
    for seat in seats:
        context.put(enrol.recorded(services, seat.address, f"The player of {seat.name}"), line=word.line)


@handles(words.Eject)
def eject(context: LetterContext, word: words.Eject) -> None:
    game, services = context.the_game(), context.services
    word = _whole_name(context, word)
    seat = _filled(context, word.seat)
    context.log(game, "ejected", MASTER, {"seat": seat.name, "reason": word.reason})
    address = seat.address
    services.vacate(seat)
    timers.put(services, timers.Timer(game.key, timers.STANDBY, context.at, game.round, seat.number))
    brief = context.brief("ejected", {"seat": seat.name, "reason": word.reason}, game=game)
    services.letters.to_address(address, brief)
    publish.bulletin(services, game, "ejected", context.cause.part(seat.number), seat=seat.name)
    context.game = between.seated(services, game, seat.name, False, context.letter)
    context.done("ejected_master", line=word.line, seat=seat.name)


def _filled(context: LetterContext, name: str) -> SeatRecord:
    """The seat of that name. InputError where nobody sits in it."""
    game = context.the_game().key
    seat = context.services.files.seat(game, name)
    if seat is None or seat.vacant:
        raise InputError(f"Nobody sits in {name!r}.", hint=f"LIST {game} shows the seats.")
    return seat


def _whole_name(context: LetterContext, word: words.Eject) -> words.Eject:
    """A name of several words may stand without quotation marks: its end is then found by the seats there are."""
    files, game = context.services.files, context.the_game().key
    said = [word.seat, *word.reason.split()]
    for length in (1, *range(len(said), 1, -1)):
        seat = files.seat(game, " ".join(said[:length]))
        if seat is not None:
            return replace(word, seat=seat.name, reason=word.reason if length == 1 else " ".join(said[length:]))
    return word


@handles(words.Reinstate)
def reinstate_seat(context: LetterContext, word: words.Reinstate) -> None:
    """REINSTATE seat: the master knows that the player's mailbox works again."""
    seat = _filled(context, word.seat)
    waited = bounces.reinstate(context.services, seat.address, context.at)
    context.done("reinstated", line=word.line, seat=seat.name, waited=waited)


@handles(words.Replace)
def replace_(context: LetterContext, word: words.Replace) -> None:
    """REPLACE seat BY address: the newcomer gets the seat's letter, and whoever sat there one of his own; his
    credentials end. Whoever sits there already gets a fresh password."""
    game, services = context.the_game(), context.services
    seat = services.files.seat(game.key, word.seat)
    if seat is None:
        raise InputError(f"{game.key} has no seat {word.seat!r}.", hint=f"LIST {game.key} shows the seats.")
    address, old = addresses.of_a_person(services, word.address), seat.address
    gone = old or seat.lapsed[0]
    enrol.only_once(services, game, address, seat.role, f"{address} is", seat.number)
    may_write_to_newcomer(context, address)
    if old != address:
        may_tell_everybody(context)
    if services.files.person(address) is None:
        addresses.make_person(services, address, "", "")
    seat, password = admissions.fill(services, game, seat, address, "", context.letter)
    context.game = between.seated(services, game, seat.name, True, context.letter)
    enrol.seat_letter(services, game, seat, password, context.cause)
    if old == address:
        return context.done("reissued", line=word.line, seat=seat.name, address=address)
    if gone not in ("", address):
        admissions.tell_replaced(services, game, seat, gone, context.cause, silent=False)
    publish.bulletin(services, game, "replaced", context.cause.part(seat.number), seat=seat.name)
    context.done("replaced_master", line=word.line, seat=seat.name, address=address)


@handles(words.Announce)
def announce(context: LetterContext, word: words.Announce) -> None:
    game, services = context.the_game(), context.services
    if not word.text.strip():
        raise InputError("The announcement is empty.", hint="Text goes between ANNOUNCE and ENDPRESS.")
    may_tell_everybody(context)
    context.log(game, "announced", MASTER, {"text": hide_keys(word.text)})
    data = {"sender": MASTER, "to": [], "text": hide_keys(word.text.strip("\n"))}
    brief = Brief(f"{context.cause.key}/{word.line}", "announce", data, context.at, template="session/press.txt")
    services.letters.to_everybody(game, brief)
    context.done("announced", line=word.line)


MOST = 4  # masters beside the first


@handles(words.Promote)
def promote(context: LetterContext, word: words.Promote) -> None:
    """PROMOTE address or seat: every letter to the master goes there too, and may be answered there."""
    game, services = context.the_game(), context.services
    seat = services.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else addresses.of_a_person(services, word.who)
    if address in game.masters:
        raise InputError(f"{address} is a master of {game.key} already.")
    if len(game.deputies) >= MOST:
        raise InputError(f"{game.key} has {MOST} masters beside the first.", hint="DEMOTE one of them.")
    may_write_to_newcomer(context, address)
    may_tell_everybody(context)
    game = services.files.save_game(replace(game, deputies=(*game.deputies, address)))
    context.log(game, "promoted", MASTER)
    services.letters.to_master(game, context.brief(f"promoted.{word.line}", {"who": address}))
    context.game = game
    context.done("promoted", line=word.line, address=address)


@handles(words.Demote)
def demote(context: LetterContext, word: words.Demote) -> None:
    """DEMOTE address: reply addresses of letters written to that master before stop working."""
    game, services = context.the_game(), context.services
    seat = services.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else canonical(word.who.strip())
    if address not in game.deputies:
        listing = ", ".join(game.deputies) or "nobody"
        raise InputError(f"{word.who} is no master beside the first.", hint=f"The others: {listing}.")
    rest = tuple(one for one in game.deputies if one != address)
    context.game = services.files.save_game(replace(game, deputies=rest, nonce=services.new_nonce()))
    context.log(game, "demoted", MASTER)
    context.done("demoted", line=word.line, address=address)


@handles(words.HoldResults)
def hold_results(context: LetterContext, word: words.HoldResults) -> None:
    """HOLD RESULTS [OFF]: from now on deadlines wait for the master's look."""
    game, services = context.the_game(), context.services
    context.game = services.files.save_game(replace(game, holding=not word.off))
    context.log(game, "holding", MASTER, {"holding": not word.off})
    context.done("holding", line=word.line, on=not word.off, waits=game.held_back, phase=game.phase)


@handles(words.Release)
def release(context: LetterContext, word: words.Release) -> None:
    """RELEASE: the phase is resolved by the sheets as they are, with the dice that were shown if nothing changed."""
    game, services = context.the_game(), context.services
    if not game.held_back or game.status is not Status.ACTIVE:
        raise InputError(f"No results of {game.key} are held.", hint="PROCESS and the phase resolves one now.")
    resolved = resolving.resolve(services, game, context.letter, by=MASTER)
    context.game = resolved
    if resolved.status is Status.HELD:
        context.done("held", Level.ERROR, word.line, phase=game.phase, reason=resolved.reason, now=resolved.phase)
    else:
        context.done("results_released", line=word.line, phase=game.phase, now=resolved.phase)
