"""Every letter is answered as a careful referee would, but for those in not_yet.txt; and the noughts hold."""

from __future__ import annotations

import pytest

from tests.counts import some
from tests.people import correspondence, run
from tests.people.not_yet import LETTERS, wrong
from tests.people.result import NOUGHTS, Result

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found() -> dict[str, list[Result]]:
    return {part: list(run.results(run.cases(part))) for part in run.PARTS}


@pytest.mark.parametrize("part", run.PARTS)
def test_every_letter_is_answered_as_a_careful_referee_would_or_listed(
    found: dict[str, list[Result]], part: str
) -> None:
    lines = {result.case["id"]: run.line_for(result) for result in found[part]}
    why = {result.case["id"]: "; ".join(result.why) for result in found[part]}
    told = [f"{line}\n    {why[line.split()[0].rstrip(';')]}" for line in LETTERS.differences(lines)]
    assert "\n".join(told) == ""


@pytest.mark.parametrize("nought", NOUGHTS)
def test_nought_is_broken_only_by_letters_that_are_listed_for_it(found: dict[str, list[Result]], nought: str) -> None:
    listed = {name for name, line in LETTERS.lines().items() if nought in wrong(line)}
    broken = {r.case["id"] for results in found.values() for r in results if NOUGHTS[nought](r)}
    assert broken - listed == set()


def test_a_reply_is_answered_as_the_same_letter_behind_a_sign_on(found: dict[str, list[Result]]) -> None:
    signed = {result.case["id"]: result for results in found.values() for result in results}
    cases = [case for part in run.PARTS for case in some(run.cases(part), part, 8)]
    replies = list(run.results(cases, reply=True))
    assert [r.case["id"] for r in replies if r.holds != signed[r.case["id"]].holds] == []


def test_only_letters_that_there_are_can_be_listed() -> None:
    names = [case["id"] for part in run.PARTS for case in run.cases(part)]
    assert len(names) == len(set(names))
    assert set(LETTERS.lines()) <= set(names)


def test_the_documented_words_do_what_is_wanted_of_players_and_masters() -> None:
    base = correspondence.made("house")
    wanted = [
        case
        for case in run.cases("correspondence")
        if case["want"] == "take" and case["who"] != "stranger" and case["does"]
    ]
    assert len(wanted) > 50
    results = [correspondence.run(case, base, plain=True) for case in wanted]
    assert [(result.case["id"], result.why) for result in results if not result.holds] == []
