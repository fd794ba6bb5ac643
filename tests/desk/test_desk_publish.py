"""How a seat is named to everybody, and when examples of orders are given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.desk.cabinet.records import Status
from judge.desk.news import publish
from judge.desk.news.publish import _seat_line
from tests.desk.test_desk_boards import table


@pytest.mark.parametrize(
    ("name", "power", "said"),
    [("Eve", "FRANCE", "Eve (France)"), ("FRANCE", "FRANCE", "as it is called"), ("Lupus", "", "as it is called")],
)
def test_a_seat_with_a_name_of_its_own_has_its_power_beside_it(name: str, power: str, said: str) -> None:
    seat: Any = SimpleNamespace(name=name, power=power, called="as it is called")
    assert _seat_line(seat) == said


@pytest.mark.parametrize("change", [{"locked": True}, {"phase": ""}, {"status": Status.PAUSED}])
def test_examples_of_orders_are_given_only_while_orders_can_be_sent(tmp_path: Path, change: dict[str, Any]) -> None:
    judge = table(tmp_path)
    game = judge.game("game7")
    seat = judge.office.files.seats("game7")["france"].name
    assert publish.samples(judge.office, game, seat) and publish.spoken(judge.office, game, seat)
    shut = replace(game, **change)
    assert publish.samples(judge.office, shut, seat) == [] and publish.spoken(judge.office, shut, seat) == ""
