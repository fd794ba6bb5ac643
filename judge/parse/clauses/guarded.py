"""Words that are never carried out from a sentence: a master's powers, and what cannot be undone. They are proposed."""

from __future__ import annotations

from judge.core import words
from judge.core.command import Command
from judge.core.words import Place

_ALWAYS = (words.Resign, words.Takeover)
_MASTERS = (
    words.Start,
    words.Extend,
    words.Deadline,
    words.Pause,
    words.Resume,
    words.Process,
    words.Rollback,
    words.Eject,
    words.Replace,
    words.Reinstate,
    words.EndGame,
    words.SetWord,
    words.Quarantine,
)


def guarded(command: Command, place: Place) -> bool:
    """Whether a word waits for YES where it stands in a sentence and not on a line of its own."""
    return isinstance(command, _ALWAYS) or (Place.MASTER in place and isinstance(command, _MASTERS))
