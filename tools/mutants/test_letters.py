"""The letters of tests/people, each a test by itself: `make test` reads all of a part in one test, which tells nobody
which letter runs what."""

from __future__ import annotations

from functools import cache

import pytest

from tests.people import run
from tests.people.not_yet import LETTERS
from tests.people.office import Office
from tests.people.told import before, told

CASES = {case["id"]: case for part in run.PARTS for case in run.cases(part)}
TOLD = {name: one for part in run.PARTS for name, one in before(part).items()}
made = cache(lambda part, position: run.PARTS[part].made(position))


@pytest.mark.parametrize("name", CASES)
def test_a_letter_is_answered_as_before_and_as_a_careful_referee_would_or_listed(name: str) -> None:
    case = CASES[name]
    part = run.PARTS[case["part"]]
    base: Office = made(case["part"], part.position(case))
    result = part.run(case, base, False)
    assert (run.line_for(result), told(result)) == (LETTERS.lines().get(name, ""), TOLD[name])
