"""Questions and wishes that a word of the correspondence answers: `when is the deadline?`, `may I see the rules`."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from judge.core import words
from judge.core.regex import regex
from judge.core.words import Place
from judge.parse.clause import Clause, Kind, Voice, asked
from judge.parse.clauses.dates import days
from judge.parse.clauses.doubts import proposed
from judge.parse.clauses.moments import moments
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.patterns import BUILT_IN
from judge.parse.clauses.speech import Said
from judge.parse.clauses.subjects import ASK, INFORMS
from judge.parse.clauses.tools import Tools
from judge.parse.expressions import expressions
from judge.parse.lexicon import first_word
from judge.parse.sense.edited import WHICH
from judge.parse.text import Text
from judge.parse.words import guarded

_RE = expressions("asks")

LOOSE = (
    words.Rules,
    words.Clear,
    words.ListGames,
    words.Unsubscribe,
    words.Subscribe,
    words.HelpWord,
    words.Join,
    words.Pause,
)
"""Words behind which almost anything may stand."""
POLITE = (words.Rules, words.ListGames, words.HelpWord, words.Subscribe, words.Extend, words.Pause)
"""Words behind which thanks would be read as something else."""
SHEET = ("CLEAR", "UNDO", "READY", "NOT READY", "@AGAIN", "RESIGN")
_LETTER = {"sp": "S", "su": "S", "fa": "F", "au": "F", "wi": "W", "s": "S", "f": "F", "a": "F", "w": "W"}
_READ = (words.Status, words.History, words.Statement, words.ListGames, words.Rules, words.Missing)
_MASTERS = "That word is for the master of the game. Write to him: PRESS TO MASTER: and your words."
_PARTS = frozenset(["part", "unit"])  # meanings of words for less than a whole sheet
_BEHIND = regex(r"[,:;]\s+")
_OFTEN = ("LIST", "HELP", "HELP JOIN", "HELP SUBSCRIBE", "HELP CREATE", "HELP REGISTER", "HELP KEEPER", "RULES")
"""What answers words that people often write to one another."""
_TEXTS = ("PRESS", "BROADCAST", "GREY", "ANNOUNCE")
_DAY = regex(BUILT_IN["day"])


def answered(tools: Tools, place: Place, voice: Voice, text: Text, core: Text) -> Clause | None:
    """A question or a wish that a word of the correspondence answers, whatever its wording: told before its stance,
    since a question is no order. The rules of the phrase files for this bind whole sentences."""
    asked_for = core.head(len(core.text.rstrip(" ?!.")))
    if not asked_for:
        return _help(tools, place, text) if core.text.strip(" ?!") == "" and "?" in core.text else None
    if place is Place.OUTSIDE:
        asked_for = asked_for.sub(_RE.besides, "").strip() or asked_for
    asks = core.text.rstrip().endswith("?")
    read = tools.words.understood(asked_for.text, asked_for.first, place) if asks else None
    if read is not None and isinstance(read.word, (*_READ, words.HelpWord)):  # `Help?`
        return Clause(Kind.WORD, text.text, text.lines, read.commands)
    said = tools.asks.rewrite(_in_figures(asked_for, place, voice))
    if said.changed and said.text.text.startswith(_TEXTS):  # what is passed on stays as it was written
        said = tools.asks.rewrite(asked_for)
    found = _done(tools, place, voice, text, said) if said.changed else None
    word = found.word if found is not None else None
    if isinstance(word, words.Clear) and _in_part(tools, asked_for.text):
        return None
    if word == words.Ready(ready=False) and tools.orders:
        behind = [one for one in _BEHIND.split(core.text)[1:] if "ready" not in one.casefold()]
        return None if any(map(tools.orders.order_like, behind)) else found  # `Wait, F Bre - MAO` brings an order
    return found


def _names(tools: Tools, text: str) -> bool:
    """Whether a text names something that orders are about, in any language; `aus` and `stp` are words, too."""
    text = " ".join(word for word in text.split() if not (word.islower() and tools.subjects.meanings(word)))
    return bool(tools.marks.named(text)) or (tools.sense is not None and tools.sense.orderable(text))


def _in_part(tools: Tools, text: str) -> bool:
    """Whether a text that takes back orders names some of them, and not the sheet."""
    named = tools.orders is not None and _names(tools, text)
    return named or bool(_RE.last_one.search(text)) or bool(tools.subjects.meanings(text) & _PARTS)


def harmless(tools: Tools, place: Place, voice: Voice, text: Text) -> Clause | None:
    """A line that asks for something to read: whatever stands below it belongs to itself."""
    core = tools.courtesy.strip(text, voice)
    found = answered(tools, place, voice, text, core) if core else None
    return found if found is not None and isinstance(found.word, _READ) else None


def relayed(tools: Tools, place: Place, voice: Voice, text: Text) -> Clause | None:
    """A line that asks to pass on what stands behind its colon, all of it as it is written: `Tell Vulpes: I agree.`"""
    head = text.text.partition(":")[0]
    if len(head) == len(text) or len(head) > 80 or not _RE.relays.search(head):
        return None
    bare = text.sub(_RE.please, "")
    said = tools.asks.rewrite(bare)
    if not said.changed and (seat := _meant_seat(bare.text, voice)):
        return proposed(text, (f"PRESS TO {seat}: {text.text.partition(':')[2].strip()}",))
    found = _done(tools, place, voice, text, said) if said.changed else None
    word = found.word if found is not None else None
    if found is None or not isinstance(word, words.Press | words.Announce):
        return None
    return replace(found, commands=(replace(word, text=text.text.partition(":")[2].strip()),))


def _meant_seat(text: str, voice: Voice) -> str:
    """The one seat that a receiver's name is nearly: `Tell Korvus: I accept.`"""
    match = _RE.receiver.match(text)
    near = get_close_matches(match[1].casefold(), [one.casefold() for one in voice.seats], 2, 0.75) if match else []
    return next((one for one in voice.seats if [one.casefold()] == near), "")


