"""Sign-ons as people write them, and passwords that are never shown."""

from __future__ import annotations

import pytest

from judge.core.words import MasterOn, SignOn
from judge.parse import Block, Reader, mask, signing
from judge.post import Line


def blocks(reader: Reader, text: str) -> tuple[Block, ...]:
    return reader.blocks([Line(number, line) for number, line in enumerate(text.splitlines(), 1)], False)


WAYS = (
    "SIGNON: Lupus@lira7, moonlight9",
    "SIGNON Lupus@lira7 / moonlight9",
    "SIGNON Lupus@lira7 password: moonlight9",
    "SIGNON Lupus in lira7 moonlight9",
    "SIGNON Lupus lira7 moonlight9",
    "Please sign on as Lupus@lira7 (password moonlight9)",
    "LOGIN Lupus@lira7 moonlight9",
    'SIGNON "Lupus"@lira7 "moonlight9"',
)


@pytest.mark.parametrize("text", WAYS)
def test_a_sign_on_is_read_in_all_the_ways_people_write_it(text: str) -> None:
    assert signing.plain(text).replace('"', "") == "SIGNON Lupus@lira7 moonlight9"


@pytest.mark.parametrize("text", WAYS)
def test_no_way_of_signing_on_shows_the_password(text: str) -> None:
    assert "moonlight9" not in mask(text)


def test_the_password_may_stand_in_the_line_below(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON Lupus@lira7\nmoonlight9\nSELL 5 LIRA")
    assert block.opener == SignOn("Lupus", "lira7", "moonlight9")
    assert [item.text for item in block.items if isinstance(item, Line)] == ["SELL 5 LIRA"]


def test_an_order_below_a_sign_on_without_a_password_is_no_password(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON Lupus@lira7\nSTATUS")
    assert block.opener == SignOn("Lupus", "lira7", "")


def test_a_master_signs_on_with_a_comma_too(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7, lighthouse4\nSTATUS")
    assert block.opener == MasterOn("lira7", "lighthouse4")


def test_a_sentence_about_signing_on_opens_nothing() -> None:
    assert not signing.opens("I could not sign on yesterday")
    assert signing.plain("Sell 300 lira in the market") == ""
