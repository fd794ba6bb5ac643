"""The archive's pages, the pages to keep open and the zine, held against axe in a real browser: at the width of a phone
and of a desk, light and dark. Without Chromium the tests are left out, and say so."""

import os
from pathlib import Path

import pytest

from judge.extras.zine import paper
from judge.games import slugs, variant
from tests.axe import browser, faults, pale
from tests.counts import SOAK, some
from tests.demos import archived
from tests.site.sites import ended, written
from tests.tables import rows
from tests.zine.zines import weeks

PAGES = tuple(rows(__file__, "PAGES"))
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

pytestmark = [pytest.mark.slow, pytest.mark.real]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge with two issues of its zine, and a game of companies and one of treasuries beside the Bourse."""
    judge = weeks(tmp_path_factory.mktemp("axe"))[0]
    ended(judge, "mark9", "Bob", "Cid")
    investors = ("Anna", "Bob", "Carl")
    for name, slug, seats in (
        ("lira8", "bourse", investors),
        ("czar1", "exchange", investors),
        ("gold1", "economic4", POWERS),
    ):
        judge.services.variants[slug] = variant(slug)
        judge.with_game(name, slug, *seats)
    folder = tmp_path_factory.mktemp("axe-site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paper, "there", lambda: False)
        assert not written(judge, folder).failed
    return folder


@pytest.mark.parametrize(
    ("width", "dark"),
    [(390, True), (1280, False), *([(390, False), (1280, True)] if os.environ.get("JUDGE_SOAK") else [])],
)
def test_axe_finds_nothing_on_any_kind_of_page(site: Path, width: int, dark: bool) -> None:
    assert faults(pages_of(site), width, dark=dark) == {}


def pages_of(site: Path) -> list[Path]:
    """One page of each kind; every page there is where there is time."""
    return sorted(site.rglob("*.html")) if SOAK else [site / name for name in PAGES]


@pytest.mark.parametrize("slug", slugs())
def test_axe_finds_nothing_on_pages_of_a_game_that_is_played(slug: str) -> None:
    pages = some(sorted(archived(slug).rglob("*.html")), slug, 3)  # others of each game
    assert len(pages) > 2 and faults(pages, 390, dark=True) == {} and faults(pages, 1280, dark=False) == {}


@pytest.mark.parametrize("dark", [False, True])
def test_all_words_of_all_kinds_of_pages_stand_out_from_their_ground(site: Path, dark: bool) -> None:
    pairs, found = pale(pages_of(site), dark=dark)
    assert pairs > 8 and found == []


def test_axe_and_the_measuring_of_colours_would_see_a_fault(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    body = "<body style='background:#fff;color:#999'><img src='a.png'><input>pale</body>"
    page.write_text(f"<html><head><title>A</title></head>{body}")
    (found,) = faults([page], 390, dark=False).values()
    assert {fault.split(" ")[0] for fault in found} >= {"image-alt", "label", "html-has-lang"}
    assert [row[:2] for row in pale([page], dark=False)[1]] == [("#999999", "#ffffff")]


def test_the_form_writes_what_its_boxes_say(site: Path) -> None:
    fill = """var rows = document.querySelectorAll("[data-line]");
      function put(row, values) { var boxes = rows[row].querySelectorAll("[data-box]");
        values.forEach(function (value, at) { boxes[at].value = value; }); }
      %s
      document.getElementById("form").dispatchEvent(new Event("input"));
      told(document.getElementById("text").value.split("\\n"));"""
    bids = 'put(0, ["60"]); put(1, ["70", "40", "5"]); put(2, ["", "40", "5"]);'
    (said,) = browser().asked([site / "games/czar1/orders.html"], fill % bids, 1280)
    assert said == ["BID AUSTRIA 60", "BID ENGLAND 70 SHARES 40 PRICE 5"]
    lent = 'put(0, ["3", "TURKEY"]); put(1, ["2", "RUSSIA"]); put(2, ["4", ""]);'
    (said,) = browser().asked([site / "games/gold1/orders.html"], fill % lent, 1280)
    assert said == ["LOAN 3 TO TURKEY", "RECEIVE 2 FROM RUSSIA (LOAN)"]
