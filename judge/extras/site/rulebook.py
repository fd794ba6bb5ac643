"""The rules of a game as a page shows them: each under its number, in the order of the numbers, and a list of contents
by subject. The words are those that RULES mails, where they stand by subject."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile

from markupsafe import Markup

from judge.render import page
from judge.render.page import Block

_NUMBER = re.compile(r"(?:[A-Z]{1,2}-)?A?\d+(?:\.\d+)*a?(?= )")
_SERIES = re.compile(r"[A-Z]*")
_CITED = re.compile(r"\b(?:[A-Z]{1,2}-\d+a?|A\d+)\b")
_ELSEWHERE = "SETTINGS"  # the page has a table of them


@dataclass
class Rule:
    """`more`: sentences without a number that belong to it. `subject`: the heading it stands under in the letter."""

    number: str
    subject: str
    words: str
    more: list[str] = field(default_factory=list)


@dataclass
class Rulebook:
    """`opening`: what comes before every number. `rest`: parts that have no numbers at all, each with its heading."""

    opening: list[Block]
    rules: list[Rule]
    rest: list[Block]

    @property
    def subjects(self) -> list[tuple[str, list[str]]]:
        """The contents: each subject in the letter's order, and the numbers under it as the page has them."""
        found: dict[str, list[str]] = {rule.subject: [] for rule in self.rules}
        for rule in chain.from_iterable(self.series):
            found[rule.subject].append(rule.number)
        return list(found.items())

    @property
    def series(self) -> list[list[Rule]]:
        """The rules of one letter together, in the order of their numbers; the series as they first appear."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(_SERIES.match(rule.number)[0], []).append(rule)  # type: ignore[index]
        return [sorted(rules, key=lambda rule: _by_number(rule.number)) for rules in found.values()]

    def linked(self, words: str) -> Markup:
        """A sentence in which rules of this page that it names are links."""
        known = {rule.number for rule in self.rules}
        link = '<a href="#{0}">{0}</a>'
        return Markup(
            _CITED.sub(lambda cited: link.format(cited[0]) if cited[0] in known else cited[0], str(page.kept(words)))
        )


def rulebook(blocks: Iterable[Block]) -> Rulebook:
    """Out of the blocks of the rules' letter, its title left out."""
    book = Rulebook([], [], [])
    for title, part in _parts(blocks):
        rules = _rules(title, part, {rule.number for rule in book.rules})
        if rules or not title:
            before = takewhile(lambda block: not _number(block), part)
            book.opening += [{"kind": "para", "text": _words(block), "indent": 0} for block in before]
            book.rules += rules
        elif title != _ELSEWHERE:
            book.rest += [{"kind": "heading", "text": title.capitalize()}, *part]
    return book


def _parts(blocks: Iterable[Block]) -> list[tuple[str, list[Block]]]:
    """By heading; "" for what comes before the first."""
    parts: list[tuple[str, list[Block]]] = [("", [])]
    for block in blocks:
        if block["kind"] == "heading":
            parts.append((block["text"], []))
        else:
            parts[-1][1].append(block)
    return parts


def _rules(title: str, part: Sequence[Block], known: set[str]) -> list[Rule]:
    """The numbered rules of a part; one that stood in an earlier part already is no second one."""
    rules: list[Rule] = []
    for block in part:
        number, words = _number(block), _words(block)
        if number:
            rules.append(Rule(number, title.capitalize(), words[len(number) :].strip()))
        elif rules:
            rules[-1].more.append(words)
    return [rule for rule in rules if rule.number not in known]


def _words(block: Block) -> str:
    return f"{block.get('label', '')} {block.get('text', '')}".strip()


def _number(block: Block) -> str:
    found = _NUMBER.match(_words(block)) if block["kind"] == "item" else None
    return found[0] if found else ""


def _by_number(number: str) -> list[tuple[int, str]]:
    """`B-9` before `B-10`."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", number)]
