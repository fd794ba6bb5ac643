"""Press whose head is a line in a person's own words, with the text below it: `Message to Vulpes:`, `To everybody:`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core import words
from judge.core.command import Command
from judge.core.ids import fold
from judge.desk.counter import voices
from judge.desk.sheets import work
from judge.desk.sheets.sitting import Level, Sitting
from judge.parse import Item, Kind, Understood
from judge.post import Line

_HEAD = re.compile(
    r"\W*(?:(?:please|hi|hello|judge|and|also)(?!\w)[\s,]*)*(?:(?:relay|send|forward|pass|mail)\s+)?"
    r"(?:(?:a|an|the|my|this|following|short|private|public)\s+)*"
    r"(?:(?P<kind>message|msg|letter|note|mail|word|words|announcement|nachricht|brief|lettre)\s+)?"
    r"(?P<how>to|for|an|à|tell|inform|write\s+to)\s+(?P<who>[^:]{1,80}?)\s*:\s*$",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\W*(?:(?:please|hi|hello|judge|and|also|could|can|would|will|you|kindly|be|so|kind|as|to|i'd|like|want|i)(?!\w)[\s,]*)*"
    r"(?:relay|send|forward|pass|mail|give|hand|deliver|convey|transmit)\s+(?:on\s+)?(?P<kind>this|the\s+following|"
    r"(?:this|the)\s+(?:following\s+)?(?:message|note|letter|text)(?:\s+below)?|what\s+follows)\s+(?:on\s+|along\s+)?"
    r"(?P<how>to)\s+(?P<who>[^:]{1,80}?)(?:[\s,]+(?:please|for\s+me|from\s+me|thanks))*[\s:.?!]*$",
    re.IGNORECASE,
)
"""`Could you forward this to Corvus?` above what is to go there."""
_END = re.compile(
    r"\s*end[- ]?(?:press|broadcast|announce(?:ment)?|of (?:message|press))?(?!\w)[\s.!]*$", re.IGNORECASE
)
_PARTED = re.compile(r"\s*(?:,|&|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)
_ALL = frozenset(
    [
        "all",
        "everybody",
        "everyone",
        "allplayers",
        "theplayers",
        "players",
        "alltheplayers",
        "theothers",
        "others",
        "alltheothers",
        "theworld",
        "alle",
        "tous",
        "anall",
    ]
)


def gathered(sitting: Sitting, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a block, such heads and the lines below them made into press. A text with orders in it stays what
    it was, and its head is asked about: an order must not reach an opponent."""
    for at, item in enumerate(items):
        to = _addressees(sitting, item) if isinstance(item, Line) else None
        if to is None or not isinstance(item, Line):
            continue
        end, below = at + 1, []
        while end < len(items):
            line = items[end]
            if not isinstance(line, Line) or _END.match(line.text):
                break
            below.append(line)
            end += 1
        if not any(line.text.strip() for line in below):
            continue
        if _ordered(sitting, item, below):
            told = sitting.office.pen.answer("press_or_orders_below", {"head": item.text.strip()})
            sitting.put(told, Level.ERROR, item.number, item.text, asked=True)
            return (*items[:at], *items[at + 1 :])
        closed = end < len(items) and isinstance(items[end], Line)
        word = _word(sitting, to, "\n".join(line.text for line in below).strip("\n"), item.number)
        return (*items[:at], Understood(item, (word,)), *gathered(sitting, items[end + closed :]))
    return tuple(items)


def _word(sitting: Sitting, to: tuple[str, ...], text: str, line: int) -> Command:
    if sitting.seat is None and not to:
        return words.Announce(text, line=line)
    return words.Press(to=to, text=text, line=line)


def _addressees(sitting: Sitting, line: Line) -> tuple[str, ...] | None:
    """Whom a head names, () for everybody; None if it is none."""
    match = _HEAD.match(line.text) or _THIS.match(line.text)
    if match is None or sitting.game is None or (match["how"].lower() == "for" and not match["kind"]):
        return None
    seats = {fold(seat.name): seat.name for seat in sitting.office.files.seats(sitting.game.key).values()}
    named = [fold(one) for one in _PARTED.split(match["who"])]
    if len(named) == 1 and named[0] in _ALL:
        return ()
    if not all(one in seats or one in ("master", "gm") for one in named):
        return None
    return tuple(seats.get(one, "MASTER") for one in named)


def _ordered(sitting: Sitting, head: Line, lines: list[Line]) -> bool:
    """Whether the text has an order in it. Below a head without a word for a message (`To France:`) whatever looks like
    one counts, with the head over it."""
    match = _HEAD.match(head.text) or _THIS.match(head.text)
    if sitting.seat is None or match is None:
        return False
    everybody = fold(match["who"]) in _ALL
    bare = not match["kind"] and match["how"].lower() == "to" and not everybody
    ways = ([head, *lines], lines) if bare else (lines,)
    kinds = (Kind.ORDER, Kind.DOUBTFUL) if bare else (Kind.ORDER,)
    found = [clause for way in ways for clause in voices.clauses(sitting, way, "heads")]
    told = work.budget(sitting, "heads").spent  # what was not examined may be one
    return told or any(clause.kind in kinds for clause in found if clause.text.strip() != head.text.strip())
