"""Applies the rules of phrase files to a clause: letter words in, canonical words out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from judge.core.variant import Names, Situation
from judge.parse.clauses.patterns import Slot, alternation, by_word, words_of
from judge.parse.clauses.phrases import Phrases, Rule
from judge.parse.clauses.situation import Open, fill
from judge.parse.clauses.text import Text

_PART = re.compile(r"\{(\w+)\}|<([^<>]+)>")


@dataclass(frozen=True)
class Said:
    """A clause in canonical words. `sure` is the least certain of the rules that made it ("", "!" or "?"); `open` is
    what a rule would have needed to know and the position does not say."""

    text: Text
    sure: str = ""
    open: str = ""
    changed: bool = False


class Speech:
    """The rules that hold for one game (or for the correspondence alone)."""

    def __init__(self, phrases: Phrases) -> None:
        self._rules = phrases.rules
        self._by_word = by_word([rule.pattern for rule in phrases.rules])
        self._always = [n for n, rule in enumerate(phrases.rules) if not rule.pattern.anchors]

    @property
    def words(self) -> frozenset[str]:
        """Words of which at least one stands in every clause that a rule changes; rules without such words apart."""
        return frozenset(self._by_word)

    def rewrite(self, clause: Text, situation: Callable[[], Situation] = Situation) -> Said:
        """The clause with every rule applied once, in order."""
        said = Said(clause)
        waiting = list(self._always)
        for word in words_of(clause.text) & self._by_word.keys():
            waiting += self._by_word[word]
        heapify(waiting)
        last = -1
        while waiting:
            number = heappop(waiting)
            if number == last or (self._rules[number].weak and not said.changed):
                continue
            last = number
            after = _applied(self._rules[number], said, situation)
            if after.text is not said.text:
                for word in words_of(after.text.text) & self._by_word.keys():
                    for further in self._by_word[word]:
                        if further > number:
                            heappush(waiting, further)
            said = after
        return said


def _applied(rule: Rule, said: Said, situation: Callable[[], Situation]) -> Said:
    text = said.text
    if rule.pattern.regex.search(text.text) is None:
        return said
    for match in reversed(list(rule.pattern.regex.finditer(text.text))):
        try:
            new = filled(rule.says, text, match, situation)
        except Open as missing:
            return Said(said.text, said.sure, str(missing) or said.open, said.changed)
        start, end = match.span("_")
        if new.text.upper() == text.text[start:end].upper():
            new = text.cut(start, end)  # said so already: every letter keeps its case and its place
        if new and text.text[start - 1 : start].isalnum() and new.text[:1].isalnum():
            new = new.put(0, 0, " ")  # a rule that begins with a comma leaves no space behind
        text = Text.joined((text.cut(0, start), new, text.cut(end)), "")
    if text is said.text:
        return said
    return Said(text, max(said.sure, rule.sure), said.open, True)


def filled(says: str, text: Text, match: re.Match[str], situation: Callable[[], Situation]) -> Text:
    """The right side of a rule, slots keeping the places of the letters they took."""
    at = match.start("_")
    parts: list[Text] = []
    done = 0

    def plain(words: str) -> Text:
        place = text.at[at : at + 1] or text.at[-1:]
        return Text(words, place * len(words))

    for part in _PART.finditer(says):
        parts.append(plain(says[done : part.start()]))
        if part[1]:
            start, end = match.span(part[1])
            parts.append(text.cut(start, end) if start >= 0 else plain(""))
        else:
            parts.append(plain(fill(_slots(part[2], match), situation())))
        done = part.end()
    parts.append(plain(says[done:]))
    made = Text.joined(parts, "")
    if made.at and match.end("_") > at:  # what was written reaches to the end of the phrase
        made = Text(made.text, (*made.at[:-1], max(made.at[-1], text.at[match.end("_") - 1])))
    return made


def _slots(call: str, match: re.Match[str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda slot: match[slot[1]] or "", call)


def slots_of(names: Names, seats: tuple[str, ...]) -> Mapping[str, str]:
    """The slots that a game's names fill, {unit} among them where it has places."""
    slots: dict[str, str] = {
        kind: alternation([*table, *(way for ways in table.values() for way in ways)]) for kind, table in names.items()
    }
    if "place" in slots:
        place = alternation([*names["place"], *(way for ways in names["place"].values() for way in ways)])
        lead = r"(?:(?:(?:the|my|an?)\s+)?(?:army|fleet|a|f)\s+(?:in\s+|at\s+|of\s+)?)?"
        slots["unit"] = Slot.of(lead + place, place.anchors)
    slots["seat"] = alternation(seats) if seats else r"[^\W\d][\w'.-]*"
    return slots
