"""Values that are frozen dataclasses by their base."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, is_dataclass

import pytest

from judge.core.command import Command, Final
from judge.core.notice import News, tell
from judge.core.values import Record, Value


class Point(Value):
    x: int
    y: int = 0


class Row(Record):
    units: int


class Sold(News, Row, notice="lot.sold"):
    price: int


class Leave(Command, final=Final.YES):
    why: str = ""


@pytest.mark.parametrize("made", [Point(1), Row(units=2), Sold(units=2, price=3), Leave("ill")])
def test_what_has_such_a_base_is_a_frozen_dataclass(made: object) -> None:
    assert is_dataclass(made) and hash(made) is not None
    with pytest.raises(FrozenInstanceError):
        made.x = 5  # type: ignore[attr-defined]


def test_the_fields_of_a_record_are_given_by_name_alone() -> None:
    with pytest.raises(TypeError):
        Row(2)  # type: ignore[misc]
    assert Point(1) == Point(x=1, y=0)


def test_a_kind_of_news_and_a_final_command_say_so_behind_their_bases() -> None:
    assert tell("*", Sold(units=2, price=3)).kind == "lot.sold"
    assert Leave.final is Final.YES and Command.final is Final.NO
