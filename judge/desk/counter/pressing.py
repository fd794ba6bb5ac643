"""Answers to press. A letter of press has a reply address of its own: what comes there goes to its author as press, and
never on to a sheet. If it looks like orders it goes neither way: its writer is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.core import words
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.desk.cabinet.keys import Token, same
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.counter import voices
from judge.desk.office import Office
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player
from judge.parse import Block, Clause, Kind
from judge.post import Line

NOBODY = "x"  # the author of press that is not signed
_KEY = re.compile(r"([a-z][a-z0-9_-]{0,19})\.press-(\d{1,6})-(\d{1,6}|m|x)-([a-z2-7]{16})", re.ASCII)


@dataclass(frozen=True)
class PressKey:
    """What stands behind the plus sign of the reply address of press; whether it is right only `reader` can say."""

    game: str
    seat: int
    author: str
    mac: str

    def token(self) -> Token:
        """As a reply address that is worth nothing."""
        return Token(self.game, self.seat, 0, self.mac)


def read(credential: str) -> PressKey | None:
    """The parts of such an address, or None for anything else."""
    match = _KEY.fullmatch(credential.lower())
    return PressKey(match[1], int(match[2]), match[3], match[4]) if match else None


def reader(office: Office, key: PressKey) -> tuple[Game, SeatRecord] | None:
    """Who was sent the press that is answered, if the address is right."""
    game = office.files.game(key.game)
    for seat in office.files.seats(key.game).values() if game is not None else ():
        if seat.number == key.seat and not seat.vacant and game is not None:
            right = office.keys.mac("press", key.game, key.seat, seat.nonce, key.author)
            return (game, seat) if same(right, key.mac) else None
    return None


def only_words(blocks: tuple[Block, ...]) -> bool:
    """Whether a letter is nothing but words: no sign-on, no PRESS with its text."""
    return len(blocks) == 1 and all(isinstance(item, Line) for item in blocks[0].items)


def deal(sitting: Sitting, key: PressKey, block: Block) -> None:
    """Send the answer on, or ask. What looks like orders is not even proposed as press: a hasty YES would show them
    to an opponent."""
    lines = [item for item in block.items if isinstance(item, Line)]
    text = "\n".join(line.text for line in lines).strip()
    author = _author(sitting, key)
    if not text:
        return
    if not author:
        sitting.say("press_unsigned", Level.ERROR)
        return
    marked = _marked(sitting, lines)
    if marked is not None:
        words_ = sitting.office.pen.answer("press_or_orders", {"author": author})
        sitting.put(words_, Level.ERROR, marked.lines[0], marked.text, asked=True)
        return
    try:
        player.send_press(sitting, words.Press(to=(author,), text=text, line=lines[0].number))
        player.post_press(sitting)
    except InputError as fault:
        sitting.fault(fault)


def _marked(sitting: Sitting, lines: list[Line]) -> Clause | None:
    """The first clause that looks like an instruction."""
    found = voices.clauses(sitting, lines)
    return next((one for one in found if one.kind is not Kind.TALK and not _yes(one)), None)


def _yes(clause: Clause) -> bool:
    """Whether somebody merely says yes to the other."""
    return any(isinstance(command, words.Yes) for command in clause.commands)


def _author(sitting: Sitting, key: PressKey) -> str:
    """The name of whoever wrote the press; "" if it is not signed."""
    if key.author == "m":
        return MASTER
    seats = sitting.office.files.seats(key.game).values()
    return next((seat.name for seat in seats if str(seat.number) == key.author), "")
