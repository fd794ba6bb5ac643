"""What goes back to whoever wrote: confirmations to the registered address, answers to strangers, hints."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from judge.core.notice import MASTER
from judge.core.values import Value
from judge.desk.cabinet.limits import FEW_A_DAY, HOUR, ONCE_IN_TWELVE_HOURS, QUESTIONS, Limit, answers
from judge.desk.cabinet.records import Game, SeatRecord, Speaker, Status, instant, iso
from judge.desk.counter import held, proposals
from judge.desk.counter.carry_out import Done
from judge.desk.counter.loop_detection import machine
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level, Problem, problems_of, remarks_of
from judge.desk.sheets.shown import SheetView, view_on_file
from judge.desk.words import explaining, player
from judge.desk.writing.letterform import Brief
from judge.desk.writing.machine import AnswerTold, ConfirmationPart, SheetTold
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
    game, seat, services = context.the_game(), context.seat, context.services
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
        if part.proposal is not None:
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
    publish.into_bundle(services, seat, seat.address, letter, context.at, good=part.verdict == "OK")


def _proposed(part: Done) -> proposals.Proposed | None:
    """What YES to the answer would do; None where nothing is offered, or where the rules would refuse it."""
    context = part.context
    asked = any(answer.level is Level.ERROR for answer in context.answers)
    offers = (*part.offers, *context.offers) or (() if asked else tuple(context.spare))
    if not offers or part.written_for.phase:
        return None
    return proposals.propose(context, part.hat, offers, part.above)


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
        context.enclosures.append(explaining.taking_part(services, context.registered))
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
    publish.into_bundle(services, None, message.sender, letter, context.at, good=part.verdict == "OK")


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
        ways = explaining.taking_part(services, "", new=True) if speaker is None else ""
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


# ---- what an answer tells: out of it the templates make its words --------------------------------------------------


FAILED = ("PARTIAL", "ASK", "ERROR")
"""What is said of letters of which a line was not taken."""


class Said(Value):
    """What became of a letter, or of one block of it. Every text is a paragraph.

    who       the seat, or MASTER
    looks     what was read into it, `checks` what else to look at although it was taken
    unread    words of it that nobody read, each as it was written; `rests`: how loud the loudest is, "" for none
    proposal  what YES in reply would do
    undo      whether NO in reply takes back what it put on file
    tried     it was sent with TRY: nothing of it was filed
    warnings  how many lines are remarked upon, where all were taken
    untold    the results of the phase come with those of the next
    """

    who: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]
    looks: tuple[str, ...]
    checks: tuple[str, ...]
    unread: tuple[str, ...]
    rests: Literal["", "quiet", "loud"]
    proposal: tuple[str, ...]
    sheets: Sequence[SheetView]
    undo: bool
    tried: bool
    warnings: int
    untold: bool


def said_of(done: Done) -> Said:
    """What is said of a part of a letter to whoever it was taken for."""
    context = done.context
    rests = [rest.weight for rest in context.rests] if context.rests else []
    looked = done.verdict in ("CHECK", "PARTIAL")
    return Said(
        who=done.who,
        problems=problems_of(done.answers),
        remarks=_remarks(done),
        looks=tuple([answer.text for answer in done.answers if answer.level == "check"]) if looked else (),
        checks=tuple(context.checks),
        unread=_unread(done),
        rests="loud" if "loud" in rests else "quiet" if rests else "",
        proposal=done.proposal.shown if done.proposal is not None else (),
        sheets=done.views,
        undo=bool(rests) and proposals.can_be_put_back(context),
        tried=done.tried,
        warnings=0 if done.verdict in FAILED else [one.level for one in context.answers].count(Level.WARNING),
        untold=context.game is not None and bool(context.game.untold),
    )


def machine_confirmation(game: Game, received: str, done: Done) -> ConfirmationPart:
    """The JSON part of a confirmation: the same facts as the words."""
    return ConfirmationPart(
        game=game.key,
        phase=game.phase,
        seat=done.who,
        verdict=done.verdict,
        received=received,
        deadline=game.deadline,
        answers=(*(AnswerTold("warning", text, 0, "") for text in done.context.checks), *done.answers),
        rests=tuple(done.context.rests),
        sheets=tuple(SheetTold(view.phase, view.version, view.ready, view.lines, view.forecast) for view in done.views),
    )


def _unread(done: Done) -> tuple[str, ...]:
    """The words themselves, loud ones first, those left out that an answer to a line quotes anyway."""
    if not done.context.rests:
        return ()
    told = [one for one in done.answers if one.level in ("error", "check")]
    echoes = {one.echo for one in told if one.level == "error"}  # of what was read into a line the words are not shown
    said = " ".join((*echoes, *(one.text for one in told)))
    left = [one for one in done.context.rests if one.text not in echoes]
    # a word or two stand in many a sentence of ours
    left = [one for one in left if one.text.count(" ") < 2 or one.text not in said]
    return tuple(dict.fromkeys(one.text for one in sorted(left, key=lambda one: one.weight != "loud")))


def _remarks(done: Done) -> tuple[str, ...]:
    """What does not stand in one of the sheets already, in the order of the letter.

    An accepted order is there as a numbered line, and why it is cut as the note below it. Errors are always told.
    """
    lines = [(line, view) for view in done.views for line in view.lines]
    texts = {line.text for line, _ in lines}
    texts |= {f"{line.text} - kept for {view.phase_words}" for line, view in lines if view.later}

    def stands(text: str) -> bool:
        """Alone, or behind its order and a dash, in a sheet or in the note of its order."""
        return text in texts or any(text.removeprefix(f"{one.text} - ") in one.note for one, _ in lines if one.note)

    return remarks_of([answer for answer in done.answers if answer.level != "check" and not stands(answer.text)])
