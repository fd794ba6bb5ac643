"""The list of what does not hold yet can only shrink."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.people.not_yet import NotYet

BROKEN = {"m-2": "m-2 typo", "m-10": "m-10 typo; silent; late", "m-3": ""}


@pytest.fixture
def known(tmp_path: Path) -> NotYet:
    known = NotYet(tmp_path / "list.txt", "# a list")
    known.shrink(BROKEN)
    return known


def test_the_first_list_has_everything_that_does_not_hold_by_number(known: NotYet) -> None:
    assert known.path.read_text("utf-8") == "# a list\nm-2 typo\nm-10 typo; silent; late\n"
    assert known.differences(BROKEN) == []


def test_what_holds_and_what_does_not_are_told_when_the_list_says_otherwise(known: NotYet) -> None:
    now = {"m-2": "", "m-10": "m-10 typo; silent; late", "m-3": "m-3 typo"}
    assert known.differences(now) == ["m-2 holds now: strike it out (--shrink)", "m-3 typo (listed: no)"]


def test_shrinking_strikes_out_and_adds_nothing(known: NotYet) -> None:
    known.shrink({"m-2": "", "m-10": "m-10 typo; late", "m-3": "m-3 typo"})
    assert known.lines() == {"m-10": "m-10 typo; late"}


def test_shrinking_does_not_put_a_graver_fault_under_a_name_that_is_listed(known: NotYet) -> None:
    known.shrink({"m-2": "m-2 typo; silent"})
    assert known.lines()["m-2"] == "m-2 typo"
    assert known.differences({"m-2": "m-2 typo; silent"}) != []


def test_what_was_not_run_stays_in_the_list(known: NotYet) -> None:
    known.shrink({})
    assert set(known.lines()) == {"m-2", "m-10"}
