"""Letters composed around orders that are known (composing.py): the sheet is known by construction.

    python -m tests.people.generated [--count 300] [--game bourse] [--number 17] [-v]

`-v` shows what is not as it should be, `--number` one letter with its answer.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from tests.people import boards, markets, payola_exchange
from tests.people.composing import GAMES, Composed, Desk, numbered
from tests.people.not_yet import COMPOSED
from tests.people.services import Letter, Services, sheet_in, signed

PARTS = {"markets": markets, "boards": boards, "payola_exchange": payola_exchange}


@cache
def base(desk_part: str, position: str) -> Services:
    """The position, made once a process."""
    services: Services = PARTS[desk_part].made(position)
    return services


def sent(desk: Desk, text: str, seed: str, subject: str = "Orders") -> tuple[list[Letter], list[str]]:
    """The answers to a letter, and what is on file afterwards."""
    services, address = base(desk.part, desk.position).copy(seed), PARTS[desk.part].address_of(desk.seat)
    game = PARTS[desk.part].GAME
    ident = services.post(address, signed(desk.seat, game, text), services.now, subject=subject)
    answers = [letter for letter in services.turn() if letter.answers == ident]
    shown = sheet_in(answers)
    return answers, services.filed(address, desk.seat, game) if shown is None else shown


def faults(letter: Composed, answers: Sequence[Letter], got: Sequence[str]) -> list[str]:
    """What must never be, in a few words each."""
    out, words = [], squeeze("\n".join(one.text for one in answers))
    if not answers:
        return ["no answer"]
    extra = [line for line in got if line not in letter.sheet]
    out += [f"filed though {'no order' if line in letter.never else 'not meant'}: {line}" for line in extra]
    missing = [order for order in letter.orders if letter.desk.prefix + order.line not in got]
    if answers[0].tag == "OK":
        out += [f"OK, but lost: {order.line}" for order in missing]
        out += [f"OK, but not carried out: {sentence}" for sentence in letter.doubtful]
    out += [f"lost and not quoted: {order.line}" for order in missing if not quoted(letter.said[order.line], words)]
    doubtful = letter.doubtful.items()
    out += [f"doubtful and not quoted: {sentence}" for sentence, said in doubtful if not quoted(said, words)]
    kept = [line for line in letter.sheet if line in got]
    if letter.desk.ordered and not extra and list(got) != kept:
        out.append(f"in another order: {list(got)}")
    return out


def quoted(said: str, answer: str) -> bool:
    """Whether these words stand in the answer, line by line, each whole or in the two pieces into which a mail program
    broke it."""
    if "\n" in said:
        return all(quoted(line, answer) for line in said.splitlines())
    pieces = said.split()
    cuts = [(" ".join(pieces[:at]), " ".join(pieces[at:])) for at in range(len(pieces))]
    return any(squeeze(one) in answer and squeeze(two) in answer for one, two in cuts)


def squeeze(text: str) -> str:
    """Letters and digits alone: an answer may break lines where it likes."""
    return re.sub(r"[\W_]+", "", text).lower()


def outcomes(numbers: Iterable[int]) -> Iterator[tuple[Composed, list[Letter], list[str], list[str]]]:
    """Letter, answers, sheet and faults of each number."""
    for number in numbers:
        letter = numbered(number)
        answers, got = sent(letter.desk, letter.text, f"generated/{number}", letter.subject)
        yield letter, answers, got, faults(letter, answers, got)


def line_for(letter: Composed, faults: Sequence[str]) -> str:
    """How a letter is listed that is not read as it must be; "" if it is."""
    kinds = sorted({fault.split(":")[0] for fault in faults})
    return "; ".join((f"{letter.number} {letter.desk.game}", *kinds)) if kinds else ""


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--count", type=int, default=300)
    ap.add_argument("--first", type=int, default=0)
    ap.add_argument("--game", default="")
    ap.add_argument("--number", type=int, default=None, help="one letter with its answer")
    ap.add_argument("-v", action="store_true", help="every letter with a fault")
    ap.add_argument("--shrink", action="store_true", help="strike out of not_yet_generated.txt what holds")
    words = ap.parse_args()
    numbers = range(words.first, words.first + words.count) if words.number is None else [words.number]
    chosen = [n for n in numbers if not words.game or GAMES[n % len(GAMES)] in words.game.split(",")]
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: Counter[str] = Counter()
    lines: dict[str, str] = {}
    for letter, answers, got, wrong in outcomes(chosen):
        whole = sorted(got) == sorted(letter.sheet)
        tally[letter.desk.game]["broken" if wrong else "whole" if whole else "part or none, quoted"] += 1
        kinds.update({fault.split(":")[0] for fault in wrong})
        lines[str(letter.number)] = line_for(letter, wrong)
        if (wrong and words.v) or words.number is not None:
            print(story(letter, got, wrong))
        if words.number is not None:
            print("\n".join(f"{one.subject}\n{one.text}" for one in answers))
    if words.shrink:
        COMPOSED.shrink(lines)
    for game, counts in sorted(tally.items()):
        print(f"{game}: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    print("faults by kind: " + ", ".join(f"{name} {n}" for name, n in kinds.most_common()))
    return 1 if kinds else 0


def story(letter: Composed, got: Sequence[str], wrong: Sequence[str]) -> str:
    """A letter, what it orders and what came of it."""
    head = f"{'=' * 20} {letter.number} {letter.desk.game} {letter.desk.seat}"
    rest = [f"known    {letter.sheet}", f"on file  {list(got)}", *(f"!! {fault}" for fault in wrong)]
    return "\n".join((head, letter.text, "-" * 8, *rest))


if __name__ == "__main__":
    sys.exit(main())
