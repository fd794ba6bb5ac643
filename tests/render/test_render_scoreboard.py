"""The scoreboard: the race that is run, out of public notices alone."""

from decimal import Decimal
from typing import Any

from judge.render import marks
from judge.render.changes import changes
from judge.render.charts import Curve, Lines, scoreboard, turning_points
from judge.render.charts.scoreboard import HIGH, WIDE


def turn(phase: str, kind: str, **data: Any) -> tuple[str, list[dict[str, Any]]]:
    return phase, [{"kind": kind, "data": data}]


def traders(phase: str, field: str, **figures: str) -> tuple[str, list[dict[str, Any]]]:
    rows = [{"seat": seat, "worth": "1.00", field: figure} for seat, figure in figures.items()]
    return turn(phase, "capitalist.standings" if field == "points" else "market.holdings", rows=rows)


def test_a_troubleshooter_whose_places_are_private_has_no_race_by_credits() -> None:
    holdings = traders("S1901M", "credits", A="3.00", B="4.50")
    assert scoreboard([holdings]) is not None
    counts = [{"power": "ITALY", "before": 3, "after": 5}, {"power": "FRANCE", "before": 3, "after": 4}]
    (centres,) = turn("S1901M", "board.centres", official=True, counts=counts)[1]
    assert scoreboard([(holdings[0], [*holdings[1], {"kind": "ts.homes", "data": {}}, centres])]) is None


def test_traders_are_ranked_by_what_they_play_for_and_not_by_their_worth() -> None:
    board = scoreboard(
        [traders("S1901M", "credits", A="3.00", B="4.50"), traders("F1901M", "credits", A="5.25", B="4.50")]
    )
    assert board is not None and board.unit == "credits" and board.leader == "A leads: 5.25 credits"
    assert [(one.rank, one.name, one.shown, one.change) for one in board.scores] == [
        (1, "A", "5.25", "+2.25"),
        (2, "B", "4.50", ""),
    ]


def test_powers_are_ranked_by_centres_from_the_start_on_and_springs_do_not_count() -> None:
    def counts(phase: str, official: bool, **rows: tuple[int, int]) -> tuple[str, list[dict[str, Any]]]:
        told = [{"power": power, "before": before, "after": after} for power, (before, after) in rows.items()]
        return turn(phase, "board.centres", official=official, counts=told)

    board = scoreboard(
        [
            counts("S1901M", False, FRANCE=(3, 9), ITALY=(3, 3)),
            counts("F1901M", True, FRANCE=(3, 5), ITALY=(3, 4)),
            counts("F1902M", True, FRANCE=(5, 4), ITALY=(4, 6)),
        ]
    )
    assert board is not None and board.leader == "Italy leads: 6 centres"
    assert [(one.name, one.change, one.way) for one in board.scores] == [
        ("ITALY", "+2", ("3", "4", "6")),
        ("FRANCE", "−1", ("3", "5", "4")),
    ]


def test_a_curve_stays_within_its_room_and_a_single_figure_has_none() -> None:
    board = scoreboard([traders("S1901M", "points", A=figure, B="2") for figure in ("3", "-4", "12")])
    assert board is not None
    points = [tuple(map(float, point.split(","))) for point in board.scores[0].curve.split(" ")]
    assert len(points) == 3 and all(0 < x < WIDE and 0 < y < HIGH for x, y in points)
    assert points[1][1] > points[0][1] > points[2][1], "up is more"
    assert len({point.split(",")[1] for point in board.scores[1].curve.split(" ")}) == 1
    board = scoreboard([traders("S1901M", "points", A="3", B="2")])
    assert board is not None and board.scores[0].curve == ""


# ---- What a corrected letter tells otherwise: facts with the old figure and the new --------------------------------


def prices(lira: int, new: str, *more: list[object]) -> str:
    rows = [["Crown", "1.00", 100, "0.99"], ["Lira", "1.00", lira, new], *more]
    return "PRICES after S1901M\n" + marks.table(rows, "lrrr", ["Currency", "Old", "Sold", "New"])


def test_a_changed_figure_is_told_with_what_it_was_and_what_it_is():
    assert changes(prices(300, "0.97"), prices(200, "0.98")) == [
        "PRICES after S1901M: Lira: Sold 200 instead of 300; New 0.98 instead of 0.97"
    ]


def test_rows_that_came_and_went_are_told_as_such():
    more = ["Mark", "1.00", 5, "1.00"]
    assert changes(prices(1, "1.00"), prices(1, "1.00", more)) == ["PRICES after S1901M: Mark: new is 1.00 5 1.00"]
    assert changes(prices(1, "1.00", more), prices(1, "1.00")) == ["PRICES after S1901M: Mark: no longer 1.00 5 1.00"]


def test_a_line_stands_beside_the_one_that_took_its_place():
    before = "Movement results\n" + marks.wrap("England: Fleet London -> North Sea.", 2)
    after = "Movement results\n" + marks.wrap("England: Fleet London, HOLD.", 2)
    assert changes(before, after) == ["Was: England: Fleet London -> North Sea. Is: England: Fleet London, HOLD."]


def test_lines_about_other_things_are_not_made_one():
    before, after = marks.wrap("Nobody was silent.", 2), marks.wrap("Tunis has gone from Italy to France in 1901.", 2)
    assert changes(before, after) == [
        "No longer: Nobody was silent.",
        "New: Tunis has gone from Italy to France in 1901.",
    ]


def test_a_row_whose_words_changed_is_the_same_row_where_its_name_has_but_one():
    def standings(worth: str, lent: str) -> str:
        rows = [["1", "Ursa", "$10,000", "SWI", ""], ["2", "Lupus", worth, "MUN", lent]]
        return "TS STANDINGS\n" + marks.table(rows, "rlrll", ["", "Player", "Worth", "In", "Lent"])

    assert changes(standings("$9897", "Ger 3 x 3203"), standings("$9896", "Ger 4 x 2402")) == [
        "TS STANDINGS: Lupus: Worth $9896 instead of $9897; Lent Ger 4 x 2402 instead of Ger 3 x 3203"
    ]


LONG = "THE END OF IT\n\n  One line.\n\n  Two lines.\n\n  Three lines.\n\n  Four lines.\n\n  Five lines.\n"


def test_a_long_section_that_came_or_went_is_told_by_its_heading() -> None:
    before = "THE VOTE\n\n  Anna leads.\n"
    after = f"THE VOTE\n\n  Bob leads.\n\n{LONG}"
    assert changes(before, after) == ["Was: Anna leads. Is: Bob leads.", "New: THE END OF IT, below."]
    assert changes(after, before)[1:] == ["No longer: THE END OF IT."]


# ---- The turning points of a game: what its last letter, its page and its poster tell of the way there -------------


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


def test_a_game_without_a_race_and_one_where_nothing_changed_have_none() -> None:
    assert turning_points(None) == [] and told(YEARS[:2], Anna=(5, 5), Bob=(None, 3)) == []
