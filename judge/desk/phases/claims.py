"""Who waits for room in a game, or for its master's word, and hears of it when there is nothing left to wait for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.core.ids import fold
from judge.desk import timers
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief

ROOM, MASTERS_WORD = "room", "approval"  # what somebody waits for
BACK, TAKEN, OVER = "back", "taken", "over"  # why he waits no longer; "" where the master has said no


def waiting(services: Services, game: Game, what: str) -> list[Mapping[str, Any]]:
    """Those who wait, first come first."""
    rows = [row for row in services.store.table("waiting").find("game", game.key) if row["for"] == what]
    return sorted(rows, key=lambda row: (row["at"], row["address"]))


def for_seat(services: Services, game: Game, seat: SeatRecord) -> list[Mapping[str, Any]]:
    """Those who wait for the master's word on a vacant seat."""
    rows = waiting(services, game, MASTERS_WORD)
    return [row for row in rows if row.get("over") and fold(row["seat"]) == fold(seat.name)]


def seat_is_filled(services: Services, game: Game, seat: SeatRecord, why: str, at: datetime, cause: str) -> None:
    """A seat is vacant no longer: its sitter waits for nothing, and who waited for the seat is told. Another seat that
    he waited for is kept for him no more: whoever would take it over is asked anew."""
    key = f"{game.key}/{seat.address}"
    row = services.store.table("waiting").fetch(key) if seat.address else None
    if row is not None:
        services.store.table("waiting").drop(key)
        other = services.files.seat(game.key, row["seat"]) if row.get("over") else None
        if other is not None and other.vacant and not for_seat(services, game, other):
            timers.put(services, timers.Timer(game.key, timers.STANDBY, at, game.round, other.number))
    _end(services, game, for_seat(services, game, seat), why, at, cause)


def game_is_over(services: Services, game: Game, at: datetime) -> None:
    """Nobody waits for the master's word any more."""
    _end(services, game, waiting(services, game, MASTERS_WORD), OVER, at, f"{game.key}:end:{game.round}")


def _end(services: Services, game: Game, rows: list[Mapping[str, Any]], why: str, at: datetime, cause: str) -> None:
    for row in rows:
        services.store.table("waiting").drop(row["key"])
        not_this_time(services, game, row, why, at, cause)


def not_this_time(services: Services, game: Game, row: Mapping[str, Any], why: str, at: datetime, cause: str) -> None:
    """Who waits hears that he waits no longer, and why."""
    brief = Brief(cause, "not_approved", {"seat": row["seat"], "why": why}, at, game=game)
    services.letters.to_address(row["address"], brief)
