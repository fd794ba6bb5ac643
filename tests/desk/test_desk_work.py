"""Work for a letter is bounded by counts: characters, orders, lines of the answer, tries at a slip."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.desk.cabinet.limits import HOUR, Limit, Limits
from judge.desk.mailroom.own import FIRST
from judge.desk.sheets.letter_context import ORDERS
from judge.entropy import SeededEntropy
from judge.mail.outbound import Parcel
from judge.post import Message, Receipt
from judge.reading import repair
from judge.store import open_store
from tests.desk.worlds import FEW, GAME, LUPUS, filed, seat_letter, small_game
from tests.harness import HASHER, START, Judge, Out, address_of, founded
from tests.stores import sqlite_only

BYTES = 400_000  # no letter of ours is larger (docs/mail.md)
CHARACTERS = 40_000  # given to whatever looks for a slip


def answer(judge: Judge, text: str) -> Out:
    (out,) = judge.say(address_of("Lupus"), seat_letter("Lupus", text))
    return out


LONG = {
    "the same verb sixty times": "\n".join(["SELL " * 60] * 400),
    "sixty orders in each of 498 lines": "\n".join(["SELL 1 LIRA AND " * 60] * 498),
    "one order in each of 498 lines": "\n".join(["BUY MARKS WITH REST"] * 498),
    "nothing that can be read in each of 498 lines": "\n".join(f"SELL {n} DRACHMAS" for n in range(498)),
}


@pytest.mark.parametrize("name", sorted(LONG))
def test_no_letter_costs_more_than_its_counts_or_gets_a_large_answer(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, tries = small_game(tmp_path), []
    search = repair.Repair._search
    monkeypatch.setattr(
        repair.Repair, "_search", lambda self, text, *rest: tries.append(text) or search(self, text, *rest)
    )
    out = answer(judge, LONG[name])
    assert len(out.raw) < BYTES
    assert sum(map(len, tries)) <= 10 * CHARACTERS and all(len(text) <= 210 for text in tries)
    assert len(filed(judge, "Lupus")) <= ORDERS


def test_the_rest_of_a_letter_that_was_not_examined_is_said_and_what_stands_above_counts(judge: Judge) -> None:
    talk = "\n".join(f"And then the fox said to the wolf, in line {n}, that it was cold." for n in range(480)) * 2
    out = answer(judge, f"SELL 7 LIRA\nBUY MARKS WITH REST\n\n{talk}\n".replace("fox", "fox" + "x" * 60))
    assert "was not examined" in out.flat and out.subject.startswith("[PARTIAL]")
    assert len(filed(judge, "Lupus")) == 2


def test_a_letter_read_again_is_answered_with_the_same_words(tmp_path: Path) -> None:
    one, other = small_game(tmp_path / "one"), small_game(tmp_path / "other")
    text = LONG["nothing that can be read in each of 498 lines"]
    first = answer(one, text)
    assert answer(one, text + "\n").text.split() == first.text.split() == answer(other, text).text.split()


# ---- How much one may write and get, and what becomes of the rest --------------------------------------------------


# ---- the bucket ------------------------------------------------------------------------------------------------------


@FEW
@given(st.lists(st.integers(-600, 7200), min_size=1, max_size=80), st.integers(1, 20))
def test_no_hour_sees_more_than_twice_the_number_and_a_quiet_one_empties_it(steps: list[int], most: int) -> None:
    limits, moment, taken = Limits(open_store("memory:")), START, []
    for step in steps:
        moment = max(moment + timedelta(seconds=step), START)
        if limits.take("x", moment, Limit(most, HOUR)):
            taken.append(moment)
    for at in taken:
        assert sum(at <= other < at + HOUR for other in taken) <= 2 * most
    assert limits.take("x", max([START, *taken]) + 2 * HOUR, Limit(most, HOUR))


def test_buckets_that_have_long_been_empty_are_forgotten() -> None:
    store = open_store("memory:")
    limits = Limits(store)
    limits.take("old", START, Limit(1, HOUR))
    limits.take("new", START + timedelta(days=2), Limit(1, HOUR))
    limits.tidy(START + timedelta(days=3))
    assert [row["key"] for row in store.table("limits").all()] == ["new"]


def test_what_is_undone_has_counted_for_nothing() -> None:
    store = open_store("memory:")
    limits = Limits(store)
    with store.batch():
        with suppress(RuntimeError), store.savepoint():
            assert limits.take("x", START, Limit(1, HOUR))
            raise RuntimeError
        assert limits.take("x", START, Limit(1, HOUR))
        assert not limits.take("x", START, Limit(1, HOUR))
        assert limits.take("y", START, Limit(1, HOUR))


# ---- answers in one --------------------------------------------------------------------------------------------------


def busy(folder: Path, most: int = 5) -> Judge:
    return Judge(folder, letters_per_hour=most, replies_per_hour=3).with_game(GAME, "bourse", "Lupus", "Ursa")


def bundles(judge: Judge, to: str = LUPUS) -> list[Out]:
    return [out for out in judge.letters(to) if " in one" in out.subject]


def test_letters_beyond_the_hours_number_count_at_once_and_are_answered_together(tmp_path: Path) -> None:
    judge = busy(tmp_path)
    for number in range(1, 9):
        sent = judge.orders(GAME, "Lupus", f"SELL {number} LIRA\nBUY MARKS WITH REST")
        assert len(sent) == (1 if number <= 5 else 0)
    judge.orders(GAME, "Lupus", "SELL 8 DRACHMAS")
    judge.orders(GAME, "Lupus", "SELL 99 LIRA\nBUY MARKS WITH REST")
    assert "99" in str(filed(judge, "Lupus"))
    judge.tick(judge.after(hours=1))
    (bundle,) = bundles(judge)
    assert bundle.subject.startswith("[PARTIAL]") and "5 answers in one" in bundle.subject
    assert "DRACHMAS" in bundle.text and "SELL 99 LIRA" in bundle.text
    assert bundle.text.index("SELL 99 LIRA") < bundle.text.index("DRACHMAS")
    assert all(len(line) <= 72 for line in bundle.text.split("\n"))
    (answer,) = judge.orders(GAME, "Lupus", "NO TRADE")
    assert answer.subject.startswith("[OK]")
    judge.tick(judge.after(hours=3))
    assert len(bundles(judge)) == 1


def test_a_bundle_goes_to_whoever_wrote_and_not_to_a_new_player(tmp_path: Path) -> None:
    judge = busy(tmp_path, 1)
    for number in range(1, 4):
        judge.orders(GAME, "Lupus", f"SELL {number} LIRA\nBUY MARKS WITH REST")
    judge.master(GAME, "REPLACE Lupus BY new@example.test")
    judge.tick(judge.after(hours=2))
    assert bundles(judge) == [] and bundles(judge, "new@") == []


def test_a_bundle_survives_deadlines_and_restarts(tmp_path: Path) -> None:
    judge = busy(tmp_path, 1)
    judge.tick(judge.deadline(GAME) - timedelta(minutes=30))
    for number in range(1, 4):
        judge.orders(GAME, "Lupus", f"SELL {number} LIRA\nBUY MARKS WITH REST")
    again = Judge(tmp_path, store=judge.app.store)
    again.tick(judge.deadline(GAME) + timedelta(hours=1))
    assert len(bundles(again)) == 1


def test_an_address_without_a_sign_on_gets_one_bundle_a_day(tmp_path: Path) -> None:
    judge = busy(tmp_path)
    for _ in range(30):
        judge.say(LUPUS, "PING")
        judge.tick(judge.after(minutes=9 + len(judge.relay.sent) % 5))
    assert len(bundles(judge, LUPUS)) == 1
    assert len(judge.letters(LUPUS)) < 30


def test_a_huge_flood_makes_a_letter_of_bounded_size(tmp_path: Path) -> None:
    judge = busy(tmp_path, 1)
    for number in range(60):
        judge.post(LUPUS, seat_letter("Lupus", f"SELL {number} DRACHMAS"))
    judge.tick()
    judge.tick(judge.after(hours=1))
    (bundle,) = bundles(judge)
    assert len(bundle.raw) < 60_000 and "59 answers" in bundle.subject


# ---- large letters ---------------------------------------------------------------------------------------------------


def test_a_letter_too_large_is_answered_in_words_and_not_read(judge: Judge) -> None:
    text = seat_letter("Lupus", "SELL 100 LIRA\nBUY 100 MARKS")
    judge.post(LUPUS, text + "\n" + "x" * (26 * 1024 * 1024))
    (answer,) = judge.tick()
    assert "25 MB" in answer.flat and filed(judge, "Lupus") == ()


@pytest.mark.parametrize("mime", ["application/zip", "application/gzip", "application/x-tar", "application/x-bzip2"])
@pytest.mark.parametrize("encoding", ["base64", "8bit"])
def test_an_archive_is_never_opened(tmp_path: Path, mime: str, encoding: str) -> None:
    import base64
    import gzip

    judge = small_game(tmp_path)
    bomb = gzip.compress(b"SELL 100 LIRA\n" * 1_000_000)
    body = base64.encodebytes(bomb) if encoding == "base64" else bomb
    reply = judge.letters(LUPUS)[-1].header("Reply-To")
    judge.put(
        f"From: {LUPUS}\nTo: {reply}\nSubject: orders\nMessage-ID: <z@x.test>\n"
        f'Content-Type: {mime}; name="orders.txt.gz"\nContent-Transfer-Encoding: {encoding}\n\n'.encode()
        + body
    )
    (answer,) = judge.tick()
    assert "not opened" in answer.text and filed(judge, "Lupus") == ()


# A full mailbox: the first answers leave after a few letters, and nobody waits behind somebody who wrote hundreds.


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
