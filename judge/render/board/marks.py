"""Marks of a game's own: pawns, treasury chests, worths of provinces, prices."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from judge.core.picture import Board, Mark, MarkKind
from judge.render.board import ground
from judge.render.board.atlas import Atlas, Space, atlas
from judge.render.board.pen import SANS, Bit, Spot, escape, n, tag
from judge.render.board.pieces import RED
from judge.render.board.room import Box, covered, inside, roomiest, taken
from judge.render.palette import PAWNS, POWERS

_CHESTS = ("chest", "broken")
_SCALES = (1.0, 0.9, 0.8, 0.7)  # smaller, the figure on it could not be read
_TOUCHES = 0.05  # of a chest that may lie over something before a smaller one is tried
_STEP = 3  # of the grid on which a place for a chest is looked for
_NEAREST = 400  # places that are looked at
_GOLD = "#e7c14b"
_FIRST = ("pawn", "chest", "broken", "changed", "price", "value")
"""Who chooses a place first: what moves about before what always stays."""


def marks(board: Board, chart: Atlas, crosses: Iterable[Box]) -> Iterator[Bit]:
    """Every mark in its province, where it covers no name, unit, centre, cross of an order or other mark, if it can."""
    others = [*taken(board, chart), *crosses]
    for mark in sorted(board.marks, key=lambda mark: _FIRST.index(mark.kind)):
        if not chart.knows(mark.place):
            continue
        x, y, scale = _stand(mark, chart, others)
        x = min(max(x, 16), chart.width - 16)
        wide, high = _size(mark)
        others.append(Box(x, y, wide * scale, high * scale))
        yield replace(drawn(mark), at=(x, y), scale=scale)


def _stand(mark: Mark, chart: Atlas, others: Sequence[Box]) -> tuple[float, float, float]:
    """Where a mark stands, and its scale: a chest shrinks a little before it lies over a border or over anything."""
    code, (wide, high) = mark.place.partition("/")[0], _size(mark)
    found = []
    for scale in _SCALES if mark.kind in _CHESTS else ():
        size = (wide * scale, high * scale)
        spots = _whole(chart.name, code, size)
        if not spots:
            continue
        reach = _reach(chart.name, code, size)
        near = [box for box in others if box.shared(reach)]
        best = roomiest(spots, size, near)
        found.append((covered(Box(*best, *size), near) / (size[0] * size[1]), -scale, best))
        if found[-1][0] <= _TOUCHES:
            return (*best, scale)
    if found:
        _, scale, best = min(found)
        return (*best, -scale)
    return (*roomiest(_places(chart.name, code, mark.kind, (wide, high)), (wide, high), others), 1)


@lru_cache(1024)
def _reach(map_name: str, code: str, size: tuple[float, float]) -> Box:
    """All that a chest of that size may lie over in a province."""
    spots = _whole(map_name, code, size)
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*spots, strict=True))
    return Box((left + right) / 2, (top + bottom) / 2, right - left + size[0], bottom - top + size[1])


def drawn(mark: Mark) -> Bit:
    """The mark alone, about the point 0 0."""
    wide, high = _size(mark)
    edges = (-wide / 2 - 5, -high / 2 - 6, wide / 2 + 5, high / 2 + 6)
    return Bit(_DRAWN[mark.kind](mark), edges, kind=f"mark {mark.kind}", title=mark.name)


@lru_cache(1024)
def _whole(map_name: str, code: str, size: tuple[float, float]) -> tuple[Spot, ...]:
    """Where a chest of that size lies whole on the land of a province."""
    land, (x, y) = _land(map_name, code), atlas(map_name).spaces[code].spots["unit"]
    wide, high = size[0] / 2 + 1, size[1] / 2 + 1  # a border is that wide
    left, top, right, bottom = land.getbbox() or (0, 0, 0, 0)
    spots = [
        (float(sx), float(sy))
        for sx in range(left + math.ceil(wide), right - math.ceil(wide), _STEP)
        for sy in range(top + math.ceil(high), bottom - math.ceil(high), _STEP)
        if all(land.getpixel((int(sx + dx), int(sy + dy))) for dx in (-wide, 0, wide) for dy in (-high, 0, high))
    ]
    return tuple(sorted(spots, key=lambda spot: (math.dist(spot, (x, y)), spot))[:_NEAREST])


@lru_cache(2)  # two megabytes each, and what is found in them is kept
def _land(map_name: str, code: str) -> Image.Image:
    """The land of a province, as a picture that has nothing else in it."""
    chart = atlas(map_name)
    size = (math.ceil(chart.width), math.ceil(chart.height))
    land = Image.new("1", size)
    for ring in chart.spaces[code].rings:  # a ring within another is water
        one = Image.new("1", size)
        ImageDraw.Draw(one).polygon([*ring], fill=1)
        land = ImageChops.logical_xor(land, one)
    return land


@lru_cache(1024)
def _places(map_name: str, code: str, kind: MarkKind, size: tuple[float, float]) -> tuple[Spot, ...]:
    """Where a mark of that kind and size may stand, the same on every board of a map: the places made for it, then
    wider and wider circles about the unit, as far as the province goes."""
    space = atlas(map_name).spaces[code]
    x, y = space.spots["unit"]
    first = [(x, y)] if kind == "pawn" else []
    own = space.spots["out" if kind in _CHESTS else "mark"]
    if kind == "value" or _corners(own, size, space) == 4:
        first.append(own)
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
    return (*first, *fitting)


def _corners(spot: Spot, size: tuple[float, float], space: Space) -> int:
    """How many corners of a mark lie on its land: with all four it is on no border and not in the water."""
    x, y = spot
    wide, high = size[0] / 2, size[1] / 2
    return sum(inside((x + dx, y + dy), space) for dx in (-wide, wide) for dy in (-high, high))


_HIGH = {"pawn": 28.0, "chest": 18.0, "broken": 24.0, "changed": 18.0, "value": 12.0, "price": 16.0}


def _size(mark: Mark) -> tuple[float, float]:
    if mark.kind in _CHESTS:
        wide = _chest_wide(mark)
    elif mark.kind == "price":
        wide = 6.8 * len(mark.text) + 12
    else:
        wide = 26.0 if mark.kind == "pawn" else _HIGH[mark.kind]
    return wide, _HIGH[mark.kind]


def _chest_wide(mark: Mark) -> float:
    return max(24.0, 7.0 * len(_chest_text(mark)) + 9)


def _chest_text(mark: Mark) -> str:
    """The sum, with its owner's initial in front."""
    return f"{mark.power[:1]} {mark.text}".strip()


def _pawn(mark: Mark) -> str:
    fill = PAWNS[mark.number % len(PAWNS)]
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


def _price(mark: Mark) -> str:
    half = 3.4 * len(mark.text) + 6
    return tag(
        "rect", x=-half, y=-8, width=2 * half, height=15, rx=3, fill="#fffdf5", stroke="#3c3324", stroke_width=1.2
    ) + _label(mark.text, 3.4, "#1d1d1f", 9.5)


_COIN = tag("circle", r=5.6, fill=_GOLD, stroke="#5a4410", stroke_width=1.1)
_DRAWN: Mapping[str, Callable[[Mark], str]] = {
    "pawn": _pawn,
    "chest": _chest,
    "broken": _broken,
    "changed": lambda mark: ground.centre((0, 0), mark.power, True).body,  # no centre, and marked as one is
    "value": lambda mark: _COIN + _label(mark.text, 2.9, "#2b2005", 8.2),
    "price": _price,
}


def _label(text: str, down: float, colour: str, size: float) -> str:
    return (
        f'<text y="{n(down)}" font-size="{n(size)}" font-weight="bold" {SANS} text-anchor="middle" fill="{colour}">'
        f"{escape(text)}</text>"
    )
