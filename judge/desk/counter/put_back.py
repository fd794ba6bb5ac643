"""NO alone in reply to an answer: the sheets stand again as they stood before the letter that it answers.

Which letter that was is told by the key of the answer, which is made from the letter's own; what stood before it stands
in the game's journal. Nothing more is kept for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.counter import proposals
from judge.desk.sheets.filing import Drafts
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import player
from judge.parse import Block
from judge.post import Line

_NO = re.compile(r"(?:no|nein|non)[.!]*", re.IGNORECASE)
_BLOCKS = 3  # a letter has that many signed blocks at the most whose answers NO finds
_ALONE = "Write the lines as they shall stand, or UNDO for the version before."
Event = dict[str, Any]


def says_no(block: Block) -> Line | None:
    """The line of a block that is nothing but NO."""
    lines = [item for item in block.items if not isinstance(item, Line) or item.text.strip()]
    first = lines[0] if len(lines) == 1 else None
    return first if isinstance(first, Line) and _NO.fullmatch(first.text.strip()) else None


def put_back(sitting: Sitting, number: int, drafts: Drafts) -> None:
    """Take back what the answered letter put on file. InputError where there is nothing to take back, or no longer."""
    game, seat = sitting.the_game(), sitting.the_seat()
    key, done = proposals.answered(sitting.office, sitting.message), list(_done(sitting, game, seat))
    mine = [one for one in done if key and _key(sitting, game, seat, one) == key]
    if not key or (not mine and not proposals.dropped(sitting.office, key)):
        raise InputError("NO to what? The letter you answer filed nothing.", hint=_ALONE)
    stored = [one for one in mine if one["kind"] == "orders_stored"]
    for phase in sorted({one["data"]["for"] for one in stored}):
        versions = [one for one in done if one["kind"] == "orders_stored" and one["data"]["for"] == phase]
        if versions[0] not in stored:
            raise InputError("Something newer is on file since that letter, and stays.", hint=_ALONE)
        before = next((one["data"]["sheet"] for one in versions if one not in stored), ())
        drafts.restore(phase, before)
    if not stored and any(one["kind"] == "ready" and one["data"]["ready"] for one in mine):
        player.ready(sitting, words.Ready(ready=False, line=number))
    acted = any(one["kind"] == "acted" for one in mine)
    sitting.say("put_back", line=number, filed=bool(stored), acted=acted)
    sitting.did = sitting.did or bool(stored)


def _done(sitting: Sitting, game: Game, seat: SeatRecord) -> Iterator[Event]:
    """What the seat has filed and done in the open phase, the newest first."""
    journal = sitting.office.journal
    for seq in range(journal.length(game.key), 0, -1):
        event = journal.event(game.key, seq)
        if event["kind"] == "phase_resolved":
            return
        if (event["kind"] in ("orders_stored", "ready") and event["data"]["seat"] == seat.name) or (
            event["kind"] == "acted" and event["actor"] == seat.name
        ):
            yield event


def _key(sitting: Sitting, game: Game, seat: SeatRecord, event: Event) -> str:
    """The key of the answer to the letter that an event came from, if it is the one that is answered now; else ""."""
    wanted, letters = proposals.answered(sitting.office, sitting.message), sitting.office.letters
    causes: Sequence[str] = [f"{event['cause']}/{number}" for number in range(_BLOCKS)]
    keys = (letters.key(cause, f"confirmation.{seat.number}", seat.address, game.key) for cause in causes)
    return wanted if wanted in keys else ""
