"""What a process loads that reads plain orders, and no more than that."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from judge.core.words.word import Place
from judge.games import variant
from judge.reading import Grammar, Reader, Voice
from judge.post import Line
from judge.share import share
rules = variant("bourse")
grammar = Grammar("bourse", rules.vocabulary, rules.names({one.name: one.default for one in rules.info.options}))
rows = ("Hello judge,", "SELL 300 LIRA, 200 CROWNS", "", "BUY FRANCS WITH REST")
lines = [Line(number, row) for number, row in enumerate(rows, 1)]
voice = Voice(names=("Lupus",), seats=("Lupus", "Vulpes"))
print(len(Reader(share()).clauses(lines, Place.PLAYER, grammar, lambda: voice)))
print(*(name for name in sys.modules if name.startswith(("judge.reading.clauses", "judge.reading.sense"))))
"""


def test_a_letter_of_plain_orders_loads_nothing_of_the_second_reader() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["3", ""]
