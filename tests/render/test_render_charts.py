"""Charts: what they show, how small they are, and who can tell their colours apart."""

import itertools
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.render.charts import Bar, Bars, Curve, Lines, draw, final_figures, private_figures, public_figures, race
from judge.render.charts.chart import Mark, season
from judge.render.charts.draw import LABEL_GAP, PLOT_BOTTOM, WIDTH, spread
from judge.render.palette import FAINT, INK, OWN, POWERS, contrast, ink, style
from judge.render.raster import chart as painted
from tests.tables import cases

CODES = ("CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE")
SVG = "{http://www.w3.org/2000/svg}"


def lines(names: int = 7, points: int = 40) -> Lines:
    curves = tuple(
        Curve(
            f"Player {n}",
            tuple(Decimal((n * 37 + at * (n % 5 - 2)) % 97 + 100) for at in range(points)),
            *style(f"Player {n}", n),
        )
        for n in range(names)
    )
    axis = tuple(f"S19{at:02}M" for at in range(points))
    return Lines(
        "x", "Title & more", "unit", axis, curves, (Mark(points - 2, "Crown <closed>"), Mark(points - 1, "Lira -0.20"))
    )


def quotes(*prices: str) -> dict[str, Any]:
    history = [
        {"phase": "" if n == 0 else f"S190{n}M", "prices": dict.fromkeys(CODES, price)}
        for n, price in enumerate(prices)
    ]
    return {"kind": "market.quotes", "data": {"phase": "", "quotes": [], "history": history}}


def holdings(phase: str, **worth: str) -> tuple[str, list[dict[str, Any]]]:
    rows = [{"seat": seat, "credits": value} for seat, value in worth.items()]
    return phase, [{"kind": "market.holdings", "data": {"phase": phase, "rows": rows}}]


# ---- drawing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chart",
    [
        lines(),
        lines(12, 60),
        lines(1, 2),
        Bars(
            "b",
            "Bars",
            "",
            (Bar("Lupus", Decimal("12.5"), "12.5", "#123456", True), Bar("A & B", Decimal(0), "none", "#654321")),
        ),
    ],
)
def test_a_chart_is_well_formed_and_says_what_it_is(chart: Any) -> None:
    root = ElementTree.fromstring(draw(chart))
    assert root.findtext(f"{SVG}title") == chart.title and root.findtext(f"{SVG}desc") == chart.alt


@pytest.mark.parametrize("chart", [lines(), lines(12, 60)])
def test_a_chart_is_small_and_the_same_every_time(chart: Lines) -> None:
    picture = painted(draw(chart))
    assert len(picture) <= 60_000 and picture.startswith(b"\x89PNG")
    assert painted(draw(chart)) == picture


def test_nothing_is_drawn_outside_the_picture() -> None:
    for text in ElementTree.fromstring(draw(lines(12, 60))).iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= WIDTH and 0 < float(text.attrib["y"]) < 360


def test_labels_that_would_overlap_are_moved_apart_and_keep_their_order() -> None:
    wanted = [100.0, 101.0, 102.0, 200.0, 320.0, 321.0, 322.0]
    placed = spread(wanted)
    assert placed == sorted(placed) and placed[-1] <= PLOT_BOTTOM
    assert all(b - a >= LABEL_GAP - 1e-6 for a, b in itertools.pairwise(placed))
    assert placed[3] == 200.0


def test_a_curve_that_ended_early_has_its_label_where_it_ends() -> None:
    early = tuple(Curve(name, (Decimal(3), None, None), "#123456") for name in ("Alpha", "Beta"))
    late = Curve("Gamma", (Decimal(3), Decimal(3), Decimal(6)), "#654321")
    drawn = ElementTree.fromstring(draw(Lines("x", "Shares", "", ("1901", "1902", "1903"), (*early, late))))
    at = {text.text: float(text.attrib["x"]) for text in drawn.iter(f"{SVG}text")}
    assert at["Alpha, Beta 3"] < 100 and at["Gamma 6"] > 300
    assert not [line for line in drawn.iter(f"{SVG}line") if line.get("stroke-dasharray")]


