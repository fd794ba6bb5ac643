"""Passwords guessed at: limits that spellings, forged senders and restarts do not get round; equal refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.desk.cabinet.keys import Keys, SlowHasher
from judge.desk.words import addresses
from judge.entropy import SeededEntropy
from tests.desk.worlds import GAME, ORDERS, everything_stored, filed, seat_letter
from tests.harness import MASTER, MASTER_PASSWORD, Judge, address_of, password_of
from tests.tables import rows

PASS = ("Authentication-Results: mx.judge.test; dmarc=pass header.from=example.test",)
FAIL = ("Authentication-Results: mx.judge.test; dmarc=fail header.from=example.test",)


def guess(judge: Judge, times: int = 12, seat: str = "Lupus", sender: str = "thief@example.test") -> None:
    for number in range(times):
        judge.say(sender.format(number), f"SIGNON {seat}@{GAME} guess{number}")


@contextmanager
def counted(judge: Judge) -> Iterator[list[str]]:
    """The hashes that are worked out meanwhile."""
    hasher, work = judge.services.keys._hasher, []

    class Counting:
        def hash(self, password: str) -> str:
            return str(hasher.hash(password))

        def verify(self, stored: str, password: str) -> bool:
            work.append(stored)
            return bool(hasher.verify(stored, password))

    judge.services.keys._hasher = Counting()
    yield work
    judge.services.keys._hasher = hasher


def test_the_same_work_is_done_whatever_is_wrong(judge: Judge) -> None:
    judge.app.services.keys.right("", "a decoy is made once")
    person = judge.services.files.person(address_of("Ursa"))
    from dataclasses import replace

    judge.services.files.save_person(replace(person, hash=judge.services.keys.hash("my own")))
    tries = (f"Lupus@{GAME} wrong", f"Ursa@{GAME} wrong", f"Nobody@{GAME} wrong", "Lupus@none7 wrong", "Lupus@9x wrong")
    done = []
    for number, line in enumerate(tries):
        with counted(judge) as work:
            judge.say(f"thief{number}@example.test", f"SIGNON {line}")
        done.append(len(work))
    assert done[:4] == [2, 2, 2, 2]
    for game in (GAME, "none7"):
        with counted(judge) as work:
            judge.say(f"m{game}@example.test", f"MASTER {game} wrong")
        assert len(work) == 1


@pytest.mark.parametrize("besieged", [False, True])
def test_a_right_password_from_elsewhere_is_as_much_work_as_a_wrong_one_and_as_an_unknown_seat(
    judge: Judge, besieged: bool
) -> None:
    """Its owner has just signed on, so the judge could know it without any work."""
    judge.app.services.keys.right("", "a decoy is made once")
    judge.orders(GAME, "Lupus", "STATUS")
    if besieged:
        guess(judge, 12, sender="thief{}@example.test")
    done, said = {}, {}
    for kind, line in (
        ("right", f"Lupus@{GAME} lupus-pass"),
        ("wrong", f"Lupus@{GAME} lupus-past"),
        ("none", "Lupus@none7 wrong"),
    ):
        with counted(judge) as work:
            sent = judge.say(f"{kind}@example.test", f"SIGNON {line}\nPING")
        done[kind], said[kind] = len(work), [out for out in sent if out.to == f"{kind}@example.test"]
    assert done == {"right": 2, "wrong": 2, "none": 2}
    for name, word in (("right", "lupus-pass"), ("wrong", "lupus-past")):
        with counted(judge) as work:
            judge.say(f"master-{name}@example.test", f"MASTER {GAME} {'gm-secret' if name == 'right' else word}\nPING")
        assert len(work) == 1


def test_passwords_are_kept_as_argon2id_with_a_salt_of_their_own() -> None:
    keys = Keys(b"k" * 32, SlowHasher(), SeededEntropy("x"))
    first, second = keys.hash("moonlight"), keys.hash("moonlight")
    assert first != second and first.startswith("$argon2id$") and "m=19456,t=2," in first
    assert keys.right(first, "moonlight") and not keys.right(first, "Moonlight")


@pytest.mark.parametrize("kind", ["reply", "self-copy", "bounce", "one click"])
def test_secrets_that_come_in_an_address_are_compared_in_constant_time(
    judge: Judge, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tails = {
        "reply": f"{GAME}.1-1-{'a' * 16}",
        "self-copy": f"copy.x.{'a' * 16}",
        "bounce": "b.x.aaaaaaaa",
        "one click": f"unsubscribe.{GAME}.{'a' * 16}",
    }
    compared: list[bytes] = []

    def watched(one: bytes, other: bytes) -> bool:
        compared.extend((one, other))
        return False

    monkeypatch.setattr("judge.desk.cabinet.keys.hmac.compare_digest", watched)
    head = ("Return-Path: <>", "Auto-Submitted: auto-replied") if kind == "bounce" else ()
    text = "Final-Recipient: rfc822; x@example.test\nStatus: 5.1.1" if kind == "bounce" else "READY"
    sender = "MAILER-DAEMON@example.test" if kind == "bounce" else "thief@example.test"
    judge.say(sender, text, to=f"judge+{tails[kind]}@judge.test", headers=head)
    assert tails[kind].rpartition(".")[2].rpartition("-")[2].encode() in compared


@pytest.mark.parametrize("spelling", ["LUPUS", '"Lu pus"', "L.u.p.u.s", "Lúpus"])
def test_another_spelling_of_a_seat_gives_no_more_guesses(judge: Judge, spelling: str) -> None:
    guess(judge, 6, sender="a{}@example.test")
    guess(judge, 6, seat=spelling, sender="b{}@example.test")
    sent = judge.say("c@example.test", f"SIGNON Lupus@{GAME} {password_of('Lupus')}\n{ORDERS}")
    (answer,) = (out for out in sent if out.to == "c@example.test")
    assert "too many attempts" in answer.text and filed(judge, "Lupus") == ()


def known(judge: Judge, address: str = "thief@example.test") -> None:
    with judge.app.store.batch():
        addresses.make_person(judge.services, address, "Thea Thief", "")


def from_the_thief(judge: Judge) -> str:
    """What the thief is told who has found the password at last: he is known here, so that he gets all his answers."""
    known(judge)
    sent = judge.say("thief@example.test", f"SIGNON Lupus@{GAME} {password_of('Lupus')}\n{ORDERS}")
    return "".join(out.text for out in sent if out.to == "thief@example.test")


def test_guesses_are_remembered_over_a_restart(judge: Judge, tmp_path: Path) -> None:
    guess(judge)
    again = Judge(tmp_path, store=judge.app.store)
    again.clock.set(judge.clock.now())
    assert "too many attempts" in from_the_thief(again) and filed(again, "Lupus") == ()


def test_the_limit_gives_one_guess_back_every_five_minutes(judge: Judge) -> None:
    guess(judge)
    judge.tick(judge.after(minutes=4))
    assert "too many attempts" in from_the_thief(judge) and filed(judge, "Lupus") == ()
    judge.tick(judge.after(minutes=1))
    from_the_thief(judge)
    assert len(filed(judge, "Lupus")) == 2


def test_a_sender_who_guesses_at_many_seats_is_stopped_as_well(judge: Judge) -> None:
    known(judge)
    for number in range(12):
        judge.say("thief@example.test", f"SIGNON Lupus@game{number} guess")
    (answer,) = judge.say("thief@example.test", seat_letter("Ursa", ORDERS))
    assert "too many attempts" in answer.text
    (answer,) = judge.orders(GAME, "Ursa", ORDERS)
    assert answer.subject.startswith("[OK]")


def test_a_player_his_mail_server_vouches_for_is_not_shut_out_by_a_siege(judge: Judge) -> None:
    judge.reads_by(_trusting(judge))
    guess(judge, sender="thief{}@example.test")
    shut = judge.say("friend@example.test", seat_letter("Lupus", ORDERS), headers=PASS)
    assert "too many attempts" in shut[0].text and filed(judge, "Lupus") == ()
    (answer,) = judge.orders(GAME, "Lupus", ORDERS, headers=PASS)
    assert answer.subject.startswith("[OK]")


def test_a_forger_does_not_use_up_the_guesses_of_whom_he_pretends_to_be(judge: Judge) -> None:
    judge.reads_by(_trusting(judge))
    for number in range(12):
        judge.say(address_of("Ursa"), f"SIGNON Lupus@game{number} guess", headers=FAIL)
    (answer,) = judge.orders(GAME, "Ursa", ORDERS, headers=PASS)
    assert answer.subject.startswith("[OK]")


def _trusting(judge: Judge) -> object:
    from judge.mail.reading import ReadingRules

    return ReadingRules("judge@judge.test", "mx.judge.test")


def test_the_master_is_told_of_a_siege_once_a_day_and_learns_no_guess(judge: Judge) -> None:
    guess(judge, 20, sender="thief{}@example.test")
    guess(judge, 20, seat="Ursa", sender="crook{}@example.test")
    told = judge.letters(MASTER, "guessing passwords")
    assert len(told) == 1
    assert "Lupus" in told[0].text and "guess11" not in told[0].text
    assert "Nobody is shut out" in told[0].flat
    judge.tick(judge.after(days=1, minutes=1))
    guess(judge, 12, seat="Ursa", sender="rogue{}@example.test")
    assert len(judge.letters(MASTER, "guessing passwords")) == 2


def test_the_keeper_is_told_of_guessing_at_games_there_are_none(judge: Judge) -> None:
    for number in range(13):
        judge.say("thief@example.test", f"SIGNON Lupus@game{number} guess")
    (told,) = judge.letters("keeper@example.test", "guessing")
    assert "do not exist" in told.text and "Nobody is shut out" in told.text
    assert judge.letters(MASTER, "guessing") == []


def test_a_letter_full_of_guesses_is_a_dozen_guesses(judge: Judge) -> None:
    text = "\n".join(f"SIGNON Lupus@{GAME} guess{n}" for n in range(300))
    with counted(judge) as work:
        judge.say("thief@example.test", f"{text}\nSIGNON Lupus@{GAME} {password_of('Lupus')}\n{ORDERS}")
    assert len(work) == 24 and filed(judge, "Lupus") == ()
    assert len(judge.letters("thief@")) <= 31


def test_guesses_stand_nowhere_in_the_store(judge: Judge) -> None:
    guess(judge, 13)
    assert not [row for _, row in everything_stored(judge) if "guess1" in str(row)]


# ---- reply addresses ---------------------------------------------------------------------------------------------


def reply_address(judge: Judge, seat: str) -> str:
    return str(judge.letters(address_of(seat))[-1].header("Reply-To"))


def test_a_reply_address_that_is_worth_nothing_is_told_alike_for_every_reason_and_not_often(judge: Judge) -> None:
    right = reply_address(judge, "Lupus")
    forged = [right.replace(GAME, "none7"), right.replace(".1-", ".9-"), right[:-14] + "a" + right[-13:]]
    told = [judge.say(f"x{n}@example.test", "SELL 5 LIRA", to=to)[0].text for n, to in enumerate(forged)]
    assert len(set(told)) == 1 and "no longer good" in " ".join(told[0].split())
    for _ in range(5):
        sent = judge.say("x0@example.test", "SELL 5 LIRA", to=forged[0])
        assert all("no longer good" not in out.flat for out in sent)


def test_what_looks_like_a_token_is_no_credential_for_a_sender_who_was_refuted(judge: Judge) -> None:
    judge.reads_by(_trusting(judge))
    sent = judge.say("victim@example.test", "HELP", to="judge+lira7.1-1-aaaaaaaaaaaaaaaa@judge.test", headers=FAIL)
    assert sent == []


# ---- the master's words ------------------------------------------------------------------------------------------

MASTERS = rows(__file__, "MASTERS")


@pytest.mark.parametrize("word", MASTERS)
def test_a_masters_word_needs_the_masters_credential(judge: Judge, word: str) -> None:
    before = judge.game(GAME)
    seats = dict(judge.services.files.seats(GAME))
    judge.orders(GAME, "Lupus", word)
    judge.reply(judge.letters(address_of("Lupus"))[-1], word)
    judge.say(MASTER, word)
    judge.say(MASTER, f"MASTER {GAME} {password_of('Lupus')}\n{word}")
    judge.say(address_of("Lupus"), f"SIGNON MASTER@{GAME} {MASTER_PASSWORD}\n{word}")
    assert judge.game(GAME) == before and judge.services.files.seats(GAME) == seats
    assert not [out for out in judge.relay.sent if "hear me" in out.text and "results@" in out.to]
