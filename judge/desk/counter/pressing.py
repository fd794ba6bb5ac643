"""Answers to press. A letter of press has a reply address of its own, good in its phase and the two after it: what
comes there goes to its author as press, and nothing else is done by it. What looks like orders or words goes neither
way: its writer is told."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core import words
from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.desk.counter import voices
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player
from judge.parse import Block, Clause, Garbled, Kind, Understood
from judge.post import Line
from judge.signon import mask


def deal(sitting: Sitting, key: str, block: Block) -> None:
    """Send the answer to the author whom the `key` names, or tell why not. What looks like orders is not even proposed
    as press: a hasty YES would show them to an opponent."""
    author = _author(sitting, key)
    lines = [item for item in block.items if isinstance(item, Line)]
    pieces = _pieces(block, lines, author)
    if not pieces:
        return
    if not author:
        sitting.say("press_unsigned", Level.ERROR)
        return
    marked = _marked(sitting, lines)
    if marked is not None:
        words_ = sitting.office.pen.answer("press_or_orders", {"author": author})
        sitting.put(words_, Level.ERROR, marked.lines[0], mask(marked.text), asked=True)
        return
    answers = [piece for piece in pieces if piece is not None]
    if answers != pieces:
        sitting.say("press_address", Level.ERROR, author=author)
        return
    for piece in answers:
        try:
            player.send_press(sitting, piece)
        except InputError as fault:
            sitting.fault(fault)
    player.post_press(sitting)


def _pieces(block: Block, lines: list[Line], author: str) -> list[words.Press | None]:
    """The whole letter as press to the author, or the text of each PRESS TO them in it; None for anything else."""
    text = "\n".join(line.text for line in lines).strip()
    if len(lines) == len(block.items):
        return [words.Press(to=(author,), text=text, line=lines[0].number)] if text else []
    said = [word for item in block.items if not isinstance(item, Line) for word in _commands(item)]
    return [word if isinstance(word, words.Press) and _to(word, author) else None for word in said]


def _commands(item: Understood | Garbled) -> Sequence[Command | None]:
    return item.commands if isinstance(item, Understood) else (None,)


def _to(word: words.Press, author: str) -> bool:
    """Whether press is for that author alone."""
    ways = {"master", "gm"} if author == MASTER else {fold(author)}
    return len(word.to) == 1 and fold(word.to[0]) in ways


def _marked(sitting: Sitting, lines: list[Line]) -> Clause | None:
    """The first clause that looks like an instruction."""
    found = voices.clauses(sitting, lines)
    return next((one for one in found if one.kind not in (Kind.REST, Kind.COURTESY) and not _yes(one)), None)


def _yes(clause: Clause) -> bool:
    """Whether somebody merely says yes to the other."""
    return any(isinstance(command, words.Yes) for command in clause.commands)


def _author(sitting: Sitting, key: str) -> str:
    """The name of the author of press; "" if it is not signed."""
    if key == "m":
        return MASTER
    seats = sitting.office.files.seats(sitting.the_game().key).values()
    return next((seat.name for seat in seats if str(seat.number) == key), "")
