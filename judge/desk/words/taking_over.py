"""A seat that stands open gets somebody else, or its own player back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import Game, Person, SeatRecord, Status
from judge.desk.mailroom import bounces
from judge.desk.office import Office
from judge.desk.phases import between, claims
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import enrol, entry
from judge.desk.writing.letterform import Brief


def check_takeover(office: Office, game: Game, address: str, word: words.Takeover) -> SeatRecord:
    """The vacant seat. InputError if it is none, or this address sits in the game already."""
    seat = office.files.seat(game.key, word.seat)
    if seat is None or not seat.vacant:
        raise InputError(f"{word.seat} of {game.key} is not vacant.", hint=f"LIST {game.key} shows the seats.")
    entry.not_shut_out(office, game, address)
    enrol.only_once(office, game, address, seat)
    entry.trusted(office, game, address)
    return seat


def takeover(sitting: Sitting, game: Game, person: Person, word: words.Takeover) -> None:
    """A vacant seat goes to a registered person, holding and pseudonym unchanged."""
    seat = check_takeover(sitting.office, game, person.address, word)
    hashed = sitting.hashes.get(word.line, "")
    seat = sits_down(sitting, game, seat, person.address, word.password, hashed, "taken_over", word.line)
    enrol.tell_joined(sitting.office, game, seat, sitting.at, sitting.cause)
    sitting.did = True


def sits_down(
    sitting: Sitting,
    game: Game,
    seat: SeatRecord,
    address: str,
    password: str,
    hashed: str = "",
    code: str = "",
    line: int = 0,
) -> SeatRecord:
    """Somebody takes over: it is thanked in the record, the rules learn of it, and the seat's letter goes out."""
    office, silent = sitting.office, seat.lapsed[0]
    seat, password = fill(office, game, seat, address, password, sitting.at, sitting.message.key, hashed=hashed)
    if silent and silent != address:
        tell_replaced(office, game, seat, silent, sitting.at, sitting.cause, silent=True)
    if game.status is Status.ACTIVE:
        reliability.took_over(office.store, game, address)
    game = between.seated(office, game, seat.name, True, sitting.at, sitting.message.key)
    enrol.hand_over(sitting, game, seat, password, code, line)
    return seat


def tell_replaced(
    office: Office, game: Game, seat: SeatRecord, old: str, at: datetime, cause: str, *, silent: bool = False
) -> None:
    """To whoever has lost a seat to another player. `silent`: it stood open, since nothing came from him (D-9)."""
    brief = Brief(
        cause=cause,
        kind=f"replaced.{seat.number}",
        template="session/replaced.txt",
        data={"seat": seat.name, "silent": silent},
        now=at,
        game=game,
    )
    office.letters.to_address(old, brief)


def fill(
    office: Office,
    game: Game,
    seat: SeatRecord,
    address: str,
    password: str,
    at: datetime,
    cause: str,
    hashed: str = "",
) -> tuple[SeatRecord, str]:
    """Somebody sits down in an existing seat; old tokens and passwords end."""
    password, hashed = enrol.password_for(office, password, hashed)
    seat = replace(
        office.left(seat),
        address=address,
        hash=hashed,
        nonce=office.new_nonce(),
        vacant=False,
        lapsed=("", "", ""),
        robot=False,
        misses=0,
        absence=("", ""),
    )
    office.files.save_seat(seat)
    claims.seat_is_filled(office, game, seat, claims.TAKEN, at, cause)
    bounces.reinstate(office, address, at)
    office.files.subscribe(game.key, address)
    office.log_event(game, "taken_over", at, actor=seat.name, cause=cause, data={"seat": seat.seat})
    return seat, password


def take_back(office: Office, game: Game, seat: SeatRecord, at: datetime, cause: str) -> Game:
    """Somebody whose seat was opened for silence (`seat` as it was with him) sits there again."""
    own = office.mark(game.key, seat.address)
    office.files.save_seat(replace(seat, misses=0, former=tuple(one for one in seat.former if one != own)))
    claims.seat_is_filled(office, game, seat, claims.BACK, at, cause)
    bounces.reinstate(office, seat.address, at)
    office.log_event(game, "taken_back", at, actor=seat.name, cause=cause, data={"seat": seat.name})
    return between.seated(office, game, seat.name, True, at, cause)
