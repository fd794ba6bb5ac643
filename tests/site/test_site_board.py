"""The board of a game's page: replayed, looked up, shown near; and what its pages weigh."""

import gzip
import json
import re
from html import unescape
from pathlib import Path

import pytest

from judge.core.picture import Board, Mark, Piece
from judge.render.board import places, replayed
from judge.render.board.draw import CORNER
from tests.demos import archived
from tests.desk.worlds import GAME, REPORT, small_game
from tests.site.sites import written
from tools.gallery.browser import Browser

MOST = 150_000  # octets over the wire of a page with a board
DRIVE = (Path(__file__).parent / "drive_board.js").read_text("utf-8")


@pytest.fixture(scope="module")
def page() -> Path:
    (found,) = archived("economic4").glob("games/*/index.html")
    return found


def wire(path: Path) -> int:
    """As web servers send it: words packed, pictures as they are."""
    content = path.read_bytes()
    return len(content) if path.suffix in (".jpg", ".png") else len(gzip.compress(content, 6))


def test_a_page_with_a_board_weighs_at_most_150_kB_over_the_wire(page: Path) -> None:
    for one in (page, page.with_name("live.html"), *sorted(page.parent.glob("f*m.html"))[-1:]):
        shown = set(re.findall(r'(?:<image href|<img src|stylesheet" href)="([^"]+)"', one.read_text("utf-8")))
        assert any(name.endswith(".svg") for name in shown)
        weights = {name: wire(one.parent / name) for name in shown}
        assert sum(weights.values()) + wire(one) <= MOST, (one.name, weights)


def test_the_board_of_every_phase_is_there_to_be_replayed(page: Path) -> None:
    told = re.search(r"data-frames='([^']*)'", page.read_text("utf-8"))
    assert told
    frames = json.loads(unescape(told[1]))
    assert len(frames) == 3 and all(page.with_name(f"{name}.jpg").is_file() for name, *_ in frames)
    assert all(page.with_name(f"{name}.html").is_file() and words for name, words, _ in frames)
    first, *later = (changes for *_, changes in frames)
    assert len(first) > 70 and all(len(changes) < 40 for changes in later), "of every later phase what has changed"
    assert all("year" in first[code] for code in ("MUN", "HOL")), "what a province brings"


def test_the_front_shows_each_game_with_its_board_its_best_three_and_who_leads(page: Path) -> None:
    assert 2_000 < page.with_name("board.jpg").stat().st_size < 30_000
    front = (page.parents[2] / "index.html").read_text("utf-8")
    assert f'src="games/{page.parent.name}/board.jpg"' in front
    live = page.with_name("live.html").read_text("utf-8")
    assert (front.count('class="way"'), live.count('class="way"')) == (3, 7)
    assert re.search(r"<b>\w+ (and \w+ )?leads?: \d+ points of income.</b>", front) and "and 4 more" in front


def test_a_game_without_a_board_has_its_chart_for_a_thumbnail(tmp_path: Path) -> None:
    judge, site = small_game(tmp_path / "home"), tmp_path / "site"
    judge.orders(GAME, "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST")
    judge.resolve(GAME)
    judge.master(GAME, REPORT)
    judge.resolve(GAME)
    written(judge, site)
    (chart,) = site.glob("games/*/board.svg")
    assert chart.read_text("utf-8").startswith("<svg") and f'src="games/{chart.parent.name}/board.svg"' in (
        site / "index.html"
    ).read_text("utf-8")


def test_a_province_is_told_with_its_owner_and_its_unit() -> None:
    pieces = (Piece("FRANCE", "F", "SPA/NC"), Piece("ENGLAND", "A", "YOR"))
    told = places(Board(pieces=pieces, owners={"SPA": "FRANCE"}))
    assert told["SPA"] == "Spain: supply centre of France, fleet of France"
    assert told["YOR"] == "Yorkshire: land, army of England"
    assert told["TUN"] == "Tunis: supply centre of nobody" and told["NTH"] == "North Sea: sea"


def test_a_province_is_told_with_what_it_brings_and_who_took_it_when() -> None:
    board = Board(owners={"SPA": "ITALY"}, marks=(Mark("value", "SPA", "3", "SPA brings 3 a year"),))
    was = {"SPA": "Spain: supply centre of France"}
    changes, known = replayed([("Autumn 1901", was, {"SPA": "FRANCE"}), ("Spring 1902", was, {}),
                               ("Autumn 1903", places(board), {"SPA": "ITALY"})])  # fmt: skip
    assert changes[:2] == [{"SPA": "Spain: supply centre of France, taken by France in Autumn 1901"}, {}]
    assert (
        changes[2]["SPA"]
        == known(places(board))["SPA"]
        == ("Spain: supply centre of Italy, brings 3 a year, taken by France in Autumn 1901, by Italy in Autumn 1903")
    )


def test_the_history_of_a_province_is_that_of_the_phases_pages(page: Path) -> None:
    told = re.search(r"data-places='([^']*)'", page.read_text("utf-8"))
    assert told
    history = [words for words in json.loads(unescape(told[1])).values() if "taken by" in words]
    assert len(history) > 5 and all(re.search(r"brings \d a year, taken by \w+ in Autumn 1901", one) for one in history)


@pytest.mark.slow
@pytest.mark.real
def test_the_slider_the_list_and_a_tap_tell_what_the_board_shows(page: Path, browser: Browser) -> None:
    first, words, laid, over, then, now, off, since, tapped, sea, near, whole = browser.asked([page], DRIVE, 390)[0]
    assert first == "s1901m.html" and words.startswith("Spring") and (laid, over) == ("s1901m.jpg", "")
    assert then.startswith("Holland: supply centre of nobody") and "brings" in then
    assert now == "As it stands now" and off == "none" and since.startswith("Holland") and "taken by" in since
    assert tapped.startswith("Munich: supply centre of ") and sea.startswith("North Sea: sea")
    assert near.endswith(f" {CORNER} {CORNER}") and whole.startswith("0 0 1100 ")
