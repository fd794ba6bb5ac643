"""A property that needs no labels: put anything into a letter that is read rightly. It is understood by itself, or
named in the answer and the answer is not OK; and then nothing is done that cannot be undone.

Not looked at: words of one or two letters alone, and words that a line goes on with beside names and figures, of which
SECURITY.md promises nothing; what is quoted from somebody; a name
below the letter. A line that is refused by the rules, or told to be no line at all, holds nothing of the others."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.counts import drawn
from tests.harness import shared_reader
from tests.people import desk, remarks
from tests.tables import rows

# (game, seat, lines): what cannot be undone is in most of them; seat "" is the master of a Bourse
LETTERS = tuple(rows(__file__, "LETTERS"))
NAME = re.compile(r"(?:[^\W\d_]['’.\w-]*[.!]?\s*){1,3}")
"""What has the shape of a name, and stands last, is taken for one."""
QUOTES = (">", "|", "-- ", "»", ":")
"""What begins so is quoted from somebody, or begins a signature."""
texts = st.text(st.characters(exclude_categories=("C", "Zl", "Zp", "M")), max_size=60).map(str.strip)
likely = st.lists(st.sampled_from([*"0123456789", "lira", "F", "A", "to", "Italy", "-", "x", "BUR"]))
anything = texts | likely.map(" ".join) | st.sampled_from(remarks.remarks())


@cache
def understood(game: str, seat: str, text: str) -> bool:
    """Whether the judge understands a text that stands alone in a letter, to the last word of it."""
    return desk.send(desk.position(game or "bourse"), seat, text, name=text).tag == "OK"


def with_(game: str, seat: str, lines: tuple[str, ...], text: str, at: int) -> desk.Told:
    letter = "\n".join((*lines[:at], text, *lines[at:]))
    return desk.send(desk.position(game or "bourse"), seat, letter, name=letter)


@pytest.mark.parametrize(("game", "seat", "lines"), LETTERS)
def test_each_letter_is_read_rightly_as_it_is(game: str, seat: str, lines: tuple[str, ...]) -> None:
    told = desk.send(desk.position(game or "bourse"), seat, "\n".join(lines), name="as it is")
    assert told.tag == "OK" and told.changed


@drawn(60)
@given(st.sampled_from(LETTERS), anything, st.integers(0, 2))
def test_anything_put_into_a_letter_is_understood_or_named_and_holds_what_cannot_be_undone(
    letter: tuple[str, str, tuple[str, ...]], text: str, at: int
) -> None:
    game, seat, lines = letter
    assert fault(game, seat, lines, text, min(at, len(lines))) == ""


def fault(game: str, seat: str, lines: tuple[str, ...], text: str, at: int) -> str:
    """What is wrong; "" where the property holds."""
    if not re.search(r"[^\W\d_]{3}|\d", text) or text.startswith(QUOTES) or shared_reader().courteous(text, "S1901M"):
        return ""
    told = with_(game, seat, lines, text, at)
    if told.names("Read as a change:") or told.names("Read as a correction:"):
        return ""  # the answer shows what was made of it; its words it does not quote yet
    if told.tag == "PARTIAL":
        return "" if remarks.named(text, told) else "PARTIAL, and does not name it"
    if told.tag == "OK" or told.beyond_recall:
        named = at == len(lines) and NAME.fullmatch(text)
        return "" if named or understood(game, seat, text) else f"{told.tag}, did {list(told.events)}"
    return "" if remarks.named(text, told) or not told.changed else f"{told.tag}, and does not name it"
