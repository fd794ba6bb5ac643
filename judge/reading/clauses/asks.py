"""Questions and wishes that a word of the correspondence answers: `when is the deadline?`, `may I see the rules`."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from judge.core import words
from judge.core.command import Command
from judge.core.manual import LEADS
from judge.core.regex import regex
from judge.core.words import WORDS, Place, word_of
from judge.expressions import expressions
from judge.post import Line
from judge.reading.clause import Clause, Kind, asked, rest
from judge.reading.clauses.dates import days, moments
from judge.reading.clauses.doubts import proposed
from judge.reading.clauses.modality import Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import Passage, by_things, likens, modality_alone
from judge.reading.clauses.patterns import BUILT_IN
from judge.reading.clauses.speech import Said
from judge.reading.clauses.split import shares
from judge.reading.clauses.subjects import ASK, INFORMS
from judge.reading.lexicon import first_word
from judge.reading.outcome import Understood
from judge.reading.sense.edited import WHICH
from judge.reading.text import Text
from judge.reading.words import RULE_OF, guarded

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
_MASTERS = "That word is for the master of the game. Write to them: PRESS TO MASTER: and your words."
_HELD = (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE, Modality.CORRECTION)
_ANYHOW = INFORMS | {"UNSUBSCRIBE"}
_DENIED = _ANYHOW | {"NOT", "ABSENCE"}  # words for something that is not to be, or not to be done
_OFTEN = ("LIST", "HELP", "HELP JOIN", "HELP SUBSCRIBE", "HELP CREATE", "HELP REGISTER", "HELP KEEPER", "RULES")
"""What answers words that people often write to one another."""
_SOME = frozenset(["part", "unit"])  # meanings of words for less than a whole sheet
_SHORT = 16  # spaces in a sentence of which one part may be what is asked for
_OPEN = frozenset(["undecided", "later"])  # of words on which something hangs
_DAY, _SEASON = regex(BUILT_IN["day"]), regex(rf"(?<!\w)(?:{BUILT_IN['season']})(?!\w)", re.IGNORECASE)


def answered(p: Passage, text: Text, core: Text) -> Clause | None:
    """A question or a wish of which every word is known, and a word of the correspondence answers it: told before it
    may change anything."""
    asks = core.text.rstrip().endswith("?")
    bare = core.text.rstrip(" ?!.")
    read = p.tools.words.understood(bare, core.first, p.place) if asks else None
    if read is not None and isinstance(read.word, (*_READ, words.HelpWord)):  # `Help?`
        return Clause(Kind.WORD, text.text, text.lines, read.commands)
    label = p.place is Place.PLAYER and ":" in bare.rstrip(":")
    known = bool(bare) and p.tools.subjects.knows(core.text)
    spoken = core if known or core.text in text.text else text  # without the English words that were put into it
    known = known or (spoken is text and p.tools.subjects.knows(text.text))
    stance = modality_alone(p, core) if known else Modality.PLAIN
    if stance is Modality.CONDITION and p.tools.subjects.meanings(core.text).isdisjoint(_OPEN):
        stance = Modality.PLAIN  # `I'm away until the 24th`
    found = asks_about(p, text, spoken, stance, whole=False) if known else None
    if found is None and p.place is Place.PLAYER and bare.casefold() in LEADS:  # what other judges taught
        return _done(p, text, Said(core.put(0, len(core), f"HELP {bare}"), changed=True))
    if found is None or (found.kind is Kind.DOUBTFUL and not found.offer) or (label and informs(found.word)):
        return None  # `Player: Marten` asks for nothing
    return None if not asks and _orders(p, core) else found  # `My vote: draw.`


def _names(p: Passage, text: str) -> bool:
    """Whether a text names something that orders are about, in any language; `aus` and `stp` are words, too."""
    if p.tools.subjects.knows(text):
        return False  # `mark me as ready`
    text = " ".join(word for word in text.split() if not (word.islower() and p.tools.subjects.meanings(word)))
    return bool(p.tools.marks.named(text)) or p.tools.sense.orderable(text)


def asks_about(
    p: Passage, text: Text, core: Text, stance: Modality = Modality.PLAIN, whole: bool = True
) -> Clause | None:
    """A clause that no such rule fits, by the meanings of its words (clauses/subjects.py). One that is denied or hangs
    on something only where it asks for something to read or for no more letters, or is but proposed. `whole`: where it
    does not, a part of it may."""
    spoken = _in_figures(p, _named(p, core))
    said = _spoken_of(p, spoken, text)
    anyhow = _DENIED if stance is Modality.NEGATION else _ANYHOW
    harmless = said is not None and (said.sure == "?" or first_word(said.text.text) in anyhow)
    if said is None or (stance in _HELD and not harmless):
        return _in_part(p, text, spoken, stance) if whole else None
    if p.place is Place.OUTSIDE and _private(p, spoken, said):
        return None
    sure = _in_known_part(p, text, spoken, stance) if whole and said.sure == "?" and p.place is Place.PLAYER else None
    return sure or _told(p, text, said)


def _above(p: Passage, *kinds: Kind) -> str:
    """What stands right above, if it is of these kinds: a sentence may point at it."""
    return p.found[-1].text if p.found and p.found[-1].kind in kinds else ""


def _named(p: Passage, core: Text) -> Text:
    """What is said of somebody or of a seat, with the name that the sentence above has: a master's `Vulpes is late.
    Remove him.`, a stranger's `Ursa in lira5 is free. I'd take that seat over.`"""
    above = _above(p, Kind.REST, Kind.WORD if p.place is Place.OUTSIDE else Kind.REST)
    if p.place is Place.OUTSIDE:
        free = _RE.seat_in.search(above)
        return core.sub(_RE.that_seat, f"{free['name']} in {free['game']}") if free else core
    if Place.MASTER not in p.place:
        return core
    seats = [seat for seat in p.voice.seats if re.search(rf"(?<!\w){re.escape(seat)}(?!\w)", above)]
    return core.sub(_RE.him, seats[0]) if len(seats) == 1 and seats[0] not in core.text else core


