"""The master's words on people: EJECT, REINSTATE, REPLACE, ANNOUNCE; second masters (PROMOTE,
DEMOTE), and a look before results go out (HOLD RESULTS, RELEASE)."""

from __future__ import annotations

from dataclasses import replace

from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.place import Place
from judge.desk import timers
from judge.desk.cabinet.records import SeatRecord, Status
from judge.desk.mailroom import bounces
from judge.desk.news import publish
from judge.desk.phases import between, resolving
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import addresses, anybody, clock, enrol, taking_over, telling
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief
from judge.signon import hide_keys


@handles(words.Status, Place.MASTER)
def status(sitting: Sitting, word: words.Status) -> None:
    """STATUS in the master's part: how the game stands, as LIST shows it to anybody, and who is missing."""
    anybody.list_(sitting, words.ListGames(sitting.the_game().key))
    if sitting.the_game().status is Status.ACTIVE:
        clock.missing(sitting, words.Missing(line=word.line))


@handles(words.Eject)
def eject(sitting: Sitting, word: words.Eject) -> None:
    game, office = sitting.the_game(), sitting.office
    word = _whole_name(sitting, word)
    seat = _filled(sitting, word.seat)
    sitting.log(game, "ejected", MASTER, {"seat": seat.name, "reason": word.reason})
    address = seat.address
    office.vacate(seat)
    timers.put(office, timers.Timer(game.key, timers.STANDBY, sitting.at, game.round, seat.number))
    office.letters.to_address(address, sitting.brief("ejected", {"seat": seat.name, "reason": word.reason}, game=game))
    publish.bulletin(office, game, "ejected", sitting.at, f"{sitting.cause}:{seat.number}", seat=seat.name)
    sitting.game = between.seated(office, game, seat.name, False, sitting.at, sitting.message.key)
    sitting.done("ejected_master", line=word.line, seat=seat.name)


def _filled(sitting: Sitting, name: str) -> SeatRecord:
    """The seat of that name. InputError where nobody sits in it."""
    game = sitting.the_game().key
    seat = sitting.office.files.seat(game, name)
    if seat is None or seat.vacant:
        raise InputError(f"Nobody sits in {name!r}.", hint=f"LIST {game} shows the seats.")
    return seat


def _whole_name(sitting: Sitting, word: words.Eject) -> words.Eject:
    """A name of several words may stand without quotation marks: its end is then found by the seats there are."""
    files, game = sitting.office.files, sitting.the_game().key
    said = [word.seat, *word.reason.split()]
    for length in (1, *range(len(said), 1, -1)):
        seat = files.seat(game, " ".join(said[:length]))
        if seat is not None:
            return replace(word, seat=seat.name, reason=word.reason if length == 1 else " ".join(said[length:]))
    return word


@handles(words.Reinstate)
def reinstate_seat(sitting: Sitting, word: words.Reinstate) -> None:
    """REINSTATE seat: the master knows that the player's mailbox works again."""
    seat = _filled(sitting, word.seat)
    waited = bounces.reinstate(sitting.office, seat.address, sitting.at)
    sitting.done("reinstated", line=word.line, seat=seat.name, waited=waited)


