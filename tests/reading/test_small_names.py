"""Who somebody says he is, behind REGISTER and in JOIN: one row a way of saying it."""

from __future__ import annotations

from typing import Any

import pytest

from judge.core.errors import InputError
from judge.reading.naming import LONGEST, joining, registering
from tests.tables import cases

BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "name", "zone"),
    [
        ("", "", ""),
        ("Eve Miller", "Eve Miller", ""),
        ("'Eve Miller'", "Eve Miller", ""),
        ("'E'", "E", ""),
        ("<Eve Miller>", "Eve Miller", ""),
        ("name: Eve", "Eve", ""),
        ("My full name is Eve Miller", "Eve Miller", ""),
        ("as Eve", "Eve", ""),
        ("Eve Miller eve@example.org", "Eve Miller", ""),
        ("Eve Miller (Europe/Berlin)", "Eve Miller", BERLIN),
        ("Eve Miller, Europe/Berlin", "Eve Miller", BERLIN),
        ("Eve Miller Europe/Berlin", "Eve Miller", BERLIN),
        ("Eve Miller zone Europe/Berlin", "Eve Miller", BERLIN),
        ("Eve Miller UTC+2", "Eve Miller", "UTC+2"),
        ("Europe/Berlin", "", BERLIN),
        ("Eve.", "Eve", ""),
        ("Bo.", "Bo", ""),
        ("my name is Eve as Bo", "Eve as Bo", ""),
        ("Eve'", "Eve'", ""),
        ("Eve Miller.", "Eve Miller", ""),
        ("Eve M.", "Eve M.", ""),
        ("Sammy Davis Jr.", "Sammy Davis Jr.", ""),
        ("Sammy Davis, Jr.", "Sammy Davis, Jr.", ""),
        ("Henry VIII.", "Henry VIII.", ""),
        ("E" * LONGEST, "E" * LONGEST, ""),
    ],
)
def test_a_name_and_a_zone_are_found_in_what_stands_behind_register(text: str, name: str, zone: str) -> None:
    assert registering({"whoever": text}) == {"name": name, "zone": zone}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("E" * (LONGEST + 1), "no name I can note"),
        ("+Eve", "no name I can note"),
        ("''", "no name I can note"),
        ("'", "no name I can note"),
        ("'Eve", "no name I can note"),
        ("Me please", "not sure what your name is"),
        ("Eve JOIN lira7", "a line of its own"),
        ("Eve, join lira7", "a line of its own"),
    ],
)
def test_what_is_no_name_or_more_than_one_is_refused(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        registering({"whoever": text})


@cases("fields", "seat", "loose")
def test_a_pseudonym_of_several_words_without_marks_is_loose(fields: dict[str, Any], seat: str, loose: bool) -> None:
    kept = {name: value for name, value in fields.items() if name == "password"}
    assert joining({**fields, "game": "lira7"}) == {**kept, "game": "lira7", "seat": seat, "loose": loose}


def test_join_alone_names_no_seat() -> None:
    assert joining({}) == {"loose": False}


@cases("fields", "why")
def test_what_may_be_a_password_becomes_no_name(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        joining(fields)
