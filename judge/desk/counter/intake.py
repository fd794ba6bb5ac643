"""A letter from the mailbox to its answers: seen before? a robot? who speaks? then block by block."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.core import words
from judge.core.words import Place
from judge.desk.cabinet.keys import Token, read_token
from judge.desk.cabinet.limits import ONCE_A_DAY, ONCE_IN_TWELVE_HOURS
from judge.desk.cabinet.records import Game, iso
from judge.desk.counter import elsewhere, held, lateness, own_words, press_replies, signon, unsigned
from judge.desk.counter.conversation import Conversation
from judge.desk.counter.replies import Replies, Speaker
from judge.desk.mailroom import bounces, memory, thread_lookup, unsubscribing
from judge.desk.office import Office, Work
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.writing.letterform import Brief
from judge.desk.writing.scribe import MASTERS_SEAT
from judge.mail.reading import FUTURE
from judge.parse import Block, Garbled, Understood
from judge.post import Action, Authentication, Line, Message

STALE_ROUNDS = 12
PRESS_ROUNDS = 2  # phases after its own in which press can be answered
PARTS = 1000  # numbers of blocks stay below; further parts of a master's block count on from there


class Intake:
    """Handles letters one by one; each call is one savepoint of the caller's batch."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.replies = Replies(office)

    def handle(self, message: Message, raw: bytes = b"") -> None:
        """Deal with one letter, of which `raw` is all there is. A letter dealt with before changes nothing."""
        if not memory.handled(self.office, message):
            self.office.work = Work(message.key)  # a letter that comes to be handled once more has its counts anew
            with self.office.letters.caused_by(message.key, message.sender):
                self._handle(message, raw)

    def _handle(self, message: Message, raw: bytes) -> None:
        self.office.store.table("inbox").put(message.key, {"at": iso(message.arrived), "action": str(message.action)})
        if self._signed_before(message):
            return
        if elsewhere.came(self.office, message, raw):
            return
        message = thread_lookup.climbed(self.office, thread_lookup.owned(self.office, message))
        if (
            message.action not in (Action.BOUNCE, Action.LOOP, Action.COMPLAINT)
            and message.verdict is not Authentication.FAIL
        ):
            bounces.heard_of(self.office, message)
        if message.credential.startswith(bounces.PREFIX):
            bounces.copy_by_address(self.office, message)
        elif message.credential.startswith(unsubscribing.PREFIX) and message.action is not Action.BOUNCE:
            self._unsubscribed(message)
        elif message.action is Action.BOUNCE:
            bounces.record(self.office, message)
        elif message.action is Action.COMPLAINT:
            bounces.complaint(self.office, message)
        elif message.action is Action.LOOP:
            bounces.copy_by_itself(self.office, message)
        elif message.action is not Action.AUTO:
            self._letter(message, raw)

    def _unsubscribed(self, message: Message) -> None:
        """By the token of the address; without one it is the word UNSUBSCRIBE of whoever sent it."""
        person = message.action not in (Action.AUTO, Action.LOOP, Action.COMPLAINT, Action.UNVERIFIED)
        if not unsubscribing.by_token(self.office, message) and person:
            name = message.credential.removeprefix(unsubscribing.PREFIX).partition(".")[0]
            self._outside(message, [words.Unsubscribe(name)])

    def _signed_before(self, message: Message) -> bool:
        """A signature proves one letter: the same one on a second letter is a copy with its unsigned fields changed."""
        if not message.signed:
            return False
        signatures = self.office.store.table("signatures")
        row = signatures.fetch(message.signed)
        if row is None:
            signatures.put(message.signed, {"at": iso(message.arrived), "letter": message.key})
        return row is not None and row["letter"] != message.key

    def _wrong_clock(self, message: Message) -> None:
        """The keeper hears, once a day, that the mail server's clock and the mailbox's disagree."""
        office = self.office
        if FUTURE in message.warnings and office.limits.take("clock", message.arrived, ONCE_A_DAY):
            office.letters.to_address(
                office.config.judge.keeper,
                Brief(
                    cause=message.key,
                    kind="clock",
                    template="session/clock.txt",
                    data={"at": iso(message.arrived), "server": office.config.mail.received_by},
                    now=message.arrived,
                ),
            )

    # ---- a person's letter ------------------------------------------------------------------------------------

    def _letter(self, message: Message, raw: bytes = b"") -> None:
        self._wrong_clock(message)
        if message.credential.startswith("confirm."):
            self._confirmed(message, message.credential.removeprefix("confirm."))
            return
        confirmed, message = held.written(self.office, message)
        if confirmed:
            self._confirmed(replace(message, lines=()), confirmed)
            if not any(line.text.strip() for line in message.lines):
                return
        token = read_token(message.credential)
        speaker: Speaker | None = self._speaker(token) if token else None
        if token and speaker is None and self._doubtful(message):
            message = replace(message, action=Action.UNVERIFIED)  # what looked like a credential is none
        if elsewhere.passed_on(self.office, message, raw, speaker):
            return
        if message.action is Action.ASK:
            self.replies.question(message, speaker)
            return
        if message.action is Action.HELP and speaker is None:
            self._outside(message, [words.HelpWord()])
            return
        blocks = self.office.reader.blocks(message.lines, signed=speaker is not None)
        if message.listed and message.action is Action.ORDERS:
            if held.ask_of_a_list(self.office, message, blocks, speaker) or speaker is not None:
                return
            if any(block.opener is not None for block in blocks):
                return  # a password was shown to all readers of the list: it opens nothing here
        if speaker is None and token is None:
            whose = unsigned.look(self.office, message, blocks)
            if whose is not None and not whose.sure:
                unsigned.ask(self.office, message, whose)
                self._not_theirs(message, whose)
                return
            if whose is not None:
                speaker = whose.speakers[0]
                message = replace(message, warnings=(*message.warnings, self._taken_for(speaker)))
                blocks = self.office.reader.blocks(message.lines, signed=True)
        talks: list[Conversation] = []
        errors = 0
        alone, around = len(blocks) == 1, own_words.outside(message, blocks, known=speaker is not None)
        for number, block in enumerate(blocks):
            held_by = speaker if number == 0 and block.opener is None else None
            if held_by is not None and token is not None and token.author:
                talks.append(self._press_answered(message, token.author, held_by, block))
                continue
            found, failed = self._block(message, block, number, held_by, token, alone, around)
            talks += found
            errors += failed
        answered = errors > 0  # a sign-on was refused
        errors += sum(talk.sitting.errors for talk in talks)
        for talk in _with_the_rest(talks, answered):
            talk.finish(whole_letter_good=not errors)
            self.replies.answer(talk.sitting, talk)
        if not blocks:
            self.replies.empty(message, speaker)

    def _not_theirs(self, message: Message, whose: unsigned.Found) -> None:
        """Somebody known who answers another's letter hears that it was not taken, and nothing of the other."""
        if not unsigned.is_anothers(self.office, message, whose):
            return
        sitting = Sitting(self.office, message, message.arrived)
        sitting.say("whose_order", Level.ERROR)
        self.replies.sender(sitting, opened=True)

    def _taken_for(self, speaker: Speaker) -> str:
        """What the answer to an unsigned letter says of it."""
        game, seat = speaker
        who = seat.name if seat is not None else "the master"
        return self.office.pen.answer("taken_for", {"who": who, "game": game.key})

    def _press_answered(self, message: Message, author: str, speaker: Speaker, block: Block) -> Conversation:
        """An answer to press goes to its author as press; nothing else is done by its address."""
        sitting = Sitting(self.office, message, message.arrived, 0, game=speaker[0], seat=speaker[1])
        press_replies.deal(sitting, author, block)
        return Conversation(sitting, replace(block, items=()))

    def _confirmed(self, message: Message, token: str) -> None:
        """A confirmation by reply: of an address, or of a letter that was held."""
        if held.opens_nothing(self.office, token, message):
            self._letter(replace(message, credential=""))
            return
        if held.refused(message) and held.drop(self.office, token):
            sitting = Sitting(self.office, message, message.arrived)
            sitting.say("not_confirmed")
            self.replies.sender(sitting)
            return
        kept = held.release(self.office, token, iso(message.arrived))
        if kept is None:
            self._outside(message, [words.Confirm(token)])
            return
        if kept.game is None:
            self._asked_for(message, kept)
            return
        letter, seat = kept.message, kept.seat
        sitting = Sitting(self.office, letter, letter.arrived, 1, game=kept.game, seat=seat, master=seat is None)
        sitting.lapsed = lateness.lapsed(self.office, sitting)
        newer = unsigned.newer_on_file(self.office, sitting)
        block = replace(kept.block, items=()) if newer else kept.block
        if newer:
            sitting.say("newer_on_file", Level.ERROR, at=newer, came=iso(letter.arrived), zone=kept.game.zone())
        talks = self._talks(replace(sitting), self._capacities(sitting, block))
        own = unsigned.instructs(self.office, message, (kept.game, seat), proved=True)
        if own and message.action is Action.ASK:  # damaged: nothing of it is applied, and he hears why
            self.replies.question(message, (kept.game, seat))
        elif own and not message.listed:  # what the answer itself orders comes after it
            added = replace(sitting, message=message, at=message.arrived, number=2, game=self._fresh(sitting))
            added = replace(added, answers=[], enclosures=[], checks=[], rests=[], echoes={}, press={}, did=False)
            (block, *_) = self.office.reader.blocks(message.lines, signed=True)
            talks += self._talks(added, self._capacities(added, block))
        errors = sum(talk.sitting.errors for talk in talks)
        for talk in talks:
            talk.finish(whole_letter_good=not errors)
            self.replies.confirm(talk.sitting, talk)

    def _asked_for(self, message: Message, kept: held.Released) -> None:
        """What an address asked for itself, now that it has proved to be the one that asked, and what it adds."""
        letter = replace(kept.message, arrived=message.arrived)
        sitting = Sitting(self.office, letter, letter.arrived, 1, proved=letter.sender, hashes=kept.hashes)
        self._talk(sitting, held.with_answer(self.office, kept, message), 0)
        self.replies.sender(sitting)

    def _doubtful(self, message: Message) -> bool:
        """Whether a letter without a credential must not be believed to come from its sender."""
        wanted = self.office.config.judge.authentication
        if wanted == "off":
            return False
        strict = wanted == "require" and message.verdict is not Authentication.PASS
        return message.resent or message.verdict is Authentication.FAIL or strict

    def _speaker(self, token: Token) -> Speaker | None:
        """The seat a reply token belongs to (None for the master), if it is right and not far too old. Where press is
        answered: its reader."""
        game, lives = self.office.files.game(token.game), PRESS_ROUNDS if token.author else STALE_ROUNDS
        if game is None or not 0 <= game.round - token.round <= lives:
            return None
        if token.seat == MASTERS_SEAT:
            return (game, None) if self.office.keys.matches(token, self.office.letters.masters_nonce(game)) else None
        for seat in self.office.files.seats(game.key).values():
            sits = seat if token.author else seat.resumed()  # press brings nobody's seat back
            if seat.number == token.seat and not sits.vacant:
                return (game, sits) if self.office.keys.matches(token, sits.nonce) else None
        return None

    def _block(
        self,
        message: Message,
        block: Block,
        number: int,
        speaker: Speaker | None,
        token: Token | None,
        alone: bool,
        around: tuple[Line, ...],
    ) -> tuple[list[Conversation], int]:
        """Carry out one block. Returns what is still to be answered, and how many errors were answered already."""
        sitting = Sitting(self.office, message, message.arrived, number, alone=alone, around=around)
        if speaker is not None:
            sitting.game, sitting.seat = speaker
            sitting.master = sitting.seat is None
            sitting.lapsed = lateness.lapsed(self.office, sitting)
        elif isinstance(block.opener, Garbled):
            sitting.put(f"{block.opener.reason} {block.opener.hint}".strip(), Level.ERROR)
            self.replies.sender(sitting, opened=True)
            return [], 1
        elif block.opener is not None:
            if not self._sign_on(sitting, block):
                return [], 1
        elif message.action is Action.UNVERIFIED:
            own = held.challenge(self.office, message, block)
            if own is not None and self._talk(sitting, own, 0).sitting.waiting:
                held.ask(self.office, sitting)
            return [], 0
        elif token is not None and number == 0 and self._may_be_told(message):
            sitting.say("reply_address_ended", Level.ERROR, press=bool(token.author), phases=PRESS_ROUNDS)
        parts = self._capacities(sitting, block)
        return self._talks(sitting, parts, token if speaker is not None else None), 0

    def _may_be_told(self, message: Message) -> bool:
        """Of a reply address that is worth nothing (any more); not often, or we and a robot would go on for ever."""
        return self.office.limits.take(f"ended:{message.sender}", message.arrived, ONCE_IN_TWELVE_HOURS)

    def _talks(self, first: Sitting, parts: list[Block], token: Token | None = None) -> list[Conversation]:
        """The parts of one block in their order; each knows whether something above it failed. `first` is the sitting
        of the only one."""
        talks: list[Conversation] = []
        for number, part in enumerate(parts):
            failed = any(talk.sitting.errors for talk in talks)
            untried = any(talk.untried for talk in talks)
            own = first if len(parts) == 1 else replace(first)
            talks.append(self._talk(own, part, number, token, failed, untried))
        return talks

    def _talk(
        self,
        first: Sitting,
        block: Block,
        part: int,
        token: Token | None = None,
        failed: bool = False,
        untried: bool = False,
    ) -> Conversation:
        """Run one block, or one part of a master's: each part is answered by itself. `token`: who speaks answers that
        letter of ours."""
        sitting = (
            first
            if part == 0
            else replace(
                first,
                number=first.number + PARTS * part,
                game=self._fresh(first),
                answers=[],
                enclosures=[],
                checks=[],
                rests=[],
                echoes={},
                press={},
            )
        )
        conversation = Conversation(sitting, block, failed, untried)
        lateness.note(sitting, conversation, token)
        then = sitting.game
        if sitting.lapsed:
            conversation = lateness.take_back(conversation)
        else:
            conversation.run()
        if then is not None:
            self._just_after(conversation, then, token)
        return conversation

    def _just_after(self, talk: Conversation, game: Game, token: Token | None) -> None:
        """Orders that name no phase and came soon after one has closed: were they meant for that one?"""
        sitting, written = talk.sitting, talk.unnamed()
        seat = sitting.seat
        if seat is None or sitting.master or sitting.acting_master:
            return
        before = lateness.closed_before(self.office, game, seat, sitting.at, token, written)
        around = (sitting.message.subject, *[line.text for line in sitting.message.lines])
        if before is not None and not lateness.names_the_phase(self.office.calendar(game), around, game.phase):
            lateness.tell_just_after(self.office, sitting, game, seat, before, orders=bool(lateness.orders_in(written)))

    def _fresh(self, sitting: Sitting) -> Game | None:
        return self.office.files.game(sitting.game.key) if sitting.game else None

    def _capacities(self, sitting: Sitting, block: Block) -> list[Block]:
        """A master's block cut at its AS lines, so that no player's copy shows what was done for another."""
        if not sitting.master:
            return [block]
        parts: list[list[Any]] = [[]]
        for item in block.items:
            said = self.office.reader.word(item, Place.MASTER) if isinstance(item, Line) else item
            if isinstance(said, Understood) and any(isinstance(word, words.As) for word in said.commands):
                parts.append([])
            parts[-1].append(item)
        kept = [part for part in parts if any(not isinstance(i, Line) or i.text.strip() for i in part)] or [[]]
        return [
            replace(block, items=tuple(part), warnings=block.warnings if n == 0 else ()) for n, part in enumerate(kept)
        ]

    # ---- who speaks -------------------------------------------------------------------------------------------

    def _sign_on(self, sitting: Sitting, block: Block) -> bool:
        """Let the speaker of a SIGNON or MASTER line in; a refusal is answered here, and the letter held where
        the judge wants its sender verified as well."""
        assert isinstance(block.opener, words.SignOn | words.MasterOn)
        entry = signon.admit(sitting, block.opener)
        if sitting.answers:
            self.replies.sender(replace(sitting, game=None, seat=None, master=False), opened=True)
        if entry is signon.Entry.ASK:
            held.hold(self.office, sitting, block)
        if entry is not signon.Entry.IN:
            return False
        if self.office.config.judge.authentication == "require" and sitting.message.verdict is not Authentication.PASS:
            held.hold(self.office, sitting, block)
            return False
        return True

    # ---- words that came by an address ----------------------------------------------------------------------

    def _outside(self, message: Message, commands: list[Any]) -> None:
        """Words that came by an address of ours, not in the text."""
        item = Understood(Line(0, ""), tuple(commands))
        sitting = Sitting(self.office, message, message.arrived)
        conversation = Conversation(sitting, Block(None, Place.OUTSIDE, (item,)))
        conversation.run()
        self.replies.sender(sitting)


def _with_the_rest(talks: list[Conversation], answered: bool) -> list[Conversation]:
    """Remarks outside a signed block (a greeting, a signature below SIGNOFF) are shown with that block's answer.

    `answered`: a sign-on of the letter was refused, which is answer enough.
    """
    signed = [talk for talk in talks if talk.sitting.game is not None]
    if not signed:
        return [talk for talk in talks if not talk.nothing_understood] if answered else talks
    return [talk for talk in talks if talk.sitting.game is not None or not talk.nothing_understood]
