"""Letters written to make an OK lie are held, asked or quoted, but for those that are listed; and the list shrinks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.once import once
from tests.people import adversary
from tests.people.not_yet import wrong

pytestmark = pytest.mark.slow
MOST = {adversary.NOT_MEANT: 1, adversary.RECALL: 0, adversary.NOT_FILED: 5}
"""How many may be listed. These figures only fall."""


def found() -> Mapping[str, str]:
    """By name, as it is listed: "" where all is well."""
    return once("people.adversary", lambda: {c["id"]: adversary.line(c, _faults(c)) for c in adversary.cases()})


def _faults(case: adversary.Case) -> list[str]:
    return adversary.faults(case, adversary.sent(case))


def test_no_letter_of_an_adversary_ends_as_its_writer_did_not_mean_but_those_listed() -> None:
    assert "\n".join(adversary.LIST.differences(found())) == ""


@pytest.mark.parametrize("what", MOST)
def test_the_list_does_not_grow(what: str) -> None:
    assert sum(what in wrong(line) for line in adversary.LIST.lines().values()) <= MOST[what]


def test_only_letters_that_there_are_can_be_listed() -> None:
    names = [case["id"] for case in adversary.cases()]
    assert len(names) == len(set(names)) == 536
    assert set(adversary.LIST.lines()) <= set(names)
