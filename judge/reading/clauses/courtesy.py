"""Strips what changes nothing: greetings, please, hedged openings, thanks, names, labels, markdown.

What counts as courtesy is data: `grammar/speech/courtesy.txt` (rules with an empty right side). The writer's own names
come from the Voice."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.expressions import expressions
from judge.reading.clause import Voice
from judge.reading.clauses.dates import of_another_time
from judge.reading.clauses.speech import Speech
from judge.reading.lexicon import fold
from judge.reading.text import Text

_RE = expressions("courtesy")

_MARKDOWN = regex(r"(?!~+\d)[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}(?!\w)")
_LABEL = regex(r"([^:;,.!?()\d]{1,40}?)\s*(?:\([^()]{1,20}\))?\s*:(?!\S*\d:)\s*", re.IGNORECASE)
_ROUNDS = 4
_TAIL = 64  # characters in which a name stands at the end
_OPENING = 40  # characters in which a request opens, a greeting among them


class Courtesy:
    """The rules of courtesy, applied for one writer."""

    def __init__(self, rules: Speech) -> None:
        self._rules = rules

    def strip(self, clause: Text, voice: Voice) -> Text:
        """The clause without what changes nothing; empty where that is all of it."""
        clause = clause.sub(_MARKDOWN, "").strip()
        if of_another_time(clause.text, voice.phase):
            return clause  # `Autumn: ...` is no courtesy in spring
        own = {fold(name) for name in voice.names}
        for _ in range(_ROUNDS):
            before = clause.text
            if _RE.request.search(clause.text[:_OPENING]):  # `Could you lend 2 to Germany?` is no question
                clause = clause.head(len(clause.text.rstrip(" ?!")))
            clause = self._rules.rewrite(clause).text.strip()
            clause = _done_by(_trimmed(_labelled(clause, own)), own)
            if clause.text == before:
                break
        return clause


def _trimmed(clause: Text) -> Text:
    front = _RE.front.match(clause.text)
    if front and front.end() < len(clause):
        clause = clause.cut(front.end())
    back = _RE.back.search(clause.text, max(0, len(clause.text) - _TAIL))
    return clause.head(back.start()) if back else clause


def _labelled(clause: Text, own: set[str]) -> Text:
    """Without the writer's own name and a colon in front: `Austria:`, `Austria's moves:`."""
    label = _LABEL.match(clause.text)
    return clause.cut(label.end()) if label and fold(_RE.his.sub("", label[1])) in own else clause


def _done_by(clause: Text, own: set[str]) -> Text:
    """Without the writer's own name as the subject in front of a verb."""
    found = _RE.does.match(clause.text)
    return clause.cut(found.end()) if found and fold(found["name"]) in own else clause
