"""Robots that answer: two judges, vacation programs without manners, our own words coming back. All fall silent."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.desk.cabinet.limits import Limits
from judge.desk.counter.loop_detection import A_DAY, machine
from judge.desk.mailroom.thread_lookup import said
from judge.store import open_store
from tests.desk.worlds import FEW, GAME, LUPUS, ORDERS, filed, seat_letter, small_game
from tests.harness import MASTER, START, Judge, Out, address_of
from tests.stores import ON_SERVER

MARKS = re.compile(
    rb"^(?:Auto-Submitted|X-Loop|X-Auto-Response-Suppress|Precedence|List-[\w-]+):.*\r\n(?:[ \t].*\r\n)*", re.MULTILINE
)


def carry(out: Out, strip: bool = False) -> bytes:
    """A letter as the other side's mailbox has it; `strip`: some gateway took all marks of a robot off."""
    raw = MARKS.sub(b"", out.raw) if strip else out.raw
    return f"Delivered-To: {out.to}\r\n".encode() + raw


def exchange(one: Judge, other: Judge, first: list[Out], strip: bool, rounds: int = 30) -> int:
    """Carry letters between two judges until nobody writes; returns how many were written after the first."""
    written, sent, here, there = 0, first, one, other
    for _ in range(rounds):
        mine = [out for out in sent if there.services.config.domain in out.to]
        if not mine:
            return written
        for out in mine:
            there.put(carry(out, strip), there.after(minutes=1))
        sent = there.tick(there.after(minutes=2))
        here.tick(here.after(minutes=2))
        written += len(sent)
        here, there = there, here
    return written


@pytest.mark.parametrize("strip", [False, True])
def test_a_judge_seated_at_another_falls_silent(tmp_path: Path, strip: bool) -> None:
    one = small_game(tmp_path / "one")
    other = Judge(tmp_path / "other", address="robot@other.test", name="OTHER", seed="other")
    from dataclasses import replace

    seat = one.seat(GAME, "Lupus")
    one.services.files.save_seat(replace(seat, address="robot@other.test"))
    one.orders(GAME, "Ursa", "BROADCAST\nSELL 300 LIRA\nHELP\nENDPRESS")
    sent = [out for out in one.resolve(GAME) if out.to == "robot@other.test"]
    assert sent and exchange(one, other, sent[:1], strip) <= 2


# ---- vacation programs without proper headers ----

Robot = Callable[[Out, int], tuple[str, str, str]]
"""(our letter, how many it has answered) -> (sender, subject, text)."""


def quoted(out: Out, mark: str) -> str:
    return "\n".join(mark + line for line in out.text.split("\n"))


ROBOTS: dict[str, Robot] = {
    "a short note": lambda out, n: (LUPUS, f"Re: {out.subject}", "I am away until Monday."),
    "a German note": lambda out, n: (LUPUS, f"AW: {out.subject}", "Ich bin bis 20.12. nicht im Büro."),
    "a note that counts": lambda out, n: (LUPUS, f"Re: {out.subject}", f"This is note number {n}. I am away."),
    "a note from ever new senders": lambda out, n: (f"x{n}@example.test", f"Re: {out.subject}", "I am away."),
    "a note that quotes us": lambda out, n: (LUPUS, f"Re: {out.subject}", "I am away.\n\n" + quoted(out, "> ")),
    "a note that quotes us unmarked": lambda out, n: (LUPUS, f"Re: {out.subject}", "I am away.\n\n" + quoted(out, "")),
    "a note that is our letter": lambda out, n: (LUPUS, f"Re: {out.subject}", out.text),
    "a note with words of ours": lambda out, n: (LUPUS, out.subject, "For help ask Bob.\nReady to answer on Monday."),
    "an empty note": lambda out, n: (LUPUS, f"Re: {out.subject}", ""),
    "a note like an order": lambda out, n: (LUPUS, f"Re: {out.subject}", "Buy 5 tickets now and save!"),
}


def answering(judge: Judge, robot: Robot, first: Out, threaded: bool, rounds: int = 40) -> int:
    """How many letters the robot has got from us after its first answer, if it answers every one."""
    letters, got = [first], 0
    for number in range(rounds):
        if not letters:
            break
        out = letters.pop(0)
        sender, subject, text = robot(out, number)
        refs = out.thread if threaded else ()
        sent = judge.say(
            sender,
            text,
            to=out.header("Reply-To") or "judge@judge.test",
            subject=subject,
            headers=refs,
            at=judge.after(seconds=5),
        )
        judge.tick(judge.after(seconds=10))
        mine = [one for one in sent if one.to in (LUPUS, sender)]
        got += len(mine)
        letters += mine
    return got


@pytest.mark.parametrize("threaded", [True, False])
@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_a_vacation_program_without_manners_gets_two_letters_at_most(judge: Judge, name: str, threaded: bool) -> None:
    first = judge.orders(GAME, "Lupus", ORDERS)[0]
    limit = 3 if name == "a note like an order" else 2
    assert answering(judge, ROBOTS[name], first, threaded) <= limit
    assert len(filed(judge, "Lupus")) == 2


