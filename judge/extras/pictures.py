"""Pictures on pages: boards over maps that many pages share. A fault in one costs the picture, never the page."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from judge.core.picture import Board
from judge.loglines import Log
from judge.render import board as drawing

log = Log("judge.extras")
T = TypeVar("T")


def tried(work: Callable[[], T], without: T, game: str) -> T:
    """What the work gives, or `without` where it fails."""
    try:
        return work()
    except Exception:
        log.exception("picture_fault", game=game)
        return without


def ground(name: str) -> str:
    """Where a map lies that the pages share."""
    return f"map/{name}.svg"


def laid(board: Board, up: str) -> tuple[str, str, bytes]:
    """What lives on a board, over the map that all pages share, and the file of tints it lies on, which pages of the
    same owners share: its path and content. `up` is the way to the front."""
    tint = drawing.tint(board)
    path = f"map/{hashlib.sha256(tint).hexdigest()[:16]}.png"
    return drawing.laid(board, f"{up}{ground(board.map)}", up + path), path, tint
