"""The map under the pieces: sea, land in its owners' colours, borders, names, centres."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from judge.core.picture import Board
from judge.render.board.atlas import Atlas, Space
from judge.render.board.pen import SANS, SERIF, Bit, Spot, around, escape, n, square, tag
from judge.render.board.room import Box, covered, name_of
from judge.render.palette import LAND, POWERS, ink

PAPER = "#f5ecd7"
SHALLOW, DEEP = "#d5e6ec", "#a3c3d0"
"""Bare land, and the sea where it is lightest and deepest."""
BORDER, OUTLINE = "#8a7757", "#3c3324"
_CLOSED = "#d9ceb6"
COMPASS = (72, 248)
_GLOW = "#fbf4e2"
_NEAR, _HIDDEN = 2.5, 0.5
SEA = "#234a5b"
"""Names of seas."""
_DEPTHS = (0.45, 0.30, 0.20, 0.12)


def defs() -> str:
    """Gradients and patterns."""
    return (
        f'<radialGradient id="deep" cx=".42" cy=".5" r=".8"><stop offset="0" stop-color="{SHALLOW}"/>'
        f'<stop offset="1" stop-color="{DEEP}"/></radialGradient>'
        '<pattern id="shut" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="6" height="6" fill="{_CLOSED}"/><path d="M0 0V6" stroke="#bfb294" stroke-width="1.3"/></pattern>'
        '<pattern id="idle" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V7" stroke="#6b6250" stroke-width="1.6" stroke-opacity=".45"/></pattern>'
    )


def water(atlas: Atlas) -> Iterator[str]:
    """What is the same on every picture: the sea with its depth lines, and the shadow and paper of the land."""
    yield tag("rect", width=atlas.width, height=atlas.height, fill="url(#deep)")
    for path, depth in zip(atlas.depths, _DEPTHS, strict=True):
        yield tag("path", d=path, fill="none", stroke="#4f879e", stroke_opacity=depth, stroke_width=0.9)
    yield f'<defs><path id="coast" d="{atlas.coast}"/></defs>'
    yield tag("use", href="#coast", fill="#28424d", fill_opacity=0.30, transform="translate(1.6 2.2)")
    yield tag("use", href="#coast", fill=PAPER)


def seas(atlas: Atlas) -> Iterator[str]:
    yield '<g class="seas" fill="#fff" fill-opacity="0" stroke="#fff" stroke-opacity=".7" stroke-width="1.4">'
    for space in atlas.spaces.values():
        if space.sea:
            yield _province(space, "sea")
    yield "</g>"


def lands(atlas: Atlas, tints: Mapping[str, str]) -> Iterator[str]:
    """Provinces in the tints of their owners, closed land hatched, coast and homelands outlined."""
    yield tag("path", d=atlas.closed, fill="url(#shut)", stroke=OUTLINE, stroke_width=0.8, class_="impassable")
    yield f'<g class="lands" stroke="{BORDER}" stroke-width=".9" stroke-linejoin="round">'
    for space in atlas.spaces.values():
        if not space.sea:
            yield _province(space, "land sc" if space.centre else "land", tints.get(space.code, ""))
    yield "</g>"
    for path in atlas.realms.values():
        yield tag(
            "path",
            d=path,
            fill="none",
            stroke="#4a3b28",
            stroke_width=1.9,
            stroke_opacity=0.75,
            stroke_linejoin="round",
        )
    yield tag("use", href="#coast", fill="none", stroke=OUTLINE, stroke_width=1.1, stroke_linejoin="round")
    for path in atlas.canals:
        yield tag("path", d=path, fill="none", stroke="#fdfaf2", stroke_width=4.2, stroke_linecap="round")
        yield tag("path", d=path, fill="none", stroke="#5f97ad", stroke_width=2.4, stroke_linecap="round")


def idle(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """Hatching over provinces that are out of play."""
    for code in sorted(board.idle):
        if code in atlas.spaces:
            space = atlas.spaces[code]
            yield Bit(tag("path", d=space.path, fill="url(#idle)"), around(chain(*space.rings), 2))


def compass() -> Iterator[str]:
    """A rose where there is only water."""
    x, y = COMPASS
    yield f'<g transform="translate({x} {y}) rotate(-9)" fill="none" stroke="#3f6d80" stroke-opacity=".55">'
    yield '<circle r="27" stroke-width=".8"/><circle r="24" stroke-width=".5"/>'
    for angle in range(0, 360, 90):
        for turn, long in ((0, 32), (45, 19)):
            yield (
                f'<g transform="rotate({angle + turn})"><path d="M0-{long}L3.6-5.6L0 0Z" fill="#3f6d80" '
                f'fill-opacity=".5" stroke="none"/><path d="M0-{long}L-3.6-5.6L0 0Z" stroke-width=".7"/></g>'
            )
    yield f'<text y="-36" font-size="11" {SERIF} text-anchor="middle" fill="#2c586b" stroke="none">N</text></g>'


def tints_of(board: Board, atlas: Atlas) -> Mapping[str, str]:
    """Province -> fill: the owner's tint. What nobody owns, or is out of play, is bare."""
    owned = {code: power for code, power in board.owners.items() if code not in board.idle}
    return {code: LAND[power] for code, power in sorted(owned.items()) if power in LAND and code in atlas.spaces}


