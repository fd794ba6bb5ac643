"""Lines of a letter, and what of them a mail program broke: one row a letter. An empty line leaves a gap; behind `=`
stands a line that is an order by itself, behind `?` one that can be read and is doubtful."""

from __future__ import annotations

import pytest

from judge.reading.clause import Clause, Kind
from judge.reading.clauses.unwrap import Row, unwrapped
from tests.reading.clauses.reading import said
from tests.tables import rows

READ = {"=": Kind.ORDER, "?": Kind.DOUBTFUL}


def joined(letter: str) -> list[str]:
    """The lines, where one that ends with lira may be whole and one that begins with sell begins an order."""
    rows, gap = [], False
    for n, line in enumerate(letter.split("\n"), 1):
        kind = READ.get(line[:1])
        text = said(line[1:] if kind else line, n)
        if text:
            rows.append(Row(text, Clause(kind, text.text, text.lines) if kind else None, gap))
        gap = not text
    found = unwrapped(rows, lambda text: text.text.endswith("lira"), lambda text: text.startswith("sell"))
    return [row.text.text for row in found]


@pytest.mark.parametrize(
    ("letter", "lines"),
    rows(__file__, "lines_that_were_broken_are_put_together_and_others_are_not"),
)
def test_lines_that_were_broken_are_put_together_and_others_are_not(letter: str, lines: list[str]) -> None:
    assert joined(letter) == lines
