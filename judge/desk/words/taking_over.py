"""A seat gets somebody else: TAKEOVER, and its player who comes back."""

from dataclasses import replace

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status
from judge.desk.mailroom import bounces
from judge.desk.phases import between, waiting
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import enrol
from judge.desk.writing.letterform import Brief


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
