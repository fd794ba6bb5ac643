"""What goes back to whoever wrote: confirmations to the registered address, answers to strangers, hints."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.core.notice import MASTER
from judge.desk.cabinet.limits import FEW_A_DAY, HOUR, ONCE_IN_TWELVE_HOURS, QUESTIONS, Limit
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.counter import held, proposals
from judge.desk.counter.conversation import Conversation
from judge.desk.counter.rhythm import Rhythm
from judge.desk.mailroom import bundle
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.sheets.filing import sheet_view
from judge.desk.sheets.sitting import Sitting
from judge.desk.sheets.work import SHOWN
from judge.desk.writing.letterform import Brief
from judge.desk.writing.machine import AnswerTold, ConfirmationPart, OrderTold, SheetTold
from judge.parse import mask
from judge.post import Action, Message

MAX_ENCLOSURES = 20
SAME_AGAIN = Limit(3, timedelta(hours=12))
NOTED = Limit(40, timedelta(hours=12))  # letters of one seat with nothing to do in them
UNVERIFIED = "The sender could not be verified; the letter counts only if"  # said before anybody has checked
Speaker = tuple[Game, SeatRecord | None]
"""Who a reply address speaks for: a seat of a game, or its master (None)."""
VERIFIED_BY_PASSWORD = "The sender could not be verified, but the password is right, so the letter counts."


class Replies:
    """Answers letters, and not too many of them."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.rhythm = Rhythm()

    def answer(self, sitting: Sitting, conversation: Conversation) -> None:
        if sitting.game is not None and (sitting.seat is not None or sitting.master or sitting.acting_master):
            self.confirm(sitting, conversation)
        elif conversation.nothing_understood:
            self.empty(sitting.message, None)
        elif conversation.nobodys < len(sitting.answers) or sitting.enclosures or self._may_hint(sitting.message, None):
            self.sender(sitting, conversation)

    def confirm(self, sitting: Sitting, conversation: Conversation) -> None:
        """The confirmation: to the registered address alone."""
        game = sitting.game
        assert game is not None
        views = conversation.views or self._views_on_file(sitting)
        data = self._data(sitting, conversation, views)
        proposed = conversation.proposal() if sitting.errors else None
        data["proposal"] = list(proposed.shown) if proposed is not None else []
        cause = sitting.cause
        who = f"{game.key}/{sitting.seat.number if sitting.seat is not None else MASTER}"
        by_password = conversation.block.opener is not None  # no robot that answers us knows it
        machine = not by_password and self._machine(who, sitting.at, sitting.did)
        if machine and not sitting.did:
            return
        if not by_password and sitting.seat is None and self._said_enough(sitting, who):
            return
        if sitting.seat is not None and sitting.seat.address and not self._said_enough(sitting, who):
            self._to_seat(sitting, game, sitting.seat, data, machine)
            if proposed is not None:
                key = self.office.letters.key(
                    cause, f"confirmation.{sitting.seat.number}", sitting.seat.address, game.key
                )
                proposals.keep(self.office, key, proposed.kept, iso(sitting.at))
        if sitting.master or sitting.acting_master:
            aside = [{"level": "ok", "text": sitting.aside, "line": 0, "echo": ""}] if sitting.aside else []
            self.office.letters.to_master(
                game,
                Brief(
                    cause=cause,
                    kind="answer",
                    template="session/master.txt",
                    now=sitting.at,
                    data={**data, "answers": [*aside, *data["answers"]]},
                    answering=sitting.message,
                ),
            )
            if proposed is not None and sitting.master:
                key = self.office.letters.key(cause, "master.answer", game.master, game.key)
                proposals.keep(self.office, key, proposed.kept, iso(sitting.at))

    def _machine(self, who: str, at: datetime, did: bool) -> bool:
        return self.rhythm.machine(who, at, self.office.clock.now(), did)

    def _to_seat(
        self, sitting: Sitting, game: Game, seat: SeatRecord, data: Mapping[str, Any], machine: bool = False
    ) -> None:
        """The player's confirmation, at once or, beyond the hour's number or for a machine, with others in a bundle."""
        template = publish.names(game, "confirmation")
        limit = Limit(self.office.config.judge.letters_per_hour, HOUR)
        if not machine and self.office.limits.take(f"answers:{game.key}/{seat.number}", sitting.at, limit):
            self.office.letters.to_seat(
                game,
                seat,
                Brief(
                    cause=sitting.cause,
                    kind="confirmation",
                    template=template,
                    data=data,
                    now=sitting.at,
                    answering=sitting.message,
                    notice=False,
                    machine=machine_confirmation(game, data),
                ),
            )
            return
        subject, text = self.office.pen.letter(template, self.office.letters.seat_context(game, seat, data, sitting.at))
        reader = bundle.Recipient(game.key, seat.name, seat.address)
        bundle.keep(self.office, reader, subject, text, sitting.at, good=sitting.verdict == "OK")

    def _said_enough(self, sitting: Sitting, who: str) -> bool:
        """Whether the very same text, of which nothing could be taken, was answered several times already, or more
        letters with nothing in them than a person writes: a robot that answers us would go on for ever."""
        if sitting.did or not (sitting.errors or sitting.verdict == "NOTED"):
            return False
        if not self.office.limits.take(f"same:{who}:{_digest(sitting.message)}", sitting.at, SAME_AGAIN):
            return True
        return sitting.verdict == "NOTED" and not self.office.limits.take(f"noted:{who}", sitting.at, NOTED)

    def _views_on_file(self, sitting: Sitting) -> list[dict[str, Any]]:
        """Nothing was filed: the confirmation still shows what is on file."""
        game, seat = sitting.game, sitting.seat
        if game is None or seat is None or not game.phase or game.status is not Status.ACTIVE:
            return []
        record = self.office.files.sheet(game.key, game.phase, seat.name)
        state = self.office.journal.state(self.office.variant(game), game)
        return [sheet_view(self.office, game, state, seat.name, self.office.sheet(game, record), record)]

    def _data(self, sitting: Sitting, conversation: Conversation, views: list[dict[str, Any]]) -> dict[str, Any]:
        game, message = sitting.game, sitting.message
        assert game is not None
        who = "MASTER" if sitting.seat is None else sitting.seat.name
        return {
            "verdict": sitting.verdict,
            "checks": list(sitting.checks),
            "who": who,
            "title": self.office.variant(game).card.title,
            "received": iso(message.arrived),
            "answers": self._listed(sitting),
            "errors": sitting.errors,
            "warnings": sitting.warnings,
            "notes": _notes(message),
            "chatter": [line.text for line in conversation.chatter],
            "views": [{**view, **publish.forecast(self.office, game, view)} for view in views],
            "enclosures": self._enclosed(sitting),
            "did": sitting.did,
            "tried": conversation.tried,
            "elsewhere": message.sender if sitting.seat and message.sender != sitting.seat.address else "",
            "by_master": sitting.acting_master,
            "locked": game.locked,
            "left": _left(message.arrived, game.deadline),
        }

    def _listed(self, sitting: Sitting) -> list[dict[str, Any]]:
        """What is said to each line, and of so many as fill a long letter how many more there are."""
        said = [{"level": str(a.level), "text": a.text, "line": a.line, "echo": a.echo[:200]} for a in sitting.answers]
        if len(said) <= SHOWN:
            return said
        worst = "error" if any(one["level"] == "error" for one in said[SHOWN:]) else "note"
        more = self.office.pen.answer("and_more", {"count": len(said) - SHOWN, "most": SHOWN})
        return [*said[:SHOWN], {"level": worst, "text": more, "line": 0, "echo": ""}]

    def _enclosed(self, sitting: Sitting) -> list[str]:
        """What was asked for, each thing once, and not more than a letter should bring."""
        texts = list(dict.fromkeys(text.rstrip("\n") for text in sitting.enclosures))
        if len(texts) <= MAX_ENCLOSURES:
            return texts
        rest = self.office.pen.answer("left_out", {"count": len(texts) - MAX_ENCLOSURES})
        return [*texts[:MAX_ENCLOSURES], rest]

    def sender(self, sitting: Sitting, conversation: Conversation | None = None, *, opened: bool = False) -> None:
        """A reply to whoever wrote: general words, and refusals that tell nothing."""
        message, office = sitting.message, self.office
        if self._machine(message.sender, sitting.at, sitting.did) and not sitting.did:
            return
        if not message.sender or (sitting.waiting and held.ask(office, sitting, self._enclosed(sitting))):
            return
        template = "session/reply.txt"
        proposed = conversation.proposal() if conversation is not None and sitting.errors else None
        data = {
            "verdict": sitting.verdict,
            "refused": opened,
            "proposal": list(proposed.shown) if proposed is not None else [],
            "warnings": sitting.warnings,
            "answers": self._listed(sitting),
            "notes": list(message.warnings),
            "subject": message.subject,
            "enclosures": self._enclosed(sitting),
        }
        if self._may_reply(message):
            office.letters.to_address(
                message.sender,
                Brief(
                    cause=sitting.cause,
                    kind="reply",
                    template=template,
                    data=data,
                    now=sitting.at,
                    answering=message,
                    notice=False,
                    proved=bool(sitting.proved),
                    reply_key=sitting.reply_key,
                ),
            )
            if proposed is not None:
                proposals.keep(
                    office, office.letters.key(sitting.cause, "reply", message.sender), proposed.kept, iso(sitting.at)
                )
            return
        context = office.letters.context(None, office.letters.zone_of(message.sender, None), sitting.at)
        subject, text = office.pen.letter(template, {**context, **data})
        reader = bundle.Recipient(address=message.sender)
        bundle.keep(office, reader, subject, text, sitting.at, good=sitting.verdict == "OK")

    def question(self, message: Message, speaker: Speaker | None) -> None:
        """Something is in the way of reading the letter: say what, show what was read, ask to send it again. The same
        text is asked about once in twelve hours."""
        who, limits = _who(message, speaker), self.office.limits
        if self._machine(who, message.arrived, False):
            return
        if not limits.take(f"asked:{who}:{_digest(message)}", message.arrived, ONCE_IN_TWELVE_HOURS):
            return
        if not limits.take(f"asked:{who}", message.arrived, QUESTIONS):
            return
        self._note(message, speaker, "question", {"lines": [mask(line.text) for line in message.lines][:40]})

    def empty(self, message: Message, speaker: Speaker | None) -> None:
        """Nothing to do was found."""
        if self._may_hint(message, speaker):
            self._note(message, speaker, "nothing_found", {"lines": []})

    def _may_hint(self, message: Message, speaker: Speaker | None) -> bool:
        """Whether a letter with nothing in it that could be done is answered: a few of a stranger's a day, so that a
        person is helped and a loop dies; of somebody known as many as a person writes, the same one a few times."""
        who, limits = _who(message, speaker), self.office.limits
        person = self.office.files.person(message.sender)
        if speaker is None and (person is None or not person.confirmed):
            return limits.take(f"empty:{who}", message.arrived, FEW_A_DAY)
        if not limits.take(f"same:{who}:{_digest(message)}", message.arrived, SAME_AGAIN):
            return False
        return limits.take(f"noted:{who}", message.arrived, NOTED)

    def _note(self, message: Message, speaker: Speaker | None, kind: str, data: Mapping[str, Any]) -> None:
        context = {**data, "notes": list(message.warnings), "subject": message.subject}
        if speaker is not None:
            game, seat = speaker
            brief = Brief(
                cause=message.key,
                kind=kind,
                template=f"session/{kind}.txt",
                data=context if seat is not None else {**context, "seat": ""},
                now=message.arrived,
                answering=message,
                notice=False,
            )
            if seat is not None:
                self.office.letters.to_seat(game, seat, brief)
            else:
                self.office.letters.to_master(game, brief)
        elif message.sender and message.action is not Action.UNVERIFIED and self._may_reply(message):
            self.office.letters.to_address(
                message.sender,
                Brief(
                    cause=message.key,
                    kind=kind,
                    template=f"session/{kind}.txt",
                    data={**context, "seat": ""},
                    now=message.arrived,
                    answering=message,
                    notice=False,
                ),
            )

    def _may_reply(self, message: Message) -> bool:
        """Whether this sender may still be answered at once."""
        limit = Limit(self.office.config.judge.replies_per_hour, HOUR)
        return self.office.limits.take(f"answers:{message.sender}", message.arrived, limit)


