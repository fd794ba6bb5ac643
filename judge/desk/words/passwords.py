"""A new password, of a seat or of a master. Whoever read the old one may have reply addresses too: they end with it."""

from __future__ import annotations

from dataclasses import replace

from judge.desk.cabinet.keys import check_password
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.sheets.sitting import Sitting


def of_seat(sitting: Sitting, game: Game, seat: SeatRecord, password: str) -> SeatRecord:
    """The seat with it; journalled, never told."""
    office = sitting.office
    hashed = office.keys.hash(check_password(password))
    office.log_event(game, "password_changed", sitting.at, actor=seat.name, cause=sitting.message.key)
    return office.files.save_seat(replace(seat, hash=hashed, nonce=office.new_nonce()))


def of_master(sitting: Sitting, game: Game, password: str) -> Game:
    """The game with it."""
    office = sitting.office
    hashed = office.keys.hash(check_password(password))
    return office.files.save_game(replace(game, master_hash=hashed, nonce=office.new_nonce()))
