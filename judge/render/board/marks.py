"""Marks of a game's own: pawns, treasury chests, worths of provinces, prices."""

from __future__ import annotations

import math
from collections.abc import Iterator

from judge.core.picture import Board, Mark
from judge.render.board import arrows
from judge.render.board.atlas import Atlas, Spot
from judge.render.board.pen import SANS, escape, n, tag
from judge.render.board.room import Box, inside, roomiest, taken
from judge.render.palette import POWERS

_GOLD = "#e7c14b"
_FIRST = ("pawn", "chest", "price", "value")
"""Who chooses a place first: what moves about before what always stays."""


def marks(board: Board, atlas: Atlas) -> Iterator[str]:
    """Every mark in its province, where it covers no name, unit, centre, cross of an order or other mark, if it can."""
    others = [*taken(board, atlas), *arrows.crosses(board, atlas)]
    for mark in sorted(board.marks, key=lambda mark: _FIRST.index(mark.kind)):
        if not atlas.knows(mark.place):
            continue
        size = _size(mark)
        x, y = roomiest(_places(mark, atlas), size, others)
        x = min(max(x, 16), atlas.width - 16)
        others.append(Box(x, y, *size))
        yield (
            f'<g class="mark {mark.kind}" transform="translate({n(x)} {n(y)})"><title>{escape(mark.name)}</title>'
            f"{shape(mark)}</g>"
        )


def shape(mark: Mark) -> str:
    """The mark alone, about the point 0 0."""
    return _DRAWN[mark.kind](mark)


def _places(mark: Mark, atlas: Atlas) -> Iterator[Spot]:
    """The places made for it on the map, then wider and wider circles about the unit, as far as the province goes."""
    space = atlas.spaces[_code(mark.place)]
    x, y = space.spots["unit"]
    if mark.kind == "pawn":
        yield x, y
    yield space.spots["out" if mark.kind == "chest" else "mark"]
    found = False
    for far in (26, 34, 42, 52):
        for turn in range(16):
            angle = math.tau * turn / 16
            spot = (x + far * math.cos(angle), y + far * math.sin(angle))
            if inside(spot, space):
                found = True
                yield spot
    if not found:
        yield x + 30, y


def _size(mark: Mark) -> tuple[float, float]:
    wide = {"pawn": 26.0, "chest": _chest_wide(mark), "value": 12.0, "price": 6.8 * len(mark.text) + 12}
    return wide[mark.kind], {"pawn": 28.0, "chest": 18.0, "value": 12.0, "price": 16.0}[mark.kind]


def _code(place: str) -> str:
    return place.partition("/")[0]


def _chest_wide(mark: Mark) -> float:
    return max(24.0, 7.0 * len(mark.text) + 9)


def _pawn(mark: Mark) -> str:
    fill = POWERS.get(mark.power, "#1f5f5b")
    return (
        f'<path d="M-12.5 14C-12.5 5-5.5 4-5-3A6.6 6.6 0 1 1 5-3C5.5 4 12.5 5 12.5 14Z" fill="{fill}" '
        'stroke="#fff" stroke-width="1.6"/>' + _label(mark.text, 12, "#fff", 9.5)
    )


def _chest(mark: Mark) -> str:
    half = _chest_wide(mark) / 2
    return (
        f'<path d="M{n(-half)} 8V-3Q{n(-half)}-9 {n(-half + 6)}-9H{n(half - 6)}Q{n(half)}-9 {n(half)}-3V8Z" '
        f'fill="{_GOLD}" stroke="#5a4410" stroke-width="1.5"/>'
        f'<path d="M{n(-half)}-2.6H{n(half)}" stroke="#5a4410" stroke-width="1.1"/>'
        + _label(mark.text, 6.4, "#2b2005", 9.5)
    )


def _value(mark: Mark) -> str:
    return tag("circle", r=5.6, fill=_GOLD, stroke="#5a4410", stroke_width=1.1) + _label(mark.text, 2.9, "#2b2005", 8.2)


def _price(mark: Mark) -> str:
    half = 3.4 * len(mark.text) + 6
    return tag(
        "rect", x=-half, y=-8, width=2 * half, height=15, rx=3, fill="#fffdf5", stroke="#3c3324", stroke_width=1.2
    ) + _label(mark.text, 3.4, "#1d1d1f", 9.5)


_DRAWN = {"pawn": _pawn, "chest": _chest, "value": _value, "price": _price}


def _label(text: str, down: float, colour: str, size: float) -> str:
    return (
        f'<text y="{n(down)}" font-size="{n(size)}" font-weight="bold" {SANS} text-anchor="middle" fill="{colour}">'
        f"{escape(text)}</text>"
    )
