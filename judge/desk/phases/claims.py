"""Who waits for room in a game, or for its master's word, and hears of it when there is nothing left to wait for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.core.ids import fold
from judge.desk import timers
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.office import Office
from judge.desk.writing.letterform import Brief

ROOM, MASTERS_WORD = "room", "approval"  # what somebody waits for
BACK, TAKEN, OVER = "back", "taken", "over"  # why he waits no longer; "" where the master has said no


def waiting(office: Office, game: Game, what: str) -> list[Mapping[str, Any]]:
    """Those who wait, first come first."""
    rows = [row for row in office.store.table("waiting").find("game", game.key) if row["for"] == what]
    return sorted(rows, key=lambda row: (row["at"], row["address"]))


def for_seat(office: Office, game: Game, seat: SeatRecord) -> list[Mapping[str, Any]]:
    """Those who wait for the master's word on a vacant seat."""
    rows = waiting(office, game, MASTERS_WORD)
    return [row for row in rows if row.get("over") and fold(row["seat"]) == fold(seat.name)]


def seat_is_filled(office: Office, game: Game, seat: SeatRecord, why: str, at: datetime, cause: str) -> None:
    """A seat is vacant no longer: its sitter waits for nothing, and who waited for the seat is told. Another seat that
    he waited for is kept for him no more: whoever would take it over is asked anew."""
    key = f"{game.key}/{seat.address}"
    row = office.store.table("waiting").fetch(key) if seat.address else None
    if row is not None:
        office.store.table("waiting").drop(key)
        other = office.files.seat(game.key, row["seat"]) if row.get("over") else None
        if other is not None and other.vacant and not for_seat(office, game, other):
            timers.put(office, timers.Timer(game.key, timers.STANDBY, at, game.round, other.number))
    _end(office, game, for_seat(office, game, seat), why, at, cause)


def game_is_over(office: Office, game: Game, at: datetime) -> None:
    """Nobody waits for the master's word any more."""
    _end(office, game, waiting(office, game, MASTERS_WORD), OVER, at, f"{game.key}:end:{game.round}")


def _end(office: Office, game: Game, rows: list[Mapping[str, Any]], why: str, at: datetime, cause: str) -> None:
    for row in rows:
        office.store.table("waiting").drop(row["key"])
        not_this_time(office, game, row, why, at, cause)


def not_this_time(office: Office, game: Game, row: Mapping[str, Any], why: str, at: datetime, cause: str) -> None:
    """Who waits hears that he waits no longer, and why."""
    brief = Brief(cause, "not_approved", {"seat": row["seat"], "why": why}, at, game=game)
    office.letters.to_address(row["address"], brief)