def several(p: Passage, text: Text, core: Text) -> list[Clause | Text]:
    """The things that a sentence asks for, one in each of its parts: `my orders and the rules`, `Register me as Ann
    Archer and get me into lira7 as Heron`. Two that do something are none but these. Parts that ask for nothing are
    given as they are written."""
    parts = _parts(core)
    if len(parts) < 2:
        return []
    written = shares(text, parts)
    if shown := _topics(p, text, core, list(zip(written, parts, strict=True))):
        return shown
    points = any(_RE.points.search(part.text) for part in parts[1:])  # `..., mail them again`
    if points or not p.tools.subjects.knows(core.text):
        return []
    found = [answered(p, *one) for one in zip(written, parts, strict=True)]
    wishes = [one for one in found if one is not None]
    does = {type(one.word) for one in wishes if not informs(one.word)}
    differ = len(wishes) == len(parts) == len({(one.commands, one.offer) for one in wishes})
    together = differ and (len(does) < 2 or does == {words.Join, words.Register})
    return [*wishes] if together and not _orders(p, core) else []


def _topics(p: Passage, text: Text, core: Text, parts: list[tuple[Text, Text]]) -> list[Clause | Text]:
    """What a question or a request wants to read, where its parts name several things, or one is an order: `my orders,
    and when the next are due`, `send me the results and sell 300 lira`."""
    if not (text.text.rstrip().endswith("?") or p.tools.subjects.asks(core.text)):
        return []
    if any(modality_alone(p, part) in _HELD for _, part in parts):
        return []
    topics = [p.tools.subjects.topic(part.text) for _, part in parts]
    found: list[Clause | Text] = []
    for (written, part), said in zip(parts, topics, strict=True) if any(topics) else ():
        told = _told(p, written, Said(part.put(0, len(part), said), changed=True)) if said else None
        found.append(written if _orders(p, part.strip(" ?")) else told or rest(written))
    shown = [type(one.word) for one in found if isinstance(one, Clause) and one.word is not None]
    mixed = len(set(shown)) > 1 or (bool(shown) and len(shown) == len(parts))
    return found if mixed or (shown and any(isinstance(one, Text) for one in found)) else []


def informs(command: Command | None) -> bool:
    """Whether a word asks for something to read."""
    word = word_of(type(command)) if command is not None else None
    return word is not None and word.verb in INFORMS


def _orders(p: Passage, core: Text) -> bool:
    """Whether a sentence is an order by the things it names."""
    return p.tools.orders is not None and by_things(p, core, core) is not None


def _parts(core: Text) -> list[Text]:
    """The parts of a sentence between commas and words like `and`."""
    spans = [(0, 0), *(joint.span() for joint in _RE.parts.finditer(core.text)), (len(core), len(core))]
    parts = [core.cut(one[1], two[0]).strip() for one, two in pairwise(spans)]
    return [part for part in parts if any(map(str.isalnum, part.text))]


