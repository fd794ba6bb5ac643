"""The master's words on the open phase: PROCESS, PREVIEW, MISSING."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core import words
from judge.core.codec import pack
from judge.core.command import wrote
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.variant import Duty
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases import computing, resolving, waiting
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words.binding import handles
from judge.desk.words.clock import running


@handles(words.Process)
def process(sitting: Sitting, word: words.Process) -> None:
    """PROCESS phase: now. The phase is mandatory, so that a letter sent twice processes nothing twice."""
    game = running(sitting)
    sitting.game = process_phase(sitting.office, game, word.phase, sitting.at, sitting.message.key)
    told = "processed" if sitting.game.status is not Status.HELD else "held"
    level = Level.OK if told == "processed" else Level.ERROR
    sitting.say(told, level, word.line, phase=game.phase, reason=sitting.game.reason, now=sitting.game.phase)
    sitting.did = True


def process_phase(office: Office, game: Game, phase: str, at: datetime, cause: str = "") -> Game:
    """PROCESS, also for the command line."""
    wanted = str(office.calendar(game).parse(phase))
    if game.status is not Status.ACTIVE and game.status is not Status.HELD:
        raise InputError(f"{game.key} is {game.status}.")
    if wanted != game.phase:
        raise InputError(f"{wanted} is not open: the game is in {game.phase}.", hint=f"Write PROCESS {game.phase}.")
    _report_is_here(office, game)
    if game.status is Status.HELD:
        game = office.files.save_game(replace(game, status=Status.ACTIVE, reason=""))
    return resolving.resolve(office, game, at, by=MASTER, cause=cause)


def _report_is_here(office: Office, game: Game) -> None:
    """InputError when the phase still waits for the master's report (B-8)."""
    agenda = office.agenda(game)
    if waiting.missing_report(office, game, agenda):
        raise InputError(f"{game.phase} needs your report first.", hint=f"Send RESULT {game.phase[:-1]}.")


@handles(words.Preview)
def preview(sitting: Sitting, word: words.Preview) -> None:
    """PREVIEW: what would come out now, with sample dice; nothing is written."""
    game = running(sitting)
    if word.phase and str(sitting.office.calendar(game).parse(word.phase)) != game.phase:
        raise InputError(f"{game.key} is in {game.phase}.", hint=f"Write PREVIEW {game.phase}.")
    sitting.enclosures.append(preview_text(sitting.office, game))
    sitting.say("previewed", line=word.line, phase=game.phase)


def preview_text(office: Office, game: Game) -> str:
    """The results as they would be, in words."""
    data = preview_data(office, game)
    return (
        office.pen.part(
            ("session/preview.txt",),
            {
                "parts": publish.parts(office, game, data["notices"]),
                "phase": game.phase,
                "draws": data["sample_dice"],
                "ended": data["ended"],
            },
        )
        or ""
    )


def preview_data(office: Office, game: Game) -> dict[str, Any]:
    """The results as they would be, as their letter's machine part has them: public notices, and sample dice."""
    _report_is_here(office, game)
    step, dice = computing.preview(office, game)
    told = [{"kind": n["kind"], "data": n["data"]} for n in publish.public(pack(step.notices))]
    return {
        "game": game.key,
        "phase": game.phase,
        "revision": game.revision,
        "sample_dice": pack(dice.drawn),
        "notices": told,
        "ended": pack(step.ended),
    }


@handles(words.Missing)
def missing(sitting: Sitting, word: words.Missing) -> None:
    """WHO IS MISSING: seats without a sheet, and whether the report is wanted."""
    game, office = running(sitting), sitting.office
    agenda = office.agenda(game)
    filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.sheet}
    names = [
        seat.name
        for seat in office.files.seats(game.key).values()
        if agenda.duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in filed
    ]
    tried = wrote(office.orders(game))
    sitting.say(
        "missing",
        line=word.line,
        names=[name for name in names if name not in tried],
        wrote=[name for name in names if name in tried],
        phase=game.phase,
        report=waiting.missing_report(office, game, agenda),
    )
