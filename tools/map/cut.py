"""Countries cut into spaces: Voronoi cells, a cleaned coast, borders that look drawn, one gapless covering."""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping

import shapely
from earth import Shape, polygons_only, spot
from seeds import CUT, LINKS, OMITTED, SEAS, WHOLE, Points
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.ops import linemerge, polygonize, unary_union

ROUND = 4.5  # km: river mouths and fjords narrower than twice this are closed, spits rubbed off
ISLET = 420.0  # km2: smaller islands are left out
LAKE = 4000.0  # km2: smaller holes in the land are filled
GRID = 0.05
Covering = dict[str, Shape]


def covering(lands: Mapping[str, Shape], frame: Polygon, *, smooth: float) -> Covering:
    """Every piece of land and sea within the frame. Neighbours share their border point for point."""
    raw = _land_pieces(lands)
    land = _cleaned(polygons_only(unary_union(list(raw.values()))), frame)
    pieces = _on_land(raw, land)
    sea = polygons_only(frame.difference(land))
    pieces |= {f"~{name}": shape for name, shape in _whole(_split(sea, SEAS, frame)).items()}
    drawn = _redrawn(pieces, land, sea, frame)
    return _simplified(drawn, smooth)


def _split(area: Shape, seeds: Points, frame: Polygon) -> Covering:
    points, owners = [], []
    for name, spots in seeds.items():
        points += [spot(*one) for one in spots]
        owners += [name] * len(spots)
    if len(points) == 1:
        return {owners[0]: area}
    cells = shapely.voronoi_polygons(MultiPoint(points), extend_to=frame.buffer(4000), ordered=True).geoms
    out = {}
    for name in seeds:
        mine = unary_union([cell for cell, owner in zip(cells, owners, strict=True) if owner == name])
        part = polygons_only(mine.intersection(area))
        if not part.is_empty:
            out[name] = part
    return out


def _land_pieces(lands: Mapping[str, Shape]) -> Covering:
    found: dict[str, list[Shape]] = defaultdict(list)
    for country, area in lands.items():
        if country in WHOLE:
            found[WHOLE[country]].append(area)
        elif country in CUT:
            for name, part in _split(area, CUT[country], area.envelope).items():
                found[name].append(part)
        else:
            found["_closed"].append(area)
    for name, discs in LINKS.items():
        found[name] += [Point(spot(lon, lat)).buffer(radius, quad_segs=6) for lon, lat, radius in discs]
    out: Covering = {}
    taken: Shape = Polygon()
    order = sorted(found, key=lambda name: (name not in LINKS, name))
    for name in order:  # what is filled in at the narrows belongs to one space only
        whole = polygons_only(unary_union([shapely.set_precision(part, GRID) for part in found[name]]))
        out[name] = polygons_only(whole.difference(taken)) if name not in LINKS else whole
        taken = unary_union([taken, out[name]]) if name in LINKS else taken
    return out


def _cleaned(land: Shape, frame: Polygon) -> Shape:
    """The coast as a board draws it: rounded, without islets and ponds."""
    for lon, lat, radius in OMITTED:
        land = land.difference(Point(spot(lon, lat)).buffer(radius))
    wide = land.buffer(ROUND, quad_segs=3).buffer(-2 * ROUND, quad_segs=3).buffer(ROUND, quad_segs=3)
    kept = []
    for part in shapely.get_parts(wide.union(land.buffer(-ROUND / 2).buffer(ROUND / 2)).intersection(frame)):
        least = 12 * ISLET if part.intersects(frame.boundary) else ISLET
        if part.geom_type == "Polygon" and part.area > least:
            holes = [ring for ring in part.interiors if Polygon(ring).area > LAKE]
            kept.append(Polygon(part.exterior, holes))
    return polygons_only(shapely.set_precision(unary_union(kept), GRID))


def _on_land(raw: Covering, land: Shape) -> Covering:
    """The pieces cut to the cleaned coast; what the cleaning filled goes to the neighbour with most shore."""
    out = {name: polygons_only(shape.intersection(land)) for name, shape in raw.items()}
    gained = shapely.get_parts(polygons_only(land.difference(unary_union(list(raw.values())))))
    tree, names = shapely.STRtree(list(out.values())), list(out)
    extra: dict[str, list[Shape]] = defaultdict(list)
    for piece in gained:
        near = [names[i] for i in tree.query(piece.buffer(1))] or [names[int(tree.nearest(piece))]]
        extra[max(near, key=lambda name: out[name].intersection(piece.buffer(0.5)).area)].append(piece)
    for name, parts in extra.items():
        out[name] = polygons_only(unary_union([out[name], *parts]))
    return out


