"""Letters that once ended as something their writer did not mean: each ends as meant, or is asked. What is on file
and what was done is asked of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.people import desk
from tests.tables import rows

ASKED = frozenset({"ASK", "ERROR", "PARTIAL"})
LOUD = ASKED | {"CHECK", "NOTED"}
THREE = ("SELL 300 LIRA", "BUY 200 MARK", "BUY 100 POUND")
UNITS = ("F BRE - MAO", "A MAR - SPA", "A PAR - BUR")
VERDICTS = {"ASKED": ASKED, "LOUD": LOUD, "OK": frozenset({"OK"})}
Row = Sequence[Any]
"""A letter, the verdicts allowed, what must be on file, what must be quoted."""


def faults(told: desk.Told, row: Row) -> list[str]:
    _, verdicts, filed, quoted = row
    out = [] if told.tag in VERDICTS[verdicts] else [f"says {told.tag}"]
    out += [] if sorted(told.filed) == sorted(filed) else [f"on file {list(told.filed)}"]
    out += [f"did {kind}" for kind in told.events if kind not in desk.FILING]
    return out + [f"does not quote {words!r}" for words in quoted if not told.names(words)]


@pytest.mark.parametrize("row", rows(__file__, "BOURSE"))
def test_a_letter_over_a_sheet_ends_as_meant_or_is_asked(row: Row) -> None:
    told = desk.send(desk.position("bourse"), "Lupus", row[0], before=["\n".join(THREE)], name=row[0])
    assert faults(told, row) == []


@pytest.mark.parametrize("row", rows(__file__, "CLEARED"))
def test_words_that_clear_beside_orders_are_asked_about_and_the_word_alone_is_not(row: Row) -> None:
    assert faults(desk.send(desk.position("bourse"), "Lupus", row[0], name=row[0]), row) == []


@pytest.mark.parametrize("row", rows(__file__, "AT_ONCE"))
def test_what_cannot_be_undone_is_not_done_where_a_word_beside_it_says_otherwise(row: Sequence[Any]) -> None:
    game, *case = row
    at, seat = ("move", "Dora") if game == "exchange" else ("", "FRANCE")
    assert faults(desk.send(desk.position(game, at), seat, case[0], name=case[0]), case) == []


@pytest.mark.parametrize("row", rows(__file__, "MASTERS"))
def test_a_masters_power_inside_a_sentence_is_asked_about(row: Row) -> None:
    assert faults(desk.send(desk.position("bourse"), "", row[0], name=row[0]), row) == []


def test_words_that_point_at_a_line_of_units_are_not_told_that_nothing_is_on_file() -> None:
    letter = "Forget the last line of what I sent you"
    told = desk.send(desk.position("diplomacy"), "France", letter, before=["\n".join(UNITS)], name=letter)
    assert told.tag in LOUD and not told.names("Nothing is on file")


@pytest.mark.parametrize("cue", ["No", "Sorry, I mean", "Oops, no"])
def test_a_word_that_takes_something_back_and_changes_nothing_is_quoted(cue: str) -> None:
    told = desk.send(
        desk.position("diplomacy"), "France", f"Paris to Burgundy. {cue}, Brest to Mid-Atlantic.", name=cue
    )
    assert told.tag in LOUD and told.names(cue.partition(",")[0])


@pytest.mark.parametrize("cue", ["No", "Sorry, I mean", "Oops, no"])
def test_a_word_that_takes_something_back_and_changes_it_is_not_called_unread(cue: str) -> None:
    told = desk.send(desk.position("diplomacy"), "France", f"Paris to Burgundy. {cue}, Paris to Picardy.", name=cue)
    assert list(told.filed) == ["A PAR - PIC"] and not told.names("did not read")
