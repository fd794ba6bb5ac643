"""Values that are frozen dataclasses by their base."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace

import msgspec
import pytest

from judge.core.command import Command, Final
from judge.core.notice import News, tell
from judge.core.values import Record, Value
from judge.render.drawing import Drawn
from judge.tasks.wire import Answer, Request


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


class Base(Value):
    x: int


class Below(Base):
    parts: tuple[int, ...] = field(default_factory=tuple)


class Unused(Below):
    z: str = ""


def test_a_class_below_one_that_has_values_has_fields_of_its_own_before_its_first_value() -> None:
    assert Base(1).x == 1
    assert [item.name for item in fields(Unused)] == ["x", "parts", "z"]
    assert msgspec.convert({"x": 1, "parts": [2]}, Below) == Below(1, (2,))


class Sent(Value):
    x: int


def test_the_first_value_of_a_class_may_come_from_another_process() -> None:
    sent = object.__new__(Sent)
    sent.__setstate__({"x": 3})  # as unpickling does
    assert sent == Sent(3) and replace(sent, x=4).x == 4


@pytest.mark.parametrize("kind", [Request, Answer, Drawn])
def test_what_threads_make_is_a_dataclass_before_its_first_value(kind: type) -> None:
    assert not issubclass(kind, Value) and isinstance(kind.__dict__["__dataclass_fields__"], dict)
