"""What a writer says outside the lines of a block: in the subject, below the signature mark, before a sign-on and below
SIGNOFF. It may change every order of the letter, so it is accounted for with each block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from judge.core.plain import speaks_of_orders
from judge.desk.counter import reading_context
from judge.desk.sheets.sitting import Sitting
from judge.desk.writing.machine import RestTold
from judge.parse import Block, Clause, Kind, Weight
from judge.post import Line, Message
from judge.share import share
from judge.signon import mask

_SAYS = 2  # letters of a subject that says anything
_MOST = 60  # lines around a block that are looked at; of further ones the first is quoted
_ANSWERS = re.compile(
    r"(?:\s*(?:re|aw|sv|antw|odp|fwd?|wg|tr|rv|vs|r|rif|ynt)\s?(?:\[\d{1,3}\])?:\s?|\s*(?:re|aw|fwd|wg)\s+)*",
    re.IGNORECASE,
)
_OURS = re.compile(r"\[[A-Z ]{2,14}\]|[SFW]\d{4}[A-Z]\b|\bv\d+\b|\(\d+ (?:lines? not taken|warnings?)\)|[:\d]")
"""What subjects of this judge hold beside names and words: tags, phases, versions, counts."""
_STANDING = re.compile(
    r": you (?:are \d+(?:st|nd|rd|th) of \d+ with [\d,]+(?:\.\d+)? [a-z]+|have (?:\d+ centres?|won|not won))(?![^;:,.])"
)
"""What the subject of results says to its reader (templates/lib/lead_words.txt)."""
_LABEL = re.compile(r"(?:\S+\s+){0,3}\S*[^\s.!?,:;]")
"""A subject that is no sentence: a few words."""
_TAKING_BACK = ("CLEAR", "UNDO", "RESIGN")
_LITERAL = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_SPOKEN = re.compile(r"'([A-Za-z ]+)'")


def outside(message: Message, blocks: Sequence[Block], *, known: bool) -> tuple[Line, ...]:
    """The writer's own words that stand in no signed block, without the subject. Nothing for most letters. `known`: a
    reply key says whose the first block is."""
    if not message.asides and len(blocks) < 2:
        return ()
    unsigned = [one for one in blocks[known:] if one.opener is None] if len(blocks) > 1 else []
    around = [item for one in unsigned for item in one.items if isinstance(item, Line)]
    return (*around, *(Line(0, text) for text in message.asides))


def heard(sitting: Sitting) -> tuple[Clause, ...]:
    """What of the words around a block nobody can account for: rests, of which those that hold the orders of the block
    have the weight HOLD."""
    subject = _subject(sitting)
    lines = [Line(0, subject)] if subject else []
    lines += [one for one in sitting.around if one.text.strip()] if sitting.around else []
    if not lines or sitting.game is None:
        return ()
    if len(lines) == 1 and sitting.office.reader.courteous(subject, sitting.game.phase):
        return ()
    place, voice, grammar = (
        reading_context.place(sitting),
        reading_context.of(sitting),
        reading_context.grammar(sitting),
    )
    more = [Clause(Kind.REST, mask(one.text), (one.number,), weight=Weight.LOUD) for one in lines[_MOST : _MOST + 1]]
    found = [*sitting.office.reader.rests(lines[:_MOST], place, voice, grammar), *more]
    if subject and found and found[0].weight is Weight.QUIET and _LABEL.fullmatch(subject.strip()):
        found[0] = replace(found[0], weight=Weight.NAME)  # what a letter is called holds nothing back
    return tuple(found)


def _subject(sitting: Sitting) -> str:
    """The subject without what mail programs and this judge put there; "" where nothing else is left."""
    message, game = sitting.message, sitting.game
    subject = _STANDING.sub("", _unanswered(message.subject))
    if len(subject) < _SAYS or game is None or subject.strip() in [line.text for line in message.lines]:
        return ""
    if subject.startswith(("[", sitting.office.config.judge.name)):
        bare = subject
        names = (sitting.office.config.judge.name, game.key, *sitting.office.seat_names(game))
        for name in sorted(names, key=len, reverse=True):
            bare = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", bare)
        bare = _unanswered(" ".join(_OURS.sub(" ", bare).split()))
        known = _tails_of_subjects(share(sitting.office.config.share))
        subject = "" if _words(bare) in known else bare
    return subject


def _unanswered(subject: str) -> str:
    """A subject without what mail programs put in front of answers."""
    found = _ANSWERS.match(subject)
    return subject[found.end() :] if found else subject


@cache
def _tails_of_subjects(folder: Path) -> frozenset[str]:
    """What the judge's own subjects say behind names and phases, whole, by its templates."""
    found = {"", "try", "master", "master as", "standing orders", "standing orders try"}
    for file in sorted((folder / "templates").rglob("*.txt")):
        for row in file.read_text("utf-8").split("\n", 3)[:2]:
            if row.startswith("Subject:"):
                found |= {
                    _words(one) for one in (_LITERAL.sub(" ", row.removeprefix("Subject:")), *_SPOKEN.findall(row))
                }
    return frozenset(found)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", _OURS.sub(" ", text).casefold()))


def told(clause: Clause) -> RestTold:
    """A rest as it is quoted."""
    return RestTold(clause.text.strip(), "quiet" if clause.weight in (Weight.QUIET, Weight.NAME) else "loud")


def is_rest(clause: Clause) -> bool:
    """Whether a clause keeps an account open: a rest, or a doubt. A name below a letter does not."""
    return (
        bool(clause.unread)
        or _asked_of_all(clause)
        or (clause.kind is Kind.WORD and bool(clause.notes))
        or clause.weight not in (Weight.NONE, Weight.NAME)
    )


def _asked_of_all(clause: Clause) -> bool:
    """Whether a doubt may be about the other lines, and is no line or request of its own that was not read."""
    if clause.kind is not Kind.DOUBTFUL or clause.doubt is None or clause.doubt.caret:
        return False
    return all(one in _TAKING_BACK for one in clause.offer) and not speaks_of_orders(clause.text)