def _who(message: Message, speaker: Speaker | None) -> str:
    """Who is written to: the seat, whatever address its player (or his robot) wrote from; else the sender."""
    return f"{speaker[0].key}/{speaker[1].number if speaker[1] else MASTER}" if speaker else message.sender


def _digest(message: Message) -> str:
    return hashlib.sha256("\n".join(line.text for line in message.lines).encode()).hexdigest()[:16]


def _notes(message: Message) -> list[str]:
    """What the reading room remarked, as it stands once the sign-on was right."""
    notes = [VERIFIED_BY_PASSWORD if note.startswith(UNVERIFIED) else note for note in message.warnings]
    return [*notes, "Others got a copy of your letter."] if message.cc_others else notes


def machine_confirmation(game: Game, data: Mapping[str, Any]) -> ConfirmationPart:
    """The JSON part of a confirmation: the same facts as the words."""
    return ConfirmationPart(
        game=game.key,
        phase=game.phase,
        seat=data["who"],
        verdict=data["verdict"],
        received=data["received"],
        deadline=game.deadline,
        answers=(
            *(AnswerTold("warning", text, 0, "") for text in data["checks"]),
            *(AnswerTold(**answer) for answer in data["answers"]),
        ),
        sheets=tuple(_sheet(view) for view in data["views"]),
    )


def _sheet(view: Mapping[str, Any]) -> SheetTold:
    lines = tuple(OrderTold(**line) for line in view["lines"])
    return SheetTold(view["phase"], view["version"], view["ready"], lines, view["forecast"])


def _left(now: datetime, deadline: str) -> str:
    """To the nearest hour, `2 d 7 h`, and on the last day to the nearest minute, `7 h 57 m`."""
    seconds = int((instant(deadline) - now).total_seconds()) if deadline else -1
    if seconds < 0:
        return ""
    minutes = (seconds + 30) // 60
    if minutes >= 24 * 60:
        days, hours = divmod((minutes + 30) // 60, 24)
        return f"{days} d {hours} h"
    return f"{minutes // 60} h {minutes % 60} m"
