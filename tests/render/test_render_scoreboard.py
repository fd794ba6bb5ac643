"""The scoreboard: the race that is run, out of public notices alone."""

from __future__ import annotations

from typing import Any

from judge.render.charts import scoreboard
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


def test_equals_share_a_rank_and_nobody_leads_while_all_stand_alike() -> None:
    board = scoreboard([traders("S1901M", "points", A="3", B="3", C="1")])
    assert board is not None and [one.rank for one in board.scores] == [1, 1, 3]
    assert board.leader == "A and B lead: 3 points"
    board = scoreboard([traders("S1901M", "points", A="3", B="3")])
    assert board is not None and board.leader == ""


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


def test_incomes_are_the_race_where_there_are_treasuries() -> None:
    rows = [{"power": "ITALY", "income": 16, "credits": 40}]
    board = scoreboard([turn("F1901M", "treasury.autumn", rows=rows)])
    assert board is not None and (board.unit, board.scores[0].shown) == ("points of income", "16")


def test_nothing_is_ranked_before_anything_was_counted() -> None:
    assert scoreboard([]) is None and scoreboard([turn("S1901M", "board.results", orders=[])]) is None


def test_a_curve_stays_within_its_room_and_a_single_figure_has_none() -> None:
    board = scoreboard([traders("S1901M", "points", A=figure, B="2") for figure in ("3", "-4", "12")])
    assert board is not None
    points = [tuple(map(float, point.split(","))) for point in board.scores[0].curve.split(" ")]
    assert len(points) == 3 and all(0 < x < WIDE and 0 < y < HIGH for x, y in points)
    assert points[1][1] > points[0][1] > points[2][1], "up is more"
    assert len({point.split(",")[1] for point in board.scores[1].curve.split(" ")}) == 1
    board = scoreboard([traders("S1901M", "points", A="3", B="2")])
    assert board is not None and board.scores[0].curve == ""


def test_a_front_page_keeps_the_best_and_says_how_many_more() -> None:
    board = scoreboard([traders("S1901M", "points", A="3", B="2", C="1", D="0")])
    assert board is not None
    told = board.document(3)
    assert [row["name"] for row in told["scores"]] == ["A", "B", "C"] and told["more"] == 1
