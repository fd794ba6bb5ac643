"""Marks of a game's own: pawns, treasury chests, worths of provinces, prices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from judge.core.picture import Board, Mark, MarkKind
from judge.render.board import arrows, ground
from judge.render.board.atlas import Atlas, Space, Spot, atlas
from judge.render.board.pen import SANS, escape, n, tag
from judge.render.board.pieces import RED
from judge.render.board.room import Box, inside, roomiest, taken
from judge.render.palette import POWERS

_GOLD = "#e7c14b"
_FIRST = ("pawn", "chest", "broken", "changed", "price", "value")
"""Who chooses a place first: what moves about before what always stays."""


def marks(board: Board, chart: Atlas) -> Iterator[str]:
    """Every mark in its province, where it covers no name, unit, centre, cross of an order or other mark, if it can."""
    others = [*taken(board, chart), *arrows.crosses(board, chart)]
    for mark in sorted(board.marks, key=lambda mark: _FIRST.index(mark.kind)):
        if not chart.knows(mark.place):
            continue
        size = _size(mark)
        x, y = roomiest(_places(chart.name, _code(mark.place), mark.kind, size), size, others)
        x = min(max(x, 16), chart.width - 16)
        others.append(Box(x, y, *size))
        yield (
            f'<g class="mark {mark.kind}" transform="translate({n(x)} {n(y)})"><title>{escape(mark.name)}</title>'
            f"{shape(mark)}</g>"
        )


def shape(mark: Mark) -> str:
    """The mark alone, about the point 0 0."""
    return _DRAWN[mark.kind](mark)


@lru_cache(1024)
def _places(map_name: str, code: str, kind: MarkKind, size: tuple[float, float]) -> tuple[Spot, ...]:
    """Where a mark of that kind and size may stand: the same on every board of a map."""
    return tuple(_found(atlas(map_name).spaces[code], kind, size))


def _found(space: Space, kind: MarkKind, size: tuple[float, float]) -> Iterator[Spot]:
    """The places made for it on the map, then wider and wider circles about the unit, as far as the province goes."""
    x, y = space.spots["unit"]
    if kind == "pawn":
        yield x, y
    own = space.spots["out" if kind in ("chest", "broken") else "mark"]
    if kind == "value" or _corners(own, size, space) == 4:
        yield own
    round_about = [
        (x + far * math.cos(math.tau * turn / 16), y + far * math.sin(math.tau * turn / 16))
        for far in (18, 26, 34, 42, 52)
        for turn in range(16)
    ]
    within = [spot for spot in round_about if inside(spot, space)]
    fitting = within
    if kind != "value":  # whole on its land, else, where that would cover something, with one corner out of it
        corners = {spot: _corners(spot, size, space) for spot in within}
        fitting = [spot for least in (4, 3) for spot in within if corners[spot] == least]
    if not fitting:  # too small for it: as much of it on its own land as can be
        best = max((_corners(spot, size, space) for spot in (own, *round_about)), default=0)
        fitting = [spot for spot in (own, *round_about) if _corners(spot, size, space) == best]
    yield from fitting


def _corners(spot: Spot, size: tuple[float, float], space: Space) -> int:
    """How many corners of a mark lie on its land: with all four it is on no border and not in the water."""
    x, y = spot
    wide, high = size[0] / 2, size[1] / 2
    return sum(inside((x + dx, y + dy), space) for dx in (-wide, wide) for dy in (-high, high))


def _size(mark: Mark) -> tuple[float, float]:
    wide = {
        "pawn": 26.0,
        "chest": _chest_wide(mark),
        "broken": _chest_wide(mark),
        "changed": 18.0,
        "value": 12.0,
        "price": 6.8 * len(mark.text) + 12,
    }
    return wide[mark.kind], {
        "pawn": 28.0,
        "chest": 18.0,
        "broken": 24.0,
        "changed": 18.0,
        "value": 12.0,
        "price": 16.0,
    }[mark.kind]


def _code(place: str) -> str:
    return place.partition("/")[0]


def _chest_wide(mark: Mark) -> float:
    return max(24.0, 7.0 * len(_chest_text(mark)) + 9)


def _chest_text(mark: Mark) -> str:
    """The sum, with its owner's initial in front."""
    return f"{mark.power[:1]} {mark.text}".strip()


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
        f'<path d="M{n(-half)}-2.6V-3Q{n(-half)}-9 {n(-half + 6)}-9H{n(half - 6)}Q{n(half)}-9 {n(half)}-3V-2.6Z" '
        f'fill="{POWERS.get(mark.power, _GOLD)}" stroke="#5a4410" stroke-width="1.1"/>'
        + _label(_chest_text(mark), 6.4, "#2b2005", 9.5)
    )


def _broken(mark: Mark) -> str:
    """A chest with its lid thrown open and a crack down its front: what was in it is gone."""
    half = _chest_wide(mark) / 2
    return (
        f'<path d="M{n(-half)}-3L{n(-half + 3)}-12L{n(half + 2)}-15L{n(half)}-3Z" '
        f'fill="{POWERS.get(mark.power, _GOLD)}" '
        'stroke="#5a4410" stroke-width="1.1"/>'
        f'<path d="M{n(-half)} 8V-3H{n(half)}V8Z" fill="{_GOLD}" stroke="{RED}" stroke-width="1.8"/>'
        + _label(_chest_text(mark), 6.0, "#2b2005", 9)
        + f'<path d="M-2-3L2 0L-2 4L2 8" fill="none" stroke="{RED}" stroke-width="1.6"/>'
    )


def _changed(mark: Mark) -> str:
    """A province that is no centre and changed hands: its new owner's initial in a ring, as at a centre."""
    return "".join(ground.centre((0, 0), mark.power, True))


def _value(mark: Mark) -> str:
    return tag("circle", r=5.6, fill=_GOLD, stroke="#5a4410", stroke_width=1.1) + _label(mark.text, 2.9, "#2b2005", 8.2)


def _price(mark: Mark) -> str:
    half = 3.4 * len(mark.text) + 6
    return tag(
        "rect", x=-half, y=-8, width=2 * half, height=15, rx=3, fill="#fffdf5", stroke="#3c3324", stroke_width=1.2
    ) + _label(mark.text, 3.4, "#1d1d1f", 9.5)


_DRAWN = {"pawn": _pawn, "chest": _chest, "broken": _broken, "changed": _changed, "value": _value, "price": _price}


def _label(text: str, down: float, colour: str, size: float) -> str:
    return (
        f'<text y="{n(down)}" font-size="{n(size)}" font-weight="bold" {SANS} text-anchor="middle" fill="{colour}">'
        f"{escape(text)}</text>"
    )
