"""The fault table: what may break between a player's mailbox and the judge's books, and what is promised then.

docs/mail.md has the one list, with what holds in every row. The tests of this folder name the row they prove
(`@fault(12)`); `test_fault_table.py` holds the two together. A row without a test says why it cannot be provoked.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "mail.md"


@dataclass(frozen=True)
class Row:
    """One fault; `unproved` says why it has no test."""

    number: int
    fault: str
    unproved: str


def fault(number: int) -> pytest.MarkDecorator:
    """Marks the test that proves a row."""
    return pytest.mark.fault(number)


ROWS = tuple(
    Row(int(number), what, promise.partition(". Not tested: ")[2])
    for number, what, promise in re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
)
