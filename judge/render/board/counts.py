"""How many centres and units a power has as a phase left it, and how many it had before where that differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.core.picture import Board, Piece
from judge.render.board.atlas import Atlas


def centres(board: Board, atlas: Atlas, power: str) -> str:
    """`13 → 18 centres`, or "" where owners are not known. Other provinces that have owners are not counted."""
    if not board.owners:
        return ""

    def held(owners: Mapping[str, str]) -> int:
        return sum(
            owner == power and code in atlas.spaces and atlas.spaces[code].centre for code, owner in owners.items()
        )

    return _words(held(board.owners if board.former is None else board.former), held(board.owners), "centre")


def units(board: Board, power: str) -> str:
    """`10 units`, or "" where no units are known. One driven out is a unit until it is disbanded."""
    first = (*board.pieces, *(gone.piece for gone in board.gone))
    last = first if board.later is None else board.later
    if not first and not last:
        return ""
    return _words(_of(first, power), _of(last, power), "unit")


def _of(pieces: Iterable[Piece], power: str) -> int:
    return sum(piece.power == power for piece in pieces)


def _words(before: int, after: int, what: str) -> str:
    changed = f"{before} \N{RIGHTWARDS ARROW} " if before != after else ""
    return f"{changed}{after} {what}{'' if after == 1 else 's'}"
