"""Lines of letters: walks through a grammar, the examples of HELP, and what damage and malice make of them."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from re import _parser as sre  # type: ignore[attr-defined]
from typing import Any

from judge.core.manual import MANUAL
from judge.core.variant import Names
from judge.games import variants
from judge.reading import Grammar
from tests.harness import shared_reader
from tests.tables import rows

READER = shared_reader()
GAMES = variants()
GRAMMARS = {
    slug: Grammar(slug, game.vocabulary, game.names({option.name: option.default for option in game.info.options}))
    for slug, game in sorted(GAMES.items())
}
NASTY = tuple(rows(__file__, "NASTY"))
DEEP = 9  # rules within rules before a walk takes the shortest way out

Walk = Callable[[Random], str]


# ---- walks through a grammar --------------------------------------------------------------------------------------


class Walker:
    """Random sentences of one grammar: any of its rules is taken, its words from their patterns or the game's names."""

    def __init__(self, slug: str, names: Names) -> None:
        lark = READER._engine(slug)._lark  # what the reader itself reads with
        known = [
            spelling for table in names.values() for spelling in (*table, *(s for ways in table.values() for s in ways))
        ]
        seeded = Random(slug)
        self._words = {one.name: _pool(one.pattern.to_regexp(), known, seeded) for one in lark.terminals}
        self._ways: dict[str, list[list[Any]]] = {}
        for rule in lark.rules:
            self._ways.setdefault(rule.origin.name, []).append(list(rule.expansion))
        self._height = _heights(self._ways)

    def line(self, r: Random) -> str:
        words: list[str] = []
        self._take("line", r, DEEP, words)
        return " ".join(words)

    def _take(self, name: str, r: Random, left: int, words: list[str]) -> None:
        ways = self._ways[name]
        if left <= self._height[name]:
            ways = [way for way in ways if _height(way, self._height) < self._height[name]] or ways
        for symbol in r.choice(ways):
            if symbol.is_term:
                words.append(r.choice(self._words[symbol.name]))
            else:
                self._take(symbol.name, r, left - 1, words)


def _height(way: list[Any], heights: dict[str, int]) -> int:
    return max((0 if symbol.is_term else heights[symbol.name] for symbol in way), default=0)


def _heights(ways: dict[str, list[list[Any]]]) -> dict[str, int]:
    """How many rules deep the shortest sentence of each rule is."""
    heights = dict.fromkeys(ways, 99)
    for _ in ways:
        heights = {name: 1 + min(_height(way, heights) for way in found) for name, found in ways.items()}
    return heights


def _pool(pattern: str, names: Sequence[str], r: Random) -> list[str]:
    """Texts for one kind of word: of its pattern, and those of the game's names that it takes."""
    whole = re.compile(pattern)
    made = [_written(sre.parse(pattern), r) for _ in range(40)]
    fitting = [name for name in names if whole.fullmatch(name)]
    return [text for text in dict.fromkeys((*made, *fitting)) if whole.fullmatch(text)] or [made[0]]


def _written(pattern: Any, r: Random) -> str:
    """A text that a regular expression takes, look-arounds left out of account."""
    return "".join(_one(str(kind), value, r) for kind, value in pattern)


def _one(kind: str, value: Any, r: Random) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "ANY" | "NOT_LITERAL":
            return r.choice("aZ5 -.")
        case "IN":
            return _of_set(value, r)
        case "BRANCH":
            return _written(r.choice(value[1]), r)
        case "SUBPATTERN":
            return _written(value[3], r)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = value
            return "".join(_written(inner, r) for _ in range(r.randint(least, min(most, least + 3))))
    return ""


def _of_set(items: list[tuple[Any, Any]], r: Random) -> str:
    if str(items[0][0]) == "NEGATE":
        return r.choice("aQ7x_")
    kind, value = r.choice(items)
    if str(kind) == "LITERAL":
        return chr(value)
    if str(kind) == "RANGE":
        return chr(r.randint(value[0], min(value[1], value[0] + 200)))
    return {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "w"}.get(str(value), "!")


@cache
def walker(slug: str) -> Walker:
    return Walker(slug, {} if slug == "session" else GRAMMARS[slug].names)


# ---- examples, and damage -----------------------------------------------------------------------------------------


@cache
def examples(slug: str) -> tuple[str, ...]:
    """Lines that can be read: of the words of the correspondence ("session"), or of a game."""
    entries = MANUAL.values() if slug == "session" else GAMES[slug].info.help
    return tuple(dict.fromkeys(line for entry in entries for line in entry.examples))


def line(r: Random, slug: str) -> str:
    """A line that somebody could write to a game, well or badly."""
    text = walker(slug).line(r) if r.random() < 0.6 else r.choice(examples(slug))
    for _ in range(r.choice((0, 0, 1, 1, 2, 4))):
        text = damaged(r, text)
    return text


def damaged(r: Random, text: str) -> str:
    """One change: of characters, of words, of case, of length."""
    at, end = r.randint(0, len(text)), r.randint(0, 6)
    match r.randrange(11):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + r.choice(NASTY) + text[at:]
        case 2:
            return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        case 3:
            return text[:at] + text[at : at + end] * r.choice((2, 3, 50)) + text[at + end :]
        case 4:
            words = text.split(" ")
            r.shuffle(words)
            return " ".join(words)
        case 5:
            return r.choice((text.lower, text.upper, text.swapcase, text.title))()
        case 6:
            return re.sub(r"\d+", lambda _: r.choice((*NASTY[-22:], "1", "300", "12.5")), text, count=1)
        case 7:
            return r.choice((", ", "; ", " and ", " / ", ": ", " ")).join((text, text[:at]))
        case 8:
            return text.replace(" ", r.choice(("", "  ", "\t", "\u00a0", "-", ",")))
        case 9:
            return (r.choice((" ", "a ", "(", "9", "A - ", ", ", "'")) * r.choice((5, 60, 400)) + text)[:12_000]
    return r.choice(("> ", "- ", "1. ", "* ", '"', "Please ", "for F1901: ", "AS SELF: ", "AS FRANCE: ")) + text


def sheet(r: Random, slug: str) -> list[str]:
    """Some lines of one game, with words of the correspondence and of other games strewn in."""
    found = []
    for _ in range(r.randint(1, 7)):
        room = r.choice((slug, slug, slug, "session", r.choice(sorted(GRAMMARS))))
        found.append(line(r, room))
    return found
