"""Small helpers for writing SVG: numbers, tags, colours, geometry."""

import math
from collections.abc import Iterable
from html import escape as _escape

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
    written = ""
    for key, value in attributes.items():
        told = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
        written += f' {key.rstrip("_").replace("_", "-")}="{told}"'
    return f"<{name}{written}/>"


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
