"""The living part of a picture, in bits: each is a small drawing by itself that knows the ground it may touch, so that
it can be drawn alone, kept, and laid down wherever it belongs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from judge.render.board.pen import Spot, escape, n

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom of what a drawing may touch, in units of the map; a little more does no harm."""


@dataclass(frozen=True)
class Bit:
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