def about(tools: Tools, place: Place, voice: Voice, text: Text, core: Text, harmless: bool = False) -> Clause | None:
    """A clause that no such rule fits, by the meanings of its words (clauses/subjects.py); `harmless`: only where it
    asks for something to read, or is but proposed."""
    spoken = _in_figures(core, place, voice)
    said = _spoken_of(tools, spoken, text, place)
    if said is None or (harmless and said.sure != "?" and first_word(said.text.text) not in INFORMS):
        return None
    if place is Place.OUTSIDE and _private(tools, spoken, said):
        return None
    return _told(tools, place, voice, text, said)


def _spoken_of(tools: Tools, core: Text, text: Text, place: Place) -> Said | None:
    """By what a clause speaks of; a line that begins with a word in capitals is that word, wherever it may stand (a
    master's is proposed with what it lacks: `PROCESS`). What names something that orders are about does nothing to the
    whole sheet."""
    first = first_word(core.text).strip(":,.!")
    written = first.isupper() and tools.words.begins(core.text)
    if (written and Place.MASTER not in place) or _instructs(tools, core.text):
        return None
    said = tools.subjects.of(core, text.text)
    if written and said is not None and not said.sure:
        return None
    named = said is not None and tools.orders is not None and _names(tools, text.text)
    if said is not None and named and said.text.text == "CLEAR":  # `Bitte streichen Sie meine Order für Pfund.`
        return Said(core.put(0, len(core), f"{ASK}{WHICH}"), changed=True)
    return None if said is None or (named and said.text.text.startswith(SHEET)) else said


def _instructs(tools: Tools, text: str) -> bool:
    """Whether a clause has the marks of an order: it asks for nothing, though it may speak of something."""
    if tools.orders is None or (text.rstrip().endswith("?") and not _RE.whether.match(text)):
        return False
    text = _DAY.sub(" ", text)  # no order has one
    about = bool(tools.marks.named(text)) or any(map(str.isdecimal, text))
    return (about and tools.marks.has(text)) or (tools.sense is not None and tools.sense.deeds(text))


