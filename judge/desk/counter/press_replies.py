"""Press whose head is a line in a person's own words (`Message to Vulpes:`), and answers to press. A letter of press
has a reply address of its own, good in its phase and the two after it: what comes there goes to its author as press,
and nothing else is done by it. What looks like orders or words goes neither way: its writer is told."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.desk.counter import read
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import player
from judge.expressions import expressions
from judge.post import Line
from judge.reading import Block, Item, Kind, Understood
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


def gathered(context: LetterContext, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a block, such heads and the lines below them made into press: what stands in quotation marks, else
    all of them. A text with orders in it is asked about: an order must not reach an opponent, and what is called a
    message is no order."""
    for at, item in enumerate(items):
        word = _passed_on(context, item) if isinstance(item, Line) else None
        if word is None or not isinstance(item, Line):
            continue
        below = _below(items[at + 1 :])
        if not any(line.text.strip() for line in below):
            continue
        end = at + 1 + len(below)
        bare = isinstance(word, words.Press) and bool(word.to) and _RE.bare.match(item.text) is not None
        if _ordered(context, item, bare, below):
            told = context.services.renderer.answer("press_or_orders_below", {})
            quoted = item.text if bare else "\n".join(one.text for one in (item, *below))
            context.put(told, Level.ERROR, item.number, quoted, asked=True)
            return (*items[:at], *items[at + 1 if bare else end :])  # what is called a message is not filed
        end += any(isinstance(one, Line) and _RE.end.match(one.text) for one in items[end : end + 1])
        text = "\n".join(line.text for line in below).strip("\n")
        return (*items[:at], Understood(item, (replace(word, text=text),)), *gathered(context, items[end:]))
    return tuple(items)


def _passed_on(context: LetterContext, line: Line) -> words.Press | words.Announce | None:
    """The word, without its text, that passes on what stands below such a head; None where a line is none."""
    if context.game is None or not _RE.may_head.search(line.text):
        return None
    place, grammar = read.place(context), read.grammar(context)
    return context.services.reader.passed_on(line.text, place, grammar, read.of(context))


def _below(items: Sequence[Item]) -> list[Line]:
    """The lines below a head that are passed on."""
    lines = [one for one in takewhile(lambda one: isinstance(one, Line), items) if isinstance(one, Line)]
    lines = list(takewhile(lambda line: not _RE.end.match(line.text), lines))
    first = next((line.text for line in lines if line.text.strip()), "")
    if not _RE.opens.match(first):
        return lines
    return lines[: next((n for n, line in enumerate(lines, 1) if _RE.closes.search(line.text)), len(lines))]


def _ordered(context: LetterContext, head: Line, bare: bool, lines: list[Line]) -> bool:
    """Whether the text has an order in it. Below a `bare` head, without a word for a message (`To France:`), whatever
    looks like one counts, with the head over it."""
    if context.seat is None:
        return False
    ways = ([head, *lines], lines) if bare else (lines,)
    kinds = (Kind.ORDER, Kind.DOUBTFUL) if bare else (Kind.ORDER,)
    return any(read.may_order(context, way, kinds, head.text.strip()) for way in ways)
