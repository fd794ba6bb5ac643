"""Words that are never carried out from a sentence: a master's powers, and what cannot be undone. They are proposed."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.words import Place, word_of


def guarded(command: Command, place: Place) -> bool:
    """Whether a word waits for YES where it stands in a sentence and not on a line of its own."""
    word = word_of(type(command))
    return word is not None and bool(word.guarded & place)
