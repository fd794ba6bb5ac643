#!/usr/bin/env python3
"""How a letter is read, clause by clause, without a game: for whoever writes grammars and phrase files.

bench/clauses.py GAME 'letter' [--me Lupus] [--master]      `-` reads the letter from standard input
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judge.core.words import Place
from judge.games import variant
from judge.post import Line
from judge.reading import Grammar, Reader, Voice


def main() -> None:
    """Print the clauses."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("letter")
    ask.add_argument("--me", default="Lupus")
    ask.add_argument("--master", action="store_true")
    args = ask.parse_args()
    text = sys.stdin.read() if args.letter == "-" else args.letter.replace("\\n", "\n")
    rules = variant(args.game)
    grammar = Grammar(args.game, rules.vocabulary, rules.names({o.name: o.default for o in rules.info.options}))
    reader = Reader(Path(__file__).resolve().parents[1])
    voice = Voice(names=(args.me,), others=("Vulpes", "Corvus"), seats=(args.me, "Vulpes", "Corvus"), phase="S1901M")
    lines = [Line(n, row.strip()) for n, row in enumerate(text.split("\n"), 1)]
    place = Place.MASTER if args.master else Place.PLAYER
    reader.clauses(lines[:1], place, grammar, lambda: voice)
    begun = time.perf_counter()
    found = reader.clauses(lines, place, grammar, lambda: voice)
    took = time.perf_counter() - begun
    for clause in found:
        what = "; ".join(one.canonical() if clause.kind == "order" else repr(one) for one in clause.commands)
        print(f"{clause.kind:9}{clause.text!r}  {what}{clause.doubt.reason if clause.doubt else ''}", *clause.notes)
        if clause.offer or (clause.doubt and (clause.doubt.suggestion or clause.doubt.hint)):
            print("         ", clause.offer, clause.doubt.suggestion, clause.doubt.hint)
    print(f"{1000 * took:.2f} ms")


if __name__ == "__main__":
    main()
