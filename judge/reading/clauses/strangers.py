"""What a stranger says in two pieces: a wish to play or to be known, and the name for it in the next line or sentence
(`Please put me down for lira7. Call me Wigeon.`, `REGISTER` over `Ann Archer`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.core.command import Command
from judge.core.words import Create, HelpWord, Join, Register, Subscribe, Takeover
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind
from judge.reading.stranger_names import bare_name, introduced, pseudonym_in

_RE = expressions("strangers")
_ASKS = expressions("asks")


Reads = Callable[[str, int], Clause | None]
NameIn = Callable[[str], str]


def completed(found: list[Clause], text: str, reads: Reads, named: NameIn) -> list[Clause]:
    """The clauses with names put to the wishes they belong to, out of all the `text`. `reads` makes a clause of a line,
    None if it cannot; `named` finds the one name in a sentence that speaks of it."""
    found = [nameless(one) for one in found]
    games = set(_ASKS.game_name.findall(text))
    for at in range(len(found)):
        clause, others = found[at], _others(found, at)
        word = clause.word
        if isinstance(word, Join) and not word.seat and not word.preferences:
            line = f"JOIN {word.game} AS {{}}"
            found = _with(found, at, [at], [pseudonym_in], line, reads)
            found = _with(found, at, others, [pseudonym_in, named], line, reads) if found[at] is clause else found
        elif len(games) == 1 and _wishes(clause):
            line = f"JOIN {next(iter(games))} AS {{}}"
            found = _with(found, at, [at, *others], [pseudonym_in], line, reads)
        if found[at] is clause and ((isinstance(word, Register) and not word.name) or _helps(word)):
            below = [n for n in others if n == at + 1] if not isinstance(word, HelpWord) or word.topic != "JOIN" else []
            found = _with(found, at, others, [introduced], "REGISTER {}", reads)
            if found[at] is clause:
                found = _with(found, at, below, [bare_name], "REGISTER {}", reads)
    return _introduced(found, reads)


def _wishes(clause: Clause) -> bool:
    """Whether somebody wants to play and names no game where they say so: asked about, or answered with HELP."""
    asks = clause.kind is Kind.DOUBTFUL or (isinstance(clause.word, HelpWord) and clause.word.topic == "JOIN")
    return asks and not clause.text.rstrip().endswith("?") and not _ASKS.game_name.search(clause.text)


def _helps(word: Command | None) -> bool:
    """Whether somebody asks how to begin, and his name would do."""
    return isinstance(word, HelpWord) and word.topic in ("REGISTER", "JOIN")


def nameless(clause: Clause) -> Clause:
    """A wish for a seat, without what is no name: `a seat in lira7 as well please`."""
    word = clause.word if clause.kind is Kind.WORD else None
    if not isinstance(word, Join) or word.seat[:1].isupper() or not _RE.no_names.match(word.seat):
        return clause
    return replace(clause, commands=(replace(word, seat="", loose=False),))


def _others(found: list[Clause], at: int) -> list[int]:
    """Where a name may be said: in clauses that are no instructions. Looked for only where a wish lacks one: a letter
    may have thousands of clauses."""
    free = (Kind.REST, Kind.DOUBTFUL)
    return [n for n, one in enumerate(found) if n != at and (one.kind in free or isinstance(one.word, Register))]


def _introduced(found: list[Clause], reads: Reads) -> list[Clause]:
    """Who says who he is where he asks for something is made known by that name, unless he asks for it himself."""
    said = [command for clause in found if clause.kind is Kind.WORD for command in clause.commands]
    asks = any(isinstance(one, Join | Takeover | Create | Subscribe) for one in said)
    if not asks or any(isinstance(one, Register) for one in said):
        return found
    for at, clause in enumerate(found):
        inside = _RE.in_sentence.search(clause.text) if clause.kind is Kind.WORD else None
        word = reads(f"REGISTER {inside['name']}", clause.first) if inside else None
        if word is not None:
            return [*found[:at], replace(word, text=clause.text), *found[at:]]
        match = _RE.named.match(clause.text) if clause.kind is Kind.REST else None
        if match is not None and " " in match["name"] and _RE.person.match(match["name"]):
            word = reads(f"REGISTER {match['name'].strip()}", clause.first)
            return found if word is None else [*found[:at], replace(word, text=clause.text), *found[at + 1 :]]
    return found


def _with(found: list[Clause], at: int, others: list[int], ways: list[NameIn], line: str, reads: Reads) -> list[Clause]:
    """The wish with the first name that one of the others says; as they were if none does."""
    for n in others:
        name = next((name for way in ways if (name := way(found[n].text))), "")
        whole = reads(line.format(name), found[at].first) if name else None
        if whole is not None:
            text = found[at].text if n == at else f"{found[at].text} {found[n].text}"
            made = replace(whole, text=text, lines=found[at].lines)
            said = replace(found[n], kind=Kind.HEADING, commands=(), doubt=None, offer=())
            return [made if m == at else said if m == n else one for m, one in enumerate(found)]
    return found