def names(atlas: Atlas) -> Iterator[str]:
    """Names with a halo; those of seas lean, as on old maps."""
    for space in atlas.spaces.values():
        yield _name(space)
        if space.curve:
            line, size = space.curve
            yield (
                f'<path id="{space.code}-name" d="{line}" fill="none"/><text font-size="{n(size)}" {SERIF} '
                f'font-style="italic" text-anchor="middle" fill="{SEA}" '
                f'letter-spacing="{n(size * 0.14)}">'
                f'<textPath href="#{space.code}-name" startOffset="50%">{escape(space.name)}</textPath></text>'
            )
        for shore, (sx, sy) in sorted(space.shores.items()):
            yield (
                f'<text x="{n(sx)}" y="{n(sy + 18)}" font-size="8.5" {SERIF} text-anchor="middle" fill="#4a3b28" '
                f'stroke="#fbf4e2" stroke-opacity=".8" stroke-width="2" paint-order="stroke">{shore.lower()}</text>'
            )


def _name(space: Space, halo: str = "") -> str:
    """The short name of a province, or of a sea, which has a halo only where it lies over orders."""
    x, y = space.spots["name"]
    y += space.size * 0.35
    if space.sea:
        return (
            f'<text transform="translate({n(x)} {n(y)}) skewX(-12)" font-size="{n(space.size)}" {SERIF} '
            f'text-anchor="middle" fill="{SEA}" letter-spacing="1.6"{halo}>{space.code}</text>'
        )
    halo = halo or ' stroke="#fbf4e2" stroke-opacity=".8" stroke-width="2.4" paint-order="stroke"'
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(space.size)}" {SERIF} text-anchor="middle" fill="#241b12"{halo}>'
        f"{space.code.capitalize()}</text>"
    )


def over(atlas: Atlas, ink: Iterable[Spot] | None, units: Sequence[Box] = ()) -> Iterator[Bit]:
    """The names that this phase's orders and units cover, once more above them, so that all can be read; every name
    without `ink`. A name that a unit hides for the most part stays hidden: the unit's own letter goes before."""
    points = sorted(ink or ())
    for space in atlas.spaces.values():
        box = name_of(space)
        hidden = covered(box, units) / (box.wide * box.high)
        if ink is None or (hidden < _HIDDEN and (hidden or _crossed(box, points))):
            halo = f' stroke="{_GLOW}" stroke-opacity=".92" stroke-width="3" paint-order="stroke"'
            wide, high = len(space.code) * space.size * 0.6 + 8, space.size + 4
            yield Bit(_name(space, halo), (box.x - wide, box.y - high, box.x + wide, box.y + high))


def _crossed(box: Box, points: Sequence[Spot]) -> bool:
    """Whether any of the points, which are sorted, lies on a name or close to it."""
    reach, high = box.wide / 2 + _NEAR, box.high / 2 + _NEAR
    first, last = bisect_right(points, (box.x - reach, math.inf)), bisect_left(points, (box.x + reach, -math.inf))
    return any(abs(y - box.y) < high for _, y in points[first:last])


def centres(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """Every centre with its owner, and a ring where it changed hands."""
    for space in atlas.spaces.values():
        if space.centre:
            yield centre(space.spots["dot"], board.owners.get(space.code, ""), space.code in board.taken)


def centre(spot: Spot, power: str, taken: bool) -> Bit:
    """A centre bears its owner's colour and initial, so that grey paper tells it too; nobody's is hollow."""
    return Bit(_dot(power, taken), square(12), spot)


@lru_cache(32)
def _dot(power: str, taken: bool) -> str:
    fill, body = POWERS.get(power, OUTLINE), ""
    if taken:
        body += tag("circle", r=8.6, fill="none", stroke="#fff", stroke_width=4)
        body += tag("circle", r=8.6, fill="none", stroke=fill, stroke_width=2.2)
    if not power:
        body += tag("circle", r=4.6, fill="#fbf4e2", stroke=OUTLINE, stroke_width=1.2)
        return body + tag("circle", r=1.7, fill=OUTLINE)
    return (
        f"{body}{tag('circle', r=5.6, fill=fill, stroke='#fbf4e2', stroke_width=1.5)}"
        f'<text y="2.9" font-size="8" font-weight="bold" {SANS} text-anchor="middle" fill="{ink(fill)}">'
        f"{power[0]}</text>"
    )


def frame(atlas: Atlas) -> Iterator[str]:
    w, h = atlas.width, atlas.height
    yield tag("rect", x=2, y=2, width=w - 4, height=h - 4, fill="none", stroke="#4a3b28", stroke_width=3.4)
    yield tag("rect", x=6.5, y=6.5, width=w - 13, height=h - 13, fill="none", stroke="#4a3b28", stroke_width=1)


def _province(space: Space, kind: str, fill: str = "") -> str:
    colour = f' fill="{fill}"' if fill else "" if space.sea else f' fill="{PAPER}"'
    return f'<path id="{space.code}" class="{kind}" d="{space.path}"{colour}><title>{escape(space.name)}</title></path>'
