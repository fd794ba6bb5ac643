"""The turning points of a game: what its last letter, its page and its poster tell of the way there."""

from __future__ import annotations

from decimal import Decimal

from judge.render.charts import Curve, Lines, turning_points


def told(axis: tuple[str, ...], **curves: tuple[int | None, ...]) -> list[str]:
    lines = [
        Curve(name, tuple(None if value is None else Decimal(value) for value in values), "#000000")
        for name, values in curves.items()
    ]
    return turning_points(Lines("worth", "Worth", "credits", axis, tuple(lines)))


YEARS = ("S1901M", "F1901M", "S1902M", "F1902M", "S1903M", "F1903M", "S1904M", "F1904M")


def test_a_year_has_one_turning_point_though_its_first_prices_lift_everybody() -> None:
    assert told(
        YEARS[:6],
        Lupus=(220, 330, 331, 335, 340, 341),
        Ursa=(220, 325, 325, 300, 300, 303),
        Vulpes=(220, 331, 332, 333, 333, 330),
    ) == [
        "Autumn 1901: Ursa went from 220 to 325",
        "Autumn 1902: Lupus took the lead, going from 331 to 335",
        "Spring 1903: Lupus went from 335 to 340",
    ]


def test_who_takes_the_lead_counts_for_more_than_any_step() -> None:
    assert told(YEARS, Anna=(10, 11, 12, 40, 40, 4, 4, 4), Bob=(9, 9, 9, 9, 9, 6, 6, 30)) == [
        "Autumn 1902: Anna went from 12 to 40",
        "Autumn 1903: Bob took the lead, going from 9 to 6",
        "Autumn 1904: Bob went from 6 to 30",
    ]


def test_nobody_takes_the_lead_of_a_race_in_which_all_began_alike_or_which_they_led() -> None:
    assert not any("lead" in turn for turn in told(YEARS[:4], Anna=(5, 6, 6, 9), Bob=(5, 5, 6, 7)))


def test_a_lead_that_was_shared_for_a_while_is_taken_by_who_had_it_not() -> None:
    found = told(YEARS[:5], Anna=(6, 6, 6, 6, 6), Bob=(4, 4, 6, 6, 7))
    assert found == ["Spring 1902: Bob went from 4 to 6", "Spring 1903: Bob took the lead, going from 6 to 7"]


def test_a_game_without_a_race_and_one_where_nothing_changed_have_none() -> None:
    assert turning_points(None) == [] and told(YEARS[:2], Anna=(5, 5), Bob=(None, 3)) == []