def test_a_robot_that_sends_our_letter_back_as_an_attachment_gets_two_letters_at_most(judge: Judge) -> None:
    letters, got = [judge.orders(GAME, "Lupus", ORDERS)[0]], 0
    for number in range(20):
        if not letters:
            break
        out = letters.pop(0)
        judge.put(
            f"From: {LUPUS}\nTo: {out.header('Reply-To')}\nSubject: Re: {out.subject}\nMessage-ID: <r{number}@x.test>\n"
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nI am away.\n--b\n"
            "Content-Type: message/rfc822\n\n".encode()
            + out.raw
            + b"\n--b--\n"
        )
        sent = judge.tick(judge.after(seconds=5))
        got += len(sent)
        letters += sent
    assert got <= 2


def test_our_own_letter_coming_back_is_known_without_any_mark(judge: Judge) -> None:
    for out in list(judge.relay.sent):
        judge.put(carry(out, strip=True).replace(b"judge@judge.test>", b"gateway@list.test>"))
    assert judge.tick() == []


# ---- own words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("mark", ["", "   ", "\u00a0", "| "])
def test_what_we_said_is_a_quotation_whatever_a_mail_program_made_of_it(judge: Judge, mark: str, threads: bool) -> None:
    out = judge.orders(GAME, "Lupus", "SELL 500 LIRA\nBUY MARKS WITH REST")[0]
    text = "SELL 100 LIRA\nBUY 100 MARKS\n\n" + quoted(out, mark)
    (answer,) = judge.reply(out, text, headers=out.thread if threads else ())
    assert answer.subject.startswith("[OK]"), answer.text
    assert "100" in answer.text and "500" not in answer.text.replace("replaces", "").split("replace")[0]
    assert len(filed(judge, "Lupus")) == 2


def test_an_order_of_ours_typed_again_is_the_players(judge: Judge) -> None:
    out = judge.orders(GAME, "Lupus", "SELL 500 LIRA\nSELL 20 POUNDS\nBUY MARKS WITH REST")[0]
    judge.orders(GAME, "Lupus", "CLEAR")
    copied = [line.strip() for line in out.text.split("\n") if re.match(r"\s*\d\s+(SELL|BUY)", line)]
    typed = [re.sub(r"^\d\s+", "", line) for line in copied]
    judge.reply(out, "\n".join(typed), headers=out.thread)
    assert len(filed(judge, "Lupus")) == 3


def test_press_that_repeats_what_we_said_is_not_sent_as_press(judge: Judge) -> None:
    out = judge.orders(GAME, "Lupus", ORDERS)[0]
    judge.reply(out, "BROADCAST: hello there\n\n" + out.text, headers=out.thread)
    public = judge.letters("results@list.test")[-1]
    assert "hello there" in public.text and "SELL 100" not in public.text


def test_what_we_said_to_another_is_not_looked_up(judge: Judge) -> None:
    judge.orders(GAME, "Ursa", "SELL 353 LIRA\nBUY MARKS WITH REST")
    mine = judge.letters(LUPUS)[-1].header("Reply-To").partition("+")[2].partition("@")[0]
    lines = said(judge.services, (), mine)
    assert lines and lines == said(judge.services, (), mine.upper())
    ursa = said(judge.services, (judge.letters(address_of("Ursa"))[-1].header("Message-ID"),), "")
    assert not ursa <= lines


# ---- rhythm --------------------------------------------------------------------------------------------------------


def started_anew(judge: Judge, folder: Path) -> Judge:
    """Another life of the same judge: what it kept in memory is gone."""
    other = Judge(folder, store=judge.app.store)
    other.services.variants = judge.services.variants
    other.clock.set(judge.clock.now())
    other.posted, other.relay.sent = judge.posted, judge.relay.sent
    other.inbox.settled = judge.inbox.settled
    return other


WORDS_OF_ROBOTS = ("HELP", "STATUS", "LIST", "We have got your letter.", "SELL 5 tickets now!", "HELP SELL", "")


@FEW
@given(
    st.lists(st.sampled_from(WORDS_OF_ROBOTS), min_size=1, max_size=4),
    st.sampled_from([1, 5, 30, 59, 120, 600, 3600]),
    st.sampled_from([0, 0, 1]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 1, 3]),
)
def test_a_robot_that_answers_at_once_or_evenly_gets_few_letters_whatever_it_writes(
    tmp_path: Path, words: list[str], latency: int, jitter: int, seated: bool, threads: bool, restarts: int
) -> None:
    """Ticket numbers that change, words of ours, any latency, and a judge that is started anew after every so many
    letters: SECURITY.md promises eight."""
    judge = small_game(tmp_path)
    sender = LUPUS if seated else "desk@tickets.test"
    first = judge.orders(GAME, "Lupus", ORDERS)[0] if seated else judge.say(sender, "HELP")[0]
    letters, got, number = [first], 0, 0
    while letters and number < 60:
        out = letters.pop(0)
        judge.tick(judge.after(seconds=latency + jitter * (number % 2)))
        if restarts and not ON_SERVER and number % restarts == 0:
            judge = started_anew(judge, tmp_path)
        refs = out.thread if threads else ()
        text = f"[Ticket #{4711 + number}]\n{words[number % len(words)]}"
        to = out.header("Reply-To") or "judge@judge.test"
        mine = [
            one for one in judge.say(sender, text, to=to, subject=f"Ticket {number}", headers=refs) if one.to == sender
        ]
        number, got = number + 1, got + len(mine)
        letters += mine
    assert got <= 8
    assert (judge.orders(GAME, "Ursa", "STATUS") and not seated) or len(filed(judge, "Lupus")) == 2


