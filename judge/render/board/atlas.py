"""SVG as it is written, tags, numbers and geometry; and the drawn map: shapes and spots made by tools/map, read once.

Lengths are pixels of a sheet `width` wide. A *spot* is where something stands in a space: `unit`, `out` (a unit driven
out), `name`, `dot` (the centre), `mark` (of a game's own).
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cache, cached_property
from html import escape as _escape
from pathlib import Path
from typing import Any

from judge.core.regex import regex
from judge.core.values import Value

Spot = tuple[float, float]
SERIF = "font-family=\"'DejaVu Serif',Georgia,serif\""
SANS = "font-family=\"'DejaVu Sans',Verdana,sans-serif\""


def n(value: float) -> str:
    """A number with at most one decimal, as short as it can be, the same on every machine."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def escape(text: str) -> str:
    """Text for SVG; what XML cannot hold is dropped."""
    return _escape("".join(c for c in text if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff")))


def tag(name: str, **attributes: str | float) -> str:
    """An empty element; `stroke_width` becomes stroke-width, `class_` class."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else _figure(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>"


def _figure(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def along(a: Spot, b: Spot, share: float) -> Spot:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def shortened(a: Spot, b: Spot, at_start: float, at_end: float) -> tuple[Spot, Spot]:
    """The stretch from a to b without its first and last pixels; at least a sixth of it stays."""
    length = math.dist(a, b) or 1.0
    spare = length * 5 / 6
    scale = min(1.0, spare / (at_start + at_end)) if at_start + at_end else 1.0
    return along(a, b, at_start * scale / length), along(a, b, 1 - at_end * scale / length)


def bowed(a: Spot, b: Spot, bend: float) -> Spot:
    """The control point of a curve from a to b that bends by a share of its length, to its left when positive."""
    middle = along(a, b, 0.5)
    return middle[0] + (b[1] - a[1]) * bend, middle[1] - (b[0] - a[0]) * bend


def on_curve(a: Spot, control: Spot, b: Spot, share: float) -> Spot:
    """A point of the quadratic curve."""
    return along(along(a, control, share), along(control, b, share), share)


Edges = tuple[float, float, float, float]
"""Left, top, right and bottom of what a drawing may touch, in units of the map; a little more does no harm."""


class Bit(Value):
    """body   SVG, drawn about the point 0 0
    edges  of the body, before it is scaled
    at     where its 0 0 lies on the map. What is always at one place is drawn there, with `at` at 0 0: it lies there
           to the fraction of a pixel, the others on whole pixels
    kind   its class in SVG
    title  what a pointer over it is told
    """

    body: str
    edges: Edges
    at: Spot = (0.0, 0.0)
    scale: float = 1.0
    kind: str = ""
    title: str = ""

    def svg(self) -> str:
        x, y = self.at
        moved = f"translate({n(x)} {n(y)})" if x or y else ""
        smaller = f"scale({n(self.scale)})" if self.scale != 1 else ""
        transform = " ".join(filter(None, (moved, smaller)))
        if not transform and not self.kind:
            return self.body
        words = f"<title>{escape(self.title)}</title>" if self.title else ""
        kind = f' class="{self.kind}"' if self.kind else ""
        where = f' transform="{transform}"' if transform else ""
        return f"<g{kind}{where}>{words}{self.body}</g>"


def around(points: Iterable[Spot], far: float) -> Edges:
    """The edges of what lies about points, and so far beside them."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


def square(half: float) -> Edges:
    return -half, -half, half, half


DATA = Path(__file__).parent / "data"
_NUMBER = regex(r"-?\d*\.?\d+")


class Space(Value):
    """A province as drawn. `path` is SVG path data; `size` the height of its name's letters, `home` the power within
    whose border of 1901 it lies, `curve` the line of a sea's full name and the height of its letters."""

    code: str
    name: str
    sea: bool
    centre: bool
    size: float
    path: str
    home: str
    spots: Mapping[str, Spot]
    shores: Mapping[str, Spot] = field(default_factory=dict)
    curve: tuple[str, float] | None = None

    @cached_property
    def rings(self) -> tuple[tuple[Spot, ...], ...]:
        """The outline as points, a ring for each part; a ring within a ring is a hole."""
        return tuple(_ring(part) for part in self.path.split("z") if part)


def _ring(part: str) -> tuple[Spot, ...]:
    """One closed part of path data as tools/map writes it: a start, then steps. Counted in tenths, so that neighbours
    have the very same points."""
    start, _, steps = part.removeprefix("M").partition("l")
    x, y = (round(float(text) * 10) for text in _NUMBER.findall(start))
    points, moves = [(x, y)], [round(float(text) * 10) for text in _NUMBER.findall(steps)]
    for dx, dy in zip(moves[::2], moves[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple((px / 10, py / 10) for px, py in points)


class Atlas(Value):
    """One map: its spaces by code, the land nobody enters, the homelands of 1901."""

    name: str
    width: int
    height: int
    spaces: Mapping[str, Space]
    closed: str
    realms: Mapping[str, str]
    coast: str
    depths: tuple[str, ...]
    canals: tuple[str, ...]

    def spot(self, place: str, kind: str = "unit") -> Spot:
        """Where something of this kind stands at a location; a fleet on a coast stands by its shore."""
        code, _, shore = place.partition("/")
        space = self.spaces[code]
        if shore and kind in ("unit", "out") and shore in space.shores:
            x, y = space.shores[shore]
            return (x, y) if kind == "unit" else (x + 15, y - 13)
        return space.spots.get(kind, space.spots["unit"])

    @cached_property
    def lands(self) -> tuple[str, ...]:
        """Codes of the provinces that are not sea, in the order of the mask's numbers."""
        return tuple(code for code, space in self.spaces.items() if not space.sea)

    def knows(self, place: str) -> bool:
        return place.partition("/")[0] in self.spaces


@cache
def _file() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "atlas.json").read_text("utf-8"))
    return found


@cache
def atlas(name: str) -> Atlas:
    """The map of that name; a map that was never drawn is shown on the standard one."""
    data = _file()
    name = name if name in data["editions"] else "standard"
    edition, standard = data["editions"][name], data["editions"]["standard"]
    spaces = {**standard["spaces"], **edition["spaces"]}
    return Atlas(
        name,
        data["width"],
        data["height"],
        {code: _space(code, spaces[code]) for code in sorted(spaces) if code not in edition["gone"]},
        edition["closed"],
        edition["realms"],
        data["coast"],
        tuple(data["depths"]),
        tuple(data["canals"]),
    )


def _space(code: str, told: Mapping[str, Any]) -> Space:
    spots = {kind: (x, y) for kind, (x, y) in told["at"].items()}
    shores = {shore: (x, y) for shore, (x, y) in told.get("shores", {}).items()}
    line, size = told.get("curve", ("", 0.0))
    return Space(
        code,
        told["name"],
        told["kind"] == "sea",
        told["centre"],
        told["size"],
        told["d"],
        told["home"],
        spots,
        shores,
        (line, size) if line else None,
    )
