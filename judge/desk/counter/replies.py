"""What goes back to whoever wrote: confirmations to the registered address, answers to strangers, hints."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from judge.core.notice import MASTER
from judge.desk.cabinet.limits import FEW_A_DAY, HOUR, ONCE_IN_TWELVE_HOURS, QUESTIONS, Limit, answers
from judge.desk.cabinet.records import Game, SeatRecord, Speaker, Status, instant, iso
from judge.desk.counter import held, proposals
from judge.desk.counter.answering import Outcome, Table, to_master, to_player, to_sender
from judge.desk.counter.handed_on import Done
from judge.desk.counter.loop_detection import machine
from judge.desk.counter.proposals import Proposed
from judge.desk.counter.remarks import told
from judge.desk.mailroom import bundle
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.sheets.shown import SheetView, view_on_file
from judge.desk.sheets.sitting import SHOWN, Sitting
from judge.desk.words.explaining import taking_part
from judge.desk.writing.letterform import Brief
from judge.desk.writing.machine import AnswerTold, ConfirmationPart, SheetTold
from judge.post import Action, Message
from judge.signon import mask

MAX_ENCLOSURES = 20
SAME_AGAIN = Limit(3, timedelta(hours=12))
NOTED = Limit(40, timedelta(hours=12))  # letters of one seat with nothing to do in them
UNVERIFIED = "The sender could not be verified; the letter counts only if"  # said before anybody has checked
VERIFIED_BY_PASSWORD = "The sender could not be verified, but the password is right, so the letter counts."


def answer(part: Done) -> None:
    """Whoever wrote hears what became of it."""
    sitting = part.sitting
    office = sitting.office
    if sitting.game is not None and (sitting.seat is not None or sitting.master or sitting.acting_master):
        confirm(part)
    elif part.nothing_understood and not sitting.told_all:
        empty(office, sitting.message, None)
    elif part.nobodys < len(sitting.answers) or sitting.enclosures or _may_hint(office, sitting.message, None):
        to_writer(sitting, part)


def confirm(part: Done) -> None:
    """The confirmation: to the registered address alone."""
    sitting = part.sitting
    game, office = sitting.game, sitting.office
    assert game is not None
    views = part.views or _views_on_file(sitting)
    proposed = _proposed(part) if sitting.errors or sitting.offers else None
    done = _outcome(sitting, part, views, proposed)
    words = office.letters.told_of(game)["phase_words"]
    table = Table(game.key, game.phase, str(game.status), game.locked, game.held_back, bool(game.untold), words)
    data = _data(sitting, done)
    cause = sitting.cause
    who = f"{game.key}/{sitting.seat.number if sitting.seat is not None else MASTER}"
    by_password = part.block.opener is not None  # no robot that answers us knows it
    beats = not by_password and machine(office.limits, who, sitting.at, office.clock.now(), sitting.did)
    if beats and not sitting.did:
        return
    if not by_password and sitting.seat is None and _said_enough(sitting, who):
        return
    if sitting.seat is not None and sitting.seat.address and not _said_enough(sitting, who):
        _to_seat(sitting, game, sitting.seat, done, {**data, "said": to_player(done, table)}, beats)
        if proposed is not None:
            key = office.letters.key(cause, f"confirmation.{sitting.seat.number}", sitting.seat.address, game.key)
            proposals.keep(office, key, proposed.kept, iso(sitting.at))
    if sitting.master or sitting.acting_master:
        aside = (AnswerTold("ok", sitting.aside, 0, ""),) if sitting.aside else ()
        copy = replace(done, answers=(*aside, *done.answers))
        data |= {"said": to_master(copy, table)}
        office.letters.to_master(
            game, sitting.brief("answer", data, template="session/master.txt", answering=sitting.message)
        )
        if proposed is not None and sitting.master:
            key = office.letters.key(cause, "master.answer", game.master, game.key)
            proposals.keep(office, key, proposed.kept, iso(sitting.at))


def _to_seat(
    sitting: Sitting, game: Game, seat: SeatRecord, done: Outcome, data: Mapping[str, Any], beats: bool
) -> None:
    """The player's confirmation, at once or, beyond the hour's number or for a machine, with others in a bundle."""
    office = sitting.office
    template = publish.names(game, "confirmation")
    limit = Limit(office.config.judge.letters_per_hour, HOUR)
    if not beats and office.limits.take(answers(game.key, seat.number), sitting.at, limit):
        brief = sitting.brief("confirmation", data, template=template, answering=sitting.message)
        part = machine_confirmation(game, data["received"], done)
        office.letters.to_seat(game, seat, replace(brief, machine=part))
        return
    subject, text = office.pen.letter(template, office.letters.seat_context(game, seat, data, sitting.at))
    reader = bundle.Recipient(game.key, seat.name, seat.address)
    bundle.keep(office, reader, subject, text, sitting.at, good=sitting.verdict == "OK")


def _proposed(part: Done) -> Proposed | None:
    """What YES to the answer would do; None where nothing is offered, or where the rules would refuse it."""
    offers = (*part.offers, *part.sitting.offers)
    if not offers or part.written_for.phase:
        return None
    return proposals.propose(part.sitting, part.hat, offers, part.above)


def _said_enough(sitting: Sitting, who: str) -> bool:
    """Whether the very same text, of which nothing could be taken, was answered several times already, or more
    letters with nothing in them than a person writes: a robot that answers us would go on for ever."""
    office = sitting.office
    if sitting.did or not (sitting.errors or sitting.verdict == "NOTED"):
        return False
    if not office.limits.take(f"same:{who}:{_digest(sitting.message)}", sitting.at, SAME_AGAIN):
        return True
    return sitting.verdict == "NOTED" and not office.limits.take(f"noted:{who}", sitting.at, NOTED)


def _views_on_file(sitting: Sitting) -> list[SheetView]:
    """Nothing was filed: the confirmation still shows what is on file."""
    office = sitting.office
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or not game.phase or game.status is not Status.ACTIVE:
        return []
    return [view_on_file(office, game, office.files.sheet(game.key, game.phase, seat.name))]


def _outcome(sitting: Sitting, part: Done, views: Sequence[SheetView], proposed: Proposed | None) -> Outcome:
    return Outcome(
        verdict=sitting.verdict,
        who="MASTER" if sitting.seat is None else sitting.seat.name,
        answers=_listed(sitting),
        checks=tuple(sitting.checks),
        errors=sitting.errors,
        warnings=sitting.warnings,
        sheets=tuple(views),
        tried=part.tried,
        by_master=sitting.acting_master,
        rests=tuple(sitting.rests),
        proposal=proposed.shown if proposed is not None else (),
    )


def _data(sitting: Sitting, done: Outcome) -> dict[str, Any]:
    game, message = sitting.game, sitting.message
    assert game is not None
    return {
        "verdict": done.verdict,
        "received": iso(message.arrived),
        "notes": _notes(message),
        "enclosures": _enclosed(sitting),
        "elsewhere": message.sender if sitting.seat and message.sender != sitting.seat.address else "",
        "by_master": done.by_master,
        "left": _left(message.arrived, game.deadline),
    }


def _listed(sitting: Sitting) -> tuple[AnswerTold, ...]:
    """What is said to each line, and of so many as fill a long letter how many more there are."""
    office = sitting.office
    said = told(sitting.answers)
    if len(said) <= SHOWN:
        return said
    worst: Literal["error", "note"] = "error" if any(one.level == "error" for one in said[SHOWN:]) else "note"
    more = office.pen.answer("and_more", {"count": len(said) - SHOWN, "most": SHOWN})
    return (*said[:SHOWN], AnswerTold(worst, more, 0, ""))


def _enclosed(sitting: Sitting) -> list[str]:
    """What was asked for, each thing once, and not more than a letter should bring."""
    office = sitting.office
    texts = list(dict.fromkeys(text.rstrip("\n") for text in sitting.enclosures))
    if len(texts) <= MAX_ENCLOSURES:
        return texts
    rest = office.pen.answer("left_out", {"count": len(texts) - MAX_ENCLOSURES})
    return [*texts[:MAX_ENCLOSURES], rest]


def to_writer(sitting: Sitting, part: Done | None = None, *, refused: bool = False) -> None:
    """A reply to whoever wrote: general words, and refusals that tell nothing."""
    message, office = sitting.message, sitting.office
    if sitting.told_all:
        return
    if machine(office.limits, message.sender, sitting.at, office.clock.now(), sitting.did) and not sitting.did:
        return
    if not message.sender or (sitting.waiting and held.ask(office, sitting, _enclosed(sitting))):
        return
    if sitting.registered and not sitting.enclosures and not office.files.seats_of(sitting.registered):
        sitting.enclosures.append(taking_part(office, sitting.registered))
    proposed = _proposed(part) if part is not None and sitting.errors else None
    done = Outcome(
        verdict=sitting.verdict,
        answers=_listed(sitting),
        proposal=proposed.shown if proposed is not None else (),
        rests=tuple(sitting.rests),
    )
    data = {
        "verdict": done.verdict,
        "said": to_sender(done, office.config.judge.address, refused=refused),
        "notes": list(message.warnings),
        "subject": message.subject,
        "seats_own": sitting.subject,
        "enclosures": _enclosed(sitting),
    }
    if _may_reply(office, message):
        brief = sitting.brief("reply", data, answering=message, proved=bool(sitting.proved))
        office.letters.to_address(message.sender, replace(brief, reply_key=sitting.reply_key))
        if proposed is not None:
            key = office.letters.key(sitting.cause, "reply", message.sender)
            proposals.keep(office, key, proposed.kept, iso(sitting.at))
        return
    context = office.letters.context(None, office.letters.zone_of(message.sender, None), sitting.at)
    subject, text = office.pen.letter("session/reply.txt", {**context, **data})
    reader = bundle.Recipient(address=message.sender)
    bundle.keep(office, reader, subject, text, sitting.at, good=sitting.verdict == "OK")


def question(office: Office, message: Message, speaker: Speaker | None) -> None:
    """Something is in the way of reading the letter: say what, show what was read, ask to send it again. The same
    text is asked about once in twelve hours."""
    who, limits = _who(message, speaker), office.limits
    if machine(office.limits, who, message.arrived, office.clock.now(), False):
        return
    if not limits.take(f"asked:{who}:{_digest(message)}", message.arrived, ONCE_IN_TWELVE_HOURS):
        return
    if not limits.take(f"asked:{who}", message.arrived, QUESTIONS):
        return
    _note(office, message, speaker, "question", {"lines": [mask(line.text) for line in message.lines][:40]})


def empty(office: Office, message: Message, speaker: Speaker | None) -> None:
    """Nothing to do was found."""
    if _may_hint(office, message, speaker):
        ways = taking_part(office, "", new=True) if speaker is None else ""
        _note(office, message, speaker, "nothing_found", {"lines": [], "ways": ways})


def _may_hint(office: Office, message: Message, speaker: Speaker | None) -> bool:
    """Whether a letter with nothing in it that could be done is answered: a few of a stranger's a day, so that a
    person is helped and a loop dies; of somebody known as many as a person writes, the same one a few times."""
    who, limits = _who(message, speaker), office.limits
    person = office.files.person(message.sender)
    if speaker is None and (person is None or not person.confirmed):
        return limits.take(f"empty:{who}", message.arrived, FEW_A_DAY)
    if not limits.take(f"same:{who}:{_digest(message)}", message.arrived, SAME_AGAIN):
        return False
    return limits.take(f"noted:{who}", message.arrived, NOTED)


def _note(office: Office, message: Message, speaker: Speaker | None, kind: str, data: Mapping[str, Any]) -> None:
    game, seat = speaker or (None, None)
    context = {**data, "notes": list(message.warnings), "subject": message.subject}
    if seat is None:  # a seat's letter has its name
        context["seat"] = MASTER if speaker else ""
    brief = Brief(message.key, kind, context, message.arrived, answering=message)
    if game is not None and seat is not None:
        office.letters.to_seat(game, seat, brief)
    elif game is not None:
        office.letters.to_master(game, brief)
    elif message.sender and message.action is not Action.UNVERIFIED and _may_reply(office, message):
        office.letters.to_address(message.sender, brief)


def _may_reply(office: Office, message: Message) -> bool:
    """Whether this sender may still be answered at once."""
    limit = Limit(office.config.judge.replies_per_hour, HOUR)
    return office.limits.take(f"answers:{message.sender}", message.arrived, limit)


def _who(message: Message, speaker: Speaker | None) -> str:
    """Who is written to: the seat, whatever address its player (or his robot) wrote from; else the sender."""
    return f"{speaker[0].key}/{speaker[1].number if speaker[1] else MASTER}" if speaker else message.sender


def _digest(message: Message) -> str:
    return hashlib.sha256("\n".join(line.text for line in message.lines).encode()).hexdigest()[:16]


def _notes(message: Message) -> list[str]:
    """What the reading room remarked, as it stands once the sign-on was right."""
    notes = [VERIFIED_BY_PASSWORD if note.startswith(UNVERIFIED) else note for note in message.warnings]
    return [*notes, "Others got a copy of your letter."] if message.cc_others else notes


def machine_confirmation(game: Game, received: str, done: Outcome) -> ConfirmationPart:
    """The JSON part of a confirmation: the same facts as the words."""
    return ConfirmationPart(
        game=game.key,
        phase=game.phase,
        seat=done.who,
        verdict=done.verdict,
        received=received,
        deadline=game.deadline,
        answers=(*(AnswerTold("warning", text, 0, "") for text in done.checks), *done.answers),
        rests=done.rests,
        sheets=tuple(
            SheetTold(view.phase, view.version, view.ready, view.lines, view.forecast) for view in done.sheets
        ),
    )


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
