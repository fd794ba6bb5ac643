"""Words to be passed on: `Tell Vulpes: I agree.`, `Please send this to everybody: "..."`, `Dis à Corvus que oui`.

The head says to whom, and that something is to be passed on, in any words whose meanings are known (the rules `pass` of
`grammar/subjects`). What stands behind its colon, in quotation marks, or behind `that`, is passed on as it is written.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from judge.core.words import Announce, Place, Press
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind
from judge.reading.clauses.doubts import proposed
from judge.reading.clauses.passage import Passage, word_in
from judge.reading.clauses.tools import Tools
from judge.reading.text import EMPTY, Text

_RE = expressions("relays")

_LONGEST, _SHORT = 100, 48  # characters of a head, and of one that `that` ends
_PASS, _TOLD, _BARE = "pass", "told", "to"
"""Kinds of rules: for a head with a colon, one that `that` ends, and `To everybody:`, which asks for nothing."""
_WHAT = frozenset(["note", "this"])  # meanings of words for what is passed on
_NEAR = 0.75  # how near a name must be to that of a seat


def passes_on(tools: Tools, head: str) -> Press | Announce | None:
    """The PRESS, BROADCAST or ANNOUNCE, without its text, that a head asks for; None where it is no such head. One
    without a colon has a word for what stands below it."""
    colon = head.rstrip().endswith(":")
    if len(head) > _LONGEST or not (colon or tools.subjects.meanings(head) & _WHAT):
        return None
    says = tools.subjects.passes(head.strip(" :.?!"), _BARE if colon and _RE.bare.match(head) else _PASS)
    return _word(tools, says)


def _word(tools: Tools, says: str) -> Press | Announce | None:
    """The word, without its text, that a rule says; None for another word, or none."""
    read = tools.words.understood(f"{says} -", 0, tools.place) if says else None
    word = read.word if read is not None else None
    return replace(word, text="") if isinstance(word, Press | Announce) else None


def relayed(p: Passage, text: Text) -> tuple[Text, Clause, Text] | None:
    """What stands in front of a head, the clause that passes words on, and what stands behind these where quotation
    marks say where they end."""
    for lead in _RE.leads.finditer(text.text) if p.place is not Place.OUTSIDE else ():
        start = max((stop.end() for stop in _RE.stop.finditer(text.text, 0, lead.start())), default=0)
        quoted = _RE.quoted.match(text.text, lead.end()) or _RE.counts.match(text.text, lead.end())
        close = quoted.end() if quoted else len(text)
        said, body = text.cut(start, close), text.text[lead.end() : close].strip()
        found = _clause(p, said, text.text[start : lead.start()].strip(), body, lead.lastgroup or "")
        if found is not None:
            return text.head(start).strip(), found, text.cut(close).strip() if quoted else EMPTY
    return None


def _clause(p: Passage, said: Text, head: str, body: str, told: str) -> Clause | None:
    """The clause of a head and the words behind it. Where these are `told`, and no speech of their own, it is proposed
    in languages that change them for it."""
    if len(head) > (_SHORT if told else _LONGEST) or (told and not body):
        return None
    act = _TOLD if told else _BARE if _RE.bare.match(head) else _PASS
    says = p.tools.subjects.passes(head, act)
    if says.startswith("RESULT"):  # the master's centres are read
        read = word_in(p, f"{says} {body.rstrip('.')}", said.first)
        return replace(read, text=said.text, lines=said.lines) if read is not None else None
    word = _word(p.tools, says)
    if word is None and not told:
        return _to_nearly(p, said, head, body, act)
    if told == "reported" and word is not None:
        return proposed(said, (f"{says} {body}",))
    return Clause(Kind.WORD, said.text, said.lines, (replace(word, text=body, line=said.first),)) if word else None


def _to_nearly(p: Passage, said: Text, head: str, body: str, act: str) -> Clause | None:
    """The same of a head whose one receiver is nearly a seat: `Tell Korvus: I accept.`"""
    for name in _RE.name.findall(head) if body else ():
        near = get_close_matches(name.casefold(), [seat.casefold() for seat in p.voice.seats], 2, _NEAR)
        seat = next((one for one in p.voice.seats if [one.casefold()] == near), None)
        if seat is not None and p.tools.subjects.passes(head.replace(name, seat), act):
            return proposed(said, (f"PRESS TO {seat}: {body}",))
    return None