def _in_part(p: Passage, text: Text, core: Text, stance: Modality) -> Clause | None:
    """What the one part of a sentence that is plain asks for: `I won't play, I'd like to get the results`. Of players
    only who is away, or what is told by a part of which each word is known, and no other names anything."""
    if p.place is not Place.OUTSIDE and _DAY.search(core.text) is None:
        return _in_known_part(p, text, core, stance)
    for joint in _RE.parts.finditer(core.text):
        sides = (core.head(joint.start()).strip(), core.cut(joint.end()).strip())
        plain = [side for side in sides if modality_alone(p, side) is Modality.PLAIN]
        said = asks_about(p, plain[0], plain[0], whole=False) if len(plain) == 1 else None
        if said is not None and (p.place is Place.OUTSIDE or isinstance(said.word, words.Absence)):
            return said
    return None


def _in_known_part(p: Passage, text: Text, core: Text, stance: Modality) -> Clause | None:
    """`Done and dusted, I'm ready, kettle's on.`, `Forget my last letter, I don't want any of it.`"""
    parts = _parts(core) if core.text.count(" ") < _SHORT else []
    told = [(part, said) for part in parts if (said := answered(p, part, part)) is not None]
    if len(parts) < 2 or len({(one.commands, one.offer) for _, one in told}) != 1:
        return None
    part, said = told[0]
    said = replace(said, text=text.text, lines=text.lines)
    if any(_names(p, one.text) or _instructs(p, one.text) for one in parts):
        return None
    if said.offer or informs(said.word):
        return said
    meant = p.tools.subjects.meanings(core.text)
    cancels = isinstance(said.word, words.Clear | words.Undo) and part is parts[0]
    plain = stance is Modality.PLAIN and isinstance(said.word, words.Ready | words.Undo)
    bars = _OPEN | _SOME if isinstance(said.word, words.Clear) else _OPEN
    return said if (cancels or plain) and meant.isdisjoint(bars) else None


def _spoken_of(p: Passage, core: Text, text: Text) -> Said | None:
    """By what a clause speaks of; a line that begins with a word in capitals is that word, wherever it may stand (a
    master's is proposed with what it lacks: `PROCESS`), if it has words that nobody knows. What names something that
    orders are about does nothing to the whole sheet."""
    first = first_word(core.text).strip(":,.!")
    written = first.isupper() and p.tools.words.begins(core.text)
    asks = core.text.rstrip().endswith("?")
    known = (written and Place.MASTER in p.place) or (not asks and p.tools.subjects.knows(core.text))
    if (written and (not known or _misplaced(first, p.place))) or (not written and _instructs(p, core.text)):
        return None
    said = p.tools.subjects.of(core, text.text, _above(p, Kind.REST), _above(p, Kind.WORD))
    if said is None and any(map(str.isdecimal, text.text)):  # its days in figures, and no word of it in English
        said = p.tools.subjects.of(_in_figures(p, text), text.text)
    heads = text.text.rstrip().endswith(":")  # `My order for spring:` asks for nothing
    refused = written and Place.MASTER in p.place  # what it lacks, the word itself tells
    if said is not None and ((refused and not said.sure) or (heads and said.text.text == "STATUS")):
        return None
    named = said is not None and p.tools.orders is not None and _names(p, text.text)
    if said is not None and named and said.text.text == "CLEAR":  # `Bitte streichen Sie meine Order für Pfund.`
        return Said(core.put(0, len(core), f"{ASK}{WHICH}"), changed=True)
    return None if said is None or (named and said.text.text.startswith(SHEET)) else said


def _misplaced(first: str, place: Place) -> bool:
    """Whether a first word is one of somebody else's, as HELP has it: `RESULT F1901` of a player."""
    word = WORDS[RULE_OF[first]]
    return first == word.verb and not word.place & place


def _instructs(p: Passage, text: str) -> bool:
    """Whether a clause has the marks of an order: it asks for nothing, though it may speak of something."""
    if p.tools.orders is None or (text.rstrip().endswith("?") and not _RE.whether.match(text)):
        return False
    text = _SEASON.sub(" ", _DAY.sub(" ", text))  # no order has one
    about = bool(p.tools.marks.named(text)) or any(map(str.isdecimal, text))
    return about and p.tools.marks.has(text)


def _private(p: Passage, core: Text, said: Said) -> bool:
    """Whether a stranger asks somebody else: `Did you see the game last night?` is no question about our games."""
    return said.text.text in _OFTEN and p.tools.subjects.private(core.text, vague=said.text.text == "LIST")


def _anothers(said: Said, place: Place) -> bool:
    """Whether it explains a word that the writer may not say: `What is the deadline?` is no question about DEADLINE."""
    verb, _, topic = said.text.text.partition(" ")
    entries = [one for one in words.WORDS.values() if one.help.verb == topic.strip(" ?.!").upper()]
    return verb == "HELP" and bool(entries) and not any(one.place & (place | Place.OUTSIDE) for one in entries)


