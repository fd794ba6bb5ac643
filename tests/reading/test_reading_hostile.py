"""Whatever a letter holds, reading it raises nothing."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.manual import MANUAL
from judge.core.words import Place
from judge.post import Line
from judge.reading import Chatter, Garbled, Reader, Reading, Understood
from judge.signon import mask
from tests.counts import drawn
from tests.harness import shared_reader
from tests.reading.market import BOURSE, CURRENCIES
from tests.reading.where import SHARE

READER = shared_reader()
PLACES = (Place.OUTSIDE, Place.PLAYER, Place.MASTER, Place.PLAYER | Place.MASTER)
NAMES = {"power": {"ITALY": ("Italy",)}, "place": {"ROM": ("Rome",), "STP/SC": ("STP SC",)}}

WORDS = [
    *(word for entry in MANUAL.values() for one in entry.examples for word in one.split()),
    *(spelling for ways in CURRENCIES.values() for spelling in ways),
    *("SELL", "BUY", "ALL", "MAX", "REST", "WITH", "AT", "OF", "and", ",", ";", ":", "-", "+", "=", "@", ".", "'"),
    *('"', "(", ")", "300", "1,000", "1.000", "-5", "0", "1e3", "½", "$", "£", "%"),
]
SOUP = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)
NOISE = st.one_of(st.text(max_size=320), st.text("SELBUY 0123456789.,;:-+$ ALIRA@\"'", max_size=60), SOUP)

quick = drawn(100)


def well_formed(reading: Reading, text: str) -> None:
    assert isinstance(reading, Understood | Garbled | Chatter)
    if isinstance(reading, Garbled):
        assert 0 <= reading.column <= max(len(text), 300)
        assert reading.reason
        shown, mark = reading.caret.split("\n", 1) if "\n" in reading.caret else (reading.caret, "")
        assert len(reading.caret.rsplit("\n", 1)[-1]) <= 72
        assert mark.endswith("^") or not shown


@quick
@given(NOISE)
def test_no_line_of_orders_raises_anything(text: str) -> None:
    readings = READER.orders(BOURSE).read(Line(1, text))
    assert readings
    for reading in readings:
        well_formed(reading, text)


@quick
@given(NOISE)
def test_every_suggestion_can_be_read(text: str) -> None:
    for reading in READER.orders(BOURSE).read(Line(1, text)):
        if isinstance(reading, Garbled) and reading.suggestion:
            again = READER.orders(BOURSE).read(Line(1, reading.suggestion))
            word = READER.word(Line(1, reading.suggestion), Place.PLAYER | Place.MASTER | Place.OUTSIDE)
            assert isinstance(word, Understood) or all(isinstance(one, Understood) for one in again)


@quick
@given(NOISE, st.sampled_from(PLACES))
def test_no_line_of_the_correspondence_raises_anything(text: str, place: Place) -> None:
    well_formed(READER.word(Line(1, text), place), text)


@quick
@given(
    st.lists(
        st.one_of(NOISE, st.sampled_from(["ENDPRESS", "SIGNOFF", "END", "RESULT F1901", "PRESS TO a"])), max_size=12
    ),
    st.booleans(),
)
def test_every_line_of_a_letter_is_in_exactly_one_block(texts: list[str], signed: bool) -> None:
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    numbers: list[int] = []
    for block in READER.blocks(lines, signed):
        numbers += [block.line.number] if block.line else []
        numbers += [item.number if isinstance(item, Line) else item.line.number for item in block.items]
    assert numbers == sorted(numbers)
    assert set(numbers) <= set(range(1, len(lines) + 1))


@quick
@given(
    st.lists(st.one_of(NOISE, st.sampled_from(["CENTRES", "OWNERS", "UNITS", "ITALY: ROM", "Italy A ROM"])), max_size=8)
)
def test_no_report_raises_anything(texts: list[str]) -> None:
    found = READER.report([Line(number, text) for number, text in enumerate(texts, 1)], NAMES)
    for problem in found.problems:
        well_formed(problem, problem.line.text)


@quick
@given(
    st.text("abcXYZ0189!?#%*+/;,._-", min_size=4, max_size=64),
    st.sampled_from(["SIGNON Lupus@lira7 {}", "MASTER lira7 {}"]),
)
def test_any_password_is_read_whole_and_shown_never(secret: str, form: str) -> None:
    reading = READER.word(Line(1, form.format(secret)), Place.OUTSIDE)
    assert isinstance(reading, Understood)
    assert getattr(reading.commands[0], "password") == secret  # noqa: B009
    assert reading.line.text == form.format("****")


@quick
@given(st.integers(1, 10**12 - 1))
def test_M_13_every_whole_number_is_read_in_every_form(number: int) -> None:
    for text in (str(number), f"{number:,}", f"{number:,}".replace(",", " "), f"{number:,}".replace(",", "'")):
        (reading,) = READER.orders(BOURSE).read(Line(1, f"SELL {text} LIRA"))
        assert isinstance(reading, Understood)
        assert getattr(reading.commands[0], "amount") == number  # noqa: B009


@quick
@given(st.integers(1, 10**14))
def test_M_13_every_sum_of_money_is_exact(ticks: int) -> None:
    text = f"{ticks // 10_000}.{ticks % 10_000:04d}"
    (reading,) = READER.orders(BOURSE).read(Line(1, f"BUY LIRA WITH ${text}"))
    assert isinstance(reading, Understood)
    assert getattr(reading.commands[0], "budget") == (ticks, 4)  # noqa: B009


def test_masking_twice_changes_nothing_more() -> None:
    for entry in MANUAL.values():
        for example in entry.examples:
            once = mask(example)
            assert mask(once) == once


def fresh() -> Reader:
    """A reader that knows no line yet; its parsers, which remember none, are those of the other."""
    made = Reader(SHARE)
    made._engines = READER._engines
    return made


def calls(text: str) -> int:
    """How many calls reading a line takes, on a reader that is warm and does not know it yet."""
    count, reader = 0, fresh()

    def each(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    for known in ("SELL 3 LIRA", "SELL 3 LIAR", "HELP", text[:40]):
        reader.orders(BOURSE).read(Line(1, known))
        for place in PLACES:
            reader.word(Line(1, known), place)
    sys.setprofile(each)
    try:
        reader.orders(BOURSE).read(Line(1, text))
        for place in PLACES:
            reader.word(Line(1, text), place)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("begin", ["", "SELL ", "BUY ", "AS ", "CREATE a b ", "SIGNON "])
@pytest.mark.parametrize("more", ["SELL ", "a@", "1,", "x ", "c=d,", "'", '"a ', "A - "])
def test_a_line_twice_as_long_takes_about_twice_the_work(begin: str, more: str) -> None:
    """Counted in calls, not in time; the patterns themselves are looked at by tests/test_patterns.py."""
    short, long = ((begin + more * 300)[:length].strip() for length in (150, 300))
    assert calls(long) <= 3.5 * calls(short) + 5_000
