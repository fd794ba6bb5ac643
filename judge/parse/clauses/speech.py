"""Applies the rules of phrase files to a clause: letter words in, canonical words out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.core.regex import regex
from judge.core.variant import Names
from judge.parse.clauses.patterns import Finder, Index, Pattern, Slot, alternation, words_of
from judge.parse.clauses.phrases import Phrases, Rule
from judge.parse.text import Text

_PART = regex(r"\{(\w+)\}")


@dataclass(frozen=True)
class Said:
    """A clause in canonical words. `sure` is the least certain of the rules that made it ("", "!" or "?")."""

    text: Text
    sure: str = ""
    changed: bool = False


class Speech:
    """The rules that hold for one game (or for the correspondence alone)."""

    def __init__(self, phrases: Phrases) -> None:
        self._rules = phrases.rules
        self._index = Index([rule.pattern for rule in phrases.rules])

    @property
    def patterns(self) -> Iterator[Pattern]:
        """What its rules look for."""
        return (rule.pattern for rule in self._rules)

    def rewrite(self, clause: Text) -> Said:
        """The clause with every rule applied once, in order."""
        said = Said(clause)
        words = words_of(clause.text)
        ahead = self._index.ahead(words)
        if not ahead:
            return said
        has = Finder(clause.text)
        while ahead:
            number = ahead.pop()
            rule = self._rules[number]
            if not rule.pattern.may_fit(words, has):
                continue
            after = _applied(rule, said)
            if after.text is not said.text:
                words, has = words_of(after.text.text), Finder(after.text.text)
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
    return Said(text, max(said.sure, rule.sure), True)


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
        slots["unit"] = Slot.of(lead + place, place.words, 3 + place.most)
    slots["seat"] = alternation(seats) if seats else r"[^\W\d][\w'.-]*"
    return slots
