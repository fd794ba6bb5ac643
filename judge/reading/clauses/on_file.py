"""What a letter does to orders on file that it does not name: one of a list changes and the others stand, nothing is
built and the builds go; and where it leaves open whether others shall go, or shall stay, it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.command import Command
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind, asked_after_all, on_yes
from judge.reading.clauses.edits import told
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.passage import Passage, change_words, orders_of, word_in
from judge.reading.clauses.split import sentences
from judge.reading.sense.edits import adds, has, nth
from judge.reading.sense.proceeds import REST
from judge.reading.text import Text

_RE = expressions("remarks")

_LISTED = ("BUILD", "REMOVE")
_MANY = ("2", "3", "4")  # times that one figure becomes another; half of something may be sold
_SHORT = 3  # spaces in a piece that says no more than that
_SALES = "Your sales on file would go, for a sheet is written as a whole. Write it as it shall stand."
_STANDS = "Your other orders on file still stand. CLEAR takes them off; or send each as it shall stand."
_BUILDS = "Builds are on file. CLEAR ORDERS takes them off."


def beside(p: Passage, found: Sequence[Clause]) -> list[Clause]:
    """The clauses of a letter, with what its winter orders do to those on file, and asked where they leave open whether
    the others shall go."""
    clauses = _changes_unread(p, _spent(p, winter(p, found)))
    orders = [one for clause in clauses for one in clause.orders if one.key()]
    sections, keys = {one.section for one in orders}, {(one.section, one.key()) for one in orders}
    left = [one for one in p.voice.keyed() if one.section in sections and (one.section, one.key()) not in keys]
    if not left or any(one.canonical() == "HOLD ALL" for one in orders):
        return clauses
    return [on_yes(one, _STANDS) if _alone(one) else one for one in clauses]


def winter(p: Passage, found: Sequence[Clause]) -> list[Clause]:
    """The clauses of a letter, where its only winter order says that nothing is built, or changes one of a list."""
    orders = [(n, one) for n, clause in enumerate(found) for one in clause.orders]
    hit = [(n, one) for n, one in orders if one.canonical().partition(" ")[0] in (*_LISTED, "WAIVE")]
    if len(hit) != 1:
        return list(found)
    ((at, one),) = hit
    came = _none(p, found[at]) if one.canonical() == "WAIVE" else _in_list(p, found[at], one)
    return [*found[:at], *came, *found[at + 1 :]]


def _none(p: Passage, clause: Clause) -> list[Clause]:
    """`No builds this year`, with builds on file: they go."""
    if not _RE.none.search(clause.text) or _RE.some.search(clause.text):
        return [clause]
    section = clause.commands[0].section
    there = [one for one in p.voice.keyed() if one.section == section and _parts(one)[1]]
    if not there:
        return [clause]
    clear = word_in(p, f"CLEAR {section.upper()}", clause.first)
    if clear is None or not all(one.canonical().startswith("BUILD ") for one in there):
        return [asked_after_all(clause, _BUILDS)]
    return [replace(clear, text=clause.text, lines=clause.lines), clause]


def _in_list(p: Passage, clause: Clause, new: Command) -> list[Clause]:
    """`BUILD A LON`, with `BUILD F LON, F EDI` on file: the others of the list stand."""
    verb, parts = _parts(new)
    lists = [one for one in p.voice.keyed() if one.section == new.section and len(_parts(one)[1]) > 1]
    for old in lists if len(parts) == 1 else ():
        named, standing = _parts(old)
        kept = [parts[0] if _where(one) == _where(parts[0]) else one for one in standing]
        came = orders_of(p, f"{verb} {', '.join(kept)}", new.line) if named == verb and kept != standing else ()
        if len(came) == 1:
            commands = tuple(came[0] if one is new else one for one in clause.commands)
            return [replace(clause, commands=commands, notes=(*clause.notes, told(old, came)))]
    return [clause]


def _spent(p: Passage, clauses: list[Clause]) -> list[Clause]:
    """The clauses of a letter that says what money buys and nothing else: where sales are on file, it may be theirs."""
    orders = [one for clause in clauses for one in clause.orders]
    sales = tuple(one.canonical() for one in p.voice.filed() if one.canonical().startswith("SELL "))
    if not (orders and sales) or any(not one.canonical().endswith(REST) for one in orders):
        return clauses
    offer = (*sales, *(one.canonical() for one in orders))
    return [
        replace(asked_after_all(one, _SALES), offer=offer) if one.orders and not _RE.noted.search(one.text) else one
        for one in clauses
    ]


def _changes_unread(p: Passage, clauses: list[Clause]) -> list[Clause]:
    """The clauses of a letter, and asked where the words around an order say that it changes one above it or on file,
    comes to those or takes the place of one, and nobody read them so: `My wife said so, sell 50 lira more`."""
    filed = p.voice.filed()
    sections = [one.section for one in filed]
    orders = [one for clause in clauses for one in clause.orders]
    read = any(note.startswith("Read as a") for one in clauses for note in one.notes)
    goes = not (read or {one.canonical() for one in filed} <= {one.canonical() for one in orders})
    out, above = list(clauses), False
    for n, one in enumerate(clauses):
        own = [order for order in one.orders if not order.key()]
        anew = goes and not above and any(order.section in sections for order in own)  # the sheet on file would go
        alone = anew and len(orders) == 1 and sections.count(own[0].section) > 1
        changed_ = any(note.startswith("Read as a") for note in one.notes)
        if own and (above or anew) and not changed_ and _says_change(p, one, anew, alone):
            out[n] = on_yes(one, ASKED[Modality.UNCLEAR])
        above = above or bool(own)
    return out


def _says_change(p: Passage, one: Clause, anew: bool, alone: bool) -> bool:
    """Whether the words around an order say that it changes another; where it writes a sheet `anew`, also that it comes
    to others, and where it does so `alone`, that it takes the place of one."""
    own = change_words(p, one.said)
    if any((anew and thing.is_("more") and thing.is_("further")) or thing.get("times") in _MANY for thing in own):
        return True
    for line in (p.lines[number] for number in one.lines if number in p.lines):
        for said in sentences(Text.of(line)):
            if orders_of(p, said.text, said.first):
                continue  # the notation: `4+6#2 : A PAR - BUR` numbers no line
            things = [thing for thing in change_words(p, said) if not thing.is_("joins")]
            numbered = nth([thing for thing in things if not thing.is_("what")])[0] is not None  # not `First buy 600`
            comes = (anew and adds(things)) or (alone and has(things, "there", "also"))
            if one.text.strip(" .!") in said.text and (numbered or comes):
                return True
    return False


def _parts(one: Command) -> tuple[str, list[str]]:
    """The verb of a winter order, and its units."""
    verb, _, units = one.canonical().partition(" ")
    return (verb, units.split(", ")) if verb in _LISTED else (verb, [])


def _where(unit: str) -> str:
    """The province of `F STP/SC`, of the first choice where there are two."""
    return unit.partition(" ELSE ")[0].rpartition(" ")[2].partition("/")[0]


def _alone(clause: Clause) -> bool:
    """`Only F LON - ENG`, `nothing else`"""
    keyed = clause.kind is Kind.ORDER and any(one.key() for one in clause.commands)
    short = clause.kind is Kind.REST and clause.text.count(" ") < _SHORT
    return (keyed or short) and _RE.alone.match(clause.text) is not None
