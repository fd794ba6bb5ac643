"""The archive as its readers see it: a site of all demos, and photographs of its pages.

    python -m tools.gallery.site [folder] [game ...]

Each kind of page, those of a running game among them, on a phone and on a desk, light and dark; a phase also as it is
printed, and the order form filled in. `index.html` shows them all at one glance, and so does that of the letters, where
it lies beside the folder.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.app import open_app
from judge.config import load
from judge.extras.demo import MOST_TURNS, play
from judge.extras.site import Archive
from judge.games import slugs
from tools.gallery.browser import WIDTHS, Browser

HERE = Path(__file__).parents[2]
MOST_TALL = 6000
RUNNING = 3  # turns after which pages of a running game are looked at
OPEN = ("index", "live", "orders")
SEAT = re.compile(r'<select id="seat"><option value="">[^<]*</option><option>([^<]+)')
FILLED = """
const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.closest("[hidden]"));
function put(field, value) { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); }
function choose(box, number) {
  const free = [...box.options].filter((one) => !one.disabled);
  put(box, free[Math.min(number, free.length - 1)].value); }
const sum = (code, amount) => put(document.querySelector(`[data-amount=${code}]`), amount);
all("[data-trade]").slice(0, 4).forEach((box, number) => {
  put(box, ["SELL", "SELL MAX", "WITH", "REST"][number]);
  if (number % 2 === 0) { sum(box.dataset.trade, number ? "100" : "200"); } });
all("#goal").forEach((box) => choose(box, 2));
all("[data-order]").forEach((box, number) => choose(box, number + 2));
all("[data-line]").slice(0, 2).forEach((line) => line.querySelectorAll("[data-box]").forEach((box) =>
  box.options ? choose(box, 1) : put(box, "5")));
told(document.documentElement.scrollHeight);
"""


def worth_a_look(site: Path) -> Iterator[tuple[str, Path]]:
    """(name, page) of one page of each kind."""
    yield "front", site / "index.html"
    yield "about", site / "about.html"
    if (site / "hall.html").exists():
        yield "hall", site / "hall.html"
        yield "player", min((site / "players").iterdir())
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
        app = open_app(load(play(slug, Path(home) / "home", lambda line: None, turns=turns).folder))
        told = Archive(app.services, site).refresh().line()
        app.close()
    return told


def gallery(folder: Path, wanted: Sequence[str]) -> None:
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    browser, rows = Browser.found(), []
    for slug in wanted:
        site, running = folder / slug, folder / f"{slug}-running"
        print(f"{slug}: {written(slug, site)}")
        if browser is None:
            continue
        written(slug, running, turns=RUNNING)
        looks = [(f"{slug}-{page.stem}", page) for page in sorted(running.glob("games/*/*.html")) if page.stem in OPEN]
        looks += [(f"{slug}-running", running / "index.html")]
        looks += [(name if name.startswith(slug) else f"{slug}-{name}", page) for name, page in worth_a_look(site)]
        for name, page in looks:
            rows.append((name, page.relative_to(folder), photographs(browser, folder, name, page)))
            if page.stem == "orders":
                rows.append((f"{name}-filled", page.relative_to(folder), filled(browser, folder, name, page)))
        rows += [(f"{slug}-poster", one.relative_to(folder), [one]) for one in site.glob("games/*/poster.png")]
    glance(folder / "index.html", folder, rows, "w")
    if (folder.parent / "index.html").exists():
        glance(folder.parent / "index.html", folder, rows, "a")
    print(f"{folder / 'index.html'}" + ("" if browser else "; no Chromium, so no screenshots"))


def glance(index: Path, folder: Path, rows: Sequence[tuple[str, Path, Sequence[Path]]], mode: str) -> None:
    """All photographs on one page, small; behind each name the page itself."""
    up = f"{folder.name}/" if folder != index.parent else ""
    head = "<!DOCTYPE html><meta charset=utf-8><title>Pages</title>" if mode == "w" else "<hr>"
    with index.open(mode, encoding="utf-8") as out:
        print(f"{head}<h1>Pages</h1>", file=out)
        for name, page, shots in rows:
            shown = [f'<img src="{up}{shot.relative_to(folder)}" alt="{shot.stem}" height="320">' for shot in shots]
            print(f'<h2><a href="{up}{page}">{name}</a></h2>{" ".join(shown)}', file=out)


def photographs(browser: Browser, folder: Path, name: str, page: Path) -> list[Path]:
    shots = []
    for width in WIDTHS:
        tall = min(browser.measure(page, width)[1], MOST_TALL)
        for dark in (False, True):
            shots.append(folder / f"{name}-{width}{'-dark' if dark else ''}.png")
            browser.photograph(page, shots[-1], width=width, tall=tall, dark=dark)
    if name.endswith("-phase"):
        browser.printed(page, folder / f"{name}.pdf")
    return shots


def filled(browser: Browser, folder: Path, name: str, page: Path) -> list[Path]:
    """The order form as it stands when its first seat has filled it in."""
    seat = SEAT.search(page.read_text("utf-8"))
    fragment = f"key={page.parent.name}.shown&seat={seat[1] if seat else ''}"
    shots = []
    for width in WIDTHS:
        (tall,) = browser.asked([page], FILLED, width, fragment=fragment)
        shots.append(folder / f"{name}-filled-{width}.png")
        browser.photograph(page, shots[-1], width=width, tall=tall, fragment=fragment, script=FILLED)
    return shots


if __name__ == "__main__":
    gallery(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "var" / "gallery" / "site", sys.argv[2:] or slugs())
