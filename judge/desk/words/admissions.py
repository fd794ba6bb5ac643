"""Who comes in: JOIN and TAKEOVER, those who wait for room or for the master's ALLOW, DENY and APPROVE, a player who
comes back, and a game that starts itself when full."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.desk import timers
from judge.desk.cabinet import reliability
from judge.desk.cabinet.keys import Digest, check_password
from judge.desk.cabinet.options import most_players, of_house
from judge.desk.cabinet.records import Cause, Game, Person, SeatRecord, Status, iso
from judge.desk.mailroom import bounces
from judge.desk.news import publish
from judge.desk.phases import between, waiting
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, creating, enrol
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief
from judge.render.text import called

LONGEST_QUEUE = 50


def offer(services: Services, game: Game, address: str) -> str:
    """As `enrol.offer`; "" where somebody may wait for room."""
    try:
        return enrol.offer(services, game, address)
    except enrol.Full:
        if game.status is not Status.FORMING:
            raise
        return ""


def check(services: Services, game: Game, address: str, word: words.Join) -> bool:
    """Whether this address can have that seat at once; False where it may wait for one. InputError if neither."""
    enrol.open_to(services, game, address)
    _one_wish(services, game, address)
    forming = game.status is Status.FORMING
    if forming and not word.seat and not word.preferences:
        return False
    try:
        enrol.check_join(services, game, address, word)
    except enrol.Full:
        if not forming:
            raise
        return False
    return True


def let_in(context: LetterContext, game: Game, person: Person, word: words.Join) -> None:
    """A seat, whose letter with its password goes to the registered address; or a place among those who wait for room,
    or for the master's word."""
    services = context.services
    if not check(services, game, person.address, word):
        _queue(context, game, person, word, waiting.ROOM)
        return context.say("waits_for_room", line=word.line, game=game.key)
    if enrol.asks_its_master(services, game, person.address):
        return _put_to_master(context, game, person, word)
    given = (context.chosen(word), context.letter, word.preferences)
    game, seat, password = enrol.take_seat(services, game, word.seat, person.address, *given)
    enrol.hand_over(context, game, seat, password, "joined", word.line)
    enrol.tell_joined(services, game, seat, context.cause)
    context.did = True
    start_if_full(services, game, context.letter)


def _one_wish(services: Services, game: Game, address: str, seat: str = "") -> None:
    """InputError for another wish of somebody who waits for the master's word: for the vacant `seat`, or for any."""
    if not enrol.asks_its_master(services, game, address):
        return
    joins = services.takes_newcomers(game)  # else nothing comes of a JOIN
    for row in waiting.waiting_for(services, game, waiting.MASTERS_WORD):
        over = bool(row.get("over"))
        if row["address"] != address or (fold(row["seat"]) == fold(seat) if over else not (seat and joins)):
            continue
        waits = called(row["seat"]) if row["seat"] else "a seat"
        raise InputError(
            f"You wait for {waits} already; the master of {game.key} decides, and a letter tells you.",
            hint=f"If you would rather have another seat, write to the master: {game.master}.",
        )


def _put_to_master(
    context: LetterContext, game: Game, person: Person, word: words.Join | words.Takeover, vacant: str = ""
) -> None:
    """Who asks for a seat, or for the `vacant` one, waits for the master, who is asked with the record."""
    services = context.services
    again = bool(vacant and waiting.for_seat(services, game, vacant))  # his own, or he would have been refused
    _queue(context, game, person, replace(word, seat=vacant or word.seat), waiting.MASTERS_WORD)
    if not again:
        record = enrol.recorded(services, person.address, "Whoever asks")
        data = {"address": person.address, "seat": word.seat, "record": record, "over": bool(vacant)}
        services.letters.to_master(game, context.brief(f"wishes.{word.line}", data, template="session/approval.txt"))
    context.say("waits_for_master", line=word.line, game=game.key, seat=vacant)


# ---- a vacant seat ------------------------------------------------------------------------------------------------


def check_takeover(services: Services, game: Game, address: str, word: words.Takeover) -> SeatRecord:
    """The vacant seat. InputError if it is none, or this address sits in the game already."""
    seat = services.files.seat(game.key, word.seat)
    if seat is None or not seat.vacant:
        raise InputError(f"{word.seat} of {game.key} is not vacant.", hint=f"LIST {game.key} shows the seats.")
    enrol.not_shut_out(services, game, address)
    enrol.only_once(services, game, address, seat.role, number=seat.number)
    enrol.trusted(services, game, address)
    return seat


def sits_down(
    context: LetterContext, game: Game, seat: SeatRecord, address: str, password: str, code: str = "", line: int = 0
) -> SeatRecord:
    """Somebody takes over: it is thanked in the record, the rules learn of it, and the seat's letter goes out."""
    services, silent = context.services, seat.lapsed[0]
    seat, password = fill(services, game, seat, address, password, context.letter)
    if silent and silent != address:
        tell_replaced(services, game, seat, silent, context.cause, silent=True)
    if game.status is Status.ACTIVE:
        reliability.note(services.store, game, address, "took_over")
    game = between.seated(services, game, seat.name, True, context.letter)
    enrol.hand_over(context, game, seat, password, code, line)
    return seat