@handles(words.Replace)
def replace_(sitting: Sitting, word: words.Replace) -> None:
    """REPLACE seat BY address: the newcomer gets the seat's letter, and whoever sat there one of his own; his
    credentials end. Whoever sits there already gets a fresh password."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.seat)
    if seat is None:
        raise InputError(f"{game.key} has no seat {word.seat!r}.", hint=f"LIST {game.key} shows the seats.")
    address, old = addresses.of_a_person(office, word.address), seat.address
    gone = old or seat.lapsed[0]
    enrol.only_once(office, game, address, seat, who=f"{address} is")
    telling.newcomer(sitting, address)
    if old != address:
        telling.everybody(sitting)
    if office.files.person(address) is None:
        addresses.make_person(office, address, "", "")
    seat, password = taking_over.fill(office, game, seat, address, "", sitting.at, sitting.message.key)
    sitting.game = between.seated(office, game, seat.name, True, sitting.at, sitting.message.key)
    enrol.seat_letter(office, game, seat, password, sitting.at, sitting.cause)
    sitting.did = True
    if old == address:
        sitting.say("reissued", line=word.line, seat=seat.name, address=address)
        return
    if gone not in ("", address):
        taking_over.tell_replaced(office, game, seat, gone, sitting.at, sitting.cause)
    publish.bulletin(office, game, "replaced", sitting.at, f"{sitting.cause}:{seat.number}", seat=seat.name)
    sitting.say("replaced_master", line=word.line, seat=seat.name, address=address)


@handles(words.Announce)
def announce(sitting: Sitting, word: words.Announce) -> None:
    game, office = sitting.the_game(), sitting.office
    if not word.text.strip():
        raise InputError("The announcement is empty.", hint="Text goes between ANNOUNCE and ENDPRESS.")
    telling.everybody(sitting)
    sitting.log(game, "announced", MASTER, {"text": hide_keys(word.text)})
    data = {"sender": MASTER, "to": [], "text": hide_keys(word.text.strip("\n"))}
    brief = Brief(f"{sitting.cause}/{word.line}", "announce", data, sitting.at, template="session/press.txt")
    office.letters.to_everybody(game, brief)
    sitting.done("announced", line=word.line)


MOST = 4  # masters beside the first


@handles(words.Promote)
def promote(sitting: Sitting, word: words.Promote) -> None:
    """PROMOTE address or seat: every letter to the master goes there too, and may be answered there."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else addresses.of_a_person(office, word.who)
    if address in game.masters:
        raise InputError(f"{address} is a master of {game.key} already.")
    if len(game.deputies) >= MOST:
        raise InputError(f"{game.key} has {MOST} masters beside the first.", hint="DEMOTE one of them.")
    telling.newcomer(sitting, address)
    telling.everybody(sitting)
    game = office.files.save_game(replace(game, deputies=(*game.deputies, address)))
    sitting.log(game, "promoted", MASTER)
    office.letters.to_master(game, sitting.brief(f"promoted.{word.line}", {"who": address}))
    sitting.game = game
    sitting.done("promoted", line=word.line, address=address)


@handles(words.Demote)
def demote(sitting: Sitting, word: words.Demote) -> None:
    """DEMOTE address: reply addresses of letters written to that master before stop working."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else canonical(word.who.strip())
    if address not in game.deputies:
        listing = ", ".join(game.deputies) or "nobody"
        raise InputError(f"{word.who} is no master beside the first.", hint=f"The others: {listing}.")
    rest = tuple(one for one in game.deputies if one != address)
    sitting.game = office.files.save_game(replace(game, deputies=rest, nonce=office.new_nonce()))
    sitting.log(game, "demoted", MASTER)
    sitting.done("demoted", line=word.line, address=address)


@handles(words.HoldResults)
def hold_results(sitting: Sitting, word: words.HoldResults) -> None:
    """HOLD RESULTS [OFF]: from now on deadlines wait for the master's look."""
    game, office = sitting.the_game(), sitting.office
    sitting.game = office.files.save_game(replace(game, holding=not word.off))
    sitting.log(game, "holding", MASTER, {"holding": not word.off})
    sitting.done("holding", line=word.line, on=not word.off, waits=game.held_back, phase=game.phase)


@handles(words.Release)
def release(sitting: Sitting, word: words.Release) -> None:
    """RELEASE: the phase is resolved by the sheets as they are, with the dice that were shown if nothing changed."""
    game, office = sitting.the_game(), sitting.office
    if not game.held_back or game.status is not Status.ACTIVE:
        raise InputError(f"No results of {game.key} are held.", hint="PROCESS and the phase resolves one now.")
    resolved = resolving.resolve(office, game, sitting.at, by=MASTER, cause=sitting.message.key)
    sitting.game = resolved
    if resolved.status is Status.HELD:
        sitting.say("held", Level.ERROR, word.line, phase=game.phase, reason=resolved.reason, now=resolved.phase)
    else:
        sitting.say("results_released", line=word.line, phase=game.phase, now=resolved.phase)
    sitting.did = True
