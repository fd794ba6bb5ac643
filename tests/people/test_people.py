"""Every letter is answered as a careful referee would, but for those in not_yet.txt; and the noughts hold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest

from tests.counts import CI, some
from tests.once import once
from tests.people import correspondence, run
from tests.people.not_yet import LETTERS, wrong
from tests.people.result import NOUGHTS, Case, Result

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Verdict:
    """What came of a letter: as it is listed, "" where it holds, and why."""

    line: str
    why: str

    @classmethod
    def of(cls, result: Result) -> Verdict:
        return cls(run.line_for(result), "; ".join(result.why))


def asked(part: str) -> list[Case]:
    """The cases of a part that are tried: one in twelve, always the same; with REQUIRE_ALL=1 one in four, others each
    day; in a soak and by `make people` all."""
    return some(run.cases(part), part, 4, date.today().toordinal()) if CI else some(run.cases(part), part, 12)


def verdicts(part: str) -> dict[str, Verdict]:
    """By case. Each part is read once in a run, whichever test processes ask for it."""
    return once(f"people.{part}", lambda: {r.case["id"]: Verdict.of(r) for r in run.results(asked(part))})


@pytest.mark.parametrize("part", run.PARTS)
def test_every_letter_is_answered_as_a_careful_referee_would_or_listed(part: str) -> None:
    found = verdicts(part)
    told = LETTERS.differences({name: verdict.line for name, verdict in found.items()})
    assert "\n".join(f"{line}\n    {found[line.split()[0].rstrip(';')].why}" for line in told) == ""


@pytest.mark.parametrize("nought", NOUGHTS)
def test_nought_is_broken_only_by_letters_that_are_listed_for_it(nought: str) -> None:
    listed = {name for name, line in LETTERS.lines().items() if nought in wrong(line)}
    found = [one for part in run.PARTS for one in verdicts(part).items()]
    assert found and {name for name, verdict in found if nought in wrong(verdict.line)} - listed == set()


@pytest.mark.parametrize("part", run.PARTS)
def test_a_reply_is_answered_as_the_same_letter_behind_a_sign_on(part: str) -> None:
    signed = verdicts(part)
    replies = list(run.results(some(asked(part), part, 5), reply=True))
    assert [r.case["id"] for r in replies if r.holds != (signed[r.case["id"]].line == "")] == []


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
    results = [correspondence.run(case, base, plain=True) for case in some(wanted, "plain", 4)]
    assert [(result.case["id"], result.why) for result in results if not result.holds] == []
