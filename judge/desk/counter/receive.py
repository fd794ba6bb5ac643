"""A letter is received: one that was dealt with before, a machine's and what an address alone asks for end here."""

from __future__ import annotations

from judge.desk.cabinet.limits import ONCE_A_DAY
from judge.desk.cabinet.records import iso
from judge.desk.counter import elsewhere
from judge.desk.mailroom import bounces, thread_lookup
from judge.desk.services import Services, Work
from judge.desk.writing.letterform import Brief
from judge.mail.reading import FUTURE
from judge.post import Action, Authentication, Message

_NO_SENDER = (Action.BOUNCE, Action.LOOP, Action.COMPLAINT)  # whose letters prove nothing of who sent them
_NO_PERSON = (Action.AUTO, Action.LOOP, Action.COMPLAINT, Action.UNVERIFIED)


def receive(services: Services, message: Message, raw: bytes) -> Message | None:
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
    if feeding and elsewhere.came(services, message, raw, feeding):
        return None
    message = thread_lookup.addressed(services, message)
    person = services.files.person(message.sender)
    bounced = person is not None and (person.bounces or person.suspended)
    if person and bounced and message.action not in _NO_SENDER and message.verdict is not Authentication.FAIL:
        bounces.heard_of(services, message, person)
    if message.credential.startswith(bounces.PREFIX):
        bounces.copy_by_address(services, message)
    elif message.credential.startswith(bounces.UNSUBSCRIBE) and message.action is not Action.BOUNCE:
        # without its reader's token it is the word UNSUBSCRIBE of the sender
        if not bounces.unsubscribe_by_token(services, message) and message.action not in _NO_PERSON:
            return message
    elif message.action is Action.BOUNCE:
        bounces.record(services, message)
    elif message.action is Action.COMPLAINT:
        bounces.complaint(services, message)
    elif message.action is Action.LOOP:
        bounces.copy_by_itself(services, message)
    elif message.action is not Action.AUTO:
        if FUTURE in message.warnings:
            _tell_of_clocks(services, message)
        return message
    return None


def _signed_before(services: Services, message: Message) -> bool:
    """A signature proves one letter: the same one on a second letter is a copy with its unsigned fields changed."""
    signatures = services.store.table("signatures")
    row = signatures.fetch(message.signed)
    if row is None:
        signatures.put(message.signed, {"at": iso(message.arrived), "letter": message.key})
    return row is not None and row["letter"] != message.key


def _tell_of_clocks(services: Services, message: Message) -> None:
    """The keeper hears, once a day, that the mail server's clock and the mailbox's disagree."""
    if services.limits.take("clock", message.arrived, ONCE_A_DAY):
        data = {"at": iso(message.arrived), "server": services.config.mail.received_by}
        brief = Brief(message.key, "clock", data, message.arrived)
        services.letters.to_address(services.config.judge.keeper, brief)