def test_points_of_an_axis_are_short_on_the_chart_and_seasons_in_words() -> None:
    values = tuple(map(Decimal, (3, 4, 4, 5)))
    chart = Lines("x", "Way", "", ("", "S1901M", "F1901R", "2026-12-04"), (Curve("A", values, "#123456"),))
    shown = {text.text for text in ElementTree.fromstring(draw(chart)).iter(f"{SVG}text")}
    assert shown >= {"start", "S01", "F01R", "2026-12-04"}
    assert chart.alt == "Way, the start to 2026-12-04: A from 3 to 5."
    assert list(map(season, chart.axis)) == ["the start", "Spring 1901", "Autumn 1901", "2026-12-04"]


def test_a_stepped_curve_stays_on_its_level_until_it_changes() -> None:
    curve = Curve("A", (Decimal(3), None, Decimal(6)), "#123456")
    chart = Lines("x", "Shares", "", ("1901", "1902", "1903"), (curve,), stepped=True)
    (path,) = [line.attrib["points"] for line in ElementTree.fromstring(draw(chart)).iter(f"{SVG}polyline")]
    (x1, y1), (x2, y2), (x3, y3) = (map(float, point.split(",")) for point in path.split())
    assert x1 < x2 == x3 and y1 == y2 > y3


# ---- what is read out of the notices --------------------------------------------------------------------------------


def test_prices_need_a_past_to_be_drawn() -> None:
    assert public_figures([("S1901M", [quotes("1.00")])]) == {}
    (chart,) = public_figures([("S1901M", [quotes("1.00", "1.10")])])["market.quotes"]
    assert chart.axis == ("", "S1901M") and [curve.shown for curve in chart.curves] == ["1.10"] * 7


def test_a_crash_and_an_elimination_are_marked_where_they_happened() -> None:
    gone = {"kind": "market.eliminated", "data": {"powers": [{"currency": "CROWN", "power": "AUSTRIA", "units": 1}]}}
    (chart,) = public_figures([("S1901M", []), ("S1902M", [quotes("1.00", "0.70", "0.70"), gone])])["market.quotes"]
    assert [mark.at for mark in chart.marks] == [1, 2]
    assert "Lira -0.30" in chart.marks[0].text and chart.marks[1].text == "Crown closed"
    assert chart.alt.startswith("Prices, the start to Spring 1902: Crown from 1.00 to 0.70, Pound from")
    assert "Mark from 1.00 to 0.70, " in chart.alt and chart.alt.endswith(" Spring 1902: Crown closed.")


def test_the_best_have_labels_and_the_crowd_is_grey() -> None:
    crowd = {f"P{n:02}": str(1000 + n) for n in range(30)}
    (chart,) = public_figures([holdings("S1901M", **crowd), holdings("F1901M", **crowd)])["market.holdings"]
    assert sum(not curve.faint for curve in chart.curves) == 12
    assert "and 18 more" in chart.alt and len(painted(draw(chart))) <= 60_000


def test_a_race_shows_the_reader_in_a_colour_the_leader_dark_and_the_others_grey() -> None:
    turns = [
        holdings("S1901M", Lupus="100.00", Ursa="200.00", Vulpes="50.00"),
        holdings("F1901M", Lupus="150.00", Ursa="250.00", Vulpes="60.00"),
    ]
    kind, chart = race(turns, "Lupus") or ("", lines())
    assert kind == "market.holdings" and chart.title == "Credits" and chart.race
    assert [(curve.name, curve.colour) for curve in chart.curves] == [("You", OWN), ("Ursa", INK), ("Vulpes", FAINT)]
    (common,) = public_figures(turns)["market.holdings"]
    assert [(curve.name, curve.colour) for curve in common.curves] == [
        ("Lupus", FAINT),
        ("Ursa", INK),
        ("Vulpes", FAINT),
    ]


def test_the_race_is_told_by_what_wins_and_not_where_that_is_secret() -> None:
    points = [("S1901M", [{"kind": "capitalist.standings", "data": {"rows": [{"seat": "Ada", "points": 3}]}}])] * 2
    assert (race(points) or ("", lines()))[1].title == "Points"
    worth = [("S1901M", [{"kind": "market.holdings", "data": {"rows": [{"seat": "Ada", "worth": "3.00"}]}}])] * 2
    assert race(worth) is None and race([]) is None
    turns = [holdings("S1901M", Ada="1.00"), holdings("F1901M", Ada="2.00")]
    hidden = [(phase, [*told, {"kind": "ts.homes", "data": {}}]) for phase, told in turns]  # positions are private
    assert race(turns) is not None and race(hidden) is None


