"""A block's lines in passages: what is read together, and what stands beside orders and unsettles them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from judge.core import words
from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words import word_of
from judge.desk.words import names
from judge.parse import Clause, Garbled, Item, Kind, Understood, doubt, on_yes
from judge.post import Line

_CONTEXT = regex(r"\s*(?:as|for|try)(?!\w)(?!.*,\s*$)(?:\s*\S+){0,4}\s*$|\s*(?:as|for|try)(?!\w).*:\s*$", re.IGNORECASE)
"""Short, or a heading: `As long as nobody minds, order army` is a sentence, which the next line goes on with."""


def passages(items: Iterable[Item]) -> Iterator[tuple[list[Line], Understood | Garbled | None]]:
    """The block's lines in passages. A line that says for what or whom the next ones are meant (AS, FOR, TRY) ends
    one, since it changes what may be read below it."""
    lines: list[Line] = []
    for item in items:
        if not isinstance(item, Line):
            yield lines, item
            lines = []
            continue
        lines.append(item)
        if _CONTEXT.match(item.text):
            yield lines, None
            lines = []
    yield lines, None


HELD = "You say beside your orders that they are not meant, or not yet: nothing of this was taken."
HOLDS = (words.Clear, words.Undo, words.Ready, words.Resign, words.Press, words.Announce)
"""Words of the correspondence that a letter holds back together with its orders."""
CLEARED = "You clear your sheet in words that may mean these orders as well: nothing of this was taken."
LONE_SALE = "I read {}, and not what you buy for it: what a sale alone brings is lost. Please send both lines."


def unsettled(clauses: tuple[Clause, ...], on_file: Callable[[], Sequence[Command]]) -> tuple[Clause, ...]:
    """The clauses of a passage, of which the orders wait where what stands beside them unsettles them all. `on_file`:
    what its writer has on file. A lone sale is offered with the purchase that was not read, and never alone."""
    reason = _reason(clauses, on_file)
    if reason != LONE_SALE:
        return tuple(held(one, reason) for one in clauses) if reason else clauses
    waiting = tuple(held(one, reason) if one.kind is Kind.ORDER else one for one in clauses)
    whole = any(one.offer or (one.doubt is not None and one.doubt.suggestion) for one in clauses)
    return waiting if whole else tuple(replace(one, offer=()) for one in waiting)


def _reason(clauses: Sequence[Clause], on_file: Callable[[], Sequence[Command]]) -> str:
    """Why all orders of a passage wait for YES; "" where they do not."""
    orders = [n for n, one in enumerate(clauses) if one.kind is Kind.ORDER]
    if not orders:
        return ""
    read = [order.canonical() for one in clauses for order in one.orders]
    clears = [n for n, one in enumerate(clauses) if one.notes and isinstance(one.word, words.Clear)]
    if clears:
        # it empties what stands above it; above all orders it may mean them, if they are on file or nothing else is
        filed = {one.canonical() for one in on_file()}
        meant = clears[-1] < orders[0] and (not filed or filed.issuperset(read))
        return CLEARED if meant or clears[-1] > orders[-1] else ""
    lone = all(one.startswith("SELL ") for one in read)
    return LONE_SALE if lone and any(map(_may_buy, clauses)) else ""


def _may_buy(clause: Clause) -> bool:
    """Whether what could not be read may be a purchase: it is no question, and no sale with a slip."""
    doubt_ = clause.doubt if clause.kind is Kind.DOUBTFUL else None
    return doubt_ is not None and not clause.text.rstrip().endswith("?") and not doubt_.suggestion.startswith("SELL ")


def held(clause: Clause, reason: str = HELD) -> Clause:
    """A clause that waits for YES, because the letter says elsewhere that it is not meant, or not yet."""
    if clause.kind is Kind.ORDER:
        return on_yes(clause, reason.format(" and ".join(order.canonical() for order in clause.commands)))
    command = clause.word
    if command is None or not isinstance(command, HOLDS):
        return clause
    return replace(
        clause,
        kind=Kind.DOUBTFUL,
        commands=(),
        doubt=doubt(clause.said, reason),
        offer=() if isinstance(command, words.Clear) else (as_line(command, clause),),
        notes=(),
    )


def as_line(command: Command, clause: Clause) -> str:
    """A word of the correspondence as a line of its own, whatever sentence it was made of."""
    word = word_of(type(command))
    bare = isinstance(command, words.Resign) or (isinstance(command, words.Ready) and command.ready)
    return word.verb if word is not None and bare else clause.text.strip(" .!")


def as_block(command: Command) -> str:
    """Press with its text as it would be written, so that YES can send exactly it; "" for anything else."""
    if isinstance(command, words.Announce):
        return f"ANNOUNCE\n{command.text}\nENDANNOUNCE"
    if not isinstance(command, words.Press):
        return ""
    to = ", ".join(map(names.quoted, command.to)) or "EVERYBODY"
    return f"{'GREY ' if command.grey else ''}PRESS TO {to}\n{command.text}\nENDPRESS"
