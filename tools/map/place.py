"""Where things stand in a space: the unit, one driven out, the name, the centre's dot, a mark of the game's own.

All spaces are painted into one grid of pixels; a place for a box is judged by what it would cover: neighbours, water,
names and pieces already placed. Small spaces choose first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

Spot = tuple[float, float]
UNIT, DOT, MARK = (34, 28), (14, 14), (22, 20)
MARGIN = 60
SEA, CLOSED = -1, -2


@dataclass
class Space:
    """A space as rings of pixels, and what is placed in it. `size` is the height of its name's letters."""

    code: str
    sea: bool
    centre: bool
    rings: list[tuple[list[Spot], list[list[Spot]]]]
    size: float = 0.0
    spots: dict[str, Spot] = field(default_factory=dict)
    fixed: dict[str, Spot] = field(default_factory=dict)
    curve: tuple[str, float] | None = None

    @property
    def name_box(self) -> tuple[float, float]:
        wide = 0.80 if self.sea else 0.66
        return len(self.code) * self.size * wide + 3, self.size * 0.86 + 2


class Sheet:
    """The painted grid, and the ground that names and pieces have taken."""

    def __init__(self, width: int, height: int, spaces: Mapping[str, Space]) -> None:
        self.shape = (height + 2 * MARGIN, width + 2 * MARGIN)
        self.numbers = {code: number for number, code in enumerate(sorted(spaces), 1)}
        self.owner = np.zeros(self.shape, dtype=np.int16)
        self.sea = np.zeros(len(self.numbers) + 1, dtype=bool)
        self.taken = np.zeros(self.shape, dtype=np.float32)
        for code, space in sorted(spaces.items()):
            number = self.numbers[code]
            self.sea[number] = space.sea
            self.owner[self._mask(space) > 0] = number
        self.frame = np.ones(self.shape, dtype=np.float32)
        self.frame[MARGIN + 8 : -MARGIN - 8, MARGIN + 8 : -MARGIN - 8] = 0

    def _mask(self, space: Space) -> np.ndarray:
        image = Image.new("1", (self.shape[1], self.shape[0]))
        pen = ImageDraw.Draw(image)
        for outer, holes in space.rings:
            pen.polygon([(x + MARGIN, y + MARGIN) for x, y in outer], fill=1)
            for hole in holes:
                pen.polygon([(x + MARGIN, y + MARGIN) for x, y in hole], fill=0)
        return np.asarray(image, dtype=np.uint8)

    def place(self, space: Space) -> None:
        """Choose every spot of a space and take the ground."""
        bad = self._badness(space)
        own = _core(self.owner == self.numbers[space.code])
        rows, cols = np.nonzero(own)
        window = (
            max(0, rows.min() - 14),
            min(self.shape[0], rows.max() + 14),
            max(0, cols.min() - 14),
            min(self.shape[1], cols.max() + 14),
        )
        best = min(
            (
                self._arranged(space, bad, own, window, unit, cost)
                for cost, unit in self._units(space, bad, own, window)
            ),
            key=lambda found: found[0],
        )
        space.spots = best[1]
        for kind, spot in space.spots.items():
            if kind != "out":
                self._take(spot, _box(space, kind))

    def keep(self, space: Space) -> Space:
        """Take the ground of a space that was placed before."""
        for kind, spot in space.spots.items():
            if kind != "out":
                self._take(spot, _box(space, kind))
        return space

    def clear(self, space: Space) -> np.ndarray:
        """The pixels of a space on which nothing stands."""
        return (self.owner == self.numbers[space.code]) & (self.taken == 0) & (self.frame == 0)

    def shut(self, spot: Spot, box: tuple[float, float]) -> None:
        """Ground that nothing else is to take."""
        self._take(spot, box)

    def _badness(self, space: Space) -> np.ndarray:
        number = self.numbers[space.code]
        water = self.sea[self.owner] | (self.owner == 0)
        bad = np.where(water, 0.8, 1.0) if space.sea else np.where(water, 0.45, 1.0)
        bad = np.where(self.owner == number, 0.0, bad)
        return (bad + 4 * self.frame + 2.5 * self.taken).astype(np.float32)

    def _units(
        self, space: Space, bad: np.ndarray, own: np.ndarray, window: tuple[int, int, int, int]
    ) -> list[tuple[float, Spot]]:
        """The best few places of the unit, apart from one another."""
        if "unit" in space.fixed:
            return [(0.0, space.fixed["unit"])]
        cost = _covered(bad, window, *UNIT) + 0.25 * _covered(bad, window, UNIT[0] * 2, UNIT[1] * 2)
        ys, xs = np.mgrid[window[0] : window[1], window[2] : window[3]]
        rows, cols = np.nonzero(own)
        away = np.hypot(xs - cols.mean(), ys - rows.mean())
        cost = cost + 0.0011 * away + np.where(own[window[0] : window[1], window[2] : window[3]], 0, 5)
        found: list[tuple[float, Spot]] = []
        cost = cost.copy()
        for _ in range(14):
            row, col = np.unravel_index(int(np.argmin(cost)), cost.shape)
            value = float(cost[row, col])
            if found and value > found[0][0] + 1.5:
                break
            found.append((value, (col + window[2] - MARGIN, row + window[0] - MARGIN)))
            cost[max(0, row - 6) : row + 7, max(0, col - 6) : col + 7] = 99
        return found

    def _arranged(
        self, space: Space, bad: np.ndarray, own: np.ndarray, window: tuple[int, int, int, int], unit: Spot, cost: float
    ) -> tuple[float, dict[str, Spot]]:
        """Everything else about a unit's place: total cost, spots."""
        spots = {"unit": unit}
        local = bad.copy()
        _mark(local, unit, (UNIT[0] + 2, UNIT[1] + 2), 2.5)
        for kind in ("name", "dot", "mark"):
            if kind == "dot" and not space.centre:
                continue
            if kind in space.fixed:
                spots[kind] = space.fixed[kind]
            else:
                more, spots[kind] = self._nearest(local, own, window, unit, _box(space, kind), kind)
                cost += more * {"name": 1.6, "dot": 0.7, "mark": 0.25}[kind]
            _mark(local, spots[kind], _box(space, kind), 2.5)
        _, spots["out"] = self._nearest(local, own, window, unit, UNIT, "out")
        return cost, spots

    def _nearest(
        self,
        bad: np.ndarray,
        own: np.ndarray,
        window: tuple[int, int, int, int],
        unit: Spot,
        box: tuple[float, float],
        kind: str,
    ) -> tuple[float, Spot]:
        cost = _covered(bad, window, *box)
        ys, xs = np.mgrid[window[0] : window[1], window[2] : window[3]]
        dx, dy = xs - MARGIN - unit[0], ys - MARGIN - unit[1]
        far = np.hypot(dx, dy)
        if kind == "name":
            cost = cost + 0.006 * np.abs(far - 25) + np.where(dy < 0, 0.06, 0.0)
        elif kind == "out":
            cost = cost + 0.012 * np.abs(far - 31) + 4 * np.clip(1 - far / 28, 0, 1)
        else:
            cost = cost + 0.008 * np.abs(far - 23)
        inside = own[window[0] : window[1], window[2] : window[3]]
        cost = cost + np.where(inside, 0, 0.15 if kind == "name" else 9.0)
        row, col = np.unravel_index(int(np.argmin(cost)), cost.shape)
        return float(cost[row, col]), (col + window[2] - MARGIN, row + window[0] - MARGIN)

    def _take(self, spot: Spot, box: tuple[float, float]) -> None:
        _mark(self.taken, spot, box, 1.0)