def tell_replaced(services: Services, game: Game, seat: SeatRecord, old: str, cause: Cause, *, silent: bool) -> None:
    """To whoever has lost a seat to another player. `silent`: it stood open, since nothing came from him (D-9)."""
    brief = Brief(cause.key, f"replaced.{seat.number}", {"seat": seat.name, "silent": silent}, cause.at, game=game)
    services.letters.to_address(old, brief)


def fill(
    services: Services, game: Game, seat: SeatRecord, address: str, password: str, cause: Cause
) -> tuple[SeatRecord, str]:
    """Somebody sits down in an existing seat; old tokens and passwords end."""
    password, hashed = enrol.password_for(services, password)
    seat = replace(
        services.left(seat),
        address=address,
        hash=hashed,
        nonce=services.new_nonce(),
        vacant=False,
        lapsed=("", "", ""),
        robot=False,
        misses=0,
    )
    enrol.sits(services, game, seat, "taken_over", cause)
    return seat, password


def take_back(services: Services, game: Game, seat: SeatRecord, cause: Cause) -> Game:
    """Somebody whose seat was opened for silence (`seat` as it was with him) sits there again."""
    own = services.mark(game.key, seat.address)
    services.files.save_seat(replace(seat, misses=0, former=tuple(one for one in seat.former if one != own)))
    waiting.seat_is_filled(services, game, seat, waiting.BACK, cause)
    bounces.reinstate(services, seat.address, cause.at)
    services.log_event(game, "taken_back", cause, actor=seat.name, data={"seat": seat.name})
    return between.seated(services, game, seat.name, True, cause)


def check_over(services: Services, game: Game, address: str, word: words.Takeover) -> SeatRecord:
    """The vacant seat. InputError if this address cannot have it, or somebody waits for the master's word on it."""
    seat = check_takeover(services, game, address, word)
    if enrol.allowance(services, game, address):
        return seat
    _one_wish(services, game, address, seat.name)
    if any(row["address"] != address for row in waiting.for_seat(services, game, seat.name)):
        raise InputError(
            f"Somebody was faster, and waits for the master's word on {seat.name}.",
            hint=f"If it is no, the seat is open again: STANDBY {game.variant} brings you a letter then.",
        )
    return seat


def let_over(context: LetterContext, game: Game, person: Person, word: words.Takeover) -> None:
    """A vacant seat is taken over; where the master decides on each, it is kept for the first until he has."""
    services = context.services
    seat = check_over(services, game, person.address, word)
    if enrol.asks_its_master(services, game, person.address):
        return _put_to_master(context, game, person, word, seat.name)
    seat = sits_down(context, game, seat, person.address, context.chosen(word), "taken_over", word.line)
    enrol.tell_joined(services, game, seat, context.cause)
    context.did = True


def _queue(context: LetterContext, game: Game, person: Person, word: words.Join | words.Takeover, what: str) -> None:
    """Into the list, once; who waits already keeps his place."""
    services = context.services
    table = services.store.table("waiting")
    if len(list(table.find("game", game.key))) >= LONGEST_QUEUE:
        raise InputError(f"{game.key} is full, and so is the list of those who wait for it.")
    old = table.fetch(f"{game.key}/{person.address}")
    hashed = services.keys.hash(check_password(word.password)) if word.password else str(context.chosen(word))
    over, wishes = (False, word.preferences) if isinstance(word, words.Join) else (True, ())
    row = {"game": game.key, "address": person.address, "for": what, "seat": word.seat, "over": over, "hash": hashed}
    row |= {"preferences": list(wishes), "at": old["at"] if old else iso(context.at)}
    table.put(f"{game.key}/{person.address}", row)
    context.did = True


def start_if_full(services: Services, game: Game, cause: Cause) -> None:
    """START by itself, where the game is set so and everybody is there."""
    now = services.files.game(game.key)
    if now is None or now.status is not Status.FORMING or of_house(now, "start") != "full":
        return
    info = services.variant(now).info
    most = most_players(now, info)
    here = [seat for seat in services.files.seats(now.key).values() if not seat.vacant]
    if most is None or enrol.players(info, here) < most:
        return
    try:
        creating.start_game(services, now, cause)
    except InputError as fault:
        services.letters.to_master(now, Brief(f"{cause.key}:full", "not_begun", {"why": str(fault)}, cause.at))


