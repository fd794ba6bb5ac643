"""What is said beside orders that takes them back, puts them off, or calls them somebody else's."""

from __future__ import annotations

import pytest

from judge.core.place import Place
from judge.parse.clause import Kind
from judge.post import Line
from tests.parse.clauses.reading import clauses, grammar, reader, taken, voice
from tests.parse.sense.positions import travelling

TWO = "Sell 300 Lira\nBuy 300 Marks"


@pytest.mark.parametrize(
    "letter",
    [
        f"{TWO}\n\nWrong game, sorry!",
        f"{TWO}\n\nThis is only a draft.",
        f"For autumn:\n{TWO}",
        f"{TWO}\nNot yet, though.",
        f"{TWO}\n\nSubject to my wife's approval.",
        f"{TWO}\n\nThat is what Vulpes wants.",
        f"{TWO}\n\nPlease ignore the above.",
        f"Draft:\n{TWO}",
        f"Example:\n{TWO}",
        f"Vulpes wrote:\n{TWO}",
        f"On Mon, Vulpes wrote:\n{TWO}",
        f"Vulpes's proposal:\n{TWO}\nI say no.",
        f"My orders in the other game:\n{TWO}",
        "Sell 300 Lira, but next week",
    ],
)
def test_orders_that_may_not_be_meant_are_taken_on_yes_alone(letter: str) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == []
    assert any(one.offer for one in found)


@pytest.mark.parametrize(
    "letter",
    [
        f"{TWO}\n\nAnd don't tell England!",
        f"{TWO}\n\nDon't spend it all at once!",
        f"{TWO}\n\nNever again!",
        f"{TWO}\n\nThat's what friends are for.",
        f"{TWO}\n\nUntil then, Eve",
        f"{TWO}\n\nFor the third time!!!",
        f"{TWO}\n\nIf I've messed up the format just tell me.",
        f"For spring:\n{TWO}",
        f"I've changed my mind.\n{TWO}",
        f"Oops, wrong sheet.\n{TWO}",
        f"{TWO}\nThese are my final orders.",
        f"{TWO}\nTest match on telly!",
        f"Lupus's trades:\n{TWO}",
    ],
)
def test_talk_that_says_nothing_of_the_orders_leaves_them_as_they_are(letter: str) -> None:
    assert taken(clauses("bourse", letter)) == ["SELL 300 LIRA", "BUY 300 MARK"]


def test_somebody_elses_orders_end_at_a_blank_line() -> None:
    rows = ["Vulpes wrote:", *TWO.split("\n"), "Mine:", "Sell 100 Crowns"]
    lines = [Line(n, row, gap=row == "Mine:") for n, row in enumerate(rows, 1)]
    assert taken(reader().clauses(lines, Place.PLAYER, grammar("bourse"), voice())) == ["SELL 100 CROWN"]


def test_orders_behind_a_sentence_that_takes_back_what_stands_above_it_are_taken() -> None:
    letter = f"{TWO}\nIgnore everything above. Sell 100 Pounds, buy 100 Crowns."
    assert taken(clauses("bourse", letter)) == ["SELL 100 POUND", "BUY 100 CROWN"]


def test_a_condition_with_an_order_of_its_own_holds_nothing_else() -> None:
    found = clauses("bourse", f"{TWO}\nUnless somebody objects, sell 50 Crowns.")
    assert taken(found) == ["SELL 300 LIRA", "BUY 300 MARK"]
    assert [one.kind for one in found if "objects" in one.text] == [Kind.DOUBTFUL]


def test_a_journey_does_not_swallow_that_nothing_is_traded() -> None:
    now = travelling()
    found = clauses("troubleshooter", "No trades and the TS stays in Switzerland.", situation=now)
    assert "NO TRADE" in taken(found)
