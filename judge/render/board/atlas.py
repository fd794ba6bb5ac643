"""The drawn map: shapes and spots made by tools/map, read once.

Lengths are pixels of a sheet `width` wide. A *spot* is where something stands in a space: `unit`, `out` (a unit driven
out), `name`, `dot` (the centre), `mark` (of a game's own).
"""

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from judge.core.regex import regex
from judge.core.values import Value
from judge.render.board.pen import Spot

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
