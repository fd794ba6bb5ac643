"""A full mailbox: the first answers leave after a few letters, and nobody waits behind somebody who wrote hundreds."""

import os
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.desk.mailroom.own import FIRST
from judge.entropy import SeededEntropy
from judge.mail.outbound import Parcel
from judge.post import Message, Receipt
from tests.harness import HASHER, START, founded
from tests.stores import sqlite_only

pytestmark = sqlite_only("turns are taken by a judge that has its mailbox to itself")

MANY = 150
LETTER = (
    "From: <{sender}>\nTo: judge@full.test\nMessage-ID: <{number}@full.test>\nSubject: orders\n\n"
    "SIGNON {seat}@{game} secret99\nSELL {amount} LIRA\nSIGNOFF\n"
)


class Full:
    """Two Bourses: in one somebody writes hundreds of letters, in the other somebody writes one. What is done is noted
    in its order: a letter handled, or letters sent to these."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.number = folder, 0
        (folder / "var/mail/in/new").mkdir(parents=True)
        judge = JudgeSettings(name="FULL", address="judge@full.test", html=False, letters_per_hour=100_000)
        config = Config(folder, judge, MailSettings(settle="0m"))
        self.app = open_app(config, clock=SetClock(START), entropy=SeededEntropy("full"), hasher=HASHER)
        for name, seats in (("loud", ("Lupus", "Vulpes")), ("quiet", ("Corvus", "Felis"))):
            founded(self.app, name, {seat: f"{seat.lower()}@full.test" for seat in seats}, password="secret99")
        self.app.outbox.flush(START)
        self.done: list[str | frozenset[str]] = []
        _note(self.app, self.done)

    def post(self, seat: str, game: str, count: int = 1) -> None:
        """Lay so many letters of a player into the mailbox, behind those that are there."""
        for _ in range(count):
            self.number += 1
            sender = f"{seat.lower()}@full.test"
            text = LETTER.format(sender=sender, number=self.number, seat=seat, game=game, amount=self.number)
            path = self.folder / "var/mail/in/new" / f"{self.number:06d}"
            path.write_text(text)
            os.utime(path, (START.timestamp() + self.number, START.timestamp() + self.number))

    def turn(self) -> None:
        now = START + timedelta(hours=1)
        self.app.clock.set(now)  # type: ignore[attr-defined]
        tally, sent = self.app.once(now)
        assert (tally.letters, tally.shunted, sent.sent) == (self.number, 0, self.number)

    @property
    def before_the_first_answer(self) -> int:
        """How many letters were handled before any answer left."""
        return next(n for n, one in enumerate(self.done) if isinstance(one, frozenset))


def _note(app: App, done: list[str | frozenset[str]]) -> None:
    handle, send = app.timeline.handle, app.relay.send_many

    def handled(message: Message, raw: bytes) -> None:
        done.append(message.sender)
        handle(message, raw)

    def sent(parcels: Sequence[Parcel]) -> list[Receipt]:
        done.append(frozenset(parcel.recipient for parcel in parcels))
        return send(parcels)

    app.timeline.handle = handled  # type: ignore[assignment]
    app.relay.send_many = sent  # type: ignore[method-assign]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Full]:
    """One turn over hundreds of letters of Lupus, one of Vulpes in the same game, and one of Corvus in the other."""
    made = Full(tmp_path_factory.mktemp("full"))
    made.post("Lupus", "loud", MANY)
    made.post("Corvus", "quiet")
    made.post("Vulpes", "loud")
    made.turn()
    yield made
    made.app.close()


def test_the_first_answers_leave_after_a_few_letters_however_many_wait(full: Full) -> None:
    assert 0 < full.before_the_first_answer <= FIRST


def test_who_wrote_one_letter_is_among_the_first_that_are_answered(full: Full) -> None:
    first = full.done[: full.before_the_first_answer + 1]
    assert "corvus@full.test" in first and first[-1] >= {"corvus@full.test", "lupus@full.test"}


def test_in_one_game_the_order_of_stamps_counts_all_the_same(full: Full) -> None:
    assert [one for one in full.done if isinstance(one, str)][-1] == "vulpes@full.test"