def test_a_person_who_asks_many_things_is_answered_each_time(judge: Judge) -> None:
    letter = judge.orders(GAME, "Lupus", ORDERS)[0]
    for number, minutes in enumerate((1, 7, 2, 15, 3, 1, 40, 5, 9, 2, 4, 1, 30)):
        judge.tick(judge.after(minutes=minutes, seconds=number * 13))
        assert len(judge.reply(letter, ("HELP SELL", "STATUS", "HELP BUY")[number % 3])) == 1


def test_orders_in_any_rhythm_are_taken_and_confirmed_at_last(judge: Judge) -> None:
    letter = judge.orders(GAME, "Lupus", ORDERS)[0]
    for number in range(40):
        judge.tick(judge.after(seconds=10))
        judge.reply(letter, f"SELL {number + 1} LIRA\nBUY MARKS WITH REST")
    assert "40" in str(filed(judge, "Lupus"))
    judge.tick(judge.after(hours=1))
    assert "SELL 40 LIRA" in judge.letters(LUPUS)[-1].text and 20 <= len(judge.letters(LUPUS, "[OK]")) < 40


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_a_vacation_program_of_the_masters_falls_silent_and_does_nothing(
    judge: Judge, name: str, threads: bool
) -> None:
    """His letters have a reply address of his own, so what a robot makes of them must be no word of his."""
    before = judge.game(GAME)
    letters, got, number = [judge.master(GAME, "WHO IS MISSING")[-1]], 0, 0
    while letters and number < 40:
        out = letters.pop(0)
        sender, subject, text = ROBOTS[name](out, number)
        sender = MASTER if sender == LUPUS else sender
        refs = out.thread if threads else ()
        sent = judge.say(sender, text, to=out.header("Reply-To"), subject=subject, headers=refs)
        judge.tick(judge.after(seconds=10))
        letters += [one for one in sent if one.to in (MASTER, sender)]
        number, got = number + 1, got + len(sent)
    assert got <= 6 and judge.game(GAME) == before


def test_a_hundred_idle_letters_a_day_are_a_persons_and_one_more_is_a_machines() -> None:
    limits, at = Limits(open_store("memory:")), START
    verdicts = []
    for number in range(A_DAY + 1):
        at += timedelta(minutes=5 + 7 * (number % 3))  # in no rhythm
        verdicts.append(machine(limits, "ann", at, at + timedelta(hours=1), did=False))
    assert verdicts == [*[False] * A_DAY, True]
    assert not machine(limits, "ann", at + timedelta(days=2), at + timedelta(days=2), did=False)


# ---- Posts to a mailing list with orders in them: not carried out, never answered in public, asked about ... -------


LIST = ("List-Id: <games.lists.test>", "List-Post: <mailto:games@lists.test>", "Precedence: list")


def post(judge: Judge, text: str, **more: str) -> list[Out]:
    return judge.say(LUPUS, text, to=more.get("to", "games@lists.test"), headers=LIST)


@pytest.mark.parametrize("text", [seat_letter("Lupus", ORDERS), ORDERS, f"SIGNON Lupus@{GAME} wrong-one\n{ORDERS}"])
def test_orders_in_a_post_are_asked_about_in_private_once_a_phase(judge: Judge, text: str) -> None:
    (asked,) = post(judge, text)
    assert asked.to == LUPUS and asked.subject.startswith("[HELD]") and filed(judge, "Lupus") == ()
    assert "mailing list" in asked.flat and "lupus-pass" not in asked.text
    assert post(judge, text + "\nREADY") == []
    judge.reply(asked, "")
    assert len(filed(judge, "Lupus")) == 2
    judge.resolve(GAME)
    assert len(post(judge, text)) == 1


def test_a_reply_address_in_a_post_counts_for_nothing_either(judge: Judge) -> None:
    reply = judge.letters(LUPUS)[-1].header("Reply-To")
    (asked,) = post(judge, ORDERS, to=reply)
    assert asked.subject.startswith("[HELD]") and filed(judge, "Lupus") == ()


def test_a_post_of_somebody_else_that_signs_on_asks_nobody_and_does_nothing(judge: Judge) -> None:
    assert judge.say("thief@example.test", seat_letter("Lupus", ORDERS), headers=LIST) == []
    assert filed(judge, "Lupus") == ()
