"""The archive as its readers see it: a site of all demos, and photographs of its pages.

    python -m tools.gallery.site [folder] [game ...]

Each kind of page, the order form of a running game among them, on a phone and on a desk, light
and dark; a phase also as it is printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.config import load
from judge.extras.demo import MOST_TURNS, play
from judge.extras.site import Archive
from judge.games import slugs
from judge.house import open_house
from tools.gallery.browser import WIDTHS, Browser

HERE = Path(__file__).parents[2]
MOST_TALL = 6000
RUNNING = 4  # turns after which the order form is looked at


def worth_a_look(site: Path) -> Iterator[tuple[str, Path]]:
    """(name, page) of one page of each kind."""
    yield "front", site / "index.html"
    yield "about", site / "about.html"
    for game in sorted((site / "games").iterdir()):
        yield f"{game.name}-game", game / "index.html"
        yield f"{game.name}-start", game / "start.html"
        phases = sorted((path for path in game.glob("*.json")), key=lambda path: (path.stem[1:5], path.stem))
        movements = [path for path in phases if path.stem.endswith("m")] or phases
        yield f"{game.name}-phase", movements[len(movements) * 2 // 3].with_suffix(".html")
        yield f"{game.name}-last", movements[-1].with_suffix(".html")
    for rules in sorted((site / "rules").iterdir()):
        yield f"{rules.stem}-rules", rules


def written(slug: str, site: Path, turns: int = MOST_TURNS) -> str:
    """The archive of a demo after so many turns."""
    with tempfile.TemporaryDirectory() as home:
        house = open_house(load(play(slug, Path(home) / "home", lambda line: None, turns=turns).folder))
        told = Archive(house.office, site).refresh().line()
        house.close()
    return told


def gallery(folder: Path, wanted: Sequence[str]) -> None:
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser.found()
    for slug in wanted:
        site = folder / slug
        print(f"{slug}: {written(slug, site)}")
        if browser is None:
            continue
        written(slug, folder / f"{slug}-running", turns=RUNNING)
        for page in (folder / f"{slug}-running").glob("games/*/orders.html"):
            photographs(browser, folder, f"{slug}-orders", page)
        for name, page in worth_a_look(site):
            photographs(browser, folder, name if name.startswith(slug) else f"{slug}-{name}", page)
    print(f"{folder}" + ("" if browser else "; no Chromium, so no screenshots"))


def photographs(browser: Browser, folder: Path, name: str, page: Path) -> None:
    for width in WIDTHS:
        tall = min(browser.measure(page, width)[1], MOST_TALL)
        for dark in (False, True):
            shot = folder / f"{name}-{width}{'-dark' if dark else ''}.png"
            browser.photograph(page, shot, width=width, tall=tall, dark=dark)
    if name.endswith("-phase"):
        browser.printed(page, folder / f"{name}.pdf")


if __name__ == "__main__":
    gallery(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "var" / "gallery" / "site", sys.argv[2:] or slugs())
