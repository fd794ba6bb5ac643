"""The plain faults that the tests look for in every letter are found where they are, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.plainly import FAULTS, WHITE, past_deadlines, plain_faults

WRONG = {
    "a template shows through": "Your purse holds {{ purse }}.",
    "a value is missing": "Treasury  None in PAR",
    "one of many": "You hold 1 shares.",
    "many of one": "Wait for 3 phase.",
    "nothing behind a promise": "Next: F1901M, by .",
    "an empty deadline": "  Phase     F1901M\n  Deadline\n",
    "a blank before a stop": "Nothing was drawn .",
    "two stops": "It came after all.; the rest follows",
    "a word twice": "They are on on file.",
    "the wrong person": "What you has is yours.",
    "too much white": "One line.\n\n\nAnother.",
    "a line ends in blanks": "One line.  \nAnother.",
}
RIGHT = """\
RESULTS of S1901M

None: you had no orders on file. 1 unit, 21 shares, $1,001 units.
WARNING: 1.5 units ... 17, 33 ... AgP a year.

YOUR UNITS in S1901M
  A PAR - BUR: moved.
  Deadline  Fri 16 Jan 2026 18:00 GMT (18:00 UTC), in 6 d 23 h
"""


def test_each_plain_fault_is_found() -> None:
    assert set(WRONG) == {*FAULTS, WHITE}
    for name, text in WRONG.items():
        assert any(found.startswith(f"{name}: ") for found in plain_faults(text)), name


def test_a_letter_without_a_fault_has_none() -> None:
    assert plain_faults(RIGHT) == []


@pytest.mark.parametrize("text", ["YOUR UNITS\n\nYOU HAVE\n  Nothing.\n", "YOU HAVE\n  Nothing.\n\nYOUR UNITS\n"])
def test_a_heading_over_nothing_is_a_fault(text: str) -> None:
    assert plain_faults(text) == ["a heading over nothing: 'YOUR UNITS'"]


def test_a_deadline_that_has_passed_is_a_fault_unless_the_game_waits_for_its_master() -> None:
    late, early = datetime(2026, 1, 16, 18, 1, tzinfo=UTC), datetime(2026, 1, 16, 17, 59, tzinfo=UTC)
    assert len(past_deadlines(RIGHT, late)) == 1 and past_deadlines(RIGHT, early) == []
    assert past_deadlines(RIGHT + "The master's report is awaited.\n", late) == []
