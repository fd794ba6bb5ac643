"""Questions and wishes that a word of the correspondence answers: `when is the deadline?`, `may I see the rules`."""

from __future__ import annotations

from judge.core.words import Place
from judge.parse.clauses.clause import Clause, Kind, Voice
from judge.parse.clauses.dates import days
from judge.parse.clauses.doubts import proposed
from judge.parse.clauses.guarded import guarded
from judge.parse.clauses.text import Text
from judge.parse.clauses.tools import Tools
from judge.parse.reading import Understood
from judge.post import Line


def answered(tools: Tools, place: Place, voice: Voice, text: Text, core: Text) -> Clause | None:
    """A question or a wish that a word of the correspondence answers, whatever its wording: told before its stance,
    since a question is no order. The rules of the phrase files for this bind whole sentences."""
    asked_for = core.cut(0, len(core.text.rstrip(" ?!.")))
    if not asked_for:
        return _help(tools, place, text) if core.text.strip(" ?!") == "" and "?" in core.text else None
    said = tools.asks.rewrite(days(asked_for, voice.today), voice.situation)
    if not said.changed:
        return None
    words = _filled_in(said.text.strip(" .,!?"), voice)
    read = tools.words.read(Line(words.first, words.text), place)
    if not isinstance(read, Understood):
        return None
    if said.sure == "?" or guarded(read.commands[0], place):
        return proposed(text, (words.text,))
    return Clause(Kind.WORD, text.text, text.lines, read.commands)


def _help(tools: Tools, place: Place, text: Text) -> Clause:
    """A question mark alone."""
    commands = tools.words.read(Line(text.first, "HELP"), place)
    assert isinstance(commands, Understood)
    return Clause(Kind.WORD, text.text, text.lines, commands.commands)


def _filled_in(text: Text, voice: Voice) -> Text:
    """What only this letter says: @LAST the phase resolved last, @PHASE the open one, @GAME, @TODAY."""
    known = {"@LAST": voice.last, "@PHASE": voice.phase, "@GAME": voice.game, "@TODAY": str(voice.today or "")}
    for mark, meaning in known.items():
        at = text.text.find(mark)
        if at >= 0:
            text = text.put(at, at + len(mark), meaning).strip()
    return text