def _private(tools: Tools, core: Text, said: Said) -> bool:
    """Whether a stranger asks somebody else: `Did you see the game last night?` is no question about our games."""
    return said.text.text in _OFTEN and tools.subjects.private(core.text, vague=said.text.text == "LIST")


def _anothers(said: Said, place: Place) -> bool:
    """Whether it explains a word that the writer may not say: `What is the deadline?` is no question about DEADLINE."""
    verb, _, topic = said.text.text.partition(" ")
    entries = [one for one in words.WORDS.values() if one.help.verb == topic.strip(" ?.!").upper()]
    return verb == "HELP" and bool(entries) and not any(one.place & (place | Place.OUTSIDE) for one in entries)


def _told(tools: Tools, place: Place, voice: Voice, text: Text, said: Said) -> Clause | None:
    if _anothers(said, place):
        return asked(text, _MASTERS) if place is Place.PLAYER else None
    if said.text.text.startswith(ASK):
        return asked(text, said.text.text.removeprefix(ASK))
    found = _done(tools, place, voice, text, said)
    verb = first_word(said.text.text)
    if found is None and verb in ("HISTORY", "STATEMENT"):  # the season has no year, or is none that was played
        last = said.text.put(0, len(said.text), "HISTORY @LAST" if verb == "HISTORY" else verb)
        return _done(tools, place, voice, text, Said(last, changed=True))
    return found


def _in_figures(core: Text, place: Place, voice: Voice) -> Text:
    core = days(core, voice.today)
    if Place.MASTER in place:
        return moments(figures(core).sub(_RE.span, " "))
    return moments(core) if place is Place.OUTSIDE and _RE.opens.search(core.text) else core


def _done(tools: Tools, place: Place, voice: Voice, text: Text, said: Said) -> Clause | None:
    """The clause with the word that answers it; None where the word cannot be read."""
    told = _filled_in(said.text.strip(" .,!?"), voice)
    if told.text == "@AGAIN":
        return again(tools, voice, text)
    read = tools.words.understood(told.text, told.first, place)
    if read is None:
        return None
    if said.sure == "?" or guarded(read.word, place):
        verb, gap, tail = told.text.partition(" ")
        return proposed(text, (f"{verb.upper()}{gap}{tail}",))
    return Clause(Kind.WORD, text.text, text.lines, read.commands)


def again(tools: Tools, voice: Voice, text: Text) -> Clause | None:
    """The orders of the phase before, once more; proposed where others are on file."""
    phase, lines = voice.again()
    if not lines or tools.orders is None:
        return asked(text, "I have no orders of yours from the phase before that could be given again.")
    named = _RE.season.search(text.text)
    if named and (_LETTER[named[1][:2].lower()] != phase[0] or (named[2] or phase[1:5])[-2:] != phase[3:5]):
        return asked(text, f"Only your orders of {phase} can be given again so. Write those you mean.")
    if voice.on_file():
        return proposed(text, lines)
    commands = tuple(command for line in lines for command in tools.orders.whole(line, text.first))
    note = f"{text.text.strip()!r} was read as your orders of {phase}."
    return Clause(Kind.ORDER, text.text, text.lines, commands, notes=(note,))


def _help(tools: Tools, place: Place, text: Text) -> Clause:
    """A question mark alone."""
    said = tools.words.understood("HELP", text.first, place)
    assert said is not None
    return Clause(Kind.WORD, text.text, text.lines, said.commands)


def _filled_in(text: Text, voice: Voice) -> Text:
    """What only this letter says: @LAST the phase resolved last, @PHASE the open one, @GAME, @TODAY."""
    known = {"@LAST": voice.last, "@PHASE": voice.phase, "@GAME": voice.game, "@TODAY": str(voice.today or "")}
    for mark, meaning in known.items():
        at = text.text.find(mark)
        if at >= 0:
            text = text.put(at, at + len(mark), meaning).strip()
    bare = _RE.schedule.search(text.text) if voice.zone else None
    if bare is not None:
        text = text.put(bare.end(), bare.end(), f" {voice.zone}")
    return text
