"""Where letters count as standing that a rule of phrases puts into a text."""

from __future__ import annotations

import re

import pytest

from judge.reading.clauses.speech import filled
from tests.reading.clauses.reading import said


@pytest.mark.parametrize(
    ("pattern", "columns"),
    [
        (r"(?P<_>sell) it", [0, 3]),
        (r"sell (?P<_>it)", [5, 6]),
        (r"sell it(?P<_>)", [6, 6]),  # nothing is there: by the last letter
    ],
)
def test_words_of_a_rule_stand_where_what_they_replace_began_and_ended(pattern: str, columns: list[int]) -> None:
    text = said("sell it")
    match = re.match(pattern, text.text)
    assert match is not None
    new = filled("go", text, match)
    assert [new.column(n)[1] for n in range(len(new))] == columns
