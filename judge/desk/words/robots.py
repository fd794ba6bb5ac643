"""Seats for players of the house: taken at the start, under names that say what they are."""

from __future__ import annotations

from datetime import datetime

from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.variant import Role
from judge.desk.cabinet.options import most_players, of_house
from judge.desk.cabinet.records import ROBOT, Game, SeatRecord, Status
from judge.desk.office import Office
from judge.desk.words import enrol

NAMES = (
    *("Ada", "Bolt", "Cogwheel", "Dynamo", "Escapement", "Flywheel", "Governor", "Hopper", "Inkwell", "Jacquard"),
    *("Kettle", "Lever", "Mill", "Needle", "Orrery", "Piston", "Quill", "Ratchet", "Spindle", "Teasel"),
    *("Unwinder", "Vernier", "Whistle", "Xylograph", "Yoke", "Zoetrope", "Bellows", "Camshaft", "Damper", "Eyelet"),
)


def check(office: Office, game: Game, count: int) -> None:
    """InputError where so many robots cannot play this game."""
    if count and office.plays(game.variant) is None:
        raise InputError(f"The robots of this judge do not know {game.variant}.", hint="SET robots and nothing else.")


def sit_down(office: Office, game: Game, at: datetime, cause: str = "") -> None:
    """The robots that the setting `robots` asks for, and one for each free power of the board where there is a board:
    in a game of powers alone so many as it says take the powers that are free."""
    wanted = int(of_house(game, "robots") or 0)
    check(office, game, wanted)
    if not wanted or game.status is not Status.FORMING:
        return
    card, seats = office.variant(game).card, office.files.seats(game.key)
    roles = enrol.open_roles(office.variant(game), game)
    beside = next((role for role in roles if role is not Role.POWER), None)
    if beside is not None:
        limit = most_players(game, card)
        room = wanted if limit is None else limit - sum(seat.role is beside for seat in seats.values())
        for number in range(max(0, min(wanted, room))):
            _seat(office, game, _name(seats, number), beside, "", at, cause)
    if Role.POWER in roles:
        powers = list(dict.fromkeys(office.powers(game).values()))
        wishing = sum(seat.role is Role.POWER and not seat.power for seat in seats.values())
        free = [power for power in powers if all(seat.power != power for seat in seats.values())]
        free = free[: max(0, len(free) - wishing)] if beside is not None else free[: min(wanted, len(free) - wishing)]
        for power in free:
            _seat(office, game, power, Role.POWER, power, at, cause)


def _name(seats: dict[str, SeatRecord], number: int) -> str:
    return next(
        name
        for name in (f"{ROBOT}{one}" for one in (*NAMES[number:], *NAMES, *(f"{n} {number + 2}" for n in NAMES)))
        if fold(name) not in seats
    )


def _seat(office: Office, game: Game, name: str, role: Role, power: str, at: datetime, cause: str) -> None:
    number = max((seat.number for seat in office.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(game.key, name, number, role, power, nonce=office.new_nonce(), robot=True)
    office.files.save_seat(seat)
    office.log_event(game, "joined", at, actor=name, cause=cause, data={"seat": seat.seat, "robot": True})
