"""The way of a letter: received, its speakers identified, divided among them, read and carried out, answered.

A letter that was dealt with before, a machine's and what an address alone asks for end here. Each further station is a
module beside this one, is passed once, and hands on what the next one needs: `identify` (`signon` for a block that
signs on), `conversation`, which divides, reads and files, `replies`.
"""

from dataclasses import replace

from judge.core import words
from judge.core.command import Command
from judge.desk.cabinet.limits import ONCE_A_DAY, ONCE_IN_TWELVE_HOURS
from judge.desk.cabinet.records import instant, iso
from judge.desk.counter import held, lateness, press_replies, replies, signon
from judge.desk.counter.carry_out import OUTSIDE, Done
from judge.desk.counter.conversation import converse, in_parts, of_a_letter, outside
from judge.desk.counter.identify import PRESS_ROUNDS, Identified, identify, instructs
from judge.desk.mailroom import bounces, thread_lookup
from judge.desk.services import Services, Work
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.writing.letterform import Brief
from judge.mail.reading import FUTURE
from judge.optional import extra
from judge.post import Action, Authentication, Line, Message
from judge.reading import Understood

# letters that prove nothing of who sent them
_REPORTS = {Action.BOUNCE: bounces.record, Action.COMPLAINT: bounces.complaint, Action.LOOP: bounces.copy_by_itself}
_NO_PERSON = (Action.AUTO, Action.LOOP, Action.COMPLAINT, Action.UNVERIFIED)


def handle(services: Services, message: Message, raw: bytes = b"") -> None:
    """Deal with one letter, of which `raw` is all there is, inside a savepoint of the caller's. One that was dealt with
    before changes nothing."""
    with services.letters.caused_by(message.key, message.sender):
        letter = _received(services, message, raw)
        if letter is not None and (
            letter.credential.startswith("confirm.") or any("confirm" in line.text.casefold() for line in letter.lines)
        ):
            letter = _without_confirmations(services, letter)
        known = identify(services, letter, raw) if letter is not None else None
        if known is None:
            return
        if known.word is not None:
            return _asked_by_address(services, known.message, known.word)
        letter, blocks = known.message, known.blocks
        whole = not letter.asides and len(blocks) < 2  # no word of it stands outside a block
        around = () if whole else outside(letter, blocks, known=known.speaker is not None)
        dealt_with = [_block(services, known, number, around) for number in range(len(blocks))]
        refused = None in dealt_with  # a sign-on, and answered
        done = [part for parts in dealt_with for part in parts or ()]
        good = not refused and not any(part.context.errors for part in done)
        if refused or (len(done) > 1 and any([part.context.game is not None for part in done])):
            # a refused sign-on, or the answer to a signed block, is answer enough to a greeting beside it
            done = [part for part in done if part.context.game is not None or not part.nothing_understood]
        replies.answer(done, good)
        if not blocks:
            replies.empty(services, letter, known.speaker)


def _received(services: Services, message: Message, raw: bytes) -> Message | None:
    """The letter of a person, under the address on record and with the key of the letter of ours that it answers; None
    for one that was dealt with here or before."""
    inbox = services.store.table("inbox")
    if any(inbox.fetch(key) is not None for key in message.keys):
        return None
    services.work = Work(message.key)  # a letter that comes to be handled once more has its counts anew
    inbox.put(message.key, {"at": iso(message.arrived), "action": str(message.action)})
    if message.signed and _signed_before(services, message):
        return None
    feeding = services.files.fed_by(message.sender)
    if feeding and (reports := extra("elsewhere")) is not None and reports.came(services, message, raw, feeding):
        return None
    message = thread_lookup.addressed(services, message)
    person = services.files.person(message.sender)
    bounced = person is not None and (person.bounces or person.suspended)
    if person and bounced and message.action not in _REPORTS and message.verdict is not Authentication.FAIL:
        bounces.heard_of(services, message, person)
    if message.credential.startswith(bounces.PREFIX):
        bounces.copy_by_address(services, message)
    elif message.credential.startswith(bounces.UNSUBSCRIBE) and message.action is not Action.BOUNCE:
        # without its reader's token it is the word UNSUBSCRIBE of the sender
        if not bounces.unsubscribe_by_token(services, message) and message.action not in _NO_PERSON:
            return message
    elif message.action in _REPORTS:
        _REPORTS[message.action](services, message)
    elif message.action is not Action.AUTO:
        if FUTURE in message.warnings and services.limits.take("clock", message.arrived, ONCE_A_DAY):
            # the mail server's clock and the mailbox's disagree
            data = {"at": iso(message.arrived), "server": services.config.mail.received_by}
            services.letters.to_keeper(Brief(message.key, "clock", data, message.arrived))
        return message
    return None


def _signed_before(services: Services, message: Message) -> bool:
    """A signature proves one letter: the same one on a second letter is a copy with its unsigned fields changed."""
    signatures = services.store.table("signatures")
    row = signatures.fetch(message.signed)
    if row is None:
        signatures.put(message.signed, {"at": iso(message.arrived), "letter": message.key})
    return row is not None and row["letter"] != message.key


