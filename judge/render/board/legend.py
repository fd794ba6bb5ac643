"""The bands above and below the map: title, powers, and what the lines mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from judge.core.picture import Board
from judge.render.board import key
from judge.render.board.atlas import Atlas
from judge.render.board.counts import centres, units
from judge.render.board.pen import SANS, SERIF, escape, n, tag
from judge.render.palette import POWERS, ink

TITLE = 46
"""Height of the band above the map."""
_ROW, _LINE = 44, 14
"""Height of a power with one line of counts, and of every further line."""
_COUNTS, _NOTE = 20, 24
"""Letters in a line of counts, and of a note."""
_INK, _SOFT = "#241b12", "#5c503d"


def height(board: Board, atlas: Atlas) -> int:
    """Of the band below the map."""
    return powers_high(board, atlas) + key.height(board, atlas) + 8


def title(board: Board, atlas: Atlas) -> Iterator[str]:
    yield f'<text x="14" y="31" font-size="22" {SERIF} fill="{_INK}">{escape(board.title)}</text>'
    if board.caption:
        yield (
            f'<text x="{atlas.width - 14}" y="30" font-size="15" {SERIF} text-anchor="end" fill="{_SOFT}">'
            f"{escape(board.caption)}</text>"
        )


def band(board: Board, atlas: Atlas, top: float) -> Iterator[str]:
    """Every power with its centres and units, its note, and the key to the signs that are drawn."""
    yield from powers(atlas, top)
    yield from figures(board, atlas, top)
    yield from key.key(board, atlas, top + powers_high(board, atlas))


def powers(atlas: Atlas, top: float) -> Iterator[str]:
    """The powers by name and colour: the same on every board."""
    for number, power in enumerate(POWERS):
        yield from _power(power, 12 + number * _wide(atlas), top + 10)


def figures(board: Board, atlas: Atlas, top: float) -> Iterator[str]:
    """What is told of each power."""
    notes = top + 10 + _ROW + _more_counts(board, atlas) * _LINE
    for number, power in enumerate(POWERS):
        x = 12 + number * _wide(atlas)
        yield from _written(_counts(board, atlas, power), x + 34, top + 36, _SOFT)
        yield from _written(_note(board, power), x, notes - 2, _INK)


def _wide(atlas: Atlas) -> float:
    return (atlas.width - 20) / len(POWERS)


def _power(power: str, x: float, y: float) -> Iterator[str]:
    fill = POWERS[power]
    yield tag("rect", x=x, y=y, width=27, height=27, rx=4, fill=fill, stroke=_INK, stroke_width=1.2)
    yield (
        f'<text x="{n(x + 13.5)}" y="{n(y + 19)}" font-size="15" font-weight="bold" {SANS} text-anchor="middle" '
        f'fill="{ink(fill)}">{power[0]}</text>'
        f'<text x="{n(x + 34)}" y="{n(y + 11)}" font-size="14.5" {SERIF} fill="{_INK}">{power.capitalize()}</text>'
    )


def _written(lines: Sequence[str], x: float, y: float, fill: str) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f'<text x="{n(x)}" y="{n(y + _LINE * number)}" font-size="11" {SANS} fill="{fill}">{escape(line)}</text>'


def _counts(board: Board, atlas: Atlas, power: str) -> list[str]:
    return _lines(", ".join(filter(None, (centres(board, atlas, power), units(board, power)))), _COUNTS)


def _note(board: Board, power: str) -> list[str]:
    return _lines(next((note.text for note in board.notes if note.power == power), ""), _NOTE)


def _lines(text: str, most: int) -> list[str]:
    """Words as they fit beside or under a power, broken at commas."""
    whole = text.replace(" ", "\xa0").replace(",\xa0", ", ")
    return [line.replace("\xa0", " ") for line in wrap(whole, most)]


def _more_counts(board: Board, atlas: Atlas) -> int:
    """Lines that the counts take beyond their first."""
    return max(0, max(len(_counts(board, atlas, power)) for power in POWERS) - 1)


def powers_high(board: Board, atlas: Atlas) -> int:
    notes = max(len(_note(board, power)) for power in POWERS)
    return _ROW + _LINE * (_more_counts(board, atlas) + notes) + (2 if notes else 0)
