"""The end of a practice game that its player has left, or left lying."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.desk import timers
from judge.desk.cabinet import spans
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases import claims


def left_lying(office: Office, game: Game) -> bool:
    """Whether nobody but robots has written for the open phase of a practice game."""
    if not game.practice:
        return False
    people = {seat.name for seat in office.files.seats(game.key).values() if seat.address}
    return not any(
        record.filed or record.wrote or record.ready
        for record in office.files.sheets(game.key, game.phase)
        if record.seat in people
    )


def nobody_left(office: Office, game: Game) -> bool:
    """Whether all who sit in a practice game are robots."""
    return game.practice and not any(seat.address for seat in office.files.seats(game.key).values())


def close(office: Office, game: Game, at: datetime, why: str, cause: str) -> Game:
    """It is over, and nobody has won."""
    timers.clear(office, game.key)
    ended = {"reason": "practice ended", "scores": {}, "winners": ()}
    closed = replace(spans.closed(game.due(""), at), status=Status.FINISHED, ended=ended, reason="")
    office.files.save_game(closed)
    office.log_event(closed, "finished", at, cause=cause, data={"ended": ended, "why": why})
    claims.game_is_over(office, closed, at)
    publish.bulletin(office, closed, "practice_closed", at, f"{game.key}:closed", why=why, variant=game.variant)
    return closed
