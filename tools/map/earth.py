"""Countries out of the coastline file, on our projection: kilometres, y down, small lands swollen, edges drawn in."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from seeds import LEFT_OUT, SWELL
from shapely import MultiPolygon, Polygon, box
from shapely.ops import unary_union

Shape = Polygon | MultiPolygon
WINDOW = box(-45, 18, 80, 84)
EARTH = 6371.0
MIDDLE = math.radians(12)


def _cone() -> tuple[float, float, float]:
    low, high, origin = map(math.radians, (38, 62, 50))
    n = math.log(math.cos(low) / math.cos(high)) / math.log(
        math.tan(math.pi / 4 + high / 2) / math.tan(math.pi / 4 + low / 2)
    )
    f = math.cos(low) * math.tan(math.pi / 4 + low / 2) ** n / n
    return n, f, EARTH * f / math.tan(math.pi / 4 + origin / 2) ** n


N, F, R0 = _cone()


def _conic(points: np.ndarray) -> np.ndarray:
    """Lambert's conformal conic, parallels 38 and 62."""
    phi = np.radians(np.clip(points[:, 1], -60, 86))
    r = EARTH * F / np.tan(np.pi / 4 + phi / 2) ** N
    theta = N * (np.radians(points[:, 0]) - MIDDLE)
    return np.c_[r * np.sin(theta), -(R0 - r * np.cos(theta))]


def _drawn_in(value: np.ndarray, start: float, end: float, scale: float) -> np.ndarray:
    """Beyond `start` lengths shrink smoothly towards `scale`, reached at `end`; signs as given by the caller."""
    over = np.clip(value - start, 0, None)
    reach = end - start
    eased = np.where(over < reach, over - (1 - scale) * over**2 / (2 * reach), reach * (1 + scale) / 2)
    eased = eased + scale * np.clip(over - reach, 0, None)
    return np.minimum(value, start) + eased


_BUMPS = np.array([[*_conic(np.array([[lon, lat]]))[0], reach, much] for lon, lat, reach, much in SWELL])


def project(points: np.ndarray) -> np.ndarray:
    """(longitude, latitude) rows to the sheet."""
    flat = _conic(points)
    out = flat.copy()
    for x, y, reach, much in _BUMPS:
        way = flat - (x, y)
        out += way * (much * np.exp(-np.sum(way**2, axis=1) / reach**2))[:, None]
    x = _drawn_in(out[:, 0], 1250, 2300, 0.52)
    x = -_drawn_in(-x, 1250, 2000, 0.65)
    y = -_drawn_in(-out[:, 1], 900, 1800, 0.62)
    y = _drawn_in(y, 1250, 1900, 0.7)
    return np.c_[x, y]


def spot(lon: float, lat: float) -> tuple[float, float]:
    x, y = project(np.array([[lon, lat]]))[0]
    return float(x), float(y)


def sheet() -> Polygon:
    """The frame."""
    left, top = spot(-14.8, 44)[0] - 40, spot(20, 73.2)[1]
    right, bottom = spot(48.6, 37.5)[0], spot(14, 31.0)[1]
    return box(left, top, right, bottom)


def countries(path: Path, frame: Polygon) -> dict[str, Shape]:
    """Name -> its land within the frame."""
    topology = json.loads(path.read_text("utf-8"))
    arcs = _arcs(topology)
    found: dict[str, Shape] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"].get("name", "?")
        if name in LEFT_OUT:
            continue
        parts = [part for polygon in _polygons(geometry, arcs) if (part := _prepared(polygon)) is not None]
        whole = polygons_only(unary_union(parts).intersection(frame)) if parts else Polygon()
        if not whole.is_empty:
            found[name] = whole if name not in found else polygons_only(unary_union([found[name], whole]))
    return found


def polygons_only(shape: Any) -> Shape:
    """Lines and points dropped."""
    parts = [p for p in shapely.get_parts(shape, return_index=False) if p.geom_type in ("Polygon", "MultiPolygon")]
    return unary_union(parts)


def _arcs(topology: Mapping[str, Any]) -> list[list[tuple[float, float]]]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    out = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        out.append(points)
    return out


def _ring(ids: Iterable[int], arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    for number in ids:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        out += arc[1:] if out else arc
    return _unwrapped(out)


def _unwrapped(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring across the date line in one piece (Russia would throw arcs over the whole sheet)."""
    if max(abs(a[0] - b[0]) for a, b in itertools.pairwise(ring)) <= 180:
        return ring
    out = [ring[0]]
    for x, y in ring[1:]:
        while x - out[-1][0] > 180:
            x -= 360
        while x - out[-1][0] < -180:
            x += 360
        out.append((x, y))
    return [(x + 360, y) for x, y in out] if max(x for x, _ in out) < 0 else out


def _polygons(geometry: Mapping[str, Any], arcs: list[list[tuple[float, float]]]) -> list[Polygon]:
    groups = [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry.get("arcs", [])
    out = []
    for group in groups:
        rings = [ring for ids in group if len(ring := _ring(ids, arcs)) > 3]
        if rings:
            out.append(Polygon(rings[0], rings[1:]))
    return out


def _prepared(polygon: Polygon) -> Shape | None:
    inside = shapely.make_valid(polygon).intersection(WINDOW)
    if inside.is_empty:
        return None
    return shapely.make_valid(shapely.transform(shapely.segmentize(inside, 0.5), project))