def room_again(services: Services, game: Game, cause: Cause) -> None:
    """Somebody has left before the start: the first who waits has the seat."""
    for row in waiting.waiting_for(services, game, waiting.ROOM):
        seat = next((one for one in services.files.seats(game.key).values() if one.vacant), None)
        if seat is None:
            return
        if enrol.asks_its_master(services, game, row["address"]):
            continue  # he keeps his place until the master says ALLOW
        services.store.table("waiting").drop(row["key"])
        with contextlib.suppress(InputError):
            enrol.open_to(services, game, row["address"])
            enrol.only_once(services, game, row["address"], seat.role, number=seat.number)
            chosen = Digest(row.get("hash", ""))
            taken, password = fill(services, game, seat, row["address"], chosen, cause)
            enrol.seat_letter(services, game, taken, password, cause)
            enrol.tell_joined(services, game, taken, cause)
    start_if_full(services, game, cause)


def not_filled(services: Services, game: Game, timer: timers.Timer) -> None:
    """The day has come by which a game should be full: everybody in it hears, and what else is open."""
    if game.status is not Status.FORMING:
        return
    others = [
        f"{one.key} ({one.variant}, {len(services.files.seats(one.key))} in it)"
        for one in services.files.games()
        if one.status is Status.FORMING and one.shown and one.key != game.key
    ]
    seats = [seat for seat in services.files.seats(game.key).values() if not seat.vacant]
    told: dict[str, Any] = {"here": len(seats), "others": others}
    publish.bulletin(services, game, "not_filled", Cause(timer.due, f"{game.key}:fill"), **told)


# ---- the master's words -------------------------------------------------------------------------------------------


@handles(words.Allow)
def allow(context: LetterContext, word: words.Allow) -> None:
    """ALLOW address: it may join, also where the game is closed or its master approves each."""
    address = _door(context, word.address, True)
    game = context.the_game()
    if game.status is Status.FORMING:
        room_again(context.services, game, context.letter)
        context.game = context.services.files.game(game.key)
    context.say("allowed", line=word.line, address=word.address, game=game.key)
    for row in waiting.waiting_for(context.services, game, waiting.MASTERS_WORD):
        if row["address"] == address:
            _let_sit(context, row, word.line)


@handles(words.Deny)
def deny(context: LetterContext, word: words.Deny) -> None:
    """DENY address: it may not, and waits no longer."""
    game, services = context.the_game(), context.services
    address = _door(context, word.address, False)
    row = services.store.table("waiting").fetch(f"{game.key}/{address}")
    if row is not None:
        waiting.end(services, game, [row], "", context.cause)
        seat = services.files.seat(game.key, row["seat"])
        if seat is not None and seat.vacant and row.get("over"):  # those on the standby list are asked
            timers.put(services, timers.Timer(game.key, timers.STANDBY, context.at, game.round, seat.number))
    context.say("denied", line=word.line, address=address, game=game.key)


def _door(context: LetterContext, text: str, open_: bool) -> str:
    game, address = context.the_game(), addresses.mail_address(text)
    row = {"game": game.key, "address": address, "allow": open_}
    context.services.store.table("doors").put(f"{game.key}/{address}", row)
    context.log(game, "door", MASTER, {"allow": open_})
    context.did = True
    return address


@handles(words.Approve)
def approve(context: LetterContext, word: words.Approve) -> None:
    """APPROVE address or pseudonym: whoever waits for the master's word has his seat."""
    game, services = context.the_game(), context.services
    rows = waiting.waiting_for(services, game, waiting.MASTERS_WORD)
    wanted = word.who.strip()
    found = [row for row in rows if wanted.lower() == row["address"] or fold(wanted) == fold(row["seat"] or "-")]
    if not found:
        listing = ", ".join(f"{row['seat'] or 'somebody'} ({row['address']})" for row in rows)
        raise InputError(f"Nobody called {wanted} waits for your word.", hint=f"Waiting: {listing or 'nobody'}.")
    _let_sit(context, found[0], word.line)


def _let_sit(context: LetterContext, row: Mapping[str, Any], line: int) -> None:
    """The master agrees: who waits for his word has the seat. InputError where it cannot be his any more."""
    game, services, chosen = context.the_game(), context.services, Digest(row.get("hash", ""))
    if row.get("over"):
        services.store.table("waiting").drop(row["key"])
        try:
            seat = check_takeover(services, game, row["address"], words.Takeover(row["seat"], game.key))
        except InputError:  # its player has come back meanwhile (D-9)
            waiting.not_this_time(services, game, row, "", context.cause)
            raise
        seat = sits_down(context, game, seat, row["address"], chosen)
    else:
        join = words.Join(game.key, row["seat"], "", tuple(row["preferences"]))
        enrol.check_join(services, game, row["address"], join)
        known = (chosen, context.letter, join.preferences)
        game, seat, password = enrol.take_seat(services, game, row["seat"], row["address"], *known)
        enrol.seat_letter(services, game, seat, password, context.cause)
    context.done("approved", Level.OK, line, seat=seat.name, address=seat.address)
    if not row.get("over"):
        start_if_full(services, game, context.letter)
    context.game = services.files.game(game.key)  # it may have got an act, or have started
