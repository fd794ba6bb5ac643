"""What a public letter with its page and charts costs, and how big it is: the last results of each demo.

python bench/pages.py [game ...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from judge.clock import SetClock
from judge.config import load
from judge.demo import START, play
from judge.desk import publish, results
from judge.desk.keys import SlowHasher
from judge.desk.pictures import Album
from judge.entropy import SeededEntropy
from judge.games import slugs
from judge.house import open_house


def measure(slug: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        play(slug, Path(folder) / "home", lambda line: None)
        house = open_house(load(Path(folder) / "home"), clock=SetClock(START), entropy=SeededEntropy("x"),
                           hasher=SlowHasher(64, 1))  # fmt: skip
        (game,) = house.office.files.games()
        event = house.office.journal.event(game.key, game.played[-1].event)
        context = {**house.office.letters.context(game, "UTC", START), "press": []}
        context |= results.result_data(house.office, game, event)
        for label in ("first", "then"):
            started = time.process_time()
            pictures = Album(house.office, game, event).results()
            drawn = time.process_time()
            parts = publish.parts(house.office, game, publish.public(event["data"]["notices"]), pictures)
            html = house.office.pen.page("session/results.txt", {**context, "parts": parts}, pictures)
            done = time.process_time()
            sizes = ", ".join(f"{len(one.content) // 1024} KB" for one in pictures)
            print(
                f"{slug:<15} {label:<6} charts {1000 * (drawn - started):5.0f} ms, page {1000 * (done - drawn):5.0f} ms"
                f", {len(html) // 1024:3} KB of HTML, pictures {sizes or 'none'}"
            )
        house.close()


if __name__ == "__main__":
    for name in sys.argv[1:] or slugs():
        measure(name)