def _whole(seas: Covering) -> Covering:
    """Each sea in one piece: bits cut off by land go to the sea they touch."""
    bodies, bits = {}, []
    for name, shape in seas.items():
        parts = sorted(shapely.get_parts(shape), key=lambda part: -part.area)
        bodies[name] = [parts[0]]
        bits += [(name, part) for part in parts[1:]]
    for name, part in bits:
        shore = {other: part.intersection(body[0]).length for other, body in bodies.items() if other != name}
        best = max(shore, key=lambda other: shore[other])
        bodies[best if shore[best] > 0 else name].append(part)
    return {name: polygons_only(unary_union(parts)) for name, parts in bodies.items()}


def _redrawn(pieces: Covering, land: Shape, sea: Shape, frame: Polygon) -> Covering:
    """The straight edges of the cells become drawn lines; coasts and real borders stay."""
    net = linemerge(unary_union([shapely.set_precision(shape.boundary, GRID) for shape in pieces.values()]))
    coast, water, edge = land.boundary.buffer(0.4), sea.buffer(0.6), frame.boundary.buffer(0.6)
    for shape in (coast, water, edge):
        shapely.prepare(shape)
    lines = []
    for arc in net.geoms:
        drawn = arc
        if not (coast.contains(arc) or edge.contains(arc) or len(arc.coords) > 2 + arc.length / 25):
            drawn = _hand_drawn(arc, at_sea=water.contains(arc))
        lines.append(drawn)
    faces = list(polygonize(shapely.union_all(lines, grid_size=GRID)))
    return _relabelled(faces, pieces)


def _relabelled(faces: list[Polygon], pieces: Covering) -> Covering:
    names, shapes = list(pieces), list(pieces.values())
    tree = shapely.STRtree(shapes)
    found: dict[str, list[Polygon]] = defaultdict(list)
    for face in faces:
        inside = face.representative_point()
        hits = [i for i in tree.query(inside) if shapes[i].contains(inside)]
        best = hits[0] if hits else int(tree.nearest(inside))
        found[names[best]].append(face)
    return {name: polygons_only(shapely.coverage_union_all(parts)) for name, parts in found.items()}


def _hand_drawn(arc: LineString, *, at_sea: bool) -> LineString:
    """A line with the small bends of a pen, the same every time."""
    start, end = arc.coords[0], arc.coords[-1]
    chance = random.Random(f"{start[0]:.0f} {start[1]:.0f} {end[0]:.0f} {end[1]:.0f}")
    step, bend = (45.0, 0.03) if at_sea else (15.0, 0.10)
    points: list[tuple[float, float]] = []
    coords = [(x, y) for x, y in arc.coords]
    for one, other in itertools.pairwise(coords):
        points += list(_broken(one, other, step, bend, chance))
    points.append(coords[-1])
    line = LineString(_rounded(points, 3 if at_sea else 2))
    return line if line.is_simple else arc


def _broken(
    a: tuple[float, float], b: tuple[float, float], step: float, bend: float, chance: random.Random
) -> Iterator[tuple[float, float]]:
    length = math.dist(a, b)
    if length < step:
        yield a
        return
    shift = max(-0.16, min(0.16, chance.gauss(0, bend)))
    middle = ((a[0] + b[0]) / 2 - (b[1] - a[1]) * shift, (a[1] + b[1]) / 2 + (b[0] - a[0]) * shift)
    yield from _broken(a, middle, step, bend * 0.95, chance)
    yield from _broken(middle, b, step, bend * 0.95, chance)


def _rounded(points: list[tuple[float, float]], times: int) -> list[tuple[float, float]]:
    """Chaikin's corner cutting; the ends stay."""
    for _ in range(times):
        out = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            out += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*out, points[-1]]
    return points


def _simplified(pieces: Covering, tolerance: float) -> Covering:
    names = sorted(pieces)
    shapes = [pieces[name] for name in names]
    if not shapely.coverage_is_valid(shapes):
        raise ValueError("the pieces overlap or leave gaps")
    shapes = shapely.coverage_simplify(shapes, tolerance)
    return {name: polygons_only(shape) for name, shape in zip(names, shapes, strict=True)}
