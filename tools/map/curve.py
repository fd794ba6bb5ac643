"""The full names of seas on gentle curves, as on old maps: where the water is wide enough and nothing else stands."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import numpy as np
from PIL import ImageFont

FONT = Path(__file__).parents[2] / "judge" / "render" / "fonts" / "DejaVuSerif.ttf"
SIZES = (13.0, 12.0, 11.0, 10.0)
SPACING = 0.14
"""Between letters, in ems; ground.names sets them so."""
TURNS = tuple(range(-40, 41, 5))
BENDS = (-0.12, -0.07, 0.07, 0.12)
STEP = 4.0


def curved(name: str, clear: np.ndarray, near: tuple[float, float]) -> tuple[str, float] | None:
    """Path data and height of letters: the largest that fit, as level and as near to the middle as may be."""
    rows, cols = (axis[::3] for axis in np.nonzero(clear))
    for size in SIZES:
        long = _long(name, size) + size
        free = _shrunk(clear, round(size * 0.55))
        best: tuple[float, tuple[float, float, int, float]] | None = None
        for turn, bend in product(TURNS, BENDS):
            steps = _steps(long, turn, bend)
            fits = np.ones(rows.shape, dtype=bool)
            for dx, dy in steps:
                fits &= free[
                    np.clip(rows + round(dy), 0, free.shape[0] - 1), np.clip(cols + round(dx), 0, free.shape[1] - 1)
                ]
            if not fits.any():
                continue
            cost = np.hypot(cols - near[0], rows - near[1]) * 0.25 + abs(turn) * 0.8
            chosen = int(np.argmin(np.where(fits, cost, np.inf)))
            if best is None or cost[chosen] < best[0]:
                best = float(cost[chosen]), (float(cols[chosen]), float(rows[chosen]), turn, bend)
        if best:
            x, y, turn, bend = best[1]
            return _path(x, y, long + 2 * size, turn, bend, size), size
    return None


def _long(name: str, size: float) -> float:
    return float(ImageFont.truetype(str(FONT), 100).getlength(name)) * size / 100 + len(name) * size * SPACING


def _ends(long: float, turn: int, bend: float) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Start, control and end of the bow about its middle."""
    angle = math.radians(turn)
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    half, deep = long / 2, long * bend
    start, end = (
        (s * half * along[0] - deep / 2 * across[0], s * half * along[1] - deep / 2 * across[1]) for s in (-1, 1)
    )
    return start, (deep * 1.5 * across[0], deep * 1.5 * across[1]), end


def _steps(long: float, turn: int, bend: float) -> list[tuple[float, float]]:
    (ax, ay), (cx, cy), (bx, by) = _ends(long, turn, bend)
    count = max(6, round(long / STEP))
    shares = [number / count for number in range(count + 1)]
    return [
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
        )
        for t in shares
    ]


def _path(x: float, y: float, long: float, turn: int, bend: float, size: float) -> str:
    """The line on which the letters stand: the bow, half a small letter lower, and longer than they need."""
    angle = math.radians(turn)
    down = (-math.sin(angle) * size * 0.32, math.cos(angle) * size * 0.32)
    points = ((x + dx + down[0], y + dy + down[1]) for dx, dy in _ends(long, turn, bend))
    a, c, b = (f"{px:.1f} {py:.1f}" for px, py in points)
    return f"M{a}Q{c} {b}"


def _shrunk(mask: np.ndarray, by: int) -> np.ndarray:
    """A mask without what lies within `by` pixels of its edge, in eight directions."""
    out = mask.copy()
    for turn in range(8):
        dx, dy = (round(by * part) for part in (math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)))
        out &= np.roll(mask, (dy, dx), axis=(0, 1))
    return out
