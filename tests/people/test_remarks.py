"""Any sentence put beside orders is a courtesy of the closed list, or named in the answer, or held; then the
answer is not OK, and nothing is done that cannot be undone."""

from __future__ import annotations

import pytest

from judge.reading.courtesies import Courtesies
from judge.share import share
from tests.counts import some
from tests.people import markets, remarks
from tests.people.remarks import ORDERS, PLACES, WRONG
from tests.people.services import Letter
from tests.tables import cases, rows

OLD = tuple(rows(__file__, "OLD"))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", ORDERS)
def test_a_remark_is_courtesy_or_named_in_the_answer_or_held(game: str, place: str) -> None:
    wrong = []
    old = OLD if place != "subject" else ()  # a few words in a subject are what the letter is called
    for remark in (*old, *some(remarks.remarks(), f"{game} {place}", 9)):
        told = remarks.sent(game, place, remark)
        if remarks.outcome(remark, told) == WRONG:
            wrong.append(f"{remark} => {told.tag} {told.filed} {told.done}")
    assert "\n".join(wrong) == ""


def test_the_remarks_are_three_hundred_and_hardly_any_is_courtesy_of_the_list() -> None:
    made = remarks.remarks()
    assert len(made) == len(set(made)) == 300
    known = Courtesies(share() / "grammar" / "known")
    assert sum(known.has(one, (), "S1901M") for one in made) < 10
    listed = {one.casefold().rstrip(".!?") for one in known.sentences()}
    assert listed.isdisjoint(one.casefold().rstrip(".!?") for one in made)


@pytest.mark.parametrize(
    "letter",
    [
        "From my late uncle's diary:\n{orders}",
        "As it once stood, in my sketches:\n\n{orders}",
        "I withdraw:\n{orders}",  # in a game without retreats
        "{orders}\nWould that be wise?",
        "What would become of me if I sent these?\n{orders}",
        "~~SELL 300 LIRA~~\n~~BUY 300 MARKS~~",
        "# SELL 300 LIRA\n# BUY 300 MARKS",
    ],
)
def test_words_that_say_how_orders_are_meant_hold_them_until_yes(letter: str) -> None:
    answer = answered(letter)
    assert answer.tag == "ASK" and "nothing yet" in answer.text


@cases("letter")
def test_words_that_deny_what_no_order_names_are_quoted_and_the_orders_filed(letter: str) -> None:
    answer = answered(letter)
    assert answer.tag == "CHECK" and "1  SELL 300 LIRA" in answer.text


def test_a_remark_behind_an_order_that_denies_it_holds_that_order() -> None:
    assert answered("SELL 300 LIRA\nBUY 300 MARKS  // no").tag in ("PARTIAL", "ASK")


def answered(letter: str) -> Letter:
    """The judge's answer to it."""
    case = {"game": "bourse", "id": "remark", "want": "take", "sheet": [], "kind": "remark", "why": "", "quoted": []}
    case["letter"] = letter.format(orders=ORDERS["bourse"][1])
    (answer,) = markets.run(case, markets.made(markets.position(case))).letters
    return answer
