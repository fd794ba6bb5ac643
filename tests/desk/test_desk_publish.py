"""How a seat is named to everybody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from judge.desk.news.publish import _seat_line


@pytest.mark.parametrize(
    ("name", "power", "said"),
    [("Eve", "FRANCE", "Eve (France)"), ("FRANCE", "FRANCE", "as it is called"), ("Lupus", "", "as it is called")],
)
def test_a_seat_with_a_name_of_its_own_has_its_power_beside_it(name: str, power: str, said: str) -> None:
    seat: Any = SimpleNamespace(name=name, power=power, called="as it is called")
    assert _seat_line(seat) == said
