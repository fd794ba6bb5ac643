"""Whose a letter is when no address of it says so: by the letter it answers, by its sender, or by asking him."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.desk.mailroom import thread_lookup
from judge.games import variant
from judge.mail.reading import ReadingRules, read_message
from judge.post import Action
from tests.desk.worlds import GAME, LUPUS, SEATS, filed
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import cases

PASS = ("Authentication-Results: mx.judge.test; dmarc=pass header.from=example.test",)
FAIL = ("Authentication-Results: mx.judge.test; dmarc=fail header.from=example.test",)
ORDER = "SELL 300 LIRA\nBUY MARKS WITH REST"
PLAIN = "judge@judge.test"


def world(folder: Path, **settings: str) -> Judge:
    """A judge with one running Bourse, whose mail server vouches for senders."""
    judge = Judge(folder, **{"trusted_authserv": "mx.judge.test", "create": "registered", **settings})
    judge.services.variants = {"bourse": variant("bourse")}
    judge.with_game(GAME, "bourse", *SEATS)
    return judge


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return world(tmp_path)


def answer(
    judge: Judge, letter: Out, text: str, *, sender: str = "", head: Sequence[str] = (), **more: Any
) -> list[Out]:
    """An answer whose address has lost what stood behind the plus sign."""
    more = {"to": PLAIN, "subject": f"Re: {letter.subject}", **more}
    return judge.say(sender or letter.to, text, headers=(*head, *letter.thread), **more)


def last(judge: Judge, to: str = LUPUS, subject: str = "") -> Out:
    return judge.letters(to, subject)[-1]


# ---- the key in an address -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["Delivered-To", "X-Original-To", "Envelope-To", "Cc", "To"])
@pytest.mark.parametrize("sign", ["+", "%2B", "%2b"])
def test_the_key_is_found_in_whatever_address_field_kept_it(field: str, sign: str) -> None:
    keyed = f"judge{sign}lira7.3-12-aaaaaaaaaaaaaaaa@judge.test"
    to = f"{field}: {keyed}" if field == "To" else f"To: judge@judge.test\n{field}: {keyed}"
    raw = f"From: ann@example.test\n{to}\nSubject: orders\nMessage-ID: <1@x>\n\nSELL 100 LIRA\n"
    message = read_message(raw.encode(), ReadingRules("judge@judge.test"))
    assert message.credential == "lira7.3-12-aaaaaaaaaaaaaaaa"


@cases("settings", "form")
def test_the_key_stands_in_the_address_as_the_provider_lets_it(
    tmp_path: Path, settings: dict[str, str], form: str
) -> None:
    judge = world(tmp_path, **settings)
    letter = last(judge)
    assert letter.header("Reply-To").startswith(form)
    (confirmed,) = judge.reply(letter, ORDER)
    assert confirmed.subject.startswith("[OK]") and filed(judge, "Lupus")


def test_where_addresses_carry_no_key_none_of_ours_has_one(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references")
    answer(judge, last(judge), ORDER)
    judge.resolve(GAME)
    for letter in judge.relay.sent:
        assert letter.header("Reply-To") in ("", PLAIN)
        assert "+" not in letter.header("List-Unsubscribe")


# ---- the letter that is answered -------------------------------------------------------------------------------------


def test_a_judge_that_is_set_to_references_trusts_them_where_no_mail_server_speaks(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    (confirmed,) = answer(judge, last(judge), ORDER)
    assert confirmed.subject.startswith("[OK]")


@pytest.mark.parametrize("settings", [{}, {"reply": "references", "authentication": "require"}])
def test_otherwise_it_is_held_and_asked_about(tmp_path: Path, settings: dict[str, str]) -> None:
    judge = world(tmp_path, **settings)
    (asked,) = answer(judge, last(judge), ORDER)
    assert asked.subject.startswith("[HELD]") and asked.to == LUPUS and not filed(judge, "Lupus")


def test_a_refuted_sender_is_never_believed_for_the_letter_he_names(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references")
    (asked,) = answer(judge, last(judge), ORDER, head=FAIL)
    assert asked.subject.startswith("[HELD]") and not filed(judge, "Lupus")


def test_a_letter_that_others_saw_the_name_of_is_worth_nothing_to_them(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references")
    letter, other = last(judge), address_of("Ursa")
    sent = answer(judge, letter, ORDER, sender=other, head=PASS)
    assert not filed(judge, "Lupus") and not filed(judge, "Ursa")
    assert {out.to for out in sent} == {LUPUS, other}  # whose letter it is, is asked; the other is told nothing of it
    (asked,) = (out for out in sent if out.to == LUPUS)
    assert "from ursa@example.test" in asked.flat


@pytest.mark.parametrize("head", [PASS, ()], ids=["vouched for", "nothing said"])
def test_who_answers_another_players_letter_hears_how_to_write_and_nothing_of_the_other(
    tmp_path: Path, head: tuple[str, ...]
) -> None:
    told = []
    for number, whose in enumerate(("Lupus", "Grey Wolf")):
        judge = world(tmp_path / str(number), reply="references")
        sent = answer(judge, last(judge, address_of(whose)), ORDER, sender=address_of("Ursa"), head=head, subject="x")
        (heard,) = (out for out in sent if out.to == address_of("Ursa"))
        told.append(heard.text)
        assert whose not in heard.text and address_of(whose) not in heard.text
        assert "it was not taken" in heard.flat and "SIGNON" in heard.text
    assert told[0] == told[1]


def test_a_forged_or_unknown_sender_who_names_a_players_letter_hears_nothing(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references")
    named = last(judge)
    for sender, head in ((address_of("Ursa"), FAIL), ("thief@example.test", PASS)):
        assert {out.to for out in answer(judge, named, ORDER, sender=sender, head=head)} == {LUPUS}


def test_a_name_of_a_letter_that_is_made_up_is_nobodys(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    sent = judge.say("thief@example.test", ORDER, headers=(f"In-Reply-To: <{'0' * 32}@judge.test>",))
    assert not filed(judge, "Lupus") and {out.to for out in sent} <= {"thief@example.test"}


def test_the_letter_answered_ends_as_its_key_does(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    old = last(judge)
    judge.orders(GAME, "Lupus", "SET PASSWORD moonlight")
    (asked,) = answer(judge, old, ORDER)
    assert asked.subject.startswith("[HELD]") and not filed(judge, "Lupus")


def test_who_left_the_seat_neither_plays_it_nor_is_his_letter_shown_to_who_has_it(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    old = last(judge)
    judge.master(GAME, "REPLACE Lupus BY new@example.test")
    sent = answer(judge, old, ORDER)
    assert not filed(judge, "Lupus") and "new@example.test" not in {out.to for out in sent}


def test_no_key_of_a_letter_that_was_sent_stands_in_the_store(judge: Judge) -> None:
    keys = [out.header("Reply-To").partition("+")[2].partition("@")[0] for out in judge.relay.sent]
    secrets = {key.rpartition("-")[2] for key in keys if "-" in key}
    rows = " ".join(str(row) for row in judge.app.store.table("outbox").all())
    assert secrets and not any(secret in rows for secret in secrets)


def test_yes_to_a_proposal_works_without_the_key(judge: Judge) -> None:
    (asked,) = answer(judge, last(judge), "SELL 300 LIRRRA", head=PASS)
    assert asked.subject.startswith("[ASK]")
    (done,) = answer(judge, asked, "YES", head=PASS)
    assert done.subject.startswith("[CHECK]") and "SELL 300 LIRA" in done.text


def test_press_is_answered_without_its_key(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    judge.orders(GAME, "Ursa", "PRESS TO Lupus\nShall we?\nENDPRESS")
    press = next(out for out in reversed(judge.letters(LUPUS)) if "Shall we?" in out.text)
    sent = answer(judge, press, "Gladly, my friend.")
    assert any(out.to == address_of("Ursa") and "Gladly" in out.text for out in sent)


def test_the_master_answers_without_the_key(judge: Judge) -> None:
    judge.master(GAME, "STATUS")
    before = judge.deadline(GAME)
    sent = answer(judge, last(judge, MASTER), "EXTEND 24h", head=PASS)
    assert judge.deadline(GAME) == before + timedelta(hours=24)
    assert any(out.to == MASTER and out.subject.startswith("[OK]") for out in sent)


def test_a_subscription_ends_by_the_subject_where_addresses_carry_no_key(tmp_path: Path) -> None:
    judge = world(tmp_path, reply="references", trusted_authserv="")
    judge.say("fan@example.test", f"SUBSCRIBE {GAME}")
    answer(judge, last(judge, "fan@example.test"), "")
    assert "fan@example.test" in judge.services.files.subscribers(GAME)
    judge.resolve(GAME)
    way = next(out.header("List-Unsubscribe") for out in judge.letters("fan@") if out.header("List-Unsubscribe"))
    subject = way.replace("\n ", "").strip("<>").partition("?subject=")[2]
    judge.say("somebody@else.test", "", subject=subject)
    assert "fan@example.test" not in judge.services.files.subscribers(GAME)


# ---- the sender alone ------------------------------------------------------------------------------------------------


def test_of_two_seats_the_one_that_answers_is_the_one_that_counts(judge: Judge) -> None:
    judge.with_game("mark3", "bourse", "Lupus", "Corvus")
    sent = judge.say(LUPUS, ORDER, headers=PASS)
    assert {out.subject.partition(" S1901M")[0] for out in sent} == {"[HELD] lira7", "[HELD] mark3"}
    answer(judge, next(out for out in sent if "mark3" in out.subject), "", head=PASS)
    game = judge.game("mark3")
    assert judge.services.files.sheet("mark3", game.phase, "Lupus").sheet and not filed(judge, "Lupus")


def test_a_body_that_names_another_changes_nobodys_seat(judge: Judge) -> None:
    judge.say(LUPUS, f"Ursa@{GAME}\n{ORDER}", headers=PASS)
    assert not filed(judge, "Ursa")


# ---- held, and asked -------------------------------------------------------------------------------------------------


def test_what_the_answer_adds_is_carried_out_too(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    (asked,) = judge.say(LUPUS, ORDER)
    answer(judge, asked, "SELL 200 LIRA\nBUY CROWNS WITH REST")
    packed = str(filed(judge, "Lupus"))
    assert "200" in packed and "300" not in packed


def test_a_held_letter_takes_nothing_of_what_came_after_it(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    (asked,) = judge.say(LUPUS, ORDER)
    judge.tick(judge.after(hours=1))
    judge.orders(GAME, "Lupus", "SELL 100 LIRA\nBUY CROWNS WITH REST")
    judge.tick(judge.after(hours=1))
    (told,) = answer(judge, asked, "")
    assert told.subject.startswith("[ERROR]") and "they stand" in told.flat
    assert "100" in str(filed(judge, "Lupus"))


def test_no_letter_of_somebody_known_meets_silence(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    for number in range(1, 9):
        judge.tick(judge.after(minutes=30 + number))
        sent = judge.say(LUPUS, f"SELL {number}00 LIRA")
        assert len(sent) == 1 and f"SELL {number}00 LIRA" in sent[0].text


def test_a_flood_under_a_players_name_asks_him_a_dozen_times_a_day_and_the_last_says_so(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    before = len(judge.letters(LUPUS))
    for number in range(40):
        judge.say(LUPUS, f"SELL {number + 100} LIRA")
    fresh = judge.letters(LUPUS)[before:]
    assert len(fresh) == 12
    assert "last such question" in fresh[-1].text and not any("last such question" in out.text for out in fresh[:-1])


def test_a_flood_of_forged_letters_uses_up_nothing_of_who_answers_a_letter_of_ours(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    newest = last(judge)
    for number in range(20):
        judge.say(LUPUS, f"SELL {number + 100} LIRA")
    (asked,) = answer(judge, newest, ORDER)
    assert asked.subject.startswith("[HELD]") and "SELL 300 LIRA" in asked.text


def test_a_no_to_the_question_throws_the_letter_away(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    (asked,) = judge.say(LUPUS, ORDER)
    answer(judge, asked, "No.")
    assert answer(judge, asked, "") and not filed(judge, "Lupus")


def test_the_line_that_stands_in_the_question_does_the_same(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="", reply="references")
    (asked,) = judge.say(LUPUS, ORDER)
    line = next(one.strip() for one in asked.text.splitlines() if one.strip().startswith("CONFIRM "))
    judge.say(LUPUS, line)
    assert filed(judge, "Lupus")


def test_the_stamp_of_the_first_letter_stands_over_a_deadline_that_has_moved(tmp_path: Path) -> None:
    judge = world(tmp_path, trusted_authserv="")
    (asked,) = judge.say(LUPUS, ORDER)
    judge.tick(judge.deadline(GAME) + timedelta(hours=1))
    sent = answer(judge, asked, "")
    assert sent and not any(out.subject.startswith("[OK]") for out in sent)  # its phase is over, and it is told


# ---- whole games -----------------------------------------------------------------------------------------------------

Answering = Callable[[Judge, Out, str], list[Out]]


def by_the_key(judge: Judge, letter: Out, text: str) -> list[Out]:
    return judge.reply(letter, text)


def stripped(judge: Judge, letter: Out, text: str) -> list[Out]:
    return answer(judge, letter, text, head=PASS)


def asked_each_time(judge: Judge, letter: Out, text: str) -> list[Out]:
    """A program that writes new letters only, and a mail server that vouches for nobody."""
    (held,) = judge.say(letter.to, text)
    assert held.subject.startswith("[HELD]")
    return answer(judge, held, "")


def played(judge: Judge, way: Answering) -> list[Any]:
    """A whole Bourse by answers alone; every order is confirmed. What was published, at the end."""
    shown: list[Any] = []
    trades = {"Lupus": "MARKS", "Grey Wolf": "CROWNS", "Ursa": "ROUBLES"}
    for year in range(4):
        judge.tick(judge.after(days=3))  # later than a letter could still be meant for the phase before
        for seat, money in trades.items():
            newest = next(
                out for out in reversed(judge.letters(address_of(seat))) if ".press-" not in out.header("Reply-To")
            )
            sent = way(judge, newest, f"SELL {100 + 10 * year} LIRA\nBUY {money} WITH REST")
            assert [out.subject[:4] for out in sent if out.to == address_of(seat)] == ["[OK]"]
        judge.resolve(GAME)
        shown.append([dict(played.__dict__) for played in judge.game(GAME).played][-1]["phase"])
        if judge.game(GAME).locked or judge.game(GAME).phase.startswith("W"):
            judge.master(GAME, "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5")
            judge.tick(judge.after(hours=1))
    judge.master(GAME, "END CONCEDED ITALY")
    judge.resolve(GAME)
    from judge.cli.view import show

    assert not judge.differences()
    final = show(judge.services, judge.game(GAME))
    return [shown, final["market"], final["ended"]]


@pytest.mark.parametrize(
    ("way", "settings"),
    [
        (stripped, {}),
        (stripped, {"reply": "references"}),
        (by_the_key, {"reply": "catch-all"}),
        (asked_each_time, {"trusted_authserv": ""}),
    ],
)
def test_a_whole_bourse_is_the_same_whatever_becomes_of_the_key(
    tmp_path: Path, way: Answering, settings: dict[str, str]
) -> None:
    plain = played(world(tmp_path / "plain"), by_the_key)
    assert played(world(tmp_path / "other", **settings), way) == plain


# ---- a relay that takes no sender with a key -------------------------------------------------------------------------


def test_the_keeper_is_told_once_a_month_of_a_relay_that_takes_no_sender_with_a_key(judge: Judge) -> None:
    judge.relay.plain_senders = True  # type: ignore[attr-defined]
    for _ in range(40):
        judge.tick(judge.after(days=1))
        judge.say("keeper@example.test", "LIST")
    told = [out for out in judge.letters("keeper@") if "plain address" in out.subject]
    assert len(told) == 2 and "judge+b.12ab@judge.test" in told[0].text


def test_who_is_master_of_what_is_known_after_every_change(judge: Judge) -> None:
    files = judge.services.files
    assert [game.key for game in files.mastered_by(MASTER)] == [GAME]
    judge.new("mark3", "bourse")
    assert [game.key for game in files.mastered_by(MASTER)] == [GAME, "mark3"] and files.mastered_by(LUPUS) == ()

    def undone() -> None:
        with judge.app.store.batch(), judge.app.store.savepoint():
            files.save_game(replace(judge.game("mark3"), master=LUPUS))
            assert [game.key for game in files.mastered_by(LUPUS)] == ["mark3"]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        undone()
    assert files.mastered_by(LUPUS) == ()


@pytest.mark.parametrize("action", Action)
def test_an_answer_from_who_is_believed_is_read_like_a_letter_with_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: Action
) -> None:
    judge = Judge(tmp_path)
    raw = f"From: {LUPUS}\nTo: {PLAIN}\nSubject: Re: x\nMessage-ID: <1@x>\n\nYES\n"
    message = replace(read_message(raw.encode(), ReadingRules(PLAIN), judge.clock.now()), action=action)
    found = thread_lookup.Answered("lira7.1-2-aaaaaaaaaaaaaaaa", LUPUS)
    monkeypatch.setattr(thread_lookup, "answered", lambda *_: found)
    monkeypatch.setattr(thread_lookup, "_believed", lambda *_: True)
    climbed = thread_lookup.addressed(judge.services, message)
    assert climbed.credential == found.key
    assert climbed.action is (Action.ORDERS if action is Action.UNVERIFIED else action)
