"""NO alone in reply to an answer: the sheets stand again as they stood before the letter that it answers.

Which letter that was is told by the key of the answer, which is made from the letter's own; what stood before it stands
in the game's journal. Nothing more is kept for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from judge.core import words
from judge.core.codec import unpack_sheet
from judge.core.errors import InputError
from judge.desk.counter import proposals, voices
from judge.desk.sheets.filing import Drafts
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player
from judge.parse import Block, Kind, Weight
from judge.post import Line

_NO = re.compile(r"\s*(?:no|nein|non)\b(?P<more>\s*|[.!]+\s*|\s*[-.,;:!].*)", re.IGNORECASE)
_BLOCKS = 3  # a letter has that many signed blocks at the most whose answers NO finds
_LINES = 6  # NO, a courtesy and a name
_ALONE = "Write the lines as they shall stand, or UNDO for the version before."
_MASTERS = "What a master's word has done stands. HELP names the word that changes it."
_DONE = ("orders_stored", "ready", "acted", "press")
Event = dict[str, Any]


def said(sitting: Sitting, block: Block) -> tuple[Line | None, bool]:
    """The line of a reply that begins with NO, if its first one does, and whether it is alone but for courtesies and
    its writer's name."""
    first = block.items[0] if block.items else None
    found = _NO.fullmatch(first.text) if isinstance(first, Line) else None
    if not isinstance(first, Line) or found is None or (sitting.game is None and not proposals.known(sitting)):
        return None, False
    lines = [item for item in block.items if not isinstance(item, Line) or item.text.strip()]
    below = [item for item in lines[1:] if isinstance(item, Line)]
    alone = not found["more"].strip(" .!") and len(below) == len(lines) - 1 < _LINES
    clauses = voices.clauses(sitting, below) if alone and below else ()
    alone = alone and all(one.kind is Kind.COURTESY or one.weight is Weight.NAME for one in clauses)
    answers = alone or proposals.answered(sitting.office, sitting.message)
    return (first if answers else None), alone


def put_back(sitting: Sitting, number: int, over: str, drafts: Callable[[], Drafts]) -> None:
    """Take back what the answered letter put on file, and drop what it proposed. `over`: the phase it was written for,
    if another is open now. InputError where there is nothing to take back, or no longer."""
    key = proposals.meant(sitting)
    dropped = proposals.dropped(sitting, key)
    done = list(_done(sitting)) if sitting.seat is not None else []
    answers = proposals.answered(sitting.office, sitting.message)  # else it is NO to what is proposed, and no more
    mine = [one for one in done if _answers(sitting, one, key)] if answers else []
    if over and sitting.seat is not None:
        raise InputError(f"That letter was for {over}, which is not open now. What it put on file stays as it was.")
    if not key:
        return sitting.say("no_alone", Level.WARNING)
    if not mine and not dropped:
        hint = _ALONE if sitting.seat is not None else _MASTERS
        raise InputError("NO to what? The letter you answer put nothing on file and proposes nothing.", hint=hint)
    stored = [one for one in mine if one["kind"] == "orders_stored"]
    for phase, sheet in [(one["data"]["for"], _before(sitting, one["data"]["for"], done, stored)) for one in stored]:
        drafts().restore(phase, sheet)
    if not stored and any(one["data"].get("ready") for one in mine):
        player.ready(sitting, words.Ready(ready=False, line=number))
    acts = [_line(sitting, one) for one in reversed(mine) if one["kind"] == "acted"]
    press = [one["data"]["to"] for one in reversed(mine) if one["kind"] == "press"]
    level = Level.OK if not (acts or press) else Level.WARNING if stored else Level.ERROR
    if stored or acts or press or dropped:
        sitting.say("put_back", level, number, filed=bool(stored), acts=acts, letters=press)
    sitting.did = sitting.did or bool(stored)


def _done(sitting: Sitting) -> Iterator[Event]:
    """What the seat has filed and done in the open phase, the newest first."""
    journal, game, seat = sitting.office.journal, sitting.the_game().key, sitting.the_seat().name
    for seq in range(journal.length(game), 0, -1):
        event = journal.event(game, seq)
        if event["kind"] in ("phase_resolved", "rolled_back"):
            return
        if event["kind"] in _DONE and event["data"].get("seat", event["actor"]) == seat:
            yield event


def _before(sitting: Sitting, phase: str, done: Sequence[Event], stored: Sequence[Event]) -> Any:
    """The sheet for a phase as it stood before a letter, of which `stored` are the versions. InputError where something
    newer is on file."""
    versions = [one for one in done if one["kind"] == "orders_stored" and one["data"]["for"] == phase]
    first = max(n for n, one in enumerate(versions) if one in stored)
    newest, older = versions[0], versions[first + 1 :]
    earlier = sitting.office.files.sheet(sitting.the_game().key, phase, sitting.the_seat().name).earlier[first:]
    sheet = older[0]["data"]["sheet"] if older else earlier[0] if earlier else ()
    if newest not in stored and list(newest["data"]["sheet"]) != list(sheet):
        raise InputError("Something newer is on file since that letter, and stays.", hint=_ALONE)
    return sheet


def _answers(sitting: Sitting, event: Event, key: str) -> bool:
    """Whether `key` is that of an answer to the letter that an event came from."""
    game, seat, letter = sitting.the_game().key, sitting.the_seat(), event["cause"].partition("/")[0]
    kind, make = f"confirmation.{seat.number}", sitting.office.letters.key
    return any(key == make(f"{letter}/{number}", kind, seat.address, game) for number in range(_BLOCKS))


def _line(sitting: Sitting, event: Event) -> str:
    """An order that was carried out at once."""
    (command,) = unpack_sheet(sitting.variant().vocabulary, [event["data"]["command"]])
    return command.canonical()
