"""Corrections: `Sorry, make that 130.` `I meant 300 francs, not marks.` The last word counts where it is unmistakable:
it can be read as an order, and one order above it differs from it in one thing alone; or it is a figure or a name, and
the last order above it has just one of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import chain

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.speech import Speech
from judge.parse.clauses.split import pieces
from judge.parse.clauses.text import Text
from judge.parse.lexicon import first_word

Read = Callable[[str], Sequence[Command]]
Meanings = Callable[[str], set[str]]  # every name that a word may spell
Correction = tuple[int, Command, Sequence[Command]]  # the clause, the command that goes, the commands that come

_INSTEAD = regex(r"[\s,;(]*(?:and\s+)?(?:not|instead of|rather than)\s+[^,;()]+[).!]*\s*$", re.IGNORECASE)
_LEFT_OUT = regex(r"[\s,]+(?:instead|i\s+meant?|that\s+is|rather)[\s.!]*$", re.IGNORECASE)
_FILED = regex(r"\s+(?:on|in|of)\s+(?:my|the)\s+(?:sheet|list|file)[\s.!]*$", re.IGNORECASE)
_SWAPS = tuple(
    (regex(rf"{front}(.+?)\s+(?:{between})\s+(.+)", re.IGNORECASE), turned)
    for front, between, turned in (
        (r"(?:with\s+)?", r"instead\s+of|rather\s+than|in\s+place\s+of|not", False),
        (r"(?:replace|change|swap|exchange|turn)\s+", r"with|by|for|to|into", True),
        ("", r"becomes?|should\s+be|(?:is|are)\s+now|shall\s+be|must\s+be", True),
        ("", r"for", False),
    )
)
"""New and old in a sentence that exchanges them; `turned` where the old one stands first."""
_AMOUNT = regex(r"(?:only|just|with)?\s*(?P<n>\d+)\s+(?:of\s+the\s+|of\s+)?(?P<name>[^\W\d]+)", re.IGNORECASE)
NTH = r"(?:the\s+|my\s+)?(?P<which>first|second|third|fourth|last|1st|2nd|3rd|4th)"
LINE = r"\s+(?:one|line|order|trade|offer|bid|entry|bribe)"
"""Which of several lines is meant (the keys of ORDINALS), and what it may be called behind that."""
_NTH = regex(
    rf"(?:(?:make|change|set|correct|for|in|to)\s+)*{NTH}(?:{LINE})?"
    r"\s*(?::|,|to|is|should be|becomes|shall be|as)?\s+(?=\S)",
    re.IGNORECASE,
)
_WITHOUT = regex(
    r"(?:please\s+)?(?:forget|drop|skip|leave\s+out|scrap|strike|cancel|delete|omit|remove|scratch|ignore|without|not|no)\s+"
    r"(?:about\s+)?(?:the|my|that|those)\s+(?P<name>[^\W\d]+)(?:\s+(?:one|line|order|part|sale|purchase|bit|trade|offer|bid|bribe|ones))?[\s.!]*",
    re.IGNORECASE,
)
_GONE = regex(
    r"(?:please\s+)?(?:forget|drop|scrap|strike|cancel|delete|omit|remove|scratch|ignore|undo)\s+(?:about\s+)?"
    r"(?P<order>[^,;.!]+?)[\s.!]*(?:,(?P<why>.*))?",
    re.IGNORECASE | re.DOTALL,
)
ORDINALS = {"fir": 0, "1st": 0, "sec": 1, "2nd": 1, "thi": 2, "3rd": 2, "fou": 3, "4th": 3, "las": -1}
_ONE_LIST = regex(r"OFFERLIST(?!\w)", re.IGNORECASE)
_UNIT = regex(r"(?<=[:!] )(?:[AF] )?[A-Z]{3}(?![A-Z])")
_FIGURE = regex(r"(?<![\w.,])\d[\d.,]*(?<=\d)")


@lru_cache(1)
def _inside(breaks: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(one.replace("-", " ")) for one in sorted(breaks, reverse=True))
    return re.compile(rf"(?:\s*(?:[,;]|\.{{2,}}|\s[-–—]+)\s*)(?=(?:{words})[\s,:!.-])", re.IGNORECASE)


def cut(text: Text, breaks: frozenset[str]) -> tuple[Text, Text] | None:
    """A sentence with a correction inside it: what stands before, and the correction, which begins with one of the
    words that break a sentence off."""
    found = _inside(breaks).search(text.text)
    return (text.head(found.start()).strip(), text.cut(found.end()).strip()) if found and found.start() else None


def rest(text: Text, cues: Speech) -> Text | None:
    """What a correcting sentence says beside taking something back; None for a sentence that corrects nothing."""
    said = cues.rewrite(text)
    if not said.changed:
        return None
    return said.text.strip(" ,:;.!-")


def kept(text: Text) -> Text:
    """What shall stand, without what it shall stand instead of."""
    text = text.sub(_LEFT_OUT, "")
    instead = _INSTEAD.search(text.text)
    return text.head(instead.start()).strip() if instead and instead.start() else text


class Unclear(Exception):
    """Something is corrected, and several things may be meant."""


def correct(found: list[Clause], text: Text, core: Text, meanings: Meanings, read: Read, verb: str) -> bool:
    """Whether a sentence corrects an order above it; if so, that is done in its place. `verb` is what a bare name or
    figure may carry on. Raises Unclear."""
    nth, above = _NTH.match(core.text), found
    if nth:
        above, core = _only(found, nth["which"].casefold()), core.cut(nth.end()).strip(" :")
    if _amounts(found, text, kept(core), meanings, read):
        return True
    result = exchanged(above, core.text, meanings, read)
    core = kept(core)
    several = [new for one in pieces(core) for new in read(one.text)]
    if result is None and len(several) > 1:  # they are orders of their own, and take the places of others
        if not all(one.key() for one in several):
            raise Unclear
        return False
    for words in (core, *(() if _ONE_LIST.match(core.text) else reversed(pieces(core)[1:]))):
        result = result or corrected(above, words.text, read, verb)
    if result is None:
        return False
    at, old, new = result
    if nth and _whose(old) != _whose(new[0]):
        raise Unclear  # `last one: F Bre - MAO` may be one order more
    alone = sum(type(one) is type(old) for clause in found for one in clause.commands) == 1
    same = old.key() == new[0].key() if old.key() else alone and not any(map(str.isdecimal, old.canonical()))
    if not same and any(clause.kind is Kind.DOUBTFUL for clause in found[at + 1 :]):
        raise Unclear  # what is corrected may be what could not be read
    new = [replace(one, line=text.first) for one in new]
    came = [new if one is old else (one,) for one in found[at].commands]
    found[at] = replace(found[at], commands=tuple(chain.from_iterable(came)))
    note = (f"Read as a correction: {new[0].canonical()} instead of {old.canonical()}.",) if old != new[0] else ()
    found.append(Clause(Kind.HEADING, text.text, text.lines, notes=note))
    return True


def dropped(found: list[Clause], text: Text, core: Text, meanings: Meanings) -> bool:
    """Whether a sentence takes one order above it out again: `no wait, forget the crowns`."""
    said = _WITHOUT.fullmatch(core.text)
    if said is None:
        return False
    orders = [(n, one) for n, clause in enumerate(found) for one in clause.orders]
    nth = ORDINALS.get(said["name"].casefold()[:3]) if len(said["name"]) < 7 else None
    if nth is not None and -len(orders) <= nth < len(orders):
        hit = [orders[nth]]
    else:
        hit = [(n, one) for n, one, word in _words(found) if word in meanings(said["name"])]
    if len(hit) != 1:
        return False
    _take_out(found, text, hit)
    return True


def taken_out(found: list[Clause], text: Text, core: Text, read: Read, matters: Callable[[str], bool]) -> bool:
    """Whether a sentence takes out an order above it by saying it again: `no, forget Ruh-Bel, I gave my word`."""
    said = _GONE.fullmatch(core.text)
    if said is None or (said["why"] and matters(said["why"])):
        return False
    again = {one.canonical() for one in read(said["order"])}
    hit = [(n, one) for n, clause in enumerate(found) for one in clause.orders if one.canonical() in again]
    if not again or len(hit) != len(again):
        return False
    _take_out(found, text, hit)
    return True


def _take_out(found: list[Clause], text: Text, hit: Sequence[tuple[int, Command]]) -> None:
    """These orders are no longer said, each taken from its clause; and that it was read so."""
    for at, gone in hit:
        found[at] = replace(found[at], commands=tuple(one for one in found[at].commands if one is not gone))
    note = f"Read as a correction: without {', '.join(sorted(one.canonical() for _, one in hit))}."
    found.append(Clause(Kind.HEADING, text.text, text.lines, notes=(note,)))


def _amounts(found: list[Clause], text: Text, core: Text, meanings: Meanings, read: Read) -> bool:
    """Whether a sentence has new amounts for several orders above it, and nothing else: `400 Lira and 400 Marks`, or
    `400 and 300` for the two right above."""
    parts = [one.text.strip(" .!") for one in pieces(core)]
    if len(parts) < 2:
        return False
    if all(map(_FIGURE.fullmatch, parts)):
        told = _in_turn(found, parts, read)
    elif all(map(_AMOUNT.fullmatch, parts)):
        told = [exchanged(found, one, meanings, read) for one in parts]
    else:
        return False
    done = [one for one in told if one is not None]
    if len(done) < len(told) or len({id(old) for _, old, _ in done}) < len(done):
        return False
    for at, old, new in done:
        came = tuple(replace(new[0], line=text.first) if one is old else one for one in found[at].commands)
        found[at] = replace(found[at], commands=came)
    notes = tuple(f"Read as a correction: {new[0].canonical()} instead of {old.canonical()}." for _, old, new in done)
    found.append(Clause(Kind.HEADING, text.text, text.lines, notes=notes))
    return True


def _in_turn(found: list[Clause], figures: Sequence[str], read: Read) -> list[Correction | None]:
    """The orders of the clause right above with these figures, one each. Raises Unclear where it has more or fewer."""
    n = next((n for n in reversed(range(len(found))) if found[n].orders), None)
    if n is None:
        return [None]
    orders = found[n].orders
    if len(orders) != len(figures) or any(len(_FIGURE.findall(one.canonical())) != 1 for one in orders):
        raise Unclear
    pairs = zip(orders, figures, strict=True)
    return [(n, one, read(_FIGURE.sub(figure, one.canonical()))) for one, figure in pairs]


def _only(found: list[Clause], which: str) -> list[Clause]:
    """The clauses as if one of their orders were the only one; an index stays what it was."""
    orders = [(n, one) for n, clause in enumerate(found) for one in clause.orders]
    at = ORDINALS.get(which[:3], 0)
    if not -len(orders) <= at < len(orders):
        raise Unclear
    n, only = orders[at]
    return [replace(one, commands=(only,) if k == n else ()) for k, one in enumerate(found)]


def displace(found: list[Clause], since: int) -> bool:
    """Behind a word that takes something back, an order for a unit that has one above takes its place. Whether one
    did, or none could."""
    keys = {one.key() for clause in found[since:] for one in clause.commands if one.key()}
    for n, clause in enumerate(found[:since] if keys else ()):
        kept = tuple(one for one in clause.commands if clause.kind is not Kind.ORDER or one.key() not in keys)
        found[n] = replace(clause, commands=kept)
    return bool(keys)


def corrected(found: Sequence[Clause], text: str, read: Read, verb: str) -> Correction | None:
    """None if nothing above is corrected. Raises Unclear."""
    orders = [(n, one) for n, clause in enumerate(found) for one in clause.orders]
    if not orders:
        return None
    for words in (text, f"{verb} {text}" if verb else ""):
        new = read(words) if words else ()
        if len(new) == 1:
            like = [(n, old) for n, old in orders if near(old, new[0])]
            if new[0].key():  # of orders to units, only the one to the same unit
                like = [(n, old) for n, old in orders if old.key() == new[0].key()]
            unit = _UNIT.search(new[0].canonical())
            if len(like) != 1 and unit:  # of offers, the one to the same unit
                like = [
                    (n, old)
                    for n, old in (like or orders)
                    if type(old) is type(new[0]) and _UNIT.search(old.canonical()) and unit[0] in old.canonical()
                ]
            # of several, the one with another amount of the same thing
            like = [(n, old) for n, old in like if _worded(old) == _worded(new[0])] or like
            kin = [(n, old) for n, old in orders if type(old) is type(new[0])]
            if len(like) != 1 and kin and not new[0].key():
                raise Unclear
            return (like[-1][0], like[-1][1], new) if like else None
        if new:
            return None
    n, old = orders[-1]
    figures = _FIGURE.findall(old.canonical())
    if _FIGURE.fullmatch(text) and len(figures) == 1:
        new = read(_FIGURE.sub(text, old.canonical()))
        if len(new) == 1:
            return n, old, new
    return None


def _whose(order: Command) -> object:
    """The unit an order or an offer is for, if it is for one."""
    unit = _UNIT.search(order.canonical())
    return order.key() or (unit and unit[0])


def _worded(order: Command) -> str:
    return _FIGURE.sub("", order.canonical())


def exchanged(found: Sequence[Clause], text: str, meanings: Meanings, read: Read) -> Correction | None:
    """One name or figure for another in an order above, where just one has it: `Francs instead of Marks`, `200 for
    300`, `only 200 Lira`."""
    text = _FILED.sub("", text)
    swaps = [(match, turned) for pattern, turned in _SWAPS if (match := pattern.fullmatch(text.strip(" .!")))]
    for new, old in ((match[2], match[1]) if turned else (match[1], match[2]) for match, turned in swaps):
        names = meanings(old.strip(" ,")) | {old.strip(" ,").upper()}
        places = [one for one in _words(found) if one[2] in names]
        if len(places) == 1:
            n, order, word = places[0]
            amount = _AMOUNT.fullmatch(new.strip(" ,"))
            text = _FIGURE.sub(amount["n"], order.canonical()) if amount else order.canonical()
            name = amount["name"] if amount else new.strip(" ,")
            name = re.sub(rf"{first_word(order.canonical())}\s+", "", name, flags=re.IGNORECASE)
            if not amount and read(name):
                continue  # `Mun-Ruh not Bur` is an order, and no name for another
            came = read(re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", name, text))
            if [type(one) for one in came] == [type(order)]:
                return n, order, came
    amount = _AMOUNT.fullmatch(text.strip(" .!"))
    named = [one for one in _words(found) if one[2] in meanings(amount["name"])] if amount else []
    if amount and len(named) == 1:
        n, order, _ = named[0]
        came = read(_FIGURE.sub(amount["n"], order.canonical()))
        if len(_FIGURE.findall(order.canonical())) == 1 and len(came) == 1:
            return n, order, came
    return None


def _words(found: Sequence[Clause]) -> list[tuple[int, Command, str]]:
    """Every word of the orders above: (index of the clause, the order, the word)."""
    orders = [(n, one) for n, clause in enumerate(found) for one in clause.orders]
    return [(n, one, word) for n, one in orders for word in one.canonical().split()]


def near(old: Command, new: Command) -> bool:
    """Whether two orders are of one kind and differ in one thing, or in nothing; or of two kinds and say the same."""
    if type(old) is not type(new):
        shared = (vars(old).keys() & vars(new).keys()) - {"line", "hat"}
        return bool(shared) and all(getattr(old, name) == getattr(new, name) for name in shared)
    own = [one.name for one in fields(old) if one.name not in ("line", "hat")]
    differing = [name for name in own if getattr(old, name) != getattr(new, name)]
    return len(differing) <= 1


def drop_taken_back(found: list[Clause], since: int) -> None:
    """`RUH... I mean HOL-RUH`: what was broken off before a correction is no doubt any more."""
    if found[since + 1 :] and found[-1].kind is Kind.DOUBTFUL:
        found[-1] = replace(found[-1], kind=Kind.REST, doubt=None)
