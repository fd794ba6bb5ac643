"""A letter that nobody has signed and that plainly is an order: the last two steps of finding out whose it is.

Its sender is on record with one seat that it can mean, and his mail server vouches for him: it counts, and the answer
says for whom it was taken. In every other case it is held with the time it came, and whoever it may be of is asked at
the address on record. So nothing that somebody known writes is lost, and nobody speaks for another by a From line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.core import words
from judge.core.words import Place, word_of
from judge.desk.cabinet.limits import DAY, ONCE_A_DAY, Limit
from judge.desk.cabinet.records import instant
from judge.desk.counter import held, reading_context
from judge.desk.mailroom import thread_lookup
from judge.desk.mailroom.thread_lookup import Speaker
from judge.desk.office import Office
from judge.desk.sheets import work
from judge.desk.sheets.sitting import Sitting
from judge.parse import Block, Clause, Kind, Understood
from judge.post import Action, Authentication, Line, Message

ASKED = Limit(12, DAY)  # letters that ask one seat whether a letter is its own
MOST = 3  # of the seats that one letter may be of, so many are asked
SEEN = 40  # lines of a letter that may be anybody's in which an order is looked for
_NAME = re.compile(r"(?<![\w-])[a-z][a-z-]*\d[\w-]*")  # of a game, told from a word by its figure
_NAMES = 10  # of games that one letter is looked through for
READ = (Action.ORDERS, Action.NO_ORDERS, Action.UNVERIFIED)


@dataclass(frozen=True)
class Found:
    """Whose an unsigned letter may be. `sure`: it counts as his without being asked."""

    speakers: tuple[Speaker, ...]
    sure: bool = False


def look(office: Office, message: Message, blocks: Sequence[Block]) -> Found | None:
    """Who may have meant this letter; None where it is no order, or nobody's that we know."""
    if message.action not in READ or message.listed or any(block.opener is not None or block.line for block in blocks):
        return None
    answer = thread_lookup.answered(office, message)
    token = answer.token if answer is not None else None
    if answer is not None and token is not None:
        speakers = [one for one in thread_lookup.speakers_at(office, answer.owner) if _is(one, token.game, token.seat)]
        speakers = [one for one in speakers if instructs(office, message, one, answers=True)]
        return Found(tuple(speakers)) if speakers else None
    speakers = [one for one in thread_lookup.speakers_at(office, message.sender) if instructs(office, message, one)]
    named = _named(office, message, speakers)
    return Found(tuple(named)[:MOST], sure=_vouched(message) and len(speakers) == 1) if named else None


def _vouched(message: Message) -> bool:
    """Whether the mail server says that the sender wrote it."""
    return message.verdict is Authentication.PASS and not message.resent


def _named(office: Office, message: Message, speakers: Sequence[Speaker]) -> Sequence[Speaker]:
    """Those of the games that the letter or its subject names; all of them where it names no game of this judge."""
    if not speakers:
        return []
    text = "\n".join((message.subject, *(line.text for line in message.lines))).casefold()
    names = {name for name in sorted(set(_NAME.findall(text)))[:_NAMES] if office.files.game(name) is not None}
    names |= {one[0].key for one in speakers} & set(message.subject.casefold().split())
    return [one for one in speakers if one[0].key in names] if names else speakers


def _is(speaker: Speaker, game: str, number: int) -> bool:
    return speaker[0].key == game and (speaker[1].number if speaker[1] else 0) == number


def ask(office: Office, message: Message, found: Found) -> None:
    """Hold the letter for each of them. A sender whom his own mail server refutes, and who shows nothing of ours, asks
    once a day. Who names a letter of ours has a number of his own, so that nobody else can use it up."""
    named = thread_lookup.answered(office, message) is not None
    refuted = message.verdict is Authentication.FAIL and not named
    if refuted and not office.limits.take(f"challenge:{message.sender}", message.arrived, ONCE_A_DAY):
        return
    for game, seat in found.speakers:
        name = f"unsigned:{game.key}/{seat.number if seat is not None else 'm'}{'/named' if named else ''}"
        if not office.limits.take(name, message.arrived, ASKED):
            continue
        (block, *_) = office.reader.blocks(message.lines, signed=True)
        last = office.limits.full(name, message.arrived, ASKED)
        held.hold_unsigned(office, message, (game, seat), block.lines, last=last)


def is_anothers(office: Office, message: Message, found: Found) -> bool:
    """Whether somebody on record, whom no mail server refutes, has sent what only others are asked about."""
    asked = {address for game, seat in found.speakers for address in ((seat.address,) if seat else game.masters)}
    known = message.sender not in asked and bool(thread_lookup.speakers_at(office, message.sender))
    return known and message.verdict is not Authentication.FAIL


def newer_on_file(office: Office, sitting: Sitting) -> str:
    """When orders were put on file that came after the held letter: they stand, as if it had been taken at its time;
    "" where there are none."""
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or not game.phase:
        return ""
    record = office.files.sheet(game.key, game.phase, seat.name)
    return record.at if record.at and instant(record.at) > sitting.at else ""


def instructs(
    office: Office, message: Message, speaker: Speaker, answers: bool = False, proved: bool | None = None
) -> bool:
    """Whether the letter, read as this speaker's, holds an order or a word of his that is not anybody's. YES is one
    where it `answers` a letter of ours. What has not `proved` whose it is is not read: its first lines are looked at,
    whether one of them has the marks of an order or is a word in its notation."""
    if not any(line.text.strip() for line in message.lines):
        return False
    (block, *_) = office.reader.blocks(message.lines, signed=True)
    sitting = Sitting(office, message, message.arrived, game=speaker[0], seat=speaker[1], master=speaker[1] is None)
    place = reading_context.place(sitting)
    if any(isinstance(item, Understood) and _own(item.commands, place, answers) for item in block.items):
        return True
    lines = [item for item in block.items if isinstance(item, Line)]
    if not (_vouched(message) if proved is None else proved):
        return _looks_like_one(sitting, [line for line in lines if line.text.strip()][:SEEN], answers)
    found = reading_context.clauses(sitting, lines, "whose") if lines else ()
    return work.budget(sitting, "whose").spent or any(_plain(clause, place, answers) for clause in found)


def _looks_like_one(sitting: Sitting, lines: Sequence[Line], answers: bool) -> bool:
    """Whether one of the lines is a word of a speaker's own, or has the marks of an order and is nobody's word."""
    reader, place = sitting.office.reader, reading_context.place(sitting)
    read = [(line, reader.word(line, place | Place.OUTSIDE)) for line in lines]
    if any(isinstance(said, Understood) and _own(said.commands, place, answers) for _, said in read):
        return True
    rest = [line for line, said in read if not isinstance(said, Understood)]
    return reader.marked(rest, place, reading_context.grammar(sitting), reading_context.of(sitting))


def _plain(clause: Clause, place: Place, answers: bool) -> bool:
    if clause.kind is Kind.DOUBTFUL:
        return bool(clause.offer) or (clause.doubt is not None and bool(clause.doubt.suggestion))
    if clause.kind is Kind.WORD:
        return _own(clause.commands, place, answers)
    return clause.kind is Kind.ORDER


def _own(commands: Sequence[object], place: Place, answers: bool) -> bool:
    """Whether one of these words is a speaker's alone, and not one that anybody may say."""
    for command in commands:
        if isinstance(command, words.Yes):
            if answers:
                return True
            continue
        declared = word_of(type(command))  # type: ignore[arg-type]
        if declared is not None and declared.place & place and not declared.place & Place.OUTSIDE:
            return True
    return False
