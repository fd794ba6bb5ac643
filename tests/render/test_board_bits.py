"""A picture is laid together of bits, each drawn by itself: nothing of one is cut off, and lands keep their paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from judge.core.picture import Board, Deed, Mark, Note, Piece
from judge.render.board import legend, photo
from judge.render.board.atlas import atlas
from judge.render.board.draw import living
from judge.render.board.pen import Bit
from judge.render.palette import POWERS
from tests.render.test_board_drawing import HARD, busy, fought, opening, waiting


def carried() -> Board:
    """An army that goes a long way by its fleets, with names and sums as wide as they come."""
    fleets = [Piece("ITALY", "F", place) for place in ("EAS", "ION", "WES", "MAO", "NAO", "NWG", "BAR")]
    army = Piece("ITALY", "A", "SYR")
    convoys = tuple(Deed(fleet, "convoy", "STP", "SYR", "convoys") for fleet in fleets)
    marks = (
        Mark("broken", "MOS", "WWWWW", "", "RUSSIA"),
        Mark("chest", "SPA", "99999", "", "FRANCE"),
        Mark("price", "UKR", "WWWWW", ""),
        Mark("pawn", "NAF", "WW", "", "ITALY"),
        Mark("changed", "LVN", "", "", "GERMANY"),
    )
    notes = tuple(Note(power, "30 shares at 3, Mrs Miggins, Zaharoff") for power in POWERS)
    deeds = (*convoys, Deed(army, "move", "STP", "", "moves"))
    return Board("standard", "W" * 24, "Wg" * 20, (*fleets, army), deeds=deeds, marks=marks, notes=notes)


def bits() -> Iterator[Bit]:
    for board in (busy(), opening(), waiting(), carried(), *map(fought, HARD[::40])):
        yield from living(board)
        yield from legend.title(board, atlas(board.map))
        yield from legend.band(board, atlas(board.map), 0)


def test_every_bit_lies_within_its_edges() -> None:
    """Drawn with more room about it, it reaches no farther. (A title longer than the sheet would; none here is.)"""
    seen = {(bit.body, bit.edges): bit for bit in bits()}
    for bit in seen.values():
        left, top, right, bottom = bit.edges
        within, corner = photo._made(bit.body, bit.edges, 1)
        beyond, same = photo._made(bit.body, (left - 30, top - 30, right + 30, bottom + 30), 1)
        assert (within.size, corner) == (beyond.size, same), bit
    assert len(seen) > 100


def test_a_bit_stands_in_svg_where_it_lies_in_a_picture() -> None:
    moved = Bit("<path/>", (0, 0, 1, 1), (3, 4.25), 0.5, kind="mark", title="a & b")
    assert moved.svg() == (
        '<g class="mark" transform="translate(3 4.2) scale(0.5)"><title>a &amp; b</title><path/></g>'
    )
    assert Bit("<path/>", (0, 0, 1, 1)).svg() == "<path/>"


@pytest.mark.parametrize("width", [390, 900])
def test_lands_are_their_paper_times_their_owners_colours(width: int) -> None:
    painted, numbers = photo._scaled("standard", width)
    fills = photo._fills(opening())
    tables = [[fills.get(number, (255, 255, 255))[channel] for number in range(256)] for channel in range(3)]
    tint = Image.merge("RGB", [numbers.point(table) for table in tables])
    assert photo._tinted(opening(), width).tobytes() == ImageChops.multiply(painted, tint).tobytes()


def test_large_bits_are_not_kept() -> None:
    photo._kept.cache_clear()
    photo._drawn('<path d="M0 0H900" stroke="#000"/>', (0, -20, 900, 20), 1)
    assert photo._kept.cache_info().currsize == 0
