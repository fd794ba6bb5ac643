"""What letters with pages cost, and how big they are: the last results and statements of each demo.

python bench/pages.py [game ...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import load
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.news import publish, results
from judge.desk.news.pictures import Album
from judge.entropy import SeededEntropy
from judge.extras.demo import START, play
from judge.games import slugs
from judge.render.page import Picture


def measure(slug: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        play(slug, Path(folder) / "home", lambda line: None)
        app = open_app(
            load(Path(folder) / "home"), clock=SetClock(START), entropy=SeededEntropy("x"), hasher=SlowHasher(64, 1)
        )
        for label in ("results", "again"):
            of_results(app, slug, label)
        of_statements(app, slug)
        app.close()


def of_results(app: App, slug: str, label: str) -> None:
    (game,) = app.services.files.games()
    event = app.services.journal.event(game.key, game.played[-1].event)
    context = {**app.services.letters.context(game, "UTC", START), "press": []}
    context |= results.result_data(app.services, game, event)
    started = time.process_time()
    pictures = Album(app.services, game, event).results()
    drawn = time.process_time()
    parts = publish.parts(app.services, game, publish.public(event["data"]["notices"]), pictures)
    html = app.services.renderer.page("session/results.txt", {**context, "parts": parts}, pictures)
    tell(slug, label, drawn - started, time.process_time() - drawn, html, pictures)


def of_statements(app: App, slug: str) -> None:
    """One statement of each seat, of the last phase in which all had one: the mean of all seats."""
    (game,) = app.services.files.games()
    services, seats = app.services, app.services.files.seats(game.key).values()
    events = (services.journal.event(game.key, played.event) for played in reversed(game.played))
    told = [(one, {n["audience"] for n in one["data"]["notices"]}) for one in events]
    event = max(told, key=lambda one: sum(seat.name in one[1] for seat in seats))[0]
    album = Album(services, game, event)
    album.statement(next(iter(seats)).name)  # the journal is read once for all
    charts = pages = 0.0
    html, pictures = "", []
    for seat in seats:
        started = time.process_time()
        pictures = album.statement(seat.name)
        drawn = time.process_time()
        data = {
            "title": slug,
            "result_phase": event["phase"],
            "result_words": "",
            "revision": 1,
            "ended": None,
            "misses": 0,
            "parts": publish.parts(services, game, publish.private(event["data"]["notices"], seat.name), pictures),
        }
        html = services.renderer.page(
            "session/statement.txt", services.letters.seat_context(game, seat, data, START), pictures
        )
        charts += drawn - started
        pages += time.process_time() - drawn
    tell(slug, "statement", charts / len(seats), pages / len(seats), html, pictures)


def tell(slug: str, label: str, charts: float, page: float, html: str, pictures: Sequence[Picture]) -> None:
    sizes = ", ".join(f"{len(one.content) // 1024} KB" for one in pictures)
    print(
        f"{slug:<15} {label:<10} charts {1000 * charts:6.1f} ms, page {1000 * page:6.1f} ms"
        f", {len(html) // 1024:3} KB of HTML, pictures {sizes or 'none'}",
        flush=True,
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or slugs():
        measure(name)
