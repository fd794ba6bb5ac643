"""What a clause asks about, where no rule binds its whole sentence: the words of `grammar/speech/topics_*.txt`.

The first rule that fits anywhere in the clause counts. `asking.txt` says which clauses ask for something at all; others
are looked at only where a rule says so: `always` in front of its right side, or `plain` for what is no question. `ASK`
and a sentence on the right side is asked back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.parse.clauses.patterns import Finder, Index, Pattern, words_of
from judge.parse.clauses.phrases import Phrases
from judge.parse.clauses.speech import Said, filled
from judge.parse.clauses.text import Text

ASK = "ASK "  # with this a right side begins that is a question back
_ALWAYS, _PLAIN = "always ", "plain "
_LONG = 24  # spaces: what is longer and no question tells a story
_SHORT = 6  # words of a question without a verb: `last turn's results`
_OF_NAMES = frozenset(
    (
        "my our the a an current latest last recent new old all this that turn today week season spring fall "
        "autumn winter list overview of full whole complete ok okay so and just only first next your s please "
        "other"
    ).split()
)
_NEAR = 70  # characters
VERB = re.compile(
    r"(?<!\w)(?:is|are|am|was|were|will|has|have|had|do|does|did|be|been|i|we|you|he|she|they|it|that|not?|don't|will|"
    r"would|let|say|says|said)(?!\w)|'(?:m|re|ll|ve)\b",
    re.IGNORECASE,
)


class Topics:
    """The rules for one kind of writer."""

    def __init__(self, phrases: Phrases, asking: Phrases) -> None:
        self._rules = phrases.rules
        self._index = Index([rule.pattern for rule in phrases.rules])
        self._asking = [rule.pattern for rule in asking.rules]

    @property
    def patterns(self) -> Iterator[Pattern]:
        """What its rules look for."""
        return (rule.pattern for rule in self._rules)

    def of(self, clause: Text, plain: bool = True) -> Said | None:
        """The word that answers the clause; None where it has no topic, or asks for nothing. `plain`: it is no
        question."""
        if clause.text.count(" ") > _LONG and not clause.text.rstrip().endswith("?"):
            return None
        words, has = words_of(clause.text), Finder(clause.text)
        asks: bool | None = None
        for number in sorted(self._index.ahead(words)):
            rule = self._rules[number]
            if not rule.pattern.may_fit(words, has):
                continue
            match = rule.pattern.regex.search(clause.text)
            if match is None:
                continue
            if rule.says.startswith(_PLAIN) and not plain:
                continue
            if not rule.says.startswith((_ALWAYS, _PLAIN)):
                asks = self.asks(clause.text) if asks is None else asks
                if not asks and not _named(clause.text, match):
                    continue
                if match.start() > _NEAR and not clause.text.rstrip().endswith("?"):
                    continue  # what is asked for stands near the asking
            says = rule.says.removeprefix(_ALWAYS).removeprefix(_PLAIN)
            return Said(filled(says, clause, match), rule.sure, changed=True)
        return None

    def asks(self, text: str) -> bool:
        """Whether a clause asks for something."""
        return text.rstrip().endswith("?") or any(one.regex.search(text) for one in self._asking)


def _named(text: str, match: re.Match[str]) -> bool:
    """Whether a clause is nothing but the name of something: `last turn's results`, `the map`."""
    if len(text.split()) > _SHORT or VERB.search(text):
        return False
    return all(word.strip(",.").casefold().removesuffix("'s") in _OF_NAMES for word in text[: match.start()].split())
