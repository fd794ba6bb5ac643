"""What a unit shall not do after all, and what stays as it is."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken
from tests.parse.sense.positions import opening, read


@pytest.mark.parametrize(
    ("letter", "order"),
    [
        ("The fleet should go to the Channel rather than the mid-Atlantic.", "F BRE - ENG"),
        ("One change only: Brest to the English Channel, please, not MAO.", "F BRE - ENG"),
        ("And the fleet: let it go to Picardy, not to the Channel.", "F BRE - PIC"),
        ("Paris to Burgundy instead of Picardy", "A PAR - BUR"),
        ("Actually Marseilles to Spain.", "A MAR - SPA"),
        ("Second thoughts about the second one - make Paris stay where it is.", "A PAR H"),
    ],
)
def test_a_place_that_is_not_meant_after_all_leaves_the_order_sure(letter: str, order: str) -> None:
    assert read("diplomacy", letter, opening("France")) == ([order], [])


@pytest.mark.parametrize(
    "letter",
    [
        "Paris to Burgundy, not Marseilles",
        "Brest to the Channel, not Berlin",
        "Paris does not go to Burgundy but to Picardy or Gascony",
        "I would rather not go to Burgundy with Paris",
    ],
)
def test_a_contrast_that_may_mean_another_unit_is_asked_about(letter: str) -> None:
    assert read("diplomacy", letter, opening("France"))[1]


def test_all_else_stays_as_it_is_where_orders_stand_above() -> None:
    letter = "F Tri - Alb\nA Bud - Rum\n\nOn second thoughts Budapest goes to Serbia, the other one as above."
    assert read("diplomacy", letter, opening("Austria"))[1] == []


def test_all_else_is_asked_about_where_a_section_would_be_written_anew() -> None:
    found = clauses("bourse", "Sell 200 lira, rest unchanged.", filed=("SELL 300 LIRA", "BUY 300 MARK"))
    assert taken(found) == []
    assert doubtful(found)


@pytest.mark.parametrize("letter", ["All three of mine hold.", "All 3 of mine dig in."])
def test_a_figure_that_counts_the_units_is_no_other_matter(letter: str) -> None:
    assert read("diplomacy", letter, opening("Italy")) == (["HOLD ALL"], [])
