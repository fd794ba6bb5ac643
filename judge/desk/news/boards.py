"""From a game to its picture: public knowledge only, so that it may hang on any wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.core.calendar import Calendar
from judge.core.errors import InputError
from judge.core.notice import PUBLIC
from judge.core.picture import Board
from judge.desk.cabinet.records import Game, Played, Status
from judge.desk.office import Office


def board_of(office: Office, game: Game, phase: str | None = None) -> Board | None:
    """The board now, or with `phase` (an id, or words such as `AUTUMN 1903`) its orders and what became of them.

    None where nothing of a board is public, or before the start. InputError for a phase that was not resolved; the open
    phase is the board now, without anything that is on file for it.
    """
    if not game.snapshot:
        return None
    wanted = str(office.calendar(game).parse(phase)) if phase else ""
    if not wanted or (wanted == game.phase and game.status is not Status.FINISHED):
        return _now(office, game)
    found = next((played for played in reversed(game.played) if played.phase == wanted), None)
    if found is None:
        done = ", ".join(played.phase for played in game.played) or "none"
        raise InputError(f"{wanted} of {game.key} has not been played.", hint=f"Played: {done}.")
    return played_board(office, game, found)


def played_board(office: Office, game: Game, played: Played) -> Board | None:
    """The picture of one resolved phase, out of its event."""
    event = office.journal.event(game.key, played.event)
    return resolved_board(office, game, event)


def resolved_board(office: Office, game: Game, event: Mapping[str, Any]) -> Board | None:
    """The same from the event itself, for the letters that tell of it."""
    variant = office.variant(game)
    data = event["data"]
    before = variant.standing(office.journal.replayed(variant, game.key, data["before"], tuple(data["acts"])), None)
    after = variant.standing(office.journal.at_snapshot(variant, game.key, data["after"]), None)
    notices = [(str(notice["kind"]), notice["data"]) for notice in data["notices"] if notice["audience"] == PUBLIC]
    return _titled(variant.card.calendar, variant.picture(before, after, notices), game, str(event["phase"]))


def _now(office: Office, game: Game) -> Board | None:
    variant = office.variant(game)
    standing = variant.standing(office.journal.state(variant, game), None)
    return _titled(variant.card.calendar, variant.picture(standing, standing, ()), game, game.phase)


def _titled(calendar: Calendar, board: Board | None, game: Game, phase: str) -> Board | None:
    """The game's name and the phase above the picture; a finished game's last board says so."""
    if board is None:
        return None
    over = game.status is Status.FINISHED and not board.deeds and board.caption
    caption = "the end" if over and phase == game.phase else board.caption
    return replace(board, title=f"{game.key} · {calendar.words(phase)}", caption=caption)
