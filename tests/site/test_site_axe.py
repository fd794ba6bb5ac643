"""The archive's pages, the pages to keep open and the zine, held against axe in a real browser: at the width of a phone
and of a desk, light and dark. Without Chromium the tests are left out, and say so."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from judge.extras.zine import paper
from judge.games import variant
from tests.site.sites import ended, written
from tests.zine.zines import weeks
from tools.gallery.browser import Browser

ASK = """axe.run(document, {resultTypes: ["violations"]}).then(
  found => told(found.violations.map(one => one.id + " x" + one.nodes.length + ": " + one.nodes[0].html.slice(0, 120))),
  fault => told([String(fault)]));"""
PAGES = (
    "index.html",
    "about.html",
    "hall.html",
    "players/person-behind-bob.html",
    "zine/index.html",
    "zine/2.html",
    "games/lira7/index.html",
    "games/lira7/live.html",
    "games/lira8/orders.html",
    "games/lira7/s1901m.html",
    "games/mark9/index.html",
    "games/czar1/orders.html",
    "games/gold1/orders.html",
    "games/gold1/index.html",
    "rules/bourse.html",
)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

pytestmark = [pytest.mark.slow, pytest.mark.real]


@pytest.fixture(scope="module")
def browser() -> Browser:
    found = Browser.found()
    if found is None:
        assert not os.environ.get("REQUIRE_ALL"), "Chromium is required here and is missing"
        pytest.skip("Chromium is not installed: the pages are not held against axe")
    return found


@pytest.fixture(scope="module")
def axe() -> str:
    """The checks of Deque's axe-core, as a package of the tests brings them; AXE=path for a newer one."""
    own = os.environ.get("AXE")
    if own:
        return Path(own).read_text("utf-8")
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        assert not os.environ.get("REQUIRE_ALL"), "axe-core-python is required here and is missing"
        pytest.skip("axe-core-python is not installed: the pages are not held against axe")
    return Path(found.origin).with_name("axe.min.js").read_text("utf-8")


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
        judge.office.variants[slug] = variant(slug)
        judge.new(name, slug)
        judge.join(name, *seats)
        judge.start(name)
    folder = tmp_path_factory.mktemp("axe-site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paper, "there", lambda: False)
        assert not written(judge, folder).failed
    return folder


@pytest.mark.parametrize(
    ("width", "dark"),
    [(390, True), (1280, False), *([(390, False), (1280, True)] if os.environ.get("JUDGE_SOAK") else [])],
)
def test_axe_finds_nothing_on_any_kind_of_page(site: Path, browser: Browser, axe: str, width: int, dark: bool) -> None:
    pages = [site / name for name in PAGES]
    found = browser.asked(pages, f"{axe}\n{ASK}", width, dark=dark)
    assert {name: faults for name, faults in zip(PAGES, found, strict=True) if faults} == {}


def test_axe_would_see_a_fault(browser: Browser, axe: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><head><title>A</title></head><body><img src='a.png'><input></body></html>")
    (found,) = browser.asked([page], f"{axe}\n{ASK}", 390)
    assert {fault.split(" ")[0] for fault in found} >= {"image-alt", "label", "html-has-lang"}


def test_the_form_writes_what_its_boxes_say(site: Path, browser: Browser) -> None:
    fill = """var rows = document.querySelectorAll("[data-line]");
      function put(row, values) { var boxes = rows[row].querySelectorAll("[data-box]");
        values.forEach(function (value, at) { boxes[at].value = value; }); }
      %s
      document.getElementById("form").dispatchEvent(new Event("input"));
      told(document.getElementById("text").value.split("\\n"));"""
    bids = 'put(0, ["60"]); put(1, ["70", "40", "5"]); put(2, ["", "40", "5"]);'
    (said,) = browser.asked([site / "games/czar1/orders.html"], fill % bids, 1280)
    assert said == ["BID AUSTRIA 60", "BID ENGLAND 70 SHARES 40 PRICE 5"]
    lent = 'put(0, ["3", "TURKEY"]); put(1, ["2", "RUSSIA"]); put(2, ["4", ""]);'
    (said,) = browser.asked([site / "games/gold1/orders.html"], fill % lent, 1280)
    assert said == ["LOAN 3 TO TURKEY", "RECEIVE 2 FROM RUSSIA (LOAN)"]
