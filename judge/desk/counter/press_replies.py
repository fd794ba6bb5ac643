"""Press whose head is a line in a person's own words (`Message to Vulpes:`), and answers to press. A letter of press
has a reply address of its own, good in its phase and the two after it: what comes there goes to its author as press,
and nothing else is done by it. What looks like orders or words goes neither way: its writer is told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.desk.counter import read
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import player
from judge.expressions import expressions
from judge.expressions import words as expression_words
from judge.parse import Block, Item, Kind, Understood
from judge.post import Line
from judge.signon import mask


def deal(context: LetterContext, key: str, block: Block) -> None:
    """Send the answer to the author whom the `key` names, or tell why not. What looks like orders is not even proposed
    as press: a hasty YES would show them to an opponent."""
    seats = {str(seat.number): seat.name for seat in context.services.files.seats(context.the_game().key).values()}
    author = MASTER if key == "m" else seats.get(key, "")  # "" if it is not signed
    lines = [item for item in block.items if isinstance(item, Line)]
    pieces = _pieces(block, lines, author)
    if not pieces:
        return
    if not author:
        return context.say("press_unsigned", Level.ERROR)
    said = [one for one in read.clauses(context, lines) if one.kind not in (Kind.REST, Kind.COURTESY)]
    # somebody who merely says yes to the other instructs nobody
    marked = next((one for one in said if not any(isinstance(word, words.Yes) for word in one.commands)), None)
    if marked is not None:
        words_ = context.services.renderer.answer("press_or_orders", {"author": author})
        return context.put(words_, Level.ERROR, marked.lines[0], mask(marked.text), asked=True)
    answers = [piece for piece in pieces if piece is not None]
    if answers != pieces:
        return context.say("press_address", Level.ERROR, author=author)
    for piece in answers:
        try:
            player.send_press(context, piece)
        except InputError as fault:
            context.fault(fault)
    player.post_press(context)


def _pieces(block: Block, lines: list[Line], author: str) -> list[words.Press | None]:
    """The whole letter as press to the author, or the text of each PRESS TO them in it; None for anything else."""
    text = "\n".join(line.text for line in lines).strip()
    if len(lines) == len(block.items):
        return [words.Press(to=(author,), text=text, line=lines[0].number)] if text else []
    ways = (["master"], ["gm"]) if author == MASTER else ([fold(author)],)
    read_ = [item for item in block.items if not isinstance(item, Line)]
    said = [word for item in read_ for word in (item.commands if isinstance(item, Understood) else (None,))]
    return [word if isinstance(word, words.Press) and [*map(fold, word.to)] in ways else None for word in said]


_RE = expressions("letters")
_ALL = expression_words("letters", "everybody")


def gathered(context: LetterContext, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a block, such heads and the lines below them made into press. A text with orders in it is asked
    about: an order must not reach an opponent, and what is called a message is no order."""
    for at, item in enumerate(items):
        to = _addressees(context, item) if isinstance(item, Line) else None
        if to is None or not isinstance(item, Line):
            continue
        end, below = at + 1, []
        while end < len(items):
            line = items[end]
            if not isinstance(line, Line) or _RE.end.match(line.text):
                break
            below.append(line)
            end += 1
        if not any(line.text.strip() for line in below):
            continue
        if _ordered(context, item, below):
            told = context.services.renderer.answer("press_or_orders_below", {"head": item.text.strip()})
            match = _head_of(item.text)
            message = not to or (match is not None and _says_what(match))  # it says so: nothing of it is filed
            quoted = "\n".join(one.text for one in (item, *below)) if message else item.text
            context.put(told, Level.ERROR, item.number, quoted, asked=True)
            return (*items[:at], *items[end if message else at + 1 :])
        closed = end < len(items) and isinstance(items[end], Line)
        text = "\n".join(line.text for line in below).strip("\n")
        public = context.seat is None and not to
        word = words.Announce(text, line=item.number) if public else words.Press(to=to, text=text, line=item.number)
        return (*items[:at], Understood(item, (word,)), *gathered(context, items[end + closed :]))
    return tuple(items)


def _addressees(context: LetterContext, line: Line) -> tuple[str, ...] | None:
    """Whom a head names, () for everybody; None if it is none."""
    match = _head_of(line.text)
    if match is None or context.game is None or (match["how"].lower() == "for" and not _says_what(match)):
        return None
    seats = {fold(seat.name): seat.name for seat in context.services.files.seats(context.game.key).values()}
    named = [fold(one) for one in _RE.parted.split(match["who"])]
    if len(named) == 1 and named[0] in _ALL:
        return ()
    if not all(one in seats or one in ("master", "gm") for one in named):
        return None
    return tuple(seats.get(one, "MASTER") for one in named)


def _head_of(text: str) -> re.Match[str] | None:
    """The parts of a line that is such a head."""
    return (_RE.head.match(text) if ":" in text else None) or _RE.this.match(text)


def _says_what(match: re.Match[str]) -> bool:
    """Whether a head has a word for what is handed on."""
    return any(match.groupdict().get(one) for one in ("kind", "word"))


def _ordered(context: LetterContext, head: Line, lines: list[Line]) -> bool:
    """Whether the text has an order in it. Below a head without a word for a message (`To France:`) whatever looks like
    one counts, with the head over it."""
    match = _head_of(head.text)
    if context.seat is None or match is None:
        return False
    everybody = fold(match["who"]) in _ALL
    bare = not _says_what(match) and match["how"].lower() == "to" and not everybody
    ways = ([head, *lines], lines) if bare else (lines,)
    kinds = (Kind.ORDER, Kind.DOUBTFUL) if bare else (Kind.ORDER,)
    found = [clause for way in ways for clause in read.clauses(context, way, "heads")]
    told = context.budget("heads").spent  # what was not examined may be one
    return told or any(clause.kind in kinds for clause in found if clause.text.strip() != head.text.strip())