def _told(p: Passage, text: Text, said: Said) -> Clause | None:
    if _anothers(said, p.place):
        return asked(text, _MASTERS) if p.place is Place.PLAYER else None
    if said.text.text.startswith(ASK):
        return asked(text, said.text.text.removeprefix(ASK))
    found = _done(p, text, said)
    verb = first_word(said.text.text)
    if found is None and verb in ("HISTORY", "STATEMENT"):  # the season has no year, or is none that was played
        last = said.text.put(0, len(said.text), "HISTORY @LAST" if verb == "HISTORY" else verb)
        return _done(p, text, Said(last, changed=True))
    return found


def _in_figures(p: Passage, core: Text) -> Text:
    core = days(core, p.voice.today)
    if Place.MASTER in p.place:
        return moments(figures(core).sub(_RE.span, " "))
    return moments(core) if p.place is Place.OUTSIDE and _RE.opens.search(core.text) else core


def _done(p: Passage, text: Text, said: Said) -> Clause | None:
    """The clause with the word that answers it; None where the word cannot be read."""
    told = _filled_in(p, said.text.strip(" .,!?"))
    if told.text == "@AGAIN":
        return again(p, text)
    read = p.tools.words.understood(told.text, told.first, p.place)
    if read is None:
        return None
    if said.sure == "?" or guarded(read.word, p.place):
        verb, gap, tail = told.text.partition(" ")
        return proposed(text, (f"{verb.upper()}{gap}{tail}",))
    return Clause(Kind.WORD, text.text, text.lines, read.commands)


def again(p: Passage, text: Text) -> Clause | None:
    """The orders of the phase before, once more; proposed where others are on file."""
    phase, lines = p.voice.again()
    if not lines or p.tools.orders is None:
        return asked(text, "I have no orders of yours from the phase before that could be given again.")
    named = _RE.season.search(text.text)
    if named and (_LETTER[named[1][:2].lower()] != phase[0] or (named[2] or phase[1:5])[-2:] != phase[3:5]):
        return asked(text, f"Only your orders of {phase} can be given again so. Write those you mean.")
    if p.voice.on_file():
        return proposed(text, lines)
    commands = tuple(command for line in lines for command in p.tools.orders.whole(line, text.first))
    note = f"{text.text.strip()!r} was read as your orders of {phase}."
    return Clause(Kind.ORDER, text.text, text.lines, commands, notes=(note,))


def _filled_in(p: Passage, text: Text) -> Text:
    """What only this letter says: @LAST the phase resolved last, @PHASE the open one, @GAME, @TODAY."""
    known = {"@LAST": p.voice.last, "@PHASE": p.voice.phase, "@GAME": p.voice.game, "@TODAY": str(p.voice.today or "")}
    for mark, meaning in known.items():
        at = text.text.find(mark)
        if at >= 0:
            text = text.put(at, at + len(mark), meaning).strip()
    bare = _RE.schedule.search(text.text) if p.voice.zone else None
    if bare is not None:
        text = text.put(bare.end(), bare.end(), f" {p.voice.zone}")
    return text


# ---- where a line or a sentence asks ---------------------------------------------------------------------------------


def in_other_words(p: Passage, said: Understood, line: Line) -> bool:
    """Whether a line that could be a word with anything behind it is a sentence that we know: `rules please`."""
    word, text = said.word, Text.of(line)
    if likens(p, word, line.text):
        return True
    bare = isinstance(word, words.Extend | words.Pause) and not word.reason  # nothing in it but the word's own
    joins = isinstance(word, words.Join) and bool(word.seat) and not word.loose
    written = first_word(line.text).isupper()
    about = isinstance(word, words.HelpWord) and word.topic.casefold() in LEADS
    whole = bare or joins or about
    power = guarded(word, p.place)
    if whole or written or not (isinstance(word, LOOSE) or power) or " " not in line.text.strip():
        return False
    core = p.tools.courtesy.strip(text, p.voice)
    found = answered(p, text, core)
    if found is None and power:
        found = asks_about(p, text, core)
    return found is not None and (found.kind is Kind.DOUBTFUL or found.commands != said.commands)


def subject(p: Passage, text: Text, core: Text) -> Clause | None:
    """A clause that looks like an instruction and names nothing that an order could be about."""
    if p.tools.marks.named(core.text) or any(map(str.isdecimal, core.text)):
        return None
    return asks_about(p, text, core)
