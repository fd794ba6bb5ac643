"""What a clause is before it is read. Only a plain one, or an unmistakable correction, may ever become an order.

The words are data: `grammar/speech/stance.txt`, rules whose right side is one of these names. The first rule that fits
counts."""

from __future__ import annotations

from enum import StrEnum

from judge.expressions import expressions
from judge.reading.clause import Voice
from judge.reading.clauses.dates import of_another_time
from judge.reading.clauses.speech import Speech
from judge.reading.lexicon import fold
from judge.reading.text import Text

_RE = expressions("remarks")


class Modality(StrEnum):
    """How a clause is meant."""

    PLAIN = "plain"
    NEGATION = "negation"
    CONDITION = "condition"
    MAYBE = "maybe"
    ADVICE = "advice"  # a question whether to do something
    QUESTION = "question"  # a question about something
    PAST = "past"
    OTHERS = "others"  # what somebody else does
    CORRECTION = "correction"
    JOKE = "joke"  # what stands above it was not meant
    # of what stands beside orders and is none (clauses/unread.py)
    DRAFT = "draft"
    AFTER = "after"
    THEIRS = "theirs"
    UNCLEAR = "unclear"


ASKED: dict[Modality, str] = {
    Modality.NEGATION: "This says what is not to be done. I only carry out what is to be done, so nothing was changed.",
    Modality.CONDITION: "Conditions, choices and limits are not read: nothing of this was taken.",
    Modality.MAYBE: "This sounds undecided, so nothing of it was taken.",
    Modality.ADVICE: "Is that a question or an order? I cannot decide for you, so nothing of it was taken.",
    Modality.OTHERS: "Is that an order of yours? It speaks of somebody else, so nothing of it was taken.",
    Modality.JOKE: "You say that this was a joke, so nothing of it was taken.",
    Modality.DRAFT: "What you say beside this may mean that it shall not be done, or not now, so it was not taken.",
    Modality.AFTER: "This names another time than the open phase, so nothing of it was taken.",
    Modality.THEIRS: "What you say above this may mean that it is not your order, so it was not taken.",
    Modality.UNCLEAR: "Does this change your orders? I do not see how: write the lines as they shall stand.",
    Modality.CORRECTION: "I see that you correct something, but not what: write the line as it shall stand.",
}
"""What a doubtful clause of this stance is answered."""


class Stances:
    """Tells stances by the rules of a phrase file."""

    def __init__(self, rules: Speech) -> None:
        self._rules = rules

    def told(self, text: str) -> Modality | None:
        """The stance that the rules tell; None where none fits."""
        said = self._rules.first(text)
        return Modality(said) if said else None

    def of(self, clause: Text, voice: Voice) -> Modality:
        """The stance of a clause from which courtesy has been stripped."""
        told = self.told(clause.text)
        if told is not None:
            return told
        if of_another_time(clause.text, voice.phase):
            return Modality.AFTER
        if clause.text.rstrip().endswith("?"):
            return Modality.ADVICE
        if _RE.another.match(clause.text):
            return Modality.OTHERS
        first, _, rest = clause.text.partition(" ")
        if rest and fold(first) in {fold(name) for name in voice.others}:
            return Modality.PAST if _RE.reported.match(rest.lstrip()) else Modality.OTHERS
        return Modality.PLAIN
