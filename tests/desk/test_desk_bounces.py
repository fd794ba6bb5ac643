"""Delivery reports: which are believed, what they lead to, and how an address comes back."""

from itertools import count
from pathlib import Path

import pytest

from judge.desk.mailroom import bounces
from tests.desk.worlds import GAME, LUPUS, REPORT, everything_stored, seat_letter, small_game
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import rows

NUMBERS = count(1)


def sender_of(judge: Judge, out: Out) -> str:
    """The envelope sender a letter went out with."""
    key = out.header("Message-ID").strip("<>").partition("@")[0]
    row = judge.app.store.table("outbox").fetch(key)
    assert row is not None
    return judge.app.outbox._sender({**row, "key": key})


def report(to: str, status: str = "5.1.1", action: str = "failed", address: str = LUPUS, more: str = "") -> bytes:
    return (
        f"Return-Path: <>\nDelivered-To: {to}\nFrom: MAILER-DAEMON@mx.test\nTo: {to}\nSubject: Undelivered Mail\n"
        f"Message-ID: <{next(NUMBERS)}@mx.test>\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=xx\n\n--xx\n\nIt failed.\n"
        "--xx\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\n"
        f"Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {status}\n\n{more}--xx--\n"
    ).encode()


def bounce(judge: Judge, to: str = LUPUS, **more: str) -> list[Out]:
    """The newest letter to somebody comes back."""
    letter = judge.letters(to)[-1]
    judge.put(report(sender_of(judge, letter), **{"address": to, **more}))
    return judge.tick()


def day(judge: Judge, count: int = 1) -> None:
    judge.tick(judge.after(days=count))


def suspended(judge: Judge, address: str = LUPUS) -> bool:
    person = judge.services.files.person(address)
    return bool(person and person.suspended)


def stop(judge: Judge, address: str = LUPUS) -> None:
    for _ in range(3):
        bounce(judge, address)
        day(judge)
    assert suspended(judge, address)


def later(tmp_path: Path) -> Judge:
    """A game whose first deadline is three weeks off."""
    judge = small_game(tmp_path)
    judge.master(GAME, "EXTEND 21d")
    return judge


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return later(tmp_path)


def test_a_report_about_a_letter_of_ours_is_told_to_the_master_once_a_day(judge: Judge) -> None:
    (told,) = bounce(judge)
    assert told.to == MASTER and "Lupus" in told.text and "5.1.1" in told.text and "seems to be wrong" in told.text
    assert bounce(judge, status="5.1.2") == []
    day(judge)
    assert len(bounce(judge)) == 1


def test_the_address_is_that_of_our_letter_whatever_the_report_says(judge: Judge) -> None:
    (told,) = bounce(judge, address="forwarded@elsewhere.test")
    assert LUPUS in told.text
    assert judge.person(LUPUS).bounces == bounces.HARD


@pytest.mark.parametrize("tail", ["", "+b.0123456789abcdef0123456789abcdef.aaaaaaaa", "+bounce.lira7", "+b.x.y", "+b"])
def test_a_forged_report_is_shown_once_and_changes_nothing(judge: Judge, tail: str) -> None:
    for _ in range(10):
        judge.put(report(f"judge{tail}@judge.test"))
        day(judge)
    told = judge.letters(MASTER, GAME)
    assert all("proves nothing" in out.flat for out in told if LUPUS in out.text)
    person = judge.person(LUPUS)
    assert person.bounces == 0 and not person.suspended


def test_three_days_of_hard_bounces_stop_what_nobody_asked_for(judge: Judge) -> None:
    for expected in (False, False, True):
        told = bounce(judge)
        assert suspended(judge) is expected
        day(judge)
    assert "REINSTATE Lupus" in told[0].text
    before = len(judge.letters(LUPUS))
    judge.orders(GAME, "Ursa", "BROADCAST: hello\nPRESS TO Lupus\nsecret\nENDPRESS")
    assert len(judge.letters(LUPUS)) == before


