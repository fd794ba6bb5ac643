"""Of what lies over a map only the part is drawn that has something on it, and nothing of it is cut off."""

from __future__ import annotations

import pytest

from judge.render.board import photo
from judge.render.board.draw import above_units, below_units
from tests.render.test_board_drawing import busy

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="1016" viewBox="0 0 1100 1016">'
DOTS = ((0, 0), (1099, 1015), (550, 3), (4, 700), (1098, 20))


@pytest.mark.parametrize("width", [700, 900, 1100])
def test_the_part_that_is_drawn_holds_all_of_a_layer(width: int) -> None:
    dots = [f'{HEAD}<circle cx="{x}" cy="{y}" r="3" fill="#000"/></svg>' for x, y in DOTS]
    for layer in (below_units(busy()), above_units(busy()), *dots):
        whole = photo._drawn(layer, width)
        inked, box = whole.getbbox(), photo._inked(layer, width)
        assert inked is not None
        assert box is not None
        assert box[0] <= inked[0] and box[1] <= inked[1] and inked[2] <= box[2] and inked[3] <= box[3] + 1
        part = photo._drawn(photo._part(layer, width, box), box[2] - box[0])
        assert abs(part.height - (box[3] - box[1])) <= 1
        assert part.getbbox() is not None


def test_a_layer_with_nothing_on_it_is_not_drawn() -> None:
    assert photo._inked(f"{HEAD}</svg>", 900) is None
