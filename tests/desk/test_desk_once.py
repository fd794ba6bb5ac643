"""A letter that comes again: delivered twice, with another date, and by a store that knows it by its former key."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.mailroom import own
from judge.extras.postgres import kept
from judge.mail.reading import ReadingRules, read_message
from judge.post import Message
from tests.desk.worlds import GAME, LUPUS, filed, seat_letter, small_game
from tests.harness import MASTER, START, Judge, address_of


def raw(text: str, date: str) -> bytes:
    head = f"From: {LUPUS}\nTo: judge@judge.test\nMessage-ID: <one@mail.test>\nDate: {date}\n"
    return f"{head}\n{seat_letter('Lupus', text)}\n".encode()


def rename_to_former_keys(judge: Judge, *letters: bytes) -> None:
    """The store as a judge before adr/0014 left it."""
    inbox = judge.app.store.table("inbox")
    for letter in letters:
        message = read_message(letter, ReadingRules("judge@judge.test"))
        row = inbox.fetch(message.key)
        assert row is not None
        inbox.drop(message.key)
        inbox.put(message.former_key, {name: value for name, value in row.items() if name != "key"})


def test_a_letter_handled_before_the_keys_changed_is_not_handled_again(judge: Judge) -> None:
    letter = raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:00:00 +0000")
    judge.put(letter)
    judge.tick()
    rename_to_former_keys(judge, letter)
    judge.orders(GAME, "Lupus", "SELL 20 LIRA")
    judge.put(letter)
    assert judge.tick() == []
    assert "137" not in str(filed(judge, "Lupus"))


def test_a_letter_set_aside_before_the_keys_changed_can_be_released(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:00:00 +0000")
    with monkeypatch.context() as broken:
        broken.setattr(judge.app.timeline, "handle", None)
        judge.put(letter)
        judge.tick()
    reference = judge.services.shunt.listing()[0]["reference"]
    rename_to_former_keys(judge, letter)
    judge.master(GAME, f"QUARANTINE RELEASE {reference}")
    assert "137" in str(filed(judge, "Lupus"))


# ---- A letter that waits in a shared store: its bytes, and what was read in them -----------------------------------


PLAIN = (
    b"From: ann@example.test\nTo: judge@judge.test\nSubject: x\nMessage-ID: <1@x>\n\nHello\n\nSELL 1 LIRA\nBUY MARKS\n"
)
ACCENTS = PLAIN.replace(b"Hello", "Grüße".encode("latin-1"))
BOUNCE = (
    b"From: MAILER-DAEMON@example.test\nTo: judge@judge.test\nSubject: failed\nMIME-Version: 1.0\n"
    b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n\nSorry\n--b\n'
    b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@example.test\n"
    b"Action: failed\nStatus: 5.1.1\n\n--b--\n"
)


def read(raw: bytes) -> Message:
    return read_message(raw, ReadingRules("judge@judge.test"), START)


@pytest.mark.parametrize("raw", [PLAIN, ACCENTS, BOUNCE])
def test_a_letter_comes_back_as_it_came_and_as_it_was_read(raw: bytes) -> None:
    message = read(raw)
    row = kept.row_of(raw, message)
    assert kept.octets(row) == raw
    again = kept.reading(row)
    assert again == message
    assert [line.gap for line in again.lines] == [line.gap for line in message.lines]  # which == does not look at


def test_what_a_judge_of_another_version_has_read_or_nobody_or_nobody_can_make_out_is_read_anew() -> None:
    row = kept.row_of(PLAIN, read(PLAIN))
    assert kept.reading({**row, "by": "0.0.1"}) is None
    assert kept.reading({"raw": row["raw"]}) is None
    assert kept.reading({**row, "read": row["read"][:-9]}) is None
    assert kept.reading({**row, "read": "{}"}) is None


def test_a_letter_whose_texts_json_cannot_say_is_kept_and_read_anew() -> None:
    row = kept.row_of(PLAIN, replace(read(PLAIN), subject="half a sign \ud800"))
    assert kept.octets(row) == PLAIN
    assert kept.reading(row) is None


# ---- Letters that wait for a deadline to settle: their bytes lie in the mailbox, not in memory ---------------------


SHARED = os.environ.get("JUDGE_TEST_STORE") == "postgresql"
in_memory = pytest.mark.skipif(SHARED, reason="where several judges share a store, letters wait there")
LARGE = "\n-- \n" + "x" * 70 + "\n"


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the memory, so that letters of a tenth fill it."""
    monkeypatch.setattr(own, "HELD", own.HELD // 10)


def flood(judge: Judge, letters: int, size: int) -> None:
    """Letters stamped after the deadline, that rest until it is resolved."""
    at = judge.deadline(GAME) + timedelta(minutes=2)
    reply = judge.letters(address_of("Ursa"))[-1].header("Reply-To")
    for number in range(letters):
        text = f"SELL {number + 1} LIRA\nBUY MARKS WITH REST\n" + LARGE * (size // len(LARGE))
        judge.post(address_of("Ursa"), text, to=reply, at=at + timedelta(seconds=number))


def held(judge: Judge) -> int:
    return sum(len(piece.delivery.raw) for piece in judge.app.timeline.room._pieces.values())  # type: ignore[attr-defined]


@in_memory
@pytest.mark.usefixtures("little_room")
def test_forty_large_letters_behind_a_deadline_are_not_held_in_memory_and_all_count(tmp_path: Path) -> None:
    judge = small_game(tmp_path, settle="10m")
    flood(judge, 40, 15_000)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    assert len(judge.inbox.waiting) == 40 and judge.game(GAME).phase == "S1901M"
    assert 0 < held(judge) <= own.HELD
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    assert not judge.inbox.waiting and held(judge) == 0
    answered = [out for out in judge.letters(address_of("Ursa")) if "S1901M" in out.text and "[ERROR]" in out.subject]
    assert judge.game(GAME).phase != "S1901M" and len(answered) == 40


@in_memory
@pytest.mark.usefixtures("little_room")
def test_letters_let_go_of_keep_their_order_and_one_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    judge = small_game(tmp_path, settle="10m")
    flood(judge, 12, 90_000)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    gone = judge.inbox.waiting.pop(0)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    judge.tick(judge.after(minutes=1))
    assert gone.uid not in judge.inbox.settled and not judge.inbox.waiting
    shown = [out.header("In-Reply-To") for out in judge.letters(address_of("Ursa")) if "[ERROR]" in out.subject]
    assert len(shown) == 11 and shown == sorted(shown, key=lambda one: int(one.strip("<").partition("@")[0]))


# ---- one letter holds nothing up -----------------------------------------------------------------------------------


def test_a_letter_that_cannot_even_be_read_is_set_aside_and_the_deadline_comes(judge: Judge) -> None:
    read = judge.app.timeline.room.read

    def failing(delivery):  # type: ignore[no-untyped-def]
        if b"poison" in delivery.raw:
            raise RuntimeError("a fault of ours")
        return read(delivery)

    judge.app.timeline.room.read = failing  # type: ignore[method-assign]
    judge.post("x@example.test", "poison", at=judge.deadline(GAME) - timedelta(minutes=1))
    judge.resolve(GAME)
    assert judge.game(GAME).phase == "F1901M"
    assert "Shunt" in judge.inbox.settled.values()
    (told,) = judge.letters("keeper@", "set aside unread")
    assert "fault of the judge's own" in told.flat


def test_a_letter_of_which_nobody_can_be_told_is_set_aside_all_the_same(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:

    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(judge.services.letters, "to_address", failing)
    judge.post("x@example.test", "PING")
    judge.app.once(judge.clock.now())
    monkeypatch.undo()
    judge.resolve(GAME)
    assert ("Done" if SHARED else "Shunt") in judge.inbox.settled.values()  # a shared store has it from there on
    assert len(list((judge.services.config.var / "shunt").glob("*.eml"))) == 1 and judge.game(GAME).phase == "F1901M"


# ---- A judge that was down for a week sends one reminder, not seven, and counts what it sends ----------------------


def waiting(tmp_path: Path) -> Judge:
    """A Bourse whose autumn waits for its master's report."""
    judge = small_game(tmp_path)
    judge.resolve(GAME)
    judge.resolve(GAME)
    assert judge.game(GAME).locked
    return judge


def test_a_week_without_a_judge_brings_one_reminder_of_the_report_with_the_days(tmp_path: Path) -> None:
    judge = waiting(tmp_path)
    at = judge.deadline(GAME) + timedelta(days=9, hours=1)
    judge.clock.set(at)
    tally, _ = judge.app.once(at)
    (one,) = (out for out in judge.letters(MASTER) if "REMINDER" in out.text)
    assert "7 days ago" in one.text and tally.reminders == 1
    judge.tick(at + timedelta(hours=1))
    assert len([out for out in judge.letters(MASTER) if "REMINDER" in out.text]) == 1
    for day in range(1, 4):
        judge.tick(at + timedelta(days=day))
    told = [out.text for out in judge.letters(MASTER) if "REMINDER" in out.text]
    assert len(told) == 4 and "10 days ago" in told[-1]


def test_a_report_that_came_while_the_judge_was_down_stops_the_reminder(tmp_path: Path) -> None:
    judge = waiting(tmp_path)
    came = judge.deadline(GAME) + timedelta(days=3)
    hand = "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5"
    judge.post(MASTER, f"MASTER {GAME} gm-secret\n{hand}\nEND\nSIGNOFF", at=came)
    judge.tick(came + timedelta(days=5))
    assert judge.game(GAME).phase[1:5] == "1902"
    assert not [out for out in judge.letters(MASTER) if "REMINDER" in out.text]
