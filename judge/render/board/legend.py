"""The bands above and below the map: title, powers, and what the lines mean."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from judge.core.picture import Board
from judge.render.board import key
from judge.render.board.atlas import Atlas
from judge.render.board.key import INK, SOFT, centres, units
from judge.render.board.pen import SANS, SERIF, Bit, escape, n, tag
from judge.render.palette import POWERS, ink

TITLE = 46
"""Height of the band above the map."""
_ROW, _LINE = 44, 14
"""Height of a power with one line of counts, and of every further line."""
_COUNTS, _NOTE = 20, 22
"""Letters in a line of counts, and of a note."""


def height(board: Board, atlas: Atlas) -> int:
    """Of the band below the map."""
    return powers_high(board, atlas) + key.height(board, atlas) + 8


def title(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """The title and the caption, in one drawing."""
    body = ""
    if board.title:
        body = f'<text x="14" y="31" font-size="22" {SERIF} fill="{INK}">{escape(board.title)}</text>'
    if board.caption:
        body += (
            f'<text x="{atlas.width - 14}" y="30" font-size="15" {SERIF} text-anchor="end" fill="{SOFT}">'
            f"{escape(board.caption)}</text>"
        )
    if body:
        yield Bit(body, (0, 6, atlas.width, 42))


def band(board: Board, atlas: Atlas, top: float) -> Iterator[Bit]:
    """Every power with its centres and units, its note, and the key to the signs that are drawn."""
    for number, power in enumerate(POWERS):
        x = 12 + number * _wide(atlas)
        yield _power(power, x, top + 10)
        for line, words in enumerate(_counts(board, atlas, power)):
            yield Bit(_words(words, SOFT), (-2, -14, 11 * _COUNTS, 6), (x + 34, top + 36 + line * _LINE))
    yield from _notes(board, atlas, top)
    yield from key.key(board, atlas, top + powers_high(board, atlas))


def _notes(board: Board, atlas: Atlas, top: float) -> Iterator[Bit]:
    """What is told of the powers, in one drawing: it is different on every board."""
    first = top + 8 + _ROW + _more_counts(board, atlas) * _LINE
    lines = [
        _words(words, INK, 12 + number * _wide(atlas), first + line * _LINE)
        for number, power in enumerate(POWERS)
        for line, words in enumerate(_note(board, power))
    ]
    if lines:
        most = max(len(_note(board, power)) for power in POWERS)
        yield Bit("".join(lines), (0, first - _LINE, atlas.width, first + most * _LINE))


def _wide(atlas: Atlas) -> float:
    return (atlas.width - 20) / len(POWERS)


def _power(power: str, x: float, y: float) -> Bit:
    fill = POWERS[power]
    body = (
        tag("rect", width=27, height=27, rx=4, fill=fill, stroke=INK, stroke_width=1.2)
        + f'<text x="13.5" y="19" font-size="15" font-weight="bold" {SANS} text-anchor="middle" '
        f'fill="{ink(fill)}">{power[0]}</text>'
        f'<text x="34" y="11" font-size="14.5" {SERIF} fill="{INK}">{power.capitalize()}</text>'
    )
    return Bit(body, (-2, -8, 34 + 15 * len(power), 30), (x, y))


def _words(text: str, fill: str, x: float = 0, y: float = 0) -> str:
    return f'<text x="{n(x)}" y="{n(y)}" font-size="11" {SANS} fill="{fill}">{escape(text)}</text>'


def _counts(board: Board, atlas: Atlas, power: str) -> tuple[str, ...]:
    return _lines(", ".join(filter(None, (centres(board, atlas, power), units(board, power)))), _COUNTS)


def _note(board: Board, power: str) -> tuple[str, ...]:
    return _lines(next((note.text for note in board.notes if note.power == power), ""), _NOTE)


@lru_cache(512)
def _lines(text: str, most: int) -> tuple[str, ...]:
    """Words as they fit beside or under a power, broken at commas, else at spaces."""
    whole = wrap(text.replace(" ", "\xa0").replace(",\xa0", ", "), most, break_long_words=False)
    return tuple(line for part in whole for line in wrap(part.replace("\xa0", " "), most))


def _more_counts(board: Board, atlas: Atlas) -> int:
    """Lines that the counts take beyond their first."""
    return max(0, max(len(_counts(board, atlas, power)) for power in POWERS) - 1)


def powers_high(board: Board, atlas: Atlas) -> int:
    notes = max(len(_note(board, power)) for power in POWERS)
    return _ROW + _LINE * (_more_counts(board, atlas) + notes) + (2 if notes else 0)
