"""Delivery reports about our own letters: counted by address; orders always stay possible."""

from __future__ import annotations

from dataclasses import replace

from judge.desk.office import Office
from judge.desk.records import Person, Status
from judge.post import Message

HARD = 3


def record(office: Office, message: Message) -> None:
    """Count a bounce, once a day an address, and tell the masters of running games. Delays are only noted."""
    bounce = message.bounce
    if bounce is None or bounce.kind == "delay" or not bounce.address:
        return
    known = office.files.person(bounce.address)
    seats = office.files.seats_of(bounce.address)
    if known is None and not seats:
        return
    person = known or Person(bounce.address)
    today = str(message.arrived.date())
    if person.bounced_on == today:
        return
    weight = HARD if bounce.kind == "hard" else 1
    office.files.save_person(replace(person, bounces=person.bounces + weight, bounced_on=today))
    for seat in seats:
        game = office.files.game(seat.game)
        if game is not None and game.status is not Status.FINISHED:
            office.letters.to_master(
                game, cause=message.key, kind=f"bounce.{seat.number}", template="session/bounce.txt",
                data={"seat": seat.name, "address": bounce.address, "status": bounce.status or "", "kind": bounce.kind},
                now=message.arrived,
            )  # fmt: skip


def complaint(office: Office, message: Message) -> None:
    """An abuse report: whoever complained gets no more optional mail."""
    address = message.bounce.address if message.bounce else ""
    for game in office.files.games():
        if address and office.files.unsubscribe(game.key, address):
            office.log_event(game, "unsubscribed", message.arrived, data={"because": "complaint"})
