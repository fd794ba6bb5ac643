"""Our own letters that come back to us: each proves that the relay took it."""

from __future__ import annotations

from judge.desk.cabinet.keys import same
from judge.desk.cabinet.records import iso
from judge.desk.mailroom.memory import Memory
from judge.desk.mailroom.outbox import KEEP_SENT
from judge.desk.office import Office
from judge.post import Message

PREFIX = "copy."


def by_address(office: Office, message: Message) -> None:
    """A self-copy: the secret of its address is right."""
    key, _, mac = message.credential.removeprefix(PREFIX).partition(".")
    if same(mac, office.keys.mac("copy", key)):
        _went_out(office, key, message, ("trying", "queued"))


def by_itself(office: Office, message: Message) -> None:
    """Without the secret address, which some providers take off. The Message-ID of a letter that has not gone out is
    known to nobody, so it proves the same."""
    row = Memory(office).letter(message.message_id)
    if row is not None:
        _went_out(office, row["key"], message, ("trying",))


def _went_out(office: Office, key: str, message: Message, waiting: tuple[str, ...]) -> None:
    outbox = office.store.table("outbox")
    row = outbox.fetch(key)
    if row is not None and row["status"] in waiting:
        row.pop("key")
        outbox.put(key, {**row, "status": "sent", "raw": "", "own": [], "due": iso(message.arrived + KEEP_SENT)})
        office.store.table("octets").drop(key)
