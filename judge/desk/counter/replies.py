"""What goes back to whoever wrote: confirmations to the registered address, answers to strangers, hints."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.notice import MASTER
from judge.desk.cabinet.limits import FEW_A_DAY, HOUR, ONCE_IN_TWELVE_HOURS, QUESTIONS, Limit, answers
from judge.desk.cabinet.records import Game, SeatRecord, Speaker, Status, instant, iso
from judge.desk.counter import held, proposals
from judge.desk.counter.answering import machine_confirmation, remarks_of, said_of
from judge.desk.counter.carry_out import Done
from judge.desk.counter.loop_detection import machine
from judge.desk.news import digest, publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.sheets.shown import view_on_file
from judge.desk.words import player
from judge.desk.words.explaining import taking_part
from judge.desk.writing.letterform import Brief
from judge.post import Action, Message
from judge.signon import mask

MAX_ENCLOSURES = 20
SAME_AGAIN = Limit(3, timedelta(hours=12))
NOTED = Limit(40, timedelta(hours=12))  # letters of one seat with nothing to do in them
UNVERIFIED = "The sender could not be verified; the letter counts only if"  # said before anybody has checked
VERIFIED_BY_PASSWORD = "The sender could not be verified, but the password is right, so the letter counts."


def answer(parts: Sequence[Done], good: bool) -> None:
    """Whoever wrote hears what became of each part. RESIGN comes when all of the letter has been carried out, if it was
    `good`."""
    for part in parts:
        if part.farewell is not None and good:
            player.resign(part.context, part.farewell)
        elif part.farewell is not None:
            part.context.say("resign_not_done", Level.ERROR, part.farewell.line)
        context, services = part.context, part.context.services
        if context.game is not None and (context.seat is not None or context.master or context.acting_master):
            confirm(part)
        elif part.nothing_understood and not context.told_all:
            empty(services, context.message, None)
        elif part.nobodys < len(context.answers) or context.enclosures or _may_hint(services, context.message, None):
            to_writer(part)


def confirm(part: Done) -> None:
    """The confirmation: to the registered address alone."""
    context, message = part.context, part.context.message
    game, seat, services = context.game, context.seat, context.services
    assert game is not None
    if not part.views and game.status is Status.ACTIVE and (record := context.filed()) is not None:
        part.views = [view_on_file(services, game, record)]  # nothing was filed: it still shows what is on file
    part.proposal = _proposed(part)
    # what the reading room remarked, as it stands once the sign-on was right
    notes = [VERIFIED_BY_PASSWORD if note.startswith(UNVERIFIED) else note for note in message.warnings]
    data = {
        "verdict": part.verdict,
        "said": (said := said_of(part)),
        "received": iso(message.arrived),
        "notes": [*notes, "Others got a copy of your letter."] if message.cc_others else notes,
        "enclosures": _enclosed(context),
        "elsewhere": message.sender if seat and message.sender != seat.address else "",
        "by_master": context.acting_master,
        "left": _left(message.arrived, game.deadline),
    }
    who = f"{game.key}/{seat.number if seat is not None else MASTER}"
    by_password = part.block.opener is not None  # no robot that answers us knows it
    beats = not by_password and machine(services.limits, who, context.at, services.clock.now(), context.did)
    if beats and not context.did:
        return
    if not by_password and seat is None and _said_enough(context, who):
        return
    if seat is not None and seat.address and not _said_enough(context, who):
        _to_seat(part, game, seat, data, beats)
        _keep(part, f"confirmation.{seat.number}", seat.address, game.key)
    if context.master or context.acting_master:
        if context.aside:
            data["said"] = replace(said, remarks=(context.aside, *said.remarks))
        brief = context.brief("answer", data, template="session/master.txt", answering=message)
        services.letters.to_master(game, brief)
        if context.master:
            _keep(part, "master.answer", game.master, game.key)


def _to_seat(part: Done, game: Game, seat: SeatRecord, data: Mapping[str, Any], beats: bool) -> None:
    """The player's confirmation, at once or, beyond the hour's number or for a machine, with others in a bundle."""
    context, services = part.context, part.context.services
    template = publish.names(game, "confirmation")
    limit = Limit(services.config.judge.letters_per_hour, HOUR)
    if not beats and services.limits.take(answers(game.key, seat.number), context.at, limit):
        machine_part = machine_confirmation(game, data["received"], part)
        brief = context.brief("confirmation", data, template=template, answering=context.message, machine=machine_part)
        return services.letters.to_seat(game, seat, brief)
    letter = services.renderer.letter(template, services.letters.seat_context(game, seat, data, context.at))
    digest.into_bundle(services, seat, seat.address, letter, context.at, good=part.verdict == "OK")


def _proposed(part: Done) -> proposals.Proposed | None:
    """What YES to the answer would do; None where nothing is offered, or where the rules would refuse it."""
    offers = (*part.offers, *part.context.offers)
    if not offers or part.written_for.phase:
        return None
    return proposals.propose(part.context, part.hat, offers, part.above)


def _keep(part: Done, kind: str, to: str, game: str = "") -> None:
    """What the answer proposes waits under its key."""
    context, proposed = part.context, part.proposal
    if proposed is not None:
        key = context.services.letters.key(context.cause.key, kind, to, game)
        proposals.keep(context.services, key, proposed.kept, iso(context.at))


def _said_enough(context: LetterContext, who: str) -> bool:
    """Whether the very same text, of which nothing could be taken, was answered several times already, or more
    letters with nothing in them than a person writes: a robot that answers us would go on for ever."""
    services = context.services
    if context.did or not (context.errors or context.verdict == "NOTED"):
        return False
    if not services.limits.take(f"same:{who}:{_digest(context.message)}", context.at, SAME_AGAIN):
        return True
    return context.verdict == "NOTED" and not services.limits.take(f"noted:{who}", context.at, NOTED)


def _enclosed(context: LetterContext) -> list[str]:
    """What was asked for, each thing once, and not more than a letter should bring."""
    services = context.services
    texts = list(dict.fromkeys(text.rstrip("\n") for text in context.enclosures))
    if len(texts) <= MAX_ENCLOSURES:
        return texts
    return [*texts[:MAX_ENCLOSURES], services.renderer.answer("left_out", {"count": len(texts) - MAX_ENCLOSURES})]


def to_writer(part: Done, *, refused: bool = False) -> None:
    """A reply to whoever wrote: general words, and refusals that tell nothing."""
    context, message, services = part.context, part.context.message, part.context.services
    if context.told_all:
        return
    if machine(services.limits, message.sender, context.at, services.clock.now(), context.did) and not context.did:
        return
    if not message.sender or (context.waiting and held.ask(services, context, _enclosed(context))):
        return
    if context.registered and not context.enclosures and not services.files.seats_of(context.registered):
        context.enclosures.append(taking_part(services, context.registered))
    part.proposal = _proposed(part)
    data = {
        "verdict": part.verdict,
        # a stranger is told of what was read into the letter with all else
        "said": replace(said_of(part), looks=(), remarks=remarks_of(part.answers)),
        "refused": refused,
        "notes": list(message.warnings),
        "subject": message.subject,
        "seats_own": context.subject,
        "enclosures": _enclosed(context),
    }
    if _may_reply(services, message):
        brief = context.brief("reply", data, answering=message, proved=bool(context.proved))
        services.letters.to_address(message.sender, replace(brief, reply_key=context.reply_key))
        return _keep(part, "reply", message.sender)
    values = services.letters.context(None, services.letters.zone_of(message.sender, None), context.at)
    letter = services.renderer.letter("session/reply.txt", {**values, **data})
    digest.into_bundle(services, None, message.sender, letter, context.at, good=part.verdict == "OK")


def question(services: Services, message: Message, speaker: Speaker | None) -> None:
    """Something is in the way of reading the letter: say what, show what was read, ask to send it again. The same
    text is asked about once in twelve hours."""
    who, limits = _who(message, speaker), services.limits
    if machine(services.limits, who, message.arrived, services.clock.now(), False):
        return
    if not limits.take(f"asked:{who}:{_digest(message)}", message.arrived, ONCE_IN_TWELVE_HOURS):
        return
    if not limits.take(f"asked:{who}", message.arrived, QUESTIONS):
        return
    _note(services, message, speaker, "question", {"lines": [mask(line.text) for line in message.lines][:40]})


def empty(services: Services, message: Message, speaker: Speaker | None) -> None:
    """Nothing to do was found."""
    if _may_hint(services, message, speaker):
        ways = taking_part(services, "", new=True) if speaker is None else ""
        said = [held.shortly(mask(line.text)) for line in message.lines if line.text.strip()]
        _note(services, message, speaker, "nothing_found", {"lines": said[: held.QUOTED], "ways": ways})


def _may_hint(services: Services, message: Message, speaker: Speaker | None) -> bool:
    """Whether a letter with nothing in it that could be done is answered: a few of a stranger's a day, so that a
    person is helped and a loop dies; of somebody known as many as a person writes, the same one a few times."""
    who, limits = _who(message, speaker), services.limits
    if speaker is None and not services.files.proved(message.sender):
        return limits.take(f"empty:{who}", message.arrived, FEW_A_DAY)
    if not limits.take(f"same:{who}:{_digest(message)}", message.arrived, SAME_AGAIN):
        return False
    return limits.take(f"noted:{who}", message.arrived, NOTED)


def _note(services: Services, message: Message, speaker: Speaker | None, kind: str, data: Mapping[str, Any]) -> None:
    game, seat = speaker or (None, None)
    values = {**data, "notes": list(message.warnings), "subject": message.subject}
    if seat is None:  # a seat's letter has its name
        values["seat"] = MASTER if speaker else ""
    brief = Brief(message.key, kind, values, message.arrived, answering=message)
    if game is not None and seat is not None:
        services.letters.to_seat(game, seat, brief)
    elif game is not None:
        services.letters.to_master(game, brief)
    elif message.sender and message.action is not Action.UNVERIFIED and _may_reply(services, message):
        services.letters.to_address(message.sender, brief)


def _may_reply(services: Services, message: Message) -> bool:
    """Whether this sender may still be answered at once."""
    limit = Limit(services.config.judge.replies_per_hour, HOUR)
    return services.limits.take(f"answers:{message.sender}", message.arrived, limit)


def _who(message: Message, speaker: Speaker | None) -> str:
    """Who is written to: the seat, whatever address its player (or his robot) wrote from; else the sender."""
    return f"{speaker[0].key}/{speaker[1].number if speaker[1] else MASTER}" if speaker else message.sender


def _digest(message: Message) -> str:
    return hashlib.sha256("\n".join(line.text for line in message.lines).encode()).hexdigest()[:16]


def _left(now: datetime, deadline: str) -> str:
    """To the nearest hour, `2 d 7 h`, and on the last day to the nearest minute, `7 h 57 m`."""
    if not deadline:
        return ""
    seconds = int((instant(deadline) - now).total_seconds())
    if seconds < 0:
        return ""
    minutes = (seconds + 30) // 60
    if minutes >= 24 * 60:
        days, hours = divmod((minutes + 30) // 60, 24)
        return f"{days} d {hours} h"
    return f"{minutes // 60} h {minutes % 60} m"
