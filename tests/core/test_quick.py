"""Frozen records that are made quickly are made as dataclasses make them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from inspect import signature

import pytest

from judge.core.quick import quick


@dataclass(frozen=True, kw_only=True)
class Slow:
    first: int
    rest: list[int] = field(default_factory=list)
    fixed: str = field(default="made", init=False)
    many: tuple[int, ...] = field(init=False, default_factory=tuple)

    def __post_init__(self) -> None:
        if self.first < 0:
            raise ValueError("below nothing")


@quick
@dataclass(frozen=True)
class Quick(Slow):
    place: str
    word: str = "x"
    number: int = field(default=3, kw_only=True)


@dataclass(frozen=True)
class Plain(Slow):
    place: str
    word: str = "x"
    number: int = field(default=3, kw_only=True)


def test_a_quick_record_has_the_same_signature_and_values() -> None:
    assert list(signature(Quick).parameters) == list(signature(Plain).parameters)
    for given in ({}, {"word": "y"}, {"number": 4, "rest": [1]}):
        one, other = Quick("here", first=1, **given), Plain("here", first=1, **given)
        assert [getattr(one, f.name) for f in fields(one)] == [getattr(other, f.name) for f in fields(other)]
        assert repr(one) == repr(other).replace("Plain", "Quick")


def test_a_quick_record_is_as_frozen_as_any() -> None:
    one = Quick("here", first=1)
    with pytest.raises(FrozenInstanceError):
        one.place = "there"  # type: ignore[misc]
    assert replace(one, word="z") == Quick("here", "z", first=1) != one
    assert hash(replace(one, rest=())) == hash(Quick("here", first=1, rest=()))


def test_what_a_factory_makes_is_each_records_own_and_checks_are_made() -> None:
    one = Quick("here", first=1)
    one.rest.append(1)
    assert Quick("here", first=1).rest == []
    with pytest.raises(ValueError, match="below"):
        Quick("here", first=-1)
    with pytest.raises(TypeError):
        Quick(first=1)  # type: ignore[call-arg]