def test_a_score_is_forgotten_after_three_quiet_weeks(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.master(GAME, "EXTEND 60d")
    for _ in range(5):
        bounce(judge)
        day(judge, 22)
    assert not suspended(judge)


def test_any_letter_from_the_address_brings_back_all_that_waited(judge: Judge) -> None:
    stop(judge)
    judge.orders(GAME, "Ursa", "PRESS TO Lupus\nnothing is lost\nENDPRESS")
    judge.tick(judge.deadline(GAME))
    assert not [out for out in judge.letters(LUPUS) if "nothing is lost" in out.text]
    sent = judge.say(LUPUS, "hello?")
    mine = [out for out in sent if out.to == LUPUS]
    assert mine[0].subject.startswith("[OK]") and "goes out again" in mine[0].subject
    assert any("nothing is lost" in out.text for out in mine)
    assert any("RESULTS of S1901M" in out.text for out in mine)
    assert not any(out.text.startswith("REMINDER") for out in mine)
    assert not suspended(judge)
    (hint,) = judge.say(LUPUS, "hello again?")
    assert hint.subject.startswith("[NOTHING FOUND]")  # nothing goes out a second time


def test_a_refuted_letter_brings_nobody_back(tmp_path: Path) -> None:
    from judge.mail.reading import ReadingRules

    judge = later(tmp_path)
    judge.reads_by(ReadingRules("judge@judge.test", "mx.judge.test"))
    stop(judge)
    judge.say(LUPUS, "hello?", headers=("Authentication-Results: mx.judge.test; dmarc=fail",))
    assert suspended(judge)


@pytest.mark.parametrize("word", ["REINSTATE Lupus", f"REPLACE Lupus BY {LUPUS}"])
def test_the_master_brings_an_address_back(judge: Judge, word: str) -> None:
    stop(judge)
    judge.orders(GAME, "Ursa", "BROADCAST: while you were away")
    sent = judge.master(GAME, word)
    assert any(out.to == LUPUS and "while you were away" in out.text for out in sent)
    assert not suspended(judge)


def test_answers_go_to_a_stopped_address_all_the_same(judge: Judge) -> None:
    stop(judge)
    sent = judge.say("webmail@example.test", seat_letter("Lupus", "SELL 100 LIRA\nBUY 100 MARKS"))
    assert [out.to for out in sent if out.subject.startswith("[OK] lira7")] == [LUPUS]


def test_the_master_hears_before_the_deadline_whom_he_cannot_reach(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    bounce(judge)
    bounce(judge, address_of("Ursa"))
    judge.orders(GAME, "Ursa", "NO TRADE")
    before = len(judge.letters(MASTER))
    while judge.clock.now() < judge.deadline(GAME) and current_phase(judge) == "S1901M":
        judge.tick(judge.after(hours=1))
    told = [out for out in judge.letters(MASTER)[before:] if "come back, and no orders" in out.flat]
    assert 1 <= len(told) <= 3
    assert LUPUS in told[0].text and address_of("Ursa") not in told[0].text


def current_phase(judge: Judge) -> str:
    return judge.game(GAME).phase


def test_a_mere_reader_whose_mail_comes_back_is_taken_off_the_list(judge: Judge) -> None:
    judge.say("dave@example.test", f"SUBSCRIBE {GAME}")
    judge.reply(judge.letters("dave@", "[CONFIRM]")[-1], "")
    for _ in range(3):
        judge.orders(GAME, "Ursa", "BROADCAST: hello")
        bounce(judge, "dave@example.test")
        day(judge)
    assert "dave@example.test" not in judge.services.files.subscribers(GAME)
    assert LUPUS in judge.services.files.subscribers(GAME)


def test_a_master_is_written_to_whatever_comes_back(judge: Judge) -> None:
    with judge.app.store.batch():
        from tests.harness import MASTER as GM

        judge.services.files.save_person(bounces.Person(GM, suspended="2026-01-05T12:00:00+00:00"))
    judge.master(GAME, REPORT)
    before = len(judge.letters(GM))
    bounce(judge)
    assert len(judge.letters(GM)) == before + 1


# ---- complaints and mail systems that know no standard ----


def complaint(message_id: str) -> bytes:
    return (
        "From: abuse@isp.test\nTo: judge@judge.test\nSubject: complaint\n"
        "Content-Type: multipart/report; report-type=feedback-report; boundary=xx\n\n--xx\n\nspam\n"
        "--xx\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n"
        f"--xx\nContent-Type: message/rfc822\n\nFrom: judge@judge.test\nMessage-ID: {message_id}\n\nx\n--xx--\n"
    ).encode()


def test_a_complaint_ends_optional_mail_only_for_the_reader_of_a_letter_of_ours(judge: Judge) -> None:
    judge.orders(GAME, "Ursa", "BROADCAST: hello")
    before = judge.services.files.subscribers(GAME)
    judge.put(complaint("<forged@judge.test>"))
    judge.put(complaint(f"<{'0' * 32}@judge.test>"))
    assert judge.tick() == [] and judge.services.files.subscribers(GAME) == before
    judge.put(complaint(judge.letters(LUPUS)[-1].header("Message-ID")))
    (told,) = judge.tick()
    assert told.to == MASTER and "unwanted" in told.text
    assert set(before) - set(judge.services.files.subscribers(GAME)) == {LUPUS}


STRANGE = dict(rows(__file__, "STRANGE"))


@pytest.mark.parametrize("name", sorted(STRANGE))
def test_a_mail_system_that_knows_no_standard_is_understood(judge: Judge, name: str) -> None:
    text, kind = STRANGE[name]
    to = sender_of(judge, judge.letters(LUPUS)[-1])
    judge.put(
        f"Return-Path: <>\nDelivered-To: {to}\nFrom: MAILER-DAEMON@mx.test\nTo: {to}\n"
        f"Subject: failure notice\n\n{text}\n--- Below this line is a copy of the message.\n\n"
        "Subject: 550 5.1.1 User unknown\n".encode()
    )
    judge.tick()
    person = judge.person(LUPUS)
    assert person.bounces == {"hard": bounces.HARD, "soft": bounces.SOFT, "delay": 0}[kind]


def test_nothing_of_a_report_stands_in_the_journal(judge: Judge) -> None:
    stop(judge)
    assert not [row for table, row in everything_stored(judge) if table == "events" and LUPUS in str(row)]


def test_a_reader_of_the_zine_whom_nobody_knows_is_taken_off_when_his_letters_come_back(tmp_path: Path) -> None:
    from tests.zine.zines import MONDAYS, game

    judge, reader = game(tmp_path), "stranger@example.test"
    judge.services.files.subscribe("zine", reader)
    for monday in MONDAYS[: judge.app.config.judge.bounce_limit]:
        judge.tick(monday)
        assert reader in judge.services.files.subscribers("zine")
        bounce(judge, reader)
    assert judge.services.files.subscribers("zine") == ()
