"""How long reading a line takes, new and remembered, and how long the first line of a process takes.

    python bench/grammar.py [rounds]

Microseconds a line, the best of the rounds (default 5), over a mixed sheet of a Bourse. `new` is a line never seen
before: parsed, names resolved, commands built. `start` runs a fresh process with built grammars in a cache.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from judge.core.words import Place
from judge.games import variant
from judge.post import Line
from judge.reading import Grammar, Reader
from judge.share import share

GAME = variant("bourse")
BOURSE = Grammar("bourse", GAME.vocabulary, GAME.names({}))
TRADES = ("SELL {} LIRA", "BUY {} MARKS", "buy {} francs please", "Italy: -{}", "BUY POUNDS WITH ${}.50")
SEVERAL = ("SELL {} LIRA, 200 CROWNS and BUY 115 MARKS", "Italy: -{}, Germany: +115")
WRONG = ("SELL {} LIRRA", "BYE {} POUNDS", "SELL 1.{} LIRA", "SELL 10 LIRA, {} CRWNS, BUY 3 MARKS")
PROSE = ("Thanks for the game {}", "See you at deadline no. {}")
COUNT = 2_000

START = """
import sys, time
from pathlib import Path
import judge.reading, judge.post, judge.core.words
from judge.games import variant
game = variant("bourse")
grammar = judge.reading.Grammar("bourse", game.vocabulary, game.names({}))
start = time.perf_counter()
import lark
imported = time.perf_counter()
reader = judge.reading.Reader(Path(sys.argv[1]), Path(sys.argv[2]))
reader.word(judge.post.Line(1, "SIGNON a@b cccc"), judge.core.words.Place.OUTSIDE)
reader.orders(grammar).read(judge.post.Line(2, "SELL 3 LIRA"))
print(imported - start, time.perf_counter() - imported)
"""


def lines(forms: Sequence[str], seed: int) -> list[Line]:
    chance = random.Random(seed)
    return [Line(1 + number % 9, chance.choice(forms).format(chance.randint(100, 999_999))) for number in range(COUNT)]


def best(rounds: int, make: Callable[[int], list[Line]], read: Callable[[Line], object]) -> float:
    """Microseconds a line."""
    taken = []
    for number in range(rounds):
        sheet = make(number)
        start = time.perf_counter()
        for line in sheet:
            read(line)
        taken.append((time.perf_counter() - start) / len(sheet) * 1e6)
    return min(taken)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    reader = Reader(share())
    orders = reader.orders(BOURSE)
    same = lines(TRADES, 0)[:500] * 4
    rows: list[tuple[str, float]] = [
        (f"{name}, new", best(rounds, lambda seed, forms=forms: lines(forms, seed), lambda line: orders.read(line)))
        for name, forms in (
            ("a trade", TRADES),
            ("several on a line", SEVERAL),
            ("a wrong line", WRONG),
            ("prose", PROSE),
        )
    ]
    rows.append(
        ("a trade, remembered", best(rounds, lambda seed: same, lambda line: orders.whole(line.text, line.number)))
    )
    rows.append(("none of the words", best(rounds, lambda seed: same, lambda line: reader.word(line, Place.PLAYER))))
    sheet = [Line(1, "SIGNON Lupus@lira7 moonlight"), *same[:5], Line(7, "SIGNOFF")]
    rows.append(
        ("a letter into blocks", best(rounds, lambda seed: [sheet[0]] * 500, lambda line: reader.blocks(sheet, False)))
    )
    for name, value in rows:
        print(f"{name:24}{value:10.2f} us")
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", START, str(share()), cache]
        taken = [tuple(map(float, subprocess.check_output(command, text=True).split())) for _ in range(rounds + 1)]
    print(f"{'start, grammars built':24}{taken[0][1] * 1e3:10.1f} ms")
    print(f"{'start, from the cache':24}{min(two for _, two in taken[1:]) * 1e3:10.1f} ms")
    print(f"{'import of lark':24}{min(one for one, _ in taken[1:]) * 1e3:10.1f} ms")


if __name__ == "__main__":
    main()