def _block(services: Services, known: Identified, number: int, around: tuple[Line, ...]) -> list[Done] | None:
    """Carry out one block; None where its sign-on was refused, which is answered."""
    message, block = known.message, known.blocks[number]
    context = LetterContext(services, message, message.arrived, number, alone=len(known.blocks) == 1, around=around)
    token = known.token if number == 0 else None
    if block.opener is not None:
        entry = signon.admit(context, block.opener)
        if context.answers:
            replies.to_writer(Done(replace(context, game=None, seat=None, master=False)), refused=True)
        if entry is signon.Entry.ASK:
            held.hold(services, message, (context.the_game(), context.seat), block.lines)
        return in_parts(context, block) if entry is signon.Entry.IN else None
    if known.speaker is not None and number == 0:
        context.speak(known.speaker)
        if token is not None and token.author:
            press_replies.deal(context, token.author, block)
            return [Done(context, replace(block, items=()))]
        context.lapsed = lateness.lapsed(context)
        return in_parts(context, block, token)
    if message.action is Action.UNVERIFIED:
        asked = held.challenge(services, message, block)
        if asked is not None and of_a_letter(context, asked).context.waiting:
            held.ask(services, context)
        return []
    # not often, or we and a robot would go on for ever
    if token is not None and services.limits.take(f"ended:{message.sender}", message.arrived, ONCE_IN_TWELVE_HOURS):
        context.say("reply_address_ended", Level.ERROR, press=bool(token.author), phases=PRESS_ROUNDS)
    return in_parts(context, block)


def _asked_by_address(services: Services, message: Message, command: Command) -> None:
    """A word that came by an address of ours, not in the text."""
    context = LetterContext(services, message, message.arrived)
    converse(context, replace(OUTSIDE, items=(Understood(Line(0, ""), (command,)),)))
    replies.to_writer(Done(context))


# ---- confirmations ------------------------------------------------------------------------------------------------


def _without_confirmations(services: Services, message: Message) -> Message | None:
    """What is left of a letter when that is done which it confirms: an address, or a letter that was held."""
    token = message.credential.removeprefix("confirm.")
    if token != message.credential:
        if not held.opens_nothing(services, token, message):
            _confirmed(services, message, token)
            return None
        message = replace(message, credential="")
    token, message = held.written(services, message)
    if token:
        _confirmed(services, replace(message, lines=()), token)
    return message if not token or any(line.text.strip() for line in message.lines) else None


def _confirmed(services: Services, message: Message, token: str) -> None:
    """Carry out what waits under a token, and what is ordered in the answer that brings it."""
    if held.refused(message) and held.drop(services, token):
        context = LetterContext(services, message, message.arrived)
        context.say("not_confirmed")
        return replies.to_writer(Done(context))
    kept = held.release(services, token, iso(message.arrived))
    if kept is None:
        _asked_by_address(services, message, words.Confirm(token))
    elif kept.game is None:
        # what an address asked for itself, now that it has proved to be the one that asked, and what it adds
        letter = replace(kept.message, arrived=message.arrived)
        context = LetterContext(services, letter, letter.arrived, 1, proved=letter.sender, hashes=kept.hashes)
        of_a_letter(context, held.with_answer(services, kept, message))
        replies.to_writer(Done(context))
    else:
        parts = [*_released(services, kept), *_added(services, message, kept)]
        replies.answer(parts, good=not any(part.context.errors for part in parts))


def _released(services: Services, kept: held.Released) -> list[Done]:
    """A letter that was held, as if it had been taken when it came."""
    letter = kept.message
    context = LetterContext(services, letter, letter.arrived, 1, kept.game, kept.seat, master=kept.seat is None)
    context.lapsed = lateness.lapsed(context)
    record = context.filed()
    if kept.game is None or record is None or not record.at or instant(record.at) <= context.at:
        return in_parts(context, kept.block)
    # orders that were put on file later stand, as if this letter had been taken at its time
    context.say("newer_on_file", Level.ERROR, at=record.at, came=iso(letter.arrived), zone=kept.game.zone())
    return in_parts(context, replace(kept.block, items=()))


def _added(services: Services, message: Message, kept: held.Released) -> list[Done]:
    """What the answer itself orders comes after it."""
    assert kept.game is not None
    speaker = kept.game, kept.seat
    if not instructs(services, message, speaker, proved=True):
        return []
    if message.action is Action.ASK:  # damaged: nothing of it is applied, and he hears why
        replies.question(services, message, speaker)
        return []
    if message.listed:
        return []
    game = services.files.game(kept.game.key)
    context = LetterContext(services, message, message.arrived, 2, game, kept.seat, master=kept.seat is None)
    (block, *_) = services.reader.blocks(message.lines, signed=True)
    return in_parts(context, block)
