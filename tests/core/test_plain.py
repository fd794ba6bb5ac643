"""What people type, made plain: nothing that changes a figure is ever guessed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core import plain
from judge.order_hints import looks_like_order
from tests.counts import drawn
from tests.tables import cases, rows

QUICK = drawn(66)

ORDERS = rows(__file__, "ORDERS")


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_or_command_looks_like_one(text: str) -> None:
    assert looks_like_order(text)


@cases("typed", "read")
def test_typographer_s_signs_become_plain_ones(typed: str, read: str) -> None:
    assert plain.plain_line(typed) == read


@pytest.mark.parametrize("text", ["1² lira", "½ of it", "H₂", "① A Par", "5⁄8 ¾"])
def test_raised_and_fraction_figures_keep_their_shape_and_are_reported(text: str) -> None:
    assert plain.odd_digits(plain.plain_line(text))
    assert not any(old in plain.plain_line(text) for old in ("12", "1/2", "H2", "3/4"))


@pytest.mark.parametrize("text", ["12 lira", "sell 300", "１２ lira", "٣ lira", "第一"])
def test_ordinary_figures_are_not_reported(text: str) -> None:
    assert not plain.odd_digits(plain.plain_line(text))


@cases("typed", "read")
def test_foreign_letters_that_look_latin_are_folded_in_latin_lines_only(typed: str, read: str) -> None:
    assert plain.fold_look_alikes(typed) == read


@cases("typed", "read")
def test_a_bullet_goes_and_a_figure_stays(typed: str, read: str) -> None:
    assert plain.drop_bullet(typed) == read


def test_emoji_behind_an_order_go() -> None:
    assert plain.drop_trailing_emoji("F Lon - ENG 👍🏽 🎉") == "F Lon - ENG"


@QUICK
@given(st.text(max_size=200))
def test_a_plain_line_is_one_clean_line_and_plain_already(text: str) -> None:
    once = plain.plain_line(text)
    assert plain.plain_line(once) == once
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs") for char in once)
    assert once == once.strip()
    assert "  " not in once


@QUICK
@given(st.text(max_size=200))
def test_no_text_makes_the_helpers_raise(text: str) -> None:
    line = plain.plain_line(text)
    looks_like_order(line)
    plain.fold_look_alikes(line)
    plain.drop_trailing_emoji(line)
    assert line.endswith(plain.drop_bullet(line))


@QUICK
@given(st.text(alphabet="0123456789.,'² ½", max_size=30))
def test_figures_are_never_changed(text: str) -> None:
    assert "".join(plain.plain_line(text).split()) == "".join(text.split())


@cases("text", "items")
def test_a_list_in_one_line_is_told_by_its_numbers_in_their_order(text: str, items: list[str]) -> None:
    assert plain.items(text) == items
