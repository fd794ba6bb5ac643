"""Letters composed around known orders: what is filed is known, what is missing is quoted, and never under OK."""

from __future__ import annotations

import pytest

from tests.counts import SOAK
from tests.people import generated
from tests.people.composing import numbered
from tests.people.not_yet import COMPOSED

pytestmark = pytest.mark.slow
FEW, MANY = 300 if SOAK else 60, 10_000


def test_the_plain_lines_of_every_letter_are_its_sheet() -> None:
    """What is called known is so."""
    for number in range(FEW // 4):
        letter = numbered(number)
        plain = "\n".join(order.line for order in letter.orders)
        answers, got = generated.sent(letter.desk, plain, f"plain/{number}")
        assert sorted(got) == sorted(letter.sheet), number
        assert [answer.tag in ("OK", "CHECK") for answer in answers] == [True], number  # CHECK: money is lost
        assert not set(letter.sheet) & letter.never, number


def test_letters_are_the_same_each_time_and_differ_from_one_another() -> None:
    texts = [numbered(number).text for number in range(100)]
    assert texts == [numbered(number).text for number in range(100)]
    assert len(set(texts)) == len(texts)


def test_composed_letters_lose_nothing_unsaid_and_file_nothing_else_or_are_listed() -> None:
    lines, stories = {}, {}
    for letter, _, got, faults in generated.outcomes(range(FEW)):
        lines[str(letter.number)] = generated.line_for(letter, faults)
        stories[str(letter.number)] = generated.story(letter, got, faults)
    told = [f"{stories[line.split()[0].rstrip(';')]}\n{line}" for line in COMPOSED.differences(lines)]
    assert "\n\n".join(told) == ""


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
def test_ten_thousand_composed_letters_lose_nothing_unsaid_and_file_nothing_else() -> None:
    if COMPOSED.lines():
        pytest.skip("the letters of not_yet_generated.txt come first")
    for letter, _, got, faults in generated.outcomes(range(MANY)):
        assert faults == [], generated.story(letter, got, faults)
