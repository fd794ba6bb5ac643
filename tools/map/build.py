"""Builds judge/render/board/data/atlas.json out of the public-domain coastlines of Natural Earth. `make map` runs it.

    python tools/map/build.py countries-50m.json

The file comes from the npm package world-atlas 2.0.2 (Natural Earth 4.1, public domain; packed under the ISC licence),
and must have the digest below: another file would give another map.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import sys
from pathlib import Path

import numpy as np
import shapely
from curve import curved
from cut import Covering, covering
from earth import Shape, countries, polygons_only, sheet, spot
from place import MARGIN, Sheet, Space, Spot
from seeds import CANALS, CLOSED, EDITIONS, MERGED, PLACED, SHORES

from judge.games.economic4.board import economic4_map
from judge.games.troubleshooter.state import travel_map
from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.render.board.ground import COMPASS

SHA256 = "04342cdc1e3016bcd7db1630de95684d67b79fe3c8c460321e87aef469502394"
WIDTH = 1100
OUT = Path(__file__).parents[2] / "judge" / "render" / "board" / "data" / "atlas.json"
MAPS: dict[str, Map] = {
    "standard": standard_map(),
    "troubleshooter": travel_map(),
    "economic4": economic4_map(),
}
Boards = dict[str, tuple[dict[str, Space], Sheet]]
DEPTHS = (4.5, 9.5, 16.0, 24.0)
FINEST = 1.6
"""Pixels from the coast of the depth lines; kilometres within which lines are simplified."""


class Paper:
    """The sheet in pixels."""

    def __init__(self, frame: shapely.Polygon) -> None:
        left, top, right, bottom = frame.bounds
        self.left, self.top, self.scale = left, top, WIDTH / (right - left)
        self.height = round((bottom - top) * self.scale)

    def at(self, x: float, y: float) -> Spot:
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def of(self, lon: float, lat: float) -> Spot:
        return self.at(*spot(lon, lat))

    def rings(self, shape: Shape) -> list[tuple[list[Spot], list[list[Spot]]]]:
        return [
            (
                [self.at(*c) for c in part.exterior.coords],
                [[self.at(*c) for c in hole.coords] for hole in part.interiors],
            )
            for part in shapely.get_parts(shape)
        ]

    def path(self, shape: Shape) -> str:
        lines = [ring for part in shapely.get_parts(shape) for ring in (part.exterior, *part.interiors)]
        points = ([self.at(*c) for c in line.coords][:-1] for line in lines)
        return "".join(written(ring) + "z" for ring in points if _has_room(ring))


def _has_room(ring: list[Spot]) -> bool:
    """Whether anything of a ring is left after rounding."""
    return len({(round(x * 10), round(y * 10)) for x, y in ring}) > 2


def written(points: list[Spot]) -> str:
    """Path data in tenths of a pixel, relative, as short as SVG allows."""
    tenths = _without_spikes([(round(x * 10), round(y * 10)) for x, y in points])
    out = [f"M{_short(tenths[0][0])},{_short(tenths[0][1])}l"]
    for (ax, ay), (bx, by) in itertools.pairwise(tenths):
        if (ax, ay) != (bx, by):
            step = [_short(bx - ax), _short(by - ay)]
            out.append(step[0] if out[-1].endswith("l") or step[0].startswith("-") else f" {step[0]}")
            out.append(step[1] if step[1].startswith("-") else f",{step[1]}")
    return "".join(out)


def _without_spikes(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Rounding may fold a corner onto itself: there and back again says nothing."""
    out: list[tuple[int, int]] = []
    for point in points:
        if out and out[-1] == point:
            continue
        if len(out) > 1 and out[-2] == point:
            out.pop()
            continue
        out.append(point)
    return out


def _short(tenths: int) -> str:
    text = f"{tenths / 10:.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def shapes_of(edition: str, pieces: Covering) -> Covering:
    """Code -> its shape on a board."""
    names = {code: EDITIONS[edition].get(code) or MERGED.get(code) or (code,) for code in MAPS[edition].provinces}
    return {code: _joined([pieces[name] for name in parts]) for code, parts in names.items()}


def closed_of(edition: str, pieces: Covering) -> Shape:
    """Land that may not be entered on a board."""
    shut = [name for name in pieces if name.startswith("_") or (name in CLOSED and name not in EDITIONS[edition])]
    return _joined([pieces[name] for name in sorted(shut) if name not in ("_caspian", "_redsea")])


def _joined(shapes: list[Shape]) -> Shape:
    return shapes[0] if len(shapes) == 1 else polygons_only(shapely.coverage_union_all(shapes))


def spaces_of(edition: str, shapes: Covering, paper: Paper) -> dict[str, Space]:
    found = {}
    for code, province in MAPS[edition].provinces.items():
        sea = province.terrain == "sea"
        space = Space(code, sea, province.centre, paper.rings(shapes[code]))
        extent = (shapes[code].area ** 0.5) * paper.scale
        space.size = round(max(11.0, min(17.0, extent / 11)), 1) if sea else round(max(11.0, min(15.0, extent / 6)), 1)
        space.fixed = {kind: paper.of(*where) for kind, where in PLACED.get(code, {}).items()}
        found[code] = space
    return found


