"""The plain faults that the tests look for in every letter are found where they are, and nowhere else."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.plainly import FAULTS, WHITE, past_deadlines, plain_faults
from tests.tables import rows
from tests.test_counted import Services
from tests.walk import of_a_deadline, of_a_letter

WRONG = dict(rows(__file__, "WRONG"))
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


# ---- The two ways through the desk stay straight (`tests/walk.py` says what is counted) ----------------------------


def test_a_letter_and_a_deadline_come_back_to_few_files(tmp_path: Path) -> None:
    services = Services(tmp_path, html=False)
    services.post(16)
    services.turn(16)  # what is made once is made
    services.deadline("game0")
    _, letter, _ = of_a_letter(services)
    _, deadline, _ = of_a_deadline(services, "game1")
    services.app.close()
    assert len(letter.stays) <= 25 and letter.returns <= 5 and letter.most <= 2, letter
    assert len(deadline.stays) <= 40, deadline  # most of them in news and writing
    assert deadline.stays.count("phases/computing.py") == 1 and deadline.stays.count("phases/waiting.py") <= 2
    assert deadline.stays.count("phases/resolving.py") <= 4  # closes, has it resolved, writes it down, opens the next
