"""Every letter is answered as a careful referee would, but for those in not_yet.txt; and the noughts hold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from tests.counts import CI, some
from tests.once import once
from tests.people import correspondence, run
from tests.people.not_yet import LETTERS, NotYet, wrong
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


# The list of what does not hold yet can only shrink.


BROKEN = {"m-2": "m-2 typo", "m-10": "m-10 typo; silent; late", "m-3": ""}


@pytest.fixture
def known(tmp_path: Path) -> NotYet:
    known = NotYet(tmp_path / "list.txt", "# a list")
    known.shrink(BROKEN)
    return known


def test_the_first_list_has_everything_that_does_not_hold_by_number(known: NotYet) -> None:
    assert known.path.read_text("utf-8") == "# a list\nm-2 typo\nm-10 typo; silent; late\n"
    assert known.differences(BROKEN) == []


def test_what_holds_and_what_does_not_are_told_when_the_list_says_otherwise(known: NotYet) -> None:
    now = {"m-2": "", "m-10": "m-10 typo; silent; late", "m-3": "m-3 typo"}
    assert known.differences(now) == ["m-2 holds now: strike it out (--shrink)", "m-3 typo (listed: no)"]


def test_shrinking_strikes_out_and_adds_nothing(known: NotYet) -> None:
    known.shrink({"m-2": "", "m-10": "m-10 typo; late", "m-3": "m-3 typo"})
    assert known.lines() == {"m-10": "m-10 typo; late"}


def test_shrinking_does_not_put_a_graver_fault_under_a_name_that_is_listed(known: NotYet) -> None:
    known.shrink({"m-2": "m-2 typo; silent"})
    assert known.lines()["m-2"] == "m-2 typo"
    assert known.differences({"m-2": "m-2 typo; silent"}) != []


def test_what_was_not_run_stays_in_the_list(known: NotYet) -> None:
    known.shrink({})
    assert set(known.lines()) == {"m-2", "m-10"}
