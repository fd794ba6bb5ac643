"""Nobody is shut out: what others guess at a name keeps no right password and no reply address out."""

from pathlib import Path

import pytest

from judge.desk.counter.signon import A_DAY, A_DAY_SHORT, SHORT
from tests.desk.worlds import GAME, LUPUS, ORDERS, filed, seat_letter, small_game
from tests.harness import MASTER, MASTER_PASSWORD, Judge, password_of


@pytest.mark.parametrize("forged", ["stranger{}@example.test", MASTER])
def test_a_forged_letter_every_five_minutes_never_keeps_the_masters_password_out(judge: Judge, forged: str) -> None:
    for number in range(12):
        judge.say(forged.format(number), f"MASTER {GAME} wrong{number}")
    for hour in range(48):
        judge.tick(judge.after(minutes=5))
        judge.say(forged.format(hour), f"MASTER {GAME} wronger{hour}")
        answers = [out for out in judge.master(GAME, "WHO IS MISSING") if out.to == MASTER]
        assert [out.subject.split("]")[0] for out in answers] == ["[OK"], hour


def test_a_thousand_forged_letters_never_keep_a_players_password_out(judge: Judge) -> None:
    for number in range(1000):
        judge.post(f"stranger{number}@example.test" if number % 2 else LUPUS, f"SIGNON Lupus@{GAME} wrong{number}")
    judge.post(LUPUS, seat_letter("Lupus", ORDERS), at=judge.after(seconds=1))
    judge.tick(judge.after(seconds=60))
    assert len(filed(judge, "Lupus")) == 2


def test_a_master_answers_a_letter_without_a_password(judge: Judge) -> None:
    (answer,) = (out for out in judge.master(GAME, "WHO IS MISSING") if out.to == MASTER)
    (answer,) = (out for out in judge.reply(answer, "EXTEND 24h") if "[" in out.subject)
    assert answer.subject.startswith("[OK]"), answer.text
    before = judge.deadline(GAME)
    (answer,) = (out for out in judge.reply(answer, "AS Ursa\nNO TRADE") if out.to == MASTER)
    assert judge.deadline(GAME) == before and filed(judge, "Ursa")


def test_a_masters_reply_address_ends_with_his_password_and_his_office(judge: Judge) -> None:
    (answer,) = (out for out in judge.master(GAME, "WHO IS MISSING") if out.to == MASTER)
    judge.master(GAME, "SET password another-one")
    before = judge.deadline(GAME)
    judge.reply(answer, "EXTEND 24h")
    assert judge.deadline(GAME) == before
    (answer, *_) = (out for out in judge.letters(MASTER) if "[OK]" in out.subject)
    judge.reply(judge.letters(MASTER, "MASTER")[-1], "EXTEND 24h")
    assert judge.deadline(GAME) != before


def test_from_another_address_a_right_password_is_asked_about_while_others_guess(judge: Judge) -> None:
    for number in range(12):
        judge.say(f"x{number}@example.test", f"SIGNON Lupus@{GAME} guess{number}")
    sent = judge.say("holiday@example.test", seat_letter("Lupus", ORDERS))
    assert filed(judge, "Lupus") == ()
    (held,) = (out for out in sent if out.to == LUPUS)
    assert held.subject.startswith("[HELD]")
    judge.reply(held, "")
    assert len(filed(judge, "Lupus")) == 2


def test_whoever_guesses_learns_nothing_from_the_answer_during_a_siege(judge: Judge) -> None:
    for number in range(12):
        judge.say(f"x{number}@example.test", f"SIGNON Lupus@{GAME} guess{number}")
    right = [o for o in judge.say("y@example.test", seat_letter("Lupus", ORDERS)) if o.to == "y@example.test"]
    wrong = [o for o in judge.say("z@example.test", f"SIGNON Lupus@{GAME} badly\n{ORDERS}") if o.to == "z@example.test"]
    assert [out.text for out in right] == [out.text for out in wrong] and len(right) == 1


def test_a_password_that_fits_at_last_under_a_forged_sender_waits_for_the_registered_address(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond so many wrong ones a day under his own sender a right one is asked about: guessing is bounded."""
    monkeypatch.setattr("judge.desk.counter.signon.A_DAY", 50)
    for number in range(51):
        judge.post(LUPUS, f"SIGNON Lupus@{GAME} wrong{number}")
    judge.tick(judge.after(seconds=30))
    sent = judge.orders(GAME, "Lupus", ORDERS)
    assert filed(judge, "Lupus") == ()
    (held,) = (out for out in sent if out.subject.startswith("[HELD]"))
    judge.reply(held, "")
    assert len(filed(judge, "Lupus")) == 2


def test_a_letter_under_the_players_own_sender_is_a_dozen_guesses_and_no_more(judge: Judge) -> None:
    text = "\n".join(f"SIGNON Lupus@{GAME} guess{n}" for n in range(300))
    judge.say(LUPUS, f"{text}\nSIGNON Lupus@{GAME} {password_of('Lupus')}\n{ORDERS}")
    assert filed(judge, "Lupus") == ()
    judge.orders(GAME, "Lupus", ORDERS)
    assert len(filed(judge, "Lupus")) == 2


def test_the_odds_of_guessing_are_those_that_are_promised() -> None:
    """SECURITY.md: a made password, one of six small letters, and one shorter than that."""
    assert A_DAY / 2**50 < 1 / 500_000_000_000
    assert A_DAY / 26**6 < 1 / 150_000 and SHORT == 6
    assert A_DAY_SHORT / 26**4 < 1 / 4_500


def test_a_relay_that_is_known_for_guessing_at_many_names_gets_no_word_in_by_itself(tmp_path: Path) -> None:
    judge = small_game(tmp_path, received_by="mx.judge.test")
    from_there = (
        "Received: from spam.test (spam.test [192.0.2.66]) by mx.judge.test with ESMTP; Mon, 5 Jan 2026 12:00:00 +0000",
    )
    for number in range(12):
        judge.say(f"x{number}@example.test", f"SIGNON Lupus@game{number} guess", headers=from_there)
    judge.say("other@example.test", seat_letter("Ursa", ORDERS), headers=from_there)
    assert filed(judge, "Ursa") == ()
    elsewhere = tuple(one.replace("192.0.2.66", "192.0.2.67") for one in from_there)
    judge.say("other@example.test", seat_letter("Ursa", ORDERS), headers=elsewhere)
    assert len(filed(judge, "Ursa")) == 2


def test_the_masters_right_password_does_not_unlock_under_a_refuted_sender(judge: Judge) -> None:
    for number in range(12):
        judge.say(f"x{number}@example.test", f"MASTER {GAME} guess{number}")
    before = judge.deadline(GAME)
    sent = judge.say("y@example.test", f"MASTER {GAME} {MASTER_PASSWORD}\nEXTEND 24h")
    assert judge.deadline(GAME) == before
    (held,) = (out for out in sent if out.to == MASTER and out.subject.startswith("[HELD]"))
    judge.reply(held, "")
    assert judge.deadline(GAME) != before
