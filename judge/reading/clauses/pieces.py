"""A clause read from end to end, and a sentence read piece by piece where it cannot be.

One slip in a word of five letters or more, with nothing else near: taken, and shown as read. Anything looser is
only proposed (judge/reading/repair.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from judge.core.regex import regex
from judge.core.words import Yes
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind, asked, asked_after_all, rest
from judge.reading.clauses.bargains import sound_as_written
from judge.reading.clauses.doubts import HANGS, UNREAD, each_done_alone, held_back
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.passage import (
    Passage,
    all_known,
    by_things,
    carried,
    core_of,
    fits_heading,
    lines_of,
    modality,
    modality_alone,
    orders_of,
    sense_of,
)
from judge.reading.clauses.reasons import states
from judge.reading.clauses.split import shares, spans
from judge.reading.clauses.unread import not_read, unsettles
from judge.reading.faults import Fault
from judge.reading.lexicon import Lexicon
from judge.reading.text import Text

_RE = expressions("remarks")

_TOGETHER = 6  # pieces that are looked at as one
_PIECE = 6  # steps of a piece of a sentence, whatever it says


def _run_on(
    p: Passage, written: Text, shown: Text, text: Text, parts: list[tuple[int, int]], first: int, clause: Clause
) -> tuple[Clause, int]:
    """What the things of a piece say that could not be read, with as many pieces behind it as belong to it; and
    the number of the piece that comes next. `shown`: the piece as written; `parts`: where the pieces stand."""
    for last in range(min(len(parts), first + _TOGETHER), first, -1):
        if ";" in text.text[parts[first][0] : parts[last - 1][1]]:
            continue  # `currency to be sold: lira, 300; to be bought: marks`
        core = p.tools.courtesy.strip(text.cut(parts[first][0], parts[last - 1][1]).strip(), p.voice)
        stance = modality_alone(p, core) if core else Modality.PAST
        if stance is Modality.PLAIN or (stance is Modality.OTHERS and modality(p, core) is Modality.PLAIN):
            found = by_things(p, written.around(Text.joined((shown, core))), core)
            if found is not None and not _half(p, core, text, parts[first][0], parts[last - 1][1]):
                return found, last
    return clause, first + 1


def _with_last(p: Passage, written: Text, last: Clause, joined: Text) -> Clause | None:
    """What a piece says together with the order in front of it (`joined`), whose line it goes on: `Germany 80, with 20
    shares at 4`."""
    if last.kind is not Kind.ORDER or len(last.commands) != 1:
        return None
    core = core_of(p, joined)
    more = by_things(p, written.around(core), core) if modality(p, core) is Modality.PLAIN else None
    line = last.commands[0].canonical()
    longer = more is not None and len(more.commands) == 1 and more.commands[0].canonical().startswith(f"{line} ")
    return more if longer else None


def goes_on(p: Passage, text: Text, core: Text) -> bool:
    """Whether a sentence says more of the order above it, which stands so then: `6 France, 10 Russia. Not more than 120
    altogether.`"""
    if not any(map(str.isdecimal, core.text)) or not p.tools.sense.matters(core.text):
        return False
    at = next((n for n in reversed(range(len(p.found))) if p.found[n].kind is not Kind.REST), None)
    if at is None:
        return False
    last = p.found[at]
    for end in dict.fromkeys((len(core), spans(core)[0][1])):  # `At most 50, I have a roof to pay for.`
        joined = Text.joined((last.said.strip(" ."), core.head(end)), ", ")
        more = _with_last(p, last.said, last, joined)
        if more is not None:
            lines = tuple(dict.fromkeys((*last.lines, *text.lines)))
            p.found[at] = replace(
                more, text=f"{last.text} {text.text if end == len(core) else core.text[:end]}", lines=lines
            )
            p.found += [rest(core.cut(end).strip(" ,"))] if end < len(core) else []
            return True
    return False


def halved(p: Passage, core: Text) -> bool:
    """Whether a sentence is one order of which a part is not known: no piece of it is taken for the whole."""
    found = sense_of(p, core)
    return found is not None and found.whole and found.half


def _half(p: Passage, core: Text, text: Text, start: int, end: int) -> bool:
    """Whether what was read is part of what is one order: places stand in front of it or behind."""
    found = sense_of(p, core)
    if found is None or not found.whole:
        return False
    return p.tools.sense.places(text.text[:start]) or p.tools.sense.places(text.text[end:])


def beside_things(p: Passage, clauses: list[Clause]) -> list[Clause]:
    """The pieces of a sentence. None passes for talk that is a place and no more, or that says what kind of order
    it is; where one was read by its things, none that names something. An order waits for what may come back for it."""
    left = (one.kind is Kind.REST and (p.tools.sense.matters(one.text) or _a_name(p, one)) for one in clauses)
    found = [asked_after_all(one, UNREAD) if out else one for one, out in zip(clauses, left, strict=True)]
    for n, behind in enumerate(found[1:]):
        unread = behind.kind in (Kind.REST, Kind.DOUBTFUL) and p.tools.sense.returns(behind.text)
        if unread and found[n].kind is Kind.ORDER:  # `lend Turkey 3; he'll pay me back a bit more`
            found[n] = asked_after_all(found[n], HANGS)
    return each_done_alone(found) if any(one.kind is Kind.DOUBTFUL for one in found) else found


def _a_name(p: Passage, clause: Clause) -> bool:
    """Whether what was passed over is a name and no more: `Transfer 10 to Italy and Germany`."""
    core = _RE.to.sub("", p.tools.courtesy.strip(clause.said, p.voice).strip(" .!").text)
    return core.casefold() in map(str.casefold, p.voice.others) or p.tools.marks.names(core)


def guessed(p: Passage, clause: Clause, text: Text, core: Text) -> Clause:
    """A clause that nobody could read: with what its things may mean, where it is asked about."""
    talk = clause.kind is Kind.REST and p.tools.sense.orderable(core.text)
    found = sense_of(p, core) if (talk or clause.kind is Kind.DOUBTFUL) and not clause.offer else None
    if found is None or found.sure or not lines_of(p, found, core):
        return clause
    return replace(asked(text, found.ask or UNREAD), offer=found.lines)


def whole(p: Passage, core: Text, piece: bool = False) -> Clause | None:
    """A clause read from end to end: as written, by its things, or behind the heading above."""
    gives = p.head is not None and p.head.gives  # `6 AgP each: Warsaw to Galicia, Moscow to Ukraine`
    found = (carried(p, core) if gives else None) or sound_as_written(p, core) or carried(p, core)
    if found is not None:
        return found
    plain = by_things(p, core, core, piece)
    if plain is not None and all_known(p, core):
        return plain
    return None if halved(p, core) else _mended(p, core)


def _mended(p: Passage, core: Text) -> Clause | None:
    """A clause with one slip put right."""
    orders, fault = p.tools.orders, p.faults.get(core.text)
    if orders is None or fault is None:
        return None
    text, note = mended(core.text, fault, orders.lexicon, orders.keywords)
    commands = orders_of(p, text, core.first) if text else ()
    return Clause(Kind.ORDER, core.text, core.lines, commands, notes=(note,)) if commands else None


def in_pieces(p: Passage, written: Text, text: Text) -> list[Clause]:
    """The pieces of a sentence of which at least one can be read; none otherwise."""
    places = spans(text)
    parts = [text.cut(*place).strip() for place in places]
    if len(parts) < 2:
        return []
    found: list[Clause] = []
    verb = ""
    behind = 0  # pieces that were read together with one before
    for n, (part, shown) in enumerate(zip(parts, shares(written, parts), strict=True)):
        if n < behind:
            continue
        core = p.tools.courtesy.strip(part, p.voice)
        p.beside = found
        verb = "" if part.text.casefold().startswith("but ") else verb  # nothing is done with it alike
        clause = _piece(p, shown, core, verb) if core else rest(shown)
        if clause.kind is not Kind.ORDER and found and any(map(str.isdecimal, part.text)):
            joined = text.cut(places[n - 1][0], places[n][1]).strip()
            if (more := _with_last(p, written, found[-1], joined)) is not None:
                found[-1] = more
                continue
        if clause.kind is Kind.DOUBTFUL or (clause.kind is Kind.REST and p.tools.sense.acts(clause.text)):
            clause, behind = _run_on(p, written, shown, text, places, n, clause)
        found.append(clause)
        orders = p.tools.orders
        if clause.kind is Kind.ORDER and orders is not None:
            verb = orders.verb(core.text) or verb
        elif clause.kind is not Kind.ORDER:
            verb = verb if clause.kind is Kind.DOUBTFUL else ""
    p.beside = ()
    found = held_back(_contradicted(found))
    return found if any(one.kind in (Kind.ORDER, Kind.WORD) for one in found) else []


def _contradicted(found: list[Clause]) -> list[Clause]:
    """The pieces of a sentence, where neither of two that order one unit to do two things is taken: `Denmark is for the
    fleet in Kiel, and Kiel for Berlin`."""
    given: dict[str, set[str]] = {}
    orders = [order for one in found if one.kind is Kind.ORDER for order in one.commands]
    for order in orders if len(orders) > 1 else ():
        given.setdefault(order.key(), set()).add(order.canonical())
    twice = {key for key, lines in given.items() if key and len(lines) > 1}
    bars = (bool(twice) and any(order.key() in twice for order in one.orders) for one in found)
    return [asked_after_all(one, UNREAD) if out else one for one, out in zip(found, bars, strict=True)]


def _piece(p: Passage, part: Text, core: Text, verb: str) -> Clause:
    p.budget.take(_PIECE, core.text)
    unsettling = unsettles(p, part, core)
    if unsettling is not None:
        return unsettling
    if p.tools.idle(core.text, least=2):
        return rest(part)
    stance = modality_alone(p, core)
    if stance is not Modality.PLAIN:
        if stance in ASKED and (p.tools.marks.beside(core.text) or p.tools.sense.orders(core.text)):
            return asked(part, ASKED[stance])
        return rest(part)
    found = whole(p, core, piece=True)
    if found is None and verb and not p.tools.verb(core.text):
        commands = orders_of(p, f"{verb} {core.text}", core.first)
        found = Clause(Kind.ORDER, core.text, core.lines, commands) if commands else None
    if found is not None and not isinstance(found.word, Yes):  # `Yes, but ...` is no YES
        fits_heading(p, found)
        return replace(found, text=part.text)
    if states(p, core):
        return rest(part)
    left = guessed(p, not_read(p, part, core, verb), part, core)
    if left.kind is Kind.REST and p.tools.marks.beside(core.text):
        return asked(part, UNREAD)
    return left


# ---- one slip put right ----------------------------------------------------------------------------------------------


SHORTEST = 5
_WORD = regex(r"[^\W\d_]+")
_NO_FIGURE = regex(r"\d[oOlI](?!\w)|(?<!\w)[oOlI]\d")


def mended(text: str, fault: Fault, lexicon: Lexicon, keywords: Iterable[str]) -> tuple[str, str]:
    """The text with one slip put right and a sentence that says so, or ("", "")."""
    if _NO_FIGURE.search(text):
        return "", ""  # `3o lira` is not 3, and what it is stands in the suggestion
    if fault.kind and len(fault.wrong) >= SHORTEST and text.startswith(fault.wrong, fault.column):
        near = lexicon.one_slip(fault.kind, fault.wrong)
        if near:
            end = fault.column + len(fault.wrong)
            return text[: fault.column] + near + text[end:], _told(fault.wrong, near)
    return _keyword(text, fault, tuple(keywords))


def _keyword(text: str, fault: Fault, keywords: tuple[str, ...]) -> tuple[str, str]:
    """A misspelt verb in front of, or at, the place of the fault."""
    from rapidfuzz.distance import OSA

    for match in _WORD.finditer(text):
        word = match[0].upper()
        if match.start() > fault.column + len(fault.wrong) or len(word) < SHORTEST or word in keywords:
            continue
        near = [one for one in keywords if len(one) >= SHORTEST and OSA.distance(word, one, score_cutoff=1) == 1]
        if len(near) == 1:
            return text[: match.start()] + near[0] + text[match.end() :], _told(match[0], near[0])
    return "", ""


def _told(wrong: str, near: str) -> str:
    return f"{wrong!r} was read as {near}."
