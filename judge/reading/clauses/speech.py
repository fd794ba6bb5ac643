"""Applies the rules of phrase files to a clause: letter words in, canonical words out.

Phrase files: `grammar/speech/<name>.txt`. What people say, in canonical words that a grammar reads.

    // tongue: Dutch                    the first line of a file that turns a tongue's words into English: it counts for
                                        every game (`files.tongues` finds such files)
    // slot amount: ({n}|all|max|half)  a slot of its own
    get rid of => sell                  words for words, wherever they stand in a clause
    ^{currency} [is] to go$ => SELL ALL {currency}
                                        `^` and `$` bind to the beginning and the end of a clause

Rules are tried in the order written, each once over the whole clause; what one makes the next may take up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.core.values import Value
from judge.core.variant import Names
from judge.reading.clauses.patterns import BUILT_IN, Index, Pattern, Slot, alternation, rarest, words_of
from judge.reading.files import rows
from judge.reading.memo import Memo
from judge.reading.text import Text

NAMES_OF_GAMES = frozenset(["currency", "power", "place", "unit", "company"])
"""Slots that a game fills with its names; a game without such names leaves the rule out."""

_OWN_SLOT = regex(r"//\s*slot\s+(\w+):\s*(.*)")
_PATTERNS: Memo[Pattern] = Memo(16_384)  # of some ten variants, and of a few hundred games those that name seats
_ARROW = regex(r"\s+=>(?:\s+|$)")


class Rule(Value):
    """One line of a phrase file."""

    pattern: Pattern
    says: str


def load(folder: Path, names: tuple[str, ...], slots: Mapping[str, str]) -> tuple[Rule, ...]:
    """The rules of the files of a folder that exist, in this order. Raises SetupError where one is wrong."""
    known = {**BUILT_IN, **slots}
    files = (folder / f"{name}.txt" for name in names)
    lines = ((number, row, file) for file in files if file.exists() for number, row in enumerate(rows(file), 1))
    read = (_row(row, f"{file.name} line {number}", known) for number, row, file in lines)
    return tuple(rule for rule in read if rule is not None)


def _row(row: str, where: str, slots: dict[str, str]) -> Rule | None:
    """The rule of a line; None of a comment, of a rule of other games, and of a slot, which comes to those known."""
    own = _OWN_SLOT.match(row)
    if own:
        slot = Pattern(own[2], slots)
        body = re.sub(r"[?]P<[^>]+>", "?:", slot.body)
        slots[own[1]] = Slot.of(f"(?:{body})", rarest(slot.anchors), slot.signed)
    if not row or row.startswith("//") or _of_other_games(row, slots):
        return None
    arrow = _ARROW.search(f"{row} ")
    if not arrow:
        raise SetupError(f"{where}: a rule is a phrase, =>, and canonical words.")
    try:
        pattern = _pattern(row[: arrow.start()], slots)
    except re.error as error:
        raise SetupError(f"{where}: {error}.") from error
    says = f"{row} "[arrow.end() :].strip()
    for slot in re.findall(r"\{(\w+)\}", says):
        if slot not in pattern.names:
            raise SetupError(f"{where}: the right side names {{{slot}}}, the left side does not.")
    return Rule(pattern, says)


def _pattern(source: str, slots: Mapping[str, str]) -> Pattern:
    """The pattern of a phrase. Most phrases name no seat and no game: for these all games of a variant share one, and
    the expression that is made of it at first use."""
    kinds = sorted({name.rstrip("0123456789") for name in re.findall(r"\{(\w+)\}", source)})
    key = (source, tuple((kind, slots.get(kind), getattr(slots.get(kind), "marks", None)) for kind in kinds))
    return _PATTERNS.get(key) or _PATTERNS.put(key, Pattern(source, slots))


def _of_other_games(row: str, slots: Mapping[str, str]) -> bool:
    """Whether a rule speaks of names that this game has none of: a file for all games may hold it all the same."""
    return any(kind in NAMES_OF_GAMES and kind not in slots for kind in re.findall(r"\{([a-z_]+)\d*\}", row))


_PART = regex(r"\{(\w+)\}")


class Said(Value):
    """A clause in canonical words. `sure` is "?" where it is only to be proposed."""

    text: Text
    sure: str = ""
    changed: bool = False


class Speech:
    """The rules that hold for one game (or for the correspondence alone)."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._index = Index([rule.pattern for rule in rules])

    @property
    def patterns(self) -> Iterator[Pattern]:
        """What its rules look for."""
        return (rule.pattern for rule in self._rules)

    def first(self, text: str) -> str:
        """What the first rule says that a text fits; "" where none does."""
        words = words_of(text)
        for number in reversed(self._index.ahead(words)):
            pattern = self._rules[number].pattern
            if pattern.may_fit(words) and pattern.regex.search(text):
                return self._rules[number].says
        return ""

    def rewrite(self, clause: Text) -> Said:
        """The clause with every rule applied once, in order."""
        said = Said(clause)
        words = words_of(clause.text)
        ahead = self._index.ahead(words)
        while ahead:
            number = ahead.pop()
            rule = self._rules[number]
            if not rule.pattern.may_fit(words):
                continue
            after = _applied(rule, said)
            if after.text is not said.text:
                words = words_of(after.text.text)
                ahead = self._index.ahead(words, number)
            said = after
        return said


