"""A sentence -> its clauses. It loses its courtesy; its stance is told; a plain one is read as written, then in the
words of the phrase files, then piece by piece, then with one slip mended. What is left is doubtful if it has the marks
of an instruction, and talk if not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words import Clear, Place, Ready, word_of
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind, asked, asked_after_all, on_yes, rest
from judge.reading.clauses.asks import answered, asks_about, informs, several, subject
from judge.reading.clauses.bargains import buys, company_pays, of_purse, several_offers, sound_as_written
from judge.reading.clauses.corrections import HELD, corrected
from judge.reading.clauses.doubts import UNREAD
from judge.reading.clauses.edits import Edits, Scene, comes_to_it, like_before, rewritten, stands
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import (
    Head,
    Passage,
    by_things,
    core_of,
    each_gets,
    end_heading,
    fits_heading,
    lines_of,
    modality,
    modality_alone,
    noted,
    read_one,
    situation,
)
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.pieces import beside_things, goes_on, guessed, halved, in_pieces, whole
from judge.reading.clauses.reasons import behind_head, behind_reason, states, without_asides
from judge.reading.clauses.split import pieces, spans
from judge.reading.clauses.unread import Heard, not_read, unclear, unsettles
from judge.reading.lexicon import fold
from judge.reading.sense.settled import NO_TRADE
from judge.reading.text import Text

_RE = expressions("remarks")

_HOLDS = (Modality.DRAFT, Modality.AFTER)
_EMPTIES = "Shall nothing be traded? Your trades on file would go."
_SENTENCE = 12  # steps of a sentence, whatever it says
_SAYS_LITTLE = 3  # spaces in what is left of a sentence without its courtesy
_LABELLED = regex(r"[^\W\d]:\s")  # `Lira: sell 200; Marks: buy 200` is no heading over one thing


def settles(p: Passage, text: Text) -> bool:
    """Whether a sentence says what decides ties, or what stays in the purse: read, or asked about."""
    core = core_of(p, text)
    if _RE.keep_it.fullmatch(core.text) and _above_keeps(p):
        p.found.append(rest(text))  # `I must not fall below 25, so save that.`
        return True
    whole = [figures(text).text] if core and core.text.count(" ") < _SAYS_LITTLE else []  # `Nothing for me, thanks`
    words = dict.fromkeys((core.text, *whole)) if core else ()
    senses = (p.tools.sense.settles(said, partial(situation, p)) for said in words)
    found = next((one for one in senses if one is not None), None)
    commands = lines_of(p, found, core) if found is not None else ()
    written = sound_as_written(p, core) if found is not None else None
    if found is None or (written is not None and written.commands != commands):
        return False  # none of it, or written as another order
    if commands and found.sure and found.lines == NO_TRADE and any(NO_TRADE[0] in one.printed for one in p.found):
        p.found.append(Clause(Kind.HEADING, text.text, text.lines))  # it is said once more
    elif found.lines == NO_TRADE and p.voice.filed() and _RE.no_news.search(core.text):  # it may leave them there
        p.found.append(replace(asked(text, _EMPTIES), offer=found.lines))
    elif commands and found.sure:
        p.found.append(Clause(Kind.ORDER, text.text, text.lines, commands, notes=noted(core, found)))
    else:
        p.found.append(replace(asked(text, found.ask or UNREAD), offer=found.lines if commands else ()))
    return True


def _above_keeps(p: Passage) -> bool:
    """Whether what stands right above keeps a sum back."""
    last = p.found[-1] if p.found else None
    return last is not None and last.kind is Kind.ORDER and last.commands[-1].canonical().endswith(" $")


def read_sentence(p: Passage, text: Text) -> None:
    """Add the clauses of a sentence. One that may hold the orders beside it is kept as a clause; where it is only
    unclear it may yet be a correction."""
    p.budget.take(_SENTENCE, text.text)
    said = unsettles(p, text, text.strip(" .!,"))
    if said is not None and said.kind is not Kind.DOUBTFUL:
        p.found.append(said)
    else:
        p.found = corrected(_scene(p, (text, said)), text)


def _scene(p: Passage, heard: Heard) -> Scene:
    """What stands above a sentence, and what reads its words."""
    plain = partial(_uncorrected, p, heard)
    return Scene(p, list(p.found), partial(_with, p, partial(read_sentence, p)), partial(_with, p, plain))


def _with(p: Passage, read: Callable[..., None], found: Sequence[Clause], *said: Text) -> list[Clause]:
    """These clauses with those of a sentence behind them."""
    p.found = list(found)
    read(*said)
    return p.found


def _joked(p: Passage, text: Text, core: Text) -> None:
    """`Just kidding`: nothing that stands right above was meant, blank lines or not; what follows it is."""
    above = min(p.found[-1].last if p.found else 0, text.first - 1)
    for n, one in enumerate(p.found):
        if one.kind is Kind.ORDER and one.last >= above:
            p.found[n] = asked_after_all(one, ASKED[Modality.JOKE])
    behind = _RE.joke.search(core.text)
    p.found.append(rest(text))
    if behind is not None:
        read_sentence(p, text.around(core.cut(behind.end())))


def _put_off(p: Passage, text: Text, core: Text) -> bool:
    """`I build a fleet in London, but next year`: an order, and behind a comma what unsettles it."""
    if not (parts := pieces(core)):
        return False  # nothing but signs
    if any(p.tools.marks.takes_back(one.text) for one in parts[1:]) and read_one(p, parts[0].text):
        p.found.append(asked(text, UNREAD))  # `Paris to Burgundy, I take it back`
        return True
    *_, (start, _end) = spans(core)
    if not start or p.tools.unsettled.told(core.text[start:].strip(" .!")) not in _HOLDS:
        return False
    if modality_alone(p, core) is Modality.CONDITION and modality(p, core) is Modality.PLAIN:
        return False  # `5 for Venice, provided that it goes to Trieste`: what is paid for
    read_sentence(p, text.around(core.head(start).strip(" ,;-")))
    said = unsettles(p, text.around(core.cut(start)), core.cut(start).strip(" .!"))
    p.found += [said] if said is not None else []
    return True


def read_heading(p: Passage, text: Text) -> None:
    end_heading(p)
    theirs = unsettles(p, text, text)
    if theirs is not None:
        p.found.append(theirs)
        return
    core = p.tools.courtesy.strip(text, p.voice).strip(" :")
    if not core:
        p.found.append(rest(text))
        return
    verb = p.tools.verb_for(core) or each_gets(p, core)
    if verb:
        p.head = Head(len(p.found), verb)
        p.found.append(Clause(Kind.HEADING, text.text, text.lines))
        return
    if text.text.rstrip().endswith(":") and words_of(core.text) <= p.tools.known.sections["heading"]:
        p.found.append(rest(text))  # `My bribes for this spring are as follows:`
        return
    read_sentence(p, text)


def _uncorrected(p: Passage, heard: Heard, text: Text, spoken: Text) -> None:
    """A sentence that corrects nothing."""
    core = core_of(p, spoken)
    if not core:
        p.found.append(rest(text))
        return
    if goes_on(p, text, core):
        return
    unsettling = unclear(p, heard, text, core)
    if unsettling is not None:
        p.found.append(unsettling)
        return
    stance = modality(p, core)
    before, p.meant = p.meant, (text.last, stance)
    if stance is Modality.PLAIN and before[0] == text.first and before[1] in HELD and _RE.goes_on.match(text.text):
        p.meant = (text.last, before[1])  # `Do not sell lira (what a mess!) and buy marks`
        marked = before[1] in ASKED and p.tools.marks.beside(core.text)
        p.found.append(asked(text, ASKED[before[1]])) if marked else p.found.append(rest(text))
        return
    if buys(p) and (_edited(p, heard, text, core, comes_to_it) or company_pays(p, text, core)):
        return
    if wishes := several(p, text, core):
        for one in wishes:
            read_sentence(p, one) if isinstance(one, Text) else p.found.append(one)
        return
    asked_for = answered(p, text, core) or several_offers(p, text, core)
    if asked_for is not None:
        later = stance is Modality.AFTER and asked_for.word is not None and not _any_time(asked_for.word)
        why = Modality.ADVICE if p.tools.sense.chooses(core.text) else Modality.AFTER if later else None
        p.found.append(asked(text, ASKED[why]) if why else asked_for)
        return
    if _edited(p, heard, text, core, stands, like_before, comes_to_it, rewritten):
        return
    if stance is Modality.PLAIN:
        _plain(p, text, core)
    else:
        end_heading(p)
        _not_plain(p, text, core, stance)


def _any_time(word: Command) -> bool:
    """Whether a word may name another time: it shows something, or says READY for what comes."""
    return informs(word) or isinstance(word, Ready)


def _not_plain(p: Passage, text: Text, core: Text, stance: Modality) -> None:
    """A sentence that denies, hangs on something, asks or tells: what of it is an order all the same."""
    if stance is Modality.JOKE:
        _joked(p, text, core)
    elif stance in (Modality.CONDITION, Modality.MAYBE) and (apart := _apart(p, core)) is not None:
        read_sentence(p, text.around(apart[0]))
        read_sentence(p, text.around(apart[1]))
    elif stance is Modality.ADVICE and (told := asks_about(p, text, core, stance)) is not None and informs(told.word):
        p.found.append(told)
    elif (reason := behind_reason(p, core)) is not None:
        p.found.append(rest(reason[1]))
        read_sentence(p, text.around(reason[0]))
    elif stance is Modality.NEGATION and states(p, core):
        p.found.append(rest(text))  # `I don't trust the rouble any more`
    elif (apart := behind_head(p, core)) is not None:
        p.found.append(Clause(Kind.REST, text.around(apart[0]).text, text.lines))
        read_sentence(p, text.around(apart[1]))
    elif (
        p.tools.is_list(core.text)
        or p.tools.sense.chooses(core.text)
        or (stance in ASKED and p.tools.marks.told(core.text, stance))
    ):
        p.found.append(asked(text, ASKED.get(stance, UNREAD)))
    else:
        p.found.append(asks_about(p, text, core, stance) or rest(text))


def _edited(p: Passage, heard: Heard, text: Text, core: Text, *ways: Edits) -> bool:
    """Whether a sentence changes what stands above it, or what is on file, in one of these ways."""
    scene = _scene(p, heard)
    found = next((found for way in ways if (found := way(scene, text, core)) is not None), None)
    p.found = p.found if found is None else found
    return found is not None


def _apart(p: Passage, core: Text) -> tuple[Text, Text] | None:
    """Whole orders, and behind a semicolon or `, and` something else, undecided or with a condition of its own.
    Not where it might belong to the orders: it begins with the condition, or names nothing new."""
    open_ = _RE.left_to_you.search(core.text)
    breaks = [open_] if open_ else list(_RE.breaks.finditer(core.text)) if not buys(p) else []
    if not breaks:
        return None
    front, tail = core.head(breaks[-1].start()).strip(), core.cut(breaks[-1].end()).strip()
    if _RE.condition.match(tail.text) or modality_alone(p, front) is not Modality.PLAIN:
        return None
    if not open_ and p.tools.marks.named(tail.text) <= p.tools.marks.named(front.text):
        return None
    return (front, tail) if all(read_one(p, one.text) for one in pieces(front)) else None


def _plain(p: Passage, text: Text, core: Text) -> None:
    if _put_off(p, text, core):
        return
    if p.head is None and p.tools.prose(core.text):
        said_plainly = asks_about(p, text, core) or by_things(p, text, core)
        p.found.append(said_plainly or not_read(p, text, core, ""))
        return
    master = p.place is Place.MASTER and not p.tools.orders
    power = asks_about(p, text, core) if master else None
    if power is not None:
        p.found.append(power)
        return
    found, full = whole(p, core), core
    if found is None and (bare := without_asides(p, core)) is not core:
        core = bare
        found = whole(p, core)
    if found is not None:
        if not fits_heading(p, found):
            end_heading(p)
        p.found.append(replace(found, text=text.text, lines=text.lines))
        return
    sensed = by_things(p, text, full) or (by_things(p, text, core) if core is not full else None)
    if sensed is not None:  # whole, before anything is cut into pieces
        if not fits_heading(p, sensed):
            end_heading(p)
        p.found.append(sensed)
        return
    if p.tools.is_list(core.text):
        p.found.append(not_read(p, text, core, ""))
        return
    if halved(p, core):
        p.found.append(guessed(p, asked(text, UNREAD), text, core))
        return
    if _behind_colon(p, text, core):
        return
    clauses = in_pieces(p, text, core)
    clauses = beside_things(p, clauses)
    if clauses:
        p.found += clauses
        return
    order = p.tools.orders is not None and p.tools.marks.has(core.text)
    topic = subject(p, text, core) if order else asks_about(p, text, core)
    topic = None if p.tools.marks.named(core.text) and p.tools.sense.orders(core.text) else topic
    if topic is None and states(p, core):
        p.found.append(rest(text))  # `I've got too many lira and crowns`
        return
    p.found.append(topic or guessed(p, not_read(p, text, core, ""), text, core))


def _behind_colon(p: Passage, text: Text, core: Text) -> bool:
    """`Rumania is the target: A Bud - Rum`: a remark, a label or a heading, and what it leads to."""
    apart = behind_reason(p, core)
    if apart is not None:
        order, reason = apart
        p.found.append(rest(reason))
        read_sentence(p, text.around(order))
        return True
    head, colon, tail = core.text.partition(": ")
    if not colon or _LABELLED.search(tail) or not tail.strip():
        return False
    if buys(p) and any(ch.isdecimal() for ch in head) and p.tools.marks.beside(head):
        return False
    if p.tools.marks.names(head):
        return False  # `Italy: all hold`: whose orders they are belongs to them
    behind = core.cut(len(head) + 2).strip()
    mark = len(p.found)
    label = core.head(len(head)).strip()
    theirs = unsettles(p, text.around(label), core.head(len(head) + 1))
    if theirs is not None:
        p.found.append(theirs)
    else:
        leads = bool(p.tools.verb_for(label) or each_gets(p, label))
        read_heading(p, label) if leads else read_sentence(p, text.around(label))
    longer = label.text.count(" ") > _SAYS_LITTLE
    readings = [one for one in p.found[mark:] if longer and informs(one.word)]
    p.found[mark:] = [rest(one.said) if one in readings else one for one in p.found[mark:]]
    said = [one.word for one in p.found[mark:] if one.word is not None]
    anew = [isinstance(word, Clear) for word in said] == [True] and "old" in p.tools.subjects.meanings(label.text)
    if p.tools.orders is not None and not anew and any(not _aims(word) for word in said):
        p.found[mark:] = [asked(text, UNREAD)]  # `Cancel: F BRE - MAO`
        return True
    read_sentence(p, text.around(behind))
    if any(clause.kind in (Kind.ORDER, Kind.WORD) for clause in p.found[mark:]):
        if _speaks_of_others(p, label):
            held = ASKED[Modality.THEIRS]
            p.found[mark:] = [on_yes(one, held) if one.kind is Kind.ORDER else one for one in p.found[mark:]]
        else:
            p.found[mark:] = of_purse(p, label, p.found[mark:])
        return True
    if readings:
        p.found[mark:] = [asked(text, UNREAD)]
        return True
    del p.found[mark:]
    p.head = None
    return False


def _speaks_of_others(p: Passage, label: Text) -> bool:
    """Whether a label names somebody else, whose plan may stand behind it: `What Russia has in store for me: ...`."""
    others = {fold(one) for one in p.voice.others} if not buys(p) and not _RE.oneself.match(label.text) else set()
    if " " not in label.text and p.tools.sense.theirs(label.text):
        return True  # `Him: A PAR - PIC`
    return any(fold(name) in others for way in p.tools.sense.ways(label.text) for name in way)


def _aims(command: Command) -> bool:
    """Whether a word says for whom or for what the lines below it are meant."""
    word = word_of(type(command))
    return word is not None and word.aims
