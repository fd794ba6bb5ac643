"""The drawn map against the boards that are played on it. Only the committed data is needed."""

import math
import re
from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest

from judge.core.picture import Board, Piece
from judge.games.economic4.board import economic4_map
from judge.games.troubleshooter.state import travel_map
from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.render.board import room
from judge.render.board.atlas import Space, atlas
from judge.render.board.pen import Spot, on_curve

MAPS: dict[str, Map] = {"standard": standard_map(), "troubleshooter": travel_map(), "economic4": economic4_map()}
every_map = pytest.mark.parametrize("name", sorted(MAPS))
Box = tuple[float, float, float, float]


@cache
def edges(name: str) -> dict[frozenset[Spot], list[str]]:
    """Every drawn stretch of border -> the spaces that have it."""
    found: dict[frozenset[Spot], list[str]] = defaultdict(list)
    for code, space in atlas(name).spaces.items():
        for ring in space.rings:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                found[frozenset((a, b))].append(code)
    return found


def length(edge: frozenset[Spot]) -> float:
    return math.dist(*edge) if len(edge) == 2 else 0.0


def inside(space: Space, spot: Spot) -> bool:
    x, y = spot
    odd = False
    for ring in space.rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
    return odd


@every_map
def test_every_province_is_drawn_under_its_name_and_kind_and_no_other(name: str) -> None:
    drawn, board = atlas(name), MAPS[name]
    assert set(drawn.spaces) == set(board.provinces)
    for code, province in board.provinces.items():
        space = drawn.spaces[code]
        assert (space.name, space.sea, space.centre) == (province.name, province.terrain == "sea", province.centre)
        assert tuple(space.shores) == province.coasts
        assert space.rings and all(len(ring) > 2 for ring in space.rings)


@every_map
def test_what_touches_on_the_board_touches_in_the_drawing_and_nothing_else(name: str) -> None:
    shared: dict[tuple[str, str], float] = defaultdict(float)
    for edge, codes in edges(name).items():
        for pair in combinations(sorted(set(codes)), 2):
            shared[pair] += length(edge)
    wanted = {(a, b) for a, others in MAPS[name].all_neighbours.items() for b in others if a < b}
    assert set(shared) == wanted
    assert {pair: round(px, 1) for pair, px in shared.items() if px < 4} == {}, "contacts too short to be seen"


@every_map
def test_no_two_spaces_lie_over_one_another(name: str) -> None:
    assert [codes for codes in edges(name).values() if len(codes) > 2] == []
    drawn = atlas(name)
    for code, space in drawn.spaces.items():
        assert [other for other, o in drawn.spaces.items() if other != code and inside(o, space.spots["unit"])] == []


@every_map
def test_units_centres_and_marks_stand_in_their_own_province_and_within_the_frame(name: str) -> None:
    drawn = atlas(name)
    for code, space in drawn.spaces.items():
        kinds = {"unit", "out", "name", "mark"} | ({"dot"} if space.centre else set())
        assert set(space.spots) == kinds, code
        for kind in kinds - {"name"}:
            x, y = space.spots[kind]
            assert inside(space, (x, y)), (code, kind)
            assert 12 < x < drawn.width - 12 and 12 < y < drawn.height - 12, (code, kind)
        assert math.dist(space.spots["unit"], space.spots["out"]) > 12, code
        if space.centre:
            assert math.dist(space.spots["unit"], space.spots["dot"]) > 14, code


@every_map
def test_a_fleet_on_a_coast_stands_by_that_shore(name: str) -> None:
    drawn = atlas(name)
    for code, space in drawn.spaces.items():
        for shore, spot in space.shores.items():
            seas = {n for n in MAPS[name].fleet[f"{code}/{shore}"] if n in drawn.spaces and drawn.spaces[n].sea}
            waters = [edge for edge, codes in edges(name).items() if code in codes and seas & set(codes)]
            assert min(math.dist(spot, point) for edge in waters for point in edge) < 22, (code, shore)


def name_box(space: Space) -> Box:
    x, y = space.spots["name"]
    wide = len(space.code) * space.size * (0.8 if space.sea else 0.66) / 2
    return x - wide, y - space.size * 0.4, x + wide, y + space.size * 0.4


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@every_map
def test_names_are_apart_and_within_the_frame_and_no_unit_hides_its_own(name: str) -> None:
    drawn = atlas(name)
    boxes = {code: name_box(space) for code, space in drawn.spaces.items()}
    assert [pair for pair in combinations(boxes, 2) if not apart(boxes[pair[0]], boxes[pair[1]])] == []
    for code, (left, top, right, bottom) in boxes.items():
        assert left > 8 and top > 8 and right < drawn.width - 8 and bottom < drawn.height - 8, code
        x, y = drawn.spaces[code].spots["unit"]
        assert apart(boxes[code], (x - 11, y - 10, x + 11, y + 10)), code


@every_map
def test_the_full_name_of_a_sea_lies_in_its_water_and_clear_of_all_that_stands_there(name: str) -> None:
    chart = atlas(name)
    named = [space for space in chart.spaces.values() if space.curve]
    assert len(named) >= 10 and all(space.sea for space in named)
    everything = list(room.taken(Board(pieces=tuple(Piece("ITALY", "F", code) for code in chart.spaces)), chart))
    for space in named:
        line, size = space.curve or ("", 0.0)
        a, control, b = (tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", line))
        for share in (0.22, 0.36, 0.5, 0.64, 0.78):
            x, y = on_curve(a, control, b, share)
            assert inside(space, (x, y)), (space.code, share)
            assert not room.covered(room.Box(x, y - size * 0.3, 4, size * 0.5), everything), (space.code, share)
