"""Letters that try to keep a judge busy: the reader's own words in any order, and one thing over and over."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from judge.core.words import Place
from judge.post import Line
from judge.reading import Clause, Voice
from judge.reading.budget import Budget
from judge.share import share
from tests.fuzz import fuzz_lines
from tests.fuzz.fuzz_lines import GRAMMARS, READER

SEATS = ("Lupus", "Vulpes", "Corvus")
VOICE = Voice(("Lupus", "lira7"), SEATS[1:], SEATS, "S1901M", "", "lira7")
LINES = 498  # of a letter that are read (docs/mail.md)
LONG = 100_000  # characters of one line
LINKS = (
    *("and", "to", "from", "with", "the", "rest", "of", "all", "my", "not", "if", "then", "but", "for", "by", "via"),
    *("hold", "support", "sell", "buy", "army", "fleet", "half", "or"),
)
Flood = Callable[[Random, int], list[str]]


@cache
def vocabulary() -> tuple[str, ...]:
    """Every word that stands anywhere in the files the reader reads by."""
    texts = (path.read_text("utf-8") for path in sorted((share() / "grammar").rglob("*.*")))
    return tuple(sorted({word for text in texts for word in re.findall(r"[^\W\d_]{1,14}|\d{1,4}|[,;:().!?-]", text)}))


def soup(r: Random, words: int, of: Sequence[str] = ()) -> str:
    return " ".join(r.choices(of or vocabulary(), k=words))


def same(*texts: str) -> Flood:
    return lambda r, n: [texts[number % len(texts)] for number in range(n)]


def one_line(text: str) -> Flood:
    """One line of so many times the text, cut where a letter would be."""
    return lambda r, n: [(text * n * 20)[:LONG]]


FLOODS: dict[str, Flood] = {
    "words in any order": lambda r, n: [soup(r, 9) for _ in range(n)],
    "words in any order, in sentences": lambda r, n: [f"{soup(r, 9)}." for _ in range(n)],
    "words in any order on one line": lambda r, n: [soup(r, 12 * n)],
    "small words in any order": lambda r, n: [soup(r, 12, LINKS) for _ in range(n)],
    "small words in short lines": lambda r, n: [soup(r, 3, LINKS) for _ in range(n)],
    "small words on long lines": lambda r, n: [soup(r, 180, LINKS) for _ in range(n // 8)],
    "names in any order": lambda r, n: [soup(r, 8, [*GRAMMARS["diplomacy"].names["place"]]) for _ in range(n)],
    "what a grammar makes": lambda r, n: [fuzz_lines.walker("bourse").line(r) for _ in range(n)],
    "what another grammar makes": lambda r, n: [fuzz_lines.walker("diplomacy").line(r) for _ in range(n)],
    "words of the correspondence": lambda r, n: [fuzz_lines.walker("session").line(r) for _ in range(n)],
    "lines that go on": same("and to from with the rest of all my armies"),
    "prose without an end": same("I think that the weather in my part of the world has been lovely today"),
    "digits in every line": same(f"SELL {'7' * 70}"),
    "what is left": same("BUY MARKS WITH REST"),
    "orders": lambda r, n: [f"SELL {number} LIRA" for number in range(n)],
    "orders that are none": lambda r, n: [f"SELL {number} DRACHMAS" for number in range(n)],
    "slips": same("SELLL 30 LIRRA", "BYU 40 MRAKS"),
    "verbs alone": same("SELL", "BUY"),
    "a table": same("Lira | 300 | sell", "Marks | 20 | buy"),
    "a list": same("Lira 300", "Marks -20"),
    "corrections": same("No wait, not that, make it 200 lira instead."),
    "taking back": same("Sell 300 lira.", "Scratch that, sell 200 instead of 300."),
    "questions": same("What is the deadline and who has not sent orders yet?"),
    "conditions": same("If Vulpes moves to Paris, then my army in Burgundy, which is mine, does not hold but moves."),
    "headings": same("Offers:", "Turkey 60"),
    "press in one's own words": same("Message to Vulpes:", "sell 300 lira", "END"),
    "press": same("PRESS TO Vulpes: sell 300 lira", "PRESS TO Vulpes", "x", "ENDPRESS"),
    "a report": same("RESULT F1901", "CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5", "UNITS", "AUSTRIA: A BUD, A VIE", "END"),
    "a pasted report": same("Austria: Army Vienna -> Galicia.  (*bounce*)", "England: Fleet London HOLD"),
    "stops": one_line("a. "),
    "commas": one_line("SELL 10 LIRA, "),
    "nothing but commas": one_line(","),
    "digits": one_line("9"),
    "brackets": one_line("("),
    "brackets in brackets": lambda r, n: ["(" * 10 * n + "sell 3 lira" + ")" * 10 * n],
    "one word": one_line("lira "),
    "one sentence over and over": one_line("increase everything by half and double the rest "),
    "long lines": lambda r, n: [soup(r, 250)[:1900] for _ in range(n // 8)],
    "many short sentences": same("Yes. No. 3. Lira. So what."),
}


def letter(name: str, r: Random, size: int) -> list[Line]:
    """The lines of such a letter, as many as are read of one."""
    return [Line(number, text) for number, text in enumerate(FLOODS[name](r, size)[:LINES], 1)]


def read(lines: list[Line], slug: str, place: Place, budget: Budget | None = None) -> tuple[Clause, ...]:
    """As a player's or the master's letter, or a stranger's, is read."""
    return READER.clauses(lines, place, None if place is Place.OUTSIDE else GRAMMARS[slug], lambda: VOICE, budget)