def test_what_was_spent_is_shown_when_the_archive_is_opened() -> None:
    purses = [{"power": "FRANCE", "spent": 4}, {"power": "ITALY", "spent": 1}]
    archive = {
        "kind": "payola.archive",
        "data": {"pages": [{"phase": phase, "purses": purses} for phase in ("S1901M", "F1901M")]},
    }
    scores, spent = final_figures([("F1901M", [archive])], {"FRANCE": "4"}, ["FRANCE"], "centres")
    assert scores.name == "scores"
    assert spent.alt == "Spent on bribes, Spring 1901 to Autumn 1901: France from 4 to 8 and Italy from 1 to 2."


def test_the_way_to_the_net_worth_of_investors_is_told_at_the_end() -> None:
    fortunes = [("S1901B", {"Anna": 10, "Bob": 12}), ("F1902M", {"Anna": 26, "Bob": 12, "Cid": 5})]
    _, worth = final_figures([("F1902M", [])], {"Anna": "60"}, ["Anna"], "per cent", fortunes)
    assert worth.alt.endswith("Spring 1901 to Autumn 1902: Anna from 10 to 26, Bob 12 and Cid 5.")
    assert worth.curves[2].values == (None, Decimal(5))


def test_a_statement_shows_what_the_reader_holds() -> None:
    own = {
        "kind": "book.statement",
        "data": {
            "seat": "Lupus",
            "phase": "F1901M",
            "cash": "0.50",
            "holding_after": {"LIRA": 300, "MARK": 0},
            "new_prices": {"LIRA": "1.1000", "MARK": "0.90"},
        },
    }
    first = holdings("S1901M", Lupus="100.00", Ursa="200.00")
    phase, public = holdings("F1901M", Lupus="150.00", Ursa="250.00")
    (held,) = private_figures([first, (phase, [*public, own])])["book.statement"]
    assert [(row.name, row.shown) for row in held.rows] == [("Mark", "none"), ("Lira", "330.00"), ("Money", "0.50")]


def prospectus(phase: str, **prices: int) -> tuple[str, list[dict[str, Any]]]:
    rows = [{"company": company, "price": price} for company, price in prices.items()]
    return phase, [{"kind": "exchange.prospectus", "data": {"rows": rows}}]


def test_prices_of_shares_stand_on_even_years_whether_there_was_a_prospectus_or_not() -> None:
    turns = [prospectus("S1901T", FRANCE=3, ITALY=4), ("S1902M", []), prospectus("S1904T", FRANCE=6)]
    (chart,) = public_figures(turns)["exchange.prospectus"]
    assert chart.axis == ("1901", "1902", "1903", "1904") and chart.stepped and "AgP a share" in chart.unit
    assert {curve.name: curve.values for curve in chart.curves} == {
        "France": (Decimal(3), None, None, Decimal(6)),
        "Italy": (Decimal(4), None, None, None),
    }


def bribes(phase: str, **after: int) -> tuple[str, list[dict[str, Any]]]:
    return phase, [
        {"kind": "exchange.bribes", "data": {"payer": payer, "company": payer.isupper(), "after": money}}
        for payer, money in after.items()
    ]


@cases("payers", "title")
def test_the_chart_of_purses_is_named_for_those_it_shows(payers: list[str], title: str) -> None:
    turns = [bribes(phase, **dict.fromkeys(payers, 7)) for phase in ("S1901M", "F1901M")]
    (chart,) = private_figures(turns)["exchange.bribes"]
    assert chart.title == title and ("income" in chart.unit) == (payers != ["Anna"])


# ---- colours --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", POWERS)
def test_words_on_a_power_s_colour_are_legible_and_its_curve_shows_on_paper(power: str) -> None:
    assert contrast(ink(POWERS[power]), POWERS[power]) >= 4.5
    assert contrast(POWERS[power], "#ffffff") >= 1.9
