"""The colours of maps, computed: nobody's land is taken for another's, for bare land or for the sea, by any eye."""

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from judge.render.board.arrows import CASING
from judge.render.board.ground import DEEP, PAPER, SHALLOW
from judge.render.charts.draw import QUIET
from judge.render.palette import FAINT, INK, LAND, MONEY, OWN, POWERS, RULE, contrast
from judge.render.palette import PAPER as WHITE
from tools.palette import find
from tools.palette.seeing import EYES, apart, seen

GROUND = {**LAND, "bare land": PAPER, "light sea": SHALLOW, "deep sea": DEEP}
NAMES = "#241b12"


@pytest.mark.parametrize("eye", EYES)
def test_no_land_looks_like_another_like_bare_land_or_like_the_sea(eye: str) -> None:
    labs = {name: seen(colour, EYES[eye]) for name, colour in GROUND.items()}
    pairs = [pair for pair in itertools.combinations(GROUND, 2) if pair[0] in LAND]
    assert {pair: round(far, 1) for pair in pairs if (far := apart(labs[pair[0]], labs[pair[1]])) < 10} == {}


def nearest(colours: Iterable[str], eye: str) -> float:
    """How far apart the two most alike are."""
    return min(apart(one, other) for one, other in itertools.combinations([seen(c, EYES[eye]) for c in colours], 2))


@pytest.mark.parametrize("eye", EYES)
def test_units_and_curves_of_two_powers_stay_apart_for_every_eye_light_and_dark(eye: str) -> None:
    light = POWERS.values()
    assert nearest(light, eye) >= 10
    assert nearest((DARK[colour] for colour in light), eye) >= 10, "on dark pages"
    assert nearest((filtered(colour) for colour in light), eye) >= 10, "in dark letters"


def test_every_curve_shows_on_light_and_on_dark_pages() -> None:
    for colour in (*POWERS.values(), OWN, INK, FAINT, MONEY, QUIET):
        assert contrast(colour, WHITE) >= 3 and contrast(DARK.get(colour, colour), SHEET) >= 3, colour


@pytest.mark.parametrize("ground", GROUND)
def test_the_edges_of_an_arrow_and_the_names_stand_out_from_every_ground(ground: str) -> None:
    assert contrast(CASING, GROUND[ground]) >= 3 and contrast(NAMES, GROUND[ground]) >= 4.5


def test_CIEDE2000_is_what_its_authors_publish() -> None:
    assert round(apart((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)), 4) == 2.0425
    assert round(apart((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)), 4) == 1.2644
    assert round(apart((50.0, 2.5, 0.0), (73.0, 25.0, -18.0)), 4) == 27.1492


# ---- dark pages -----------------------------------------------------------------------------------------------------

STYLE = (Path(__file__).parents[2] / "templates" / "site" / "style.css").read_text("utf-8")
PAGE, SHEET = "#17150f", "#1e1b15"
DARK = dict(re.findall(r"svg \[stroke=\"(#\w{6})\"\] \{ stroke: (#\w{6})", STYLE))
"""What is drawn in a colour on light pages -> its colour on dark ones."""


def test_charts_have_colours_of_their_own_on_dark_pages_and_no_filter() -> None:
    _, page, dark = STYLE.partition("@media print")[0].split("prefers-color-scheme: dark)")
    assert "invert(" not in STYLE and PAGE in page and DARK[WHITE] == SHEET
    for light, shown in DARK.items():
        if light != shown:
            for rule in (
                f'svg [fill="{light}"] {{ fill: {shown}; }}',
                f'svg [stroke="{light}"] {{ stroke: {shown}; }}',
            ):
                assert rule in dark
            assert f'.sign[style*="{light}"] {{ color: {shown}' in dark, "signs and curves agree"


def test_every_colour_of_a_chart_shows_on_a_dark_page() -> None:
    assert {*POWERS.values(), OWN, INK, FAINT, MONEY} <= DARK.keys()
    faint = {light: shown for light, shown in DARK.items() if light not in (WHITE, RULE)}
    assert {light for light, shown in faint.items() if contrast(shown, SHEET) < 4.5} == set()


# ---- dark letters ---------------------------------------------------------------------------------------------------

LETTER, ZINE = (
    (Path(__file__).parents[2] / "templates" / name).read_text("utf-8")
    for name in ("lib/page.html", "zine/letter.html")
)
FILTER = re.compile(r"\.plot { filter: invert\(([\d.]+)\) hue-rotate\(180deg\); }")
TURNED = ((-0.574, 1.43, 0.144), (0.426, 0.43, 0.144), (0.426, 1.43, -0.856))
"""hue-rotate(180deg), by the Filter Effects specification."""


def filtered(colour: str) -> str:
    """A colour of a chart as a dark letter shows it: invert(amount), then hue-rotate(180deg)."""
    (amount,) = {float(found) for page in (LETTER, ZINE) for found in FILTER.findall(page)}
    light = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    inverted = [amount + (1 - 2 * amount) * one for one in light]
    turned = [sum(part * one for part, one in zip(row, inverted, strict=True)) for row in TURNED]
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, one))):02x}" for one in turned)


def test_curves_and_words_of_charts_show_in_dark_letters() -> None:
    """Mail programs that know dark letters know filters; in any other a chart has its own light ground."""
    ground = filtered(WHITE)
    seen_as = {colour: contrast(filtered(colour), ground) for colour in (*POWERS.values(), OWN, QUIET)}
    assert {colour: ratio for colour, ratio in seen_as.items() if ratio < 3} == {}
    assert min(contrast(filtered(ink), ground) for ink in (INK, FAINT, MONEY)) >= 4.5
    for letter, paper in ((LETTER, "#1b1b1e"), (ZINE, "#17150f")):
        assert f" {{ background-color: {paper} !important" in letter and len(FILTER.findall(letter)) == 1
        assert contrast(ground, paper) < 1.1, "the chart's ground is that of the letter"


def test_bars_of_charts_in_boxes_have_an_edge_that_shows_in_dark_letters() -> None:
    (edge,) = re.findall(r"\.strips \.fill { box-shadow: 0 0 0 1px (#\w{6}); }", LETTER)
    assert contrast(edge, "#1b1b1e") >= 3


def test_all_words_of_letters_stand_out_from_all_their_grounds_light_and_dark() -> None:
    light, dark = LETTER.partition("@media (prefers-color-scheme: dark)")[::2]
    for rules, grounds in (
        (light.partition("<style>")[2], ("#ffffff", "#f4f4f6")),
        (dark.partition("@media")[0], ("#1b1b1e", "#29292d")),
    ):
        inks = set(re.findall(r"(?<![-\w])color: (#\w{6})", rules)) - {"#ffffff"}
        assert len(inks) > 3 and set(re.findall(r"background-color: (#\w{6})", rules)) <= {*grounds, "#7d2117"}
        assert {(ink, on) for ink in inks for on in grounds if contrast(ink, on) < 4.5} == set()
    assert contrast("#ffffff", "#7d2117") >= 4.5, "the button"


# ---- how it was found -----------------------------------------------------------------------------------------------


def test_the_palette_is_where_the_search_ends_and_no_single_step_is_better() -> None:
    assert find.settled(LAND) == LAND and find.worth(LAND) > 10.2
    worse = {**LAND, "TURKEY": LAND["GERMANY"]}
    assert find.worth(worse) < find.worth(LAND)


"""What a search of two starts finds."""
