"""Somebody whose seat was opened because nothing came from him writes after all (D-9): a sheet that stands takes the
seat back while nobody else has it; without one nothing of the letter is done."""

from __future__ import annotations

from judge.desk.counter.conversation import Conversation
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import taking_over


class _StillOpen(Exception):
    """No order of the letter stood: what was done for it is undone."""


def lapsed(office: Office, sitting: Sitting) -> bool:
    """Whether the speaker's seat is open, and still his to take back."""
    if sitting.game is None or sitting.seat is None:
        return False
    kept = office.files.seat(sitting.game.key, sitting.seat.name)
    return kept is not None and kept.vacant and kept.lapsed[0] != ""


def run(conversation: Conversation) -> Conversation:
    """Carry out the letter of somebody who comes back."""
    sitting = conversation.sitting
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    try:
        with office.store.savepoint():
            sitting.game = taking_over.take_back(office, game, seat, sitting.at, sitting.message.key)
            sitting.seat = office.files.seat(game.key, seat.name)
            cause = f"{sitting.cause}:back:{seat.number}"
            publish.bulletin(office, sitting.game, "taken_back", sitting.at, cause, seat=seat.name)
            conversation.run()
            if not any(view.filed for view in conversation.views):
                raise _StillOpen
    except _StillOpen:
        return _refused(conversation, Sitting(office, sitting.message, sitting.at, sitting.number, game, seat))
    return conversation


def _refused(conversation: Conversation, fresh: Sitting) -> Conversation:
    """What was wrong with the lines is told, and that the seat stays open."""
    fresh.answers = [answer for answer in conversation.sitting.answers if answer.level is Level.ERROR]
    fresh.say("still_open", Level.ERROR, seat=fresh.the_seat().name)
    told = Conversation(fresh, conversation.block)
    told.stale, fresh.rests = conversation.stale, conversation.sitting.rests
    return told