def _applied(rule: Rule, said: Said) -> Said:
    text = said.text
    for match in reversed(list(rule.pattern.regex.finditer(text.text))):
        new = filled(rule.says, text, match)
        start, end = match.span("_")
        if new.text.upper() == text.text[start:end].upper():
            new = text.cut(start, end)  # said so already: every letter keeps its case and its place
        if new and text.text[start - 1 : start].isalnum() and new.text[:1].isalnum():
            new = new.put(0, 0, " ")  # a rule that begins with a comma leaves no space behind
        text = Text.joined((text.head(start), new, text.cut(end)), "")
    if text.text == said.text.text:
        return said
    return Said(text, changed=True)


def filled(says: str, text: Text, match: re.Match[str]) -> Text:
    """The right side of a rule, slots keeping the places of the letters they took."""
    at = match.start("_")
    parts: list[Text] = []
    done = 0

    def plain(words: str) -> Text:
        place = text.at[at : at + 1] or text.at[-1:]
        return Text(words, place * len(words))

    for part in _PART.finditer(says):
        parts.append(plain(says[done : part.start()]))
        start, end = match.span(part[1])
        parts.append(text.cut(start, end) if start >= 0 else plain(""))
        done = part.end()
    parts.append(plain(says[done:]))
    made = Text.joined(parts, "")
    if made.at and match.end("_") > at:  # what was written reaches to the end of the phrase
        made = Text(made.text, (*made.at[:-1], max(made.at[-1], text.at[match.end("_") - 1])))
    return made


def slots_of(names: Names, seats: tuple[str, ...]) -> Mapping[str, str]:
    """The slots that a game's names fill, {unit} among them where it has places."""
    slots: dict[str, str] = {
        kind: alternation([*table, *(way for ways in table.values() for way in ways)]) for kind, table in names.items()
    }
    every = [way for table in names.values() for name, ways in table.items() for way in (name, *ways)]
    slots["named"] = alternation([*every, *seats]) if every or seats else r"[^\W\d][\w'.-]*"
    if "place" in slots:
        place = alternation([*names["place"], *(way for ways in names["place"].values() for way in ways)])
        lead = r"(?:(?:(?:the|my|an?)\s+)?(?:army|fleet|a|f)\s+(?:in\s+|at\s+|of\s+)?)?"
        slots["unit"] = Slot.of(lead + place, place.words)
    slots["seat"] = alternation(seats) if seats else r"[^\W\d][\w'.-]*"
    return slots
