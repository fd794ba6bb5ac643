"""Sign-ons as people write them, and passwords that are never shown."""

from __future__ import annotations

import re

import pytest

from judge.core.words import MasterOn, SignOn
from judge.post import Line
from judge.reading import Block, Reader, words
from judge.reading.faults import Fault
from judge.signon import forms, mask
from tests.tables import cases


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
    assert forms.plain(text).replace('"', "") == "SIGNON Lupus@lira7 moonlight9"


@pytest.mark.parametrize("text", WAYS)
def test_no_way_of_signing_on_shows_the_password(text: str) -> None:
    assert "moonlight9" not in mask(text)


def test_the_password_may_stand_in_the_line_below(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON Lupus@lira7\nmoonlight9\nSELL 5 LIRA")
    assert block.opener == SignOn("Lupus", "lira7", "moonlight9")
    assert [item.text for item in block.items if isinstance(item, Line)] == ["SELL 5 LIRA"]


@pytest.mark.parametrize("above", ["", "Hello judge,\n\n"])
@cases("line")
def test_a_seat_with_its_password_at_the_top_of_a_letter_signs_on(reader: Reader, above: str, line: str) -> None:
    *_, block = blocks(reader, f"{above}{line}\nSELL 5 LIRA")
    assert isinstance(block.opener, SignOn)
    assert (block.opener.seat.lower(), block.opener.game, block.opener.password) == ("lupus", "lira7", "moonlight9")
    assert [item.text for item in block.items if isinstance(item, Line)] == ["SELL 5 LIRA"]
    assert "moonlight9" not in mask(line)


@cases("text")
def test_a_seat_named_elsewhere_or_in_a_sentence_signs_nobody_on(reader: Reader, text: str) -> None:
    assert all(block.opener is None for block in blocks(reader, text))


def test_an_order_below_a_sign_on_without_a_password_is_no_password(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON Lupus@lira7\nSTATUS")
    assert block.opener == SignOn("Lupus", "lira7", "")


def test_a_master_signs_on_with_a_comma_too(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7, lighthouse4\nSTATUS")
    assert block.opener == MasterOn("lira7", "lighthouse4")


def test_a_sentence_about_signing_on_opens_nothing() -> None:
    assert not forms.opens("I could not sign on yesterday")
    assert forms.plain("Sell 300 lira in the market") == ""


SEATS = (
    "Lupus",
    "Grey Wolf",
    "Old  Fox",
    "Müller-Lüdenscheidt",
    "x",
    "A.B",
    "P F1901",
    "master",
    "_",
    "9lives",
    "For Ever",
)
GAMES = ("lira7", "F1901", "By-the-way", "all", "9x")
PASSWORDS = (
    "\u200bhidden",
    "moonlight9",
    "pass",
    "password:x",
    "abc",
    "@home!",
    "'quoted'",
    "a" * 64,
    "a" * 65,
    "zwei wörter",
    "\u200bhidden",
)


@pytest.mark.parametrize("verb", ["SIGNON", "sign-on", "Sign on", "SIGNON\t"])
@pytest.mark.parametrize("game", GAMES)
def test_the_usual_sign_on_is_read_as_the_grammar_reads_it(
    reader: Reader, verb: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(text: str) -> object:
        try:
            return reader.words.command(Line(3, text))
        except Fault as fault:
            return type(fault)

    texts = [f"{verb} {seat}@{game} {password}" for seat in SEATS for password in PASSWORDS]
    quick = [read(text) for text in texts]
    monkeypatch.setattr(words, "_SIGN_ON", re.compile(r"(?!)"))
    assert quick == [read(text) for text in texts]