def _box(space: Space, kind: str) -> tuple[float, float]:
    return {"name": space.name_box, "unit": UNIT, "out": UNIT, "dot": DOT, "mark": MARK}[kind]


def _core(own: np.ndarray) -> np.ndarray:
    """A space without its outermost pixels: what stands on the border stands nowhere."""
    for step, axis in ((2, 0), (-2, 0), (2, 1), (-2, 1)):
        own = own & np.roll(own, step, axis)
    return own


def _mark(grid: np.ndarray, spot: Spot, box: tuple[float, float], worth: float) -> None:
    x, y = spot[0] + MARGIN, spot[1] + MARGIN
    half_w, half_h = box[0] / 2, box[1] / 2
    grid[max(0, round(y - half_h)) : round(y + half_h), max(0, round(x - half_w)) : round(x + half_w)] += worth


def _covered(bad: np.ndarray, window: tuple[int, int, int, int], width: float, height: float) -> np.ndarray:
    """Mean badness under a box, for every centre in the window."""
    top, bottom, left, right = window
    half_w, half_h = round(width / 2), round(height / 2)
    near = bad[top - half_h : bottom + half_h, left - half_w : right + half_w]  # within: MARGIN is wider than a box
    sums = np.pad(near.cumsum(0, dtype=np.float64).cumsum(1), ((1, 0), (1, 0)))
    high, wide = 2 * half_h + 1, 2 * half_w + 1
    total = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    return total / (high * wide)
