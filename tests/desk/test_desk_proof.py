"""What a letter's sender has to prove, and what becomes of letters that wait for it."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from judge.mail.dkim_check import SignatureCheck
from judge.mail.reading import ReadingRules
from judge.post import Message
from tests.desk.worlds import GAME, ORDERS, current, everything_stored, filed
from tests.harness import MASTER, MASTER_PASSWORD, Judge, address_of, password_of
from tests.mail.dkim_letters import RECORD, signed

PASS = ("Authentication-Results: mx.judge.test; dmarc=pass header.from=example.test",)
FAIL = ("Authentication-Results: mx.judge.test; dmarc=fail header.from=example.test",)


def strict(folder: Path, **settings: str) -> Judge:
    """A judge that wants senders verified, with one running game."""
    return Judge(folder, authentication="require", trusted_authserv="mx.judge.test", **settings).with_game(
        GAME, "bourse", "Lupus", "Ursa"
    )


# ---- signatures ------------------------------------------------------------------------------------------------------


def written(text: str, number: int = 1, more: str = "") -> bytes:
    return signed(
        f"From: {address_of('Lupus')}\r\nTo: judge@judge.test\r\nSubject: orders\r\n"
        f"Date: Mon, 05 Jan 2026 12:00:0{number} +0000\r\nMIME-Version: 1.0\r\n{more}\r\n{text}\r\n".encode(),
        "example.test",
        headers=("from", "date", "subject"),
    )


def checking(folder: Path) -> Judge:
    judge = strict(folder)
    rules = ReadingRules("judge@judge.test", "mx.judge.test", "require")
    judge.reads_by(rules, SignatureCheck(lambda name, seconds: RECORD, lambda: 0.0))
    return judge


def test_under_require_a_signature_of_the_players_domain_is_enough_beside_the_password(tmp_path: Path) -> None:
    judge = checking(tmp_path)
    judge.put(written(f"SIGNON Lupus@{GAME} {password_of('Lupus')}\r\n" + ORDERS.replace("\n", "\r\n")))
    (answer,) = judge.tick()
    assert answer.subject.startswith("[OK]") and len(filed(judge, "Lupus")) == 2


def test_a_signed_letter_sent_again_under_another_id_is_the_same_letter(tmp_path: Path) -> None:
    judge = checking(tmp_path)
    raw = written(f"SIGNON Lupus@{GAME} {password_of('Lupus')}\r\nCLEAR")
    judge.put(raw)
    assert len(judge.tick()) == 1
    judge.put(b"Message-ID: <replayed@evil.test>\r\n" + raw)
    assert judge.tick() == []
    judge.put(written(f"SIGNON Lupus@{GAME} {password_of('Lupus')}\r\nCLEAR", number=2))
    assert len(judge.tick()) == 1


@pytest.mark.parametrize("name", ["<first@players.test>", "<replayed@evil.test>"])
def test_an_old_letter_that_the_mail_server_vouches_for_counts_once_under_whatever_id(
    tmp_path: Path, name: str
) -> None:
    judge = strict(tmp_path)
    raw = (
        f"{PASS[0]}\nMessage-ID: {{0}}\nFrom: {address_of('Lupus')}\nTo: judge@judge.test\nSubject: orders\n"
        f"Date: Mon, 05 Jan 2026 12:00:00 +0000\n\n{ORDERS}\n"
    )
    judge.put(raw.format("<first@players.test>").encode())
    judge.tick()
    assert len(filed(judge, "Lupus")) == 2
    judge.orders(GAME, "Lupus", "CLEAR", headers=PASS)
    judge.put(raw.format(name).encode())
    assert judge.tick(judge.after(hours=1)) == [] and filed(judge, "Lupus") == ()


def test_orders_that_a_player_mailed_to_a_rival_are_not_his_when_the_rival_mails_them_here(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    judge.put(
        f"{PASS[0]}\nMessage-ID: <1@players.test>\nFrom: {address_of('Lupus')}\nTo: {address_of('Ursa')}\n"
        f"Subject: my plans\nDate: Mon, 05 Jan 2026 12:00:00 +0000\n\n{ORDERS}\n".encode()
    )
    (asked,) = judge.tick()
    assert asked.to == address_of("Lupus") and asked.subject.startswith("[HELD]") and filed(judge, "Lupus") == ()


def test_a_signed_letter_that_was_set_aside_can_be_released(tmp_path: Path) -> None:
    judge = checking(tmp_path)
    whole = judge.app.timeline.handle

    def halfway(message: Message, raw: bytes) -> None:
        whole(message, raw)
        raise ZeroDivisionError

    judge.app.timeline.handle = halfway  # type: ignore[assignment]
    judge.put(written(f"SIGNON Lupus@{GAME} {password_of('Lupus')}\r\n" + ORDERS))
    judge.tick()
    judge.app.timeline.handle = whole
    (row,) = judge.services.shunt.listing()
    judge.services.released.append(row["reference"])
    judge.say("nobody@example.test", "hello there")
    assert len(filed(judge, "Lupus")) == 2


# ---- letters that are held -----------------------------------------------------------------------------------------


def test_a_held_letter_keeps_its_press_and_loses_its_password(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    text = f"{ORDERS}\nBROADCAST\nHear me, all.\n\nYours, L.\nENDPRESS\nSET PASSWORD moonlight9"
    (held,) = judge.orders(GAME, "Lupus", text)
    assert held.subject.startswith("[HELD]") and "Hear me, all." in held.text and "moonlight9" not in held.text
    assert "1 line with a password" in held.text
    assert not [row for _, row in everything_stored(judge) if "moonlight9" in json.dumps(row)]
    sent = judge.reply(held, "")
    assert len(filed(judge, "Lupus")) == 2
    assert any("Hear me, all." in out.text for out in sent if out.to == "results@list.test")
    assert judge.orders(GAME, "Lupus", "STATUS", headers=PASS)[0].subject.startswith("[OK]")


def test_a_masters_letter_is_held_for_him_and_not_lost(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    (held,) = judge.master(GAME, "PROCESS S1901M")
    assert held.to == MASTER and held.subject.startswith("[HELD]") and current(judge).phase == "S1901M"
    assert MASTER_PASSWORD not in held.text
    sent = judge.reply(held, "")
    assert current(judge).phase == "F1901M"
    assert any(out.to == MASTER and out.subject.startswith("[OK]") for out in sent)
    judge.master(GAME, "PAUSE", headers=PASS)
    assert current(judge).status == "paused", "one that is vouched for counts at once"


def test_a_forged_letter_asks_its_player_once_a_day_and_the_forger_hears_nothing(tmp_path: Path) -> None:
    judge = Judge(tmp_path, trusted_authserv="mx.judge.test").with_game(GAME, "bourse", "Lupus", "Ursa")
    sent = [out for n in range(5) for out in judge.say(address_of("Lupus"), f"SELL {n + 1} LIRA", headers=FAIL)]
    assert [out.to for out in sent] == [address_of("Lupus")]
    assert judge.say("stranger@example.test", ORDERS, headers=FAIL) == []


# ---- one click -----------------------------------------------------------------------------------------------------


def way_out(judge: Judge, reader: str) -> str:
    public = [out for out in judge.letters(reader) if out.header("List-Unsubscribe")][-1]
    return str(public.header("List-Unsubscribe")).split("mailto:")[1].split(">")[0].split("?")[0]


def subscribed(judge: Judge, address: str) -> None:
    judge.say(address, f"SUBSCRIBE {GAME}")
    judge.reply(judge.letters(address, "[CONFIRM]")[-1], "")
    judge.orders(GAME, "Ursa", "BROADCAST: hello")


@pytest.mark.parametrize("sender", ["dave@example.test", "other@gmail.test", "no-reply@provider.test"])
@pytest.mark.parametrize("more", [(), ("Auto-Submitted: auto-generated",), ("Precedence: bulk",), FAIL])
def test_one_click_works_for_whoever_holds_the_address(judge: Judge, sender: str, more: tuple[str, ...]) -> None:
    subscribed(judge, "dave@example.test")
    sent = judge.say(sender, "", to=way_out(judge, "dave@"), subject="unsubscribe", headers=more)
    assert "dave@example.test" not in judge.services.files.subscribers(GAME)
    (told,) = sent
    assert told.to == "dave@example.test" and f"SUBSCRIBE {GAME}" in told.text
    assert judge.say(sender, "", to=way_out(judge, "dave@"), headers=("Auto-Submitted: auto-generated",)) == []


def test_one_click_of_one_reader_ends_nobody_elses(judge: Judge) -> None:
    subscribed(judge, "dave@example.test")
    before = judge.services.files.subscribers(GAME)
    forged = way_out(judge, "dave@")[:-24] + "aaaaaaaaaaaa@judge.test"
    judge.say("thief@example.test", "", to=forged)
    judge.say("thief@example.test", "", to=f"judge+unsubscribe.{GAME}@judge.test")
    assert judge.services.files.subscribers(GAME) == before
    judge.say("thief@example.test", "", to=way_out(judge, address_of("Lupus")))
    assert set(before) - set(judge.services.files.subscribers(GAME)) == {address_of("Lupus")}


def test_a_player_who_clicks_is_told_what_still_comes_and_can_come_back(judge: Judge) -> None:
    judge.orders(GAME, "Ursa", "BROADCAST: hello")
    (told,) = judge.say(address_of("Lupus"), "", to=way_out(judge, address_of("Lupus")))
    assert "your own letters still come" in told.flat
    judge.say(address_of("Lupus"), f"SUBSCRIBE {GAME}")
    assert address_of("Lupus") in judge.services.files.subscribers(GAME)


# ---- clocks --------------------------------------------------------------------------------------------------------


def stamped(judge: Judge, minutes: int, text: str) -> None:
    """A letter to the open game, stamped by our mail server so many minutes after it reached the mailbox."""
    at = judge.after(minutes=minutes)
    judge.post(
        address_of("Lupus"),
        f"SIGNON Lupus@{GAME} {password_of('Lupus')}\n{text}",
        headers=(f"Received: from x.test by mx.judge.test with SMTP; {at:%a, %d %b %Y %H:%M:%S} +0000",),
    )


def test_a_stamp_ahead_of_the_mailbox_is_a_wrong_clock_and_the_keeper_hears_of_it_once(judge: Judge) -> None:
    judge.reads_by(ReadingRules("judge@judge.test", received_by="mx.judge.test"))
    for text in (ORDERS, "SELL 7 LIRA\nBUY 7 MARKS"):
        stamped(judge, 10, text)
        sent = judge.tick()
        mine = next(out for out in sent if out.to == address_of("Lupus"))
        assert "lies in the future" in mine.flat and mine.subject.startswith("[OK]")
        assert mine.json["received"] == judge.clock.now().isoformat()
    assert len(judge.letters("keeper@example.test", "clock")) == 1


def test_a_letter_stamped_ahead_over_the_deadline_counts_by_the_mailbox(judge: Judge) -> None:
    judge.reads_by(ReadingRules("judge@judge.test", received_by="mx.judge.test"))
    judge.tick(judge.deadline(GAME).replace(minute=0) - timedelta(minutes=5))
    stamped(judge, 30, ORDERS)
    judge.tick()
    assert current(judge).phase == "S1901M" and len(filed(judge, "Lupus")) == 2
