"""Phrase files: `grammar/speech/<name>.txt`. What people say, in canonical words that a grammar reads.

    // tongue: Dutch                    the first line of a file that turns a tongue's words into English: it counts for
                                        every game (`files.tongues` finds such files)
    // slot amount: ({n}|all|max|half)  a slot of its own
    get rid of => sell                  words for words, wherever they stand in a clause
    ^{currency} [is] to go$ => SELL ALL {currency}
                                        `^` and `$` bind to the beginning and the end of a clause
    throw {seat} out =>? EJECT {seat}   never carried out: proposed, and done on YES (what cannot be undone)
    a few hundred => 300                `=>!` is taken, but shown as read (CHECK)
    // example: Get rid of 300 lira => SELL 300 LIRA

Rules are tried in the order written, each once over the whole clause; what one makes the next may take up. An example
is a letter's line and the canonical line it must be read as, or `=> ?` for one that must be asked about, or `=> -` for
talk; tests/parse/clauses/test_phrase_files.py runs every one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.parse.clauses.patterns import BUILT_IN, Pattern, Slot, rarest
from judge.parse.files import rows
from judge.parse.memo import Memo

NAMES_OF_GAMES = frozenset(["currency", "power", "place", "unit", "company"])
"""Slots that a game fills with its names; a game without such names leaves the rule out."""

_DIRECTIVE = regex(r"//\s*(example|slot\s+\w+):\s*(.*)")
_PATTERNS: Memo[Pattern] = Memo(16_384)  # of some ten variants, and of a few hundred games those that name seats
_ARROW = regex(r"\s+=>([?!]?)(?:\s+|$)")


@dataclass(frozen=True)
class Rule:
    """One line of a phrase file. `sure` is "" for certain, "!" for taken and shown, "?" for proposed."""

    pattern: Pattern
    says: str
    sure: str
    file: str


@dataclass(frozen=True)
class Phrases:
    """The rules of a file and of those it uses, and the examples in them as (file, letter words, canonical line)."""

    rules: tuple[Rule, ...]
    examples: tuple[tuple[str, str, str], ...]


def load(folder: Path, names: tuple[str, ...], slots: Mapping[str, str]) -> Phrases:
    """Read the files of a folder that exist, in this order. Raises SetupError where one is wrong."""
    known = {**BUILT_IN, **slots}
    rules: list[Rule] = []
    examples: list[tuple[str, str, str]] = []
    for name in names:
        if (folder / f"{name}.txt").exists():
            for number, row in enumerate(rows(folder / f"{name}.txt"), 1):
                _row(row, f"{name}.txt line {number}", known, rules, examples)
    return Phrases(tuple(rules), tuple(examples))


def _row(row: str, where: str, slots: dict[str, str], rules: list[Rule], examples: list[tuple[str, str, str]]) -> None:
    found = _DIRECTIVE.match(row)
    if found and found[1].startswith("slot"):
        slot = Pattern(found[2], slots)
        body = re.sub(r"[?]P<[^>]+>", "?:", slot.body)
        slots[found[1].split()[1]] = Slot.of(f"(?:{body})", rarest(slot.anchors), slot.size, slot.signed)
    elif found and found[1] == "example":
        letter, arrow, line = found[2].rpartition("=>")
        if not arrow:
            raise SetupError(f"{where}: an example is letter words => canonical line.")
        examples.append((where, letter.strip(), line.strip()))
    elif row and not row.startswith("//"):
        arrow = _ARROW.search(f"{row} ")
        if not arrow:
            raise SetupError(f"{where}: a rule is a phrase, =>, and canonical words.")
        if _of_other_games(row, slots):
            return
        try:
            pattern = _pattern(row[: arrow.start()], slots)
        except re.error as error:
            raise SetupError(f"{where}: {error}.") from error
        says = f"{row} "[arrow.end() :].strip()
        for slot in re.findall(r"\{(\w+)\}", says):
            if slot not in pattern.names:
                raise SetupError(f"{where}: the right side names {{{slot}}}, the left side does not.")
        rules.append(Rule(pattern, says, arrow[1], where))


def _pattern(source: str, slots: Mapping[str, str]) -> Pattern:
    """The pattern of a phrase. Most phrases name no seat and no game: for these all games of a variant share one, and
    the expression that is made of it at first use."""
    kinds = sorted({name.rstrip("0123456789") for name in re.findall(r"\{(\w+)\}", source)})
    key = (source, tuple((kind, slots.get(kind), getattr(slots.get(kind), "marks", None)) for kind in kinds))
    return _PATTERNS.get(key) or _PATTERNS.put(key, Pattern(source, slots))


def _of_other_games(row: str, slots: Mapping[str, str]) -> bool:
    """Whether a rule speaks of names that this game has none of: a file for all games may hold it all the same."""
    return any(kind in NAMES_OF_GAMES and kind not in slots for kind in re.findall(r"\{([a-z_]+)\d*\}", row))