def placed(edition: str, shapes: Covering, paper: Paper, known: dict[str, Space]) -> tuple[dict[str, Space], Sheet]:
    """Every space of a board with its spots, and the sheet they took; spaces as on the standard board keep theirs."""
    spaces = spaces_of(edition, shapes, paper)
    grid = Sheet(WIDTH, paper.height, spaces)
    kept = {code: space for code, space in known.items() if code in spaces and code not in EDITIONS[edition]}
    for code in sorted(kept):
        spaces[code] = grid.keep(kept[code])
    for code in sorted(spaces, key=lambda one: (shapes[one].area, one)):
        if code not in kept:
            grid.place(spaces[code])
    grid.shut(COMPASS, (90, 100))
    return spaces, grid


def name_seas(edition: str, spaces: dict[str, Space], boards: Boards) -> None:
    """Full names where no board that has the sea has anything else."""
    for code, space in spaces.items():
        if space.sea:
            grids = [grid for there, grid in boards.values() if space is there.get(code)]
            clear = np.logical_and.reduce([grid.clear(space) for grid in grids])
            rows, cols = np.nonzero(clear)
            found = curved(MAPS[edition].provinces[code].name, clear, (cols.mean(), rows.mean()))
            space.curve = (moved(found[0], -MARGIN), found[1]) if found else None


def _other(spaces: dict[str, Space], known: dict[str, Space]) -> dict[str, Space]:
    return {code: space for code, space in spaces.items() if space is not known.get(code)}


def moved(path: str, by: float) -> str:
    """A path without the margin of the grid."""
    return re.sub(r"-?[\d.]+", lambda figure: f"{float(figure[0]) + by:.1f}", path)


def told(space: Space, shape: Shape, name: str, paper: Paper) -> dict[str, object]:
    facts: dict[str, object] = {
        "name": name,
        "kind": "sea" if space.sea else "land",
        "centre": space.centre,
        "size": space.size,
        "d": paper.path(shape),
        "at": {kind: [round(float(x), 1), round(float(y), 1)] for kind, (x, y) in sorted(space.spots.items())},
        **({"curve": space.curve} if space.curve else {}),
    }
    return facts


def atlas(source: Path) -> dict[str, object]:
    frame = sheet()
    pieces = {
        name.lstrip("~"): shape for name, shape in covering(countries(source, frame), frame, smooth=FINEST).items()
    }
    paper = Paper(frame)
    sea = {code for code, province in MAPS["economic4"].provinces.items() if province.terrain == "sea"}
    land = _joined(
        [s for name, s in pieces.items() if name not in sea and not name.startswith(("SMS", "_caspian", "_red"))]
    )
    out: dict[str, object] = {
        "source": f"world-atlas 2.0.2, countries-50m.json, sha256 {SHA256}",
        "width": WIDTH,
        "height": paper.height,
        "coast": paper.path(land),
        "depths": [paper.path(_depth(land, depth / paper.scale, frame)) for depth in DEPTHS],
        "canals": [written([paper.of(*c) for c in line]) for line in CANALS.values()],
    }
    editions: dict[str, object] = {}
    standard: dict[str, Space] = {}
    boards: Boards = {}
    for edition in EDITIONS:
        boards[edition] = placed(edition, shapes_of(edition, pieces), paper, standard)
        standard = standard or boards[edition][0]
    for edition, (spaces, _) in boards.items():
        shapes = shapes_of(edition, pieces)
        name_seas(edition, spaces if spaces is standard else _other(spaces, standard), boards)
        shown = (
            spaces if edition == "standard" else {code: spaces[code] for code in EDITIONS[edition] if code in spaces}
        )
        lands = _homelands(edition, shapes)
        home = {code: power for power, codes in lands.items() for code in codes}
        told_of = {}
        for code, space in sorted(shown.items()):
            province = MAPS[edition].provinces[code]
            shores = {s: [round(v, 1) for v in paper.of(*SHORES[code][s])] for s in province.coasts}
            told_of[code] = {
                **told(space, shapes[code], province.name, paper),
                "home": home.get(code, ""),
                **({"shores": shores} if shores else {}),
            }
        gone = sorted(code for code in EDITIONS[edition] if code not in spaces)
        realms = {power: paper.path(_joined([shapes[code] for code in codes])) for power, codes in lands.items()}
        editions[edition] = {
            "realms": realms,
            "spaces": told_of,
            "gone": gone,
            "closed": paper.path(closed_of(edition, pieces)),
        }
    return {**out, "editions": editions}


def _homelands(edition: str, shapes: Covering) -> dict[str, list[str]]:
    """Power -> the provinces within its border of 1901: those that the economic board calls home."""
    home = {code: province.home for code, province in MAPS["economic4"].provinces.items() if province.home}
    home |= {"TRI": "AUSTRIA"}
    skipped = {"SIC", "PER"} if edition != "economic4" else set()
    powers = sorted(set(home.values()))
    return {
        p: sorted(c for c, owner in home.items() if owner == p and c in shapes and c not in skipped) for p in powers
    }


def _depth(land: Shape, km: float, frame: shapely.Polygon) -> Shape:
    return polygons_only(land.buffer(km, quad_segs=3).simplify(km / 7).intersection(frame.buffer(-1)))


def main() -> None:
    source = Path(sys.argv[1])
    if hashlib.sha256(source.read_bytes()).hexdigest() != SHA256:
        raise SystemExit(f"{source} is not the countries-50m.json of world-atlas 2.0.2 (sha256 {SHA256}).")
    text = json.dumps(atlas(source), ensure_ascii=False, separators=(",", ":"))
    text = text.replace('},"', '},\n"')  # a line a space, so that a change can be read
    OUT.write_text(text + "\n", "utf-8")
    print(f"{OUT}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
