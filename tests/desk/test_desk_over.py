"""What a key of a finished game still opens: looking, and nothing that changes a person, a seat or another game."""

from pathlib import Path

import pytest

from judge.core.words import WORDS, Place
from tests.desk.worlds import GAME, LUPUS, current, everything_stored, small_game
from tests.harness import MASTER, MASTER_PASSWORD, Judge, Out, password_of

LOOKS = {"HELP", "LIST", "RULES", "PING", "RECORD", "STATUS", "HISTORY", "STATEMENT", "MAP", "PRICES", "HOLDINGS"}
LOOKS |= {"SUMMARY", "WHO", "RESEND"}
SAYS = {"PRESS", "ANNOUNCE"}  # talk after the end, which changes nothing
REOPENS = {"ROLLBACK"}
BLOCK = {"SIGNON", "MASTER", "SIGNOFF", "AS", "TRY", "FOR", "YES"}  # how the block is read; they do nothing themselves
COUNTERS = {"inbox", "limits", "outbox", "events", "budget", "games", "letters", "proposals", "bodies"}
"""Tables that every letter adds a row to."""


@pytest.fixture
def over(tmp_path: Path) -> Judge:
    judge = small_game(tmp_path, early="yes")
    judge.new("mark8", "bourse")
    judge.join("mark8", "Lupus")
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    assert current(judge).status == "finished"
    return judge


def kept(judge: Judge) -> list[str]:
    """Persons, seats, lists, doors, timers, tokens: all but what counts letters; and the game without its journal."""
    told = [(name, doc) for name, doc in everything_stored(judge) if name not in COUNTERS]
    own = [repr(one) for one in told if not str(one[1].get("key", "")).startswith("suspects:")]  # what is in hand
    return [*sorted(own), repr(current(judge).house)]


def by_password(judge: Judge, text: str) -> list[Out]:
    return judge.orders(GAME, "Lupus", text)


def by_reply_key(judge: Judge, text: str) -> list[Out]:
    return judge.say(LUPUS, text, to=judge.letters(LUPUS, GAME)[-1].header("Reply-To"))


def by_masters_password(judge: Judge, text: str) -> list[Out]:
    return judge.master(GAME, text)


def by_masters_key(judge: Judge, text: str) -> list[Out]:
    key = judge.services.keys.token(GAME, 0, judge.services.letters.masters_nonce(current(judge)), current(judge).round)
    return judge.say(MASTER, text, to=f"judge+{key}@judge.test")


def said(place: Place) -> list[str]:
    """Every example of HELP of the words that may stand in such a block and are not for looking."""
    held = [one for one in WORDS.values() if one.place & place and one.verb not in LOOKS | SAYS | REOPENS | BLOCK]
    return [line for word in held for line in word.help.examples]


PLAYERS = [*said(Place.PLAYER), "SET ADDRESS thief@example.test", "SET ZONE Asia/Tokyo", "I resign.", "CALENDAR NONE"]
PLAYERS += ["SUBSCRIBE mark8", "UNSUBSCRIBE mark8", "STANDBY all", "ALSO thief@example.test"]
MASTERS = [*said(Place.MASTER), "SET PASSWORD moonlight9", "REPLACE Lupus BY thief@example.test", "EJECT Lupus out"]
MASTERS += ["AS Lupus\nRESIGN", "AS Lupus\nSET PASSWORD moonlight9", "PROMOTE thief@example.test", "SET list a@b.test"]


@pytest.mark.parametrize("speak", [by_password, by_reply_key], ids=["password", "reply key"])
def test_no_word_of_a_player_changes_anything_by_a_key_of_a_finished_game(over: Judge, speak) -> None:  # type: ignore[no-untyped-def]
    _changes_nothing(over, speak, PLAYERS)


@pytest.mark.parametrize("speak", [by_masters_password, by_masters_key], ids=["password", "reply key"])
def test_no_word_of_a_master_but_rollback_changes_anything_of_a_finished_game(over: Judge, speak) -> None:  # type: ignore[no-untyped-def]
    _changes_nothing(over, speak, MASTERS)


def _changes_nothing(judge: Judge, speak, lines: list[str]) -> None:  # type: ignore[no-untyped-def]
    before, done = kept(judge), []
    for line in lines:
        sent = speak(judge, line)
        judge.tick(judge.after(minutes=7))
        if kept(judge) != before or any(out.to == "thief@example.test" for out in sent):
            done.append(line)
            before = kept(judge)
    assert done == []


@pytest.mark.parametrize("word", ["STATUS", "HISTORY", "STATEMENT", "HELP", f"LIST {GAME}", "WHO", "SUMMARY"])
def test_all_that_is_for_looking_is_answered_by_a_key_of_a_finished_game(over: Judge, word: str) -> None:
    for speak in (by_password, by_reply_key):
        (answer,) = speak(over, word)
        assert answer.to == LUPUS and answer.subject.startswith("[OK]")


def test_who_may_only_look_hears_why(over: Judge) -> None:
    (answer,) = by_reply_key(over, "STATUS\nSET ADDRESS thief@example.test")
    assert "is over" in answer.flat and answer.subject.startswith("[PARTIAL]")


def test_yes_does_not_resign_from_a_finished_game_either(over: Judge) -> None:
    before = kept(over)
    (asked,) = by_password(over, "I resign.")
    over.reply(asked, "YES")
    assert kept(over) == before


def test_a_letter_held_for_its_sender_opens_no_more_when_the_game_is_over_by_then(tmp_path: Path) -> None:
    judge = Judge(tmp_path, authentication="require").with_game(GAME, "bourse", "Lupus", "Ursa")
    judge.say(LUPUS, f"SIGNON Lupus@{GAME} {password_of('Lupus')}\nSET PASSWORD moonlight9\nSIGNOFF")
    asked = judge.letters(LUPUS)[-1]
    assert asked.header("Reply-To").startswith("judge+confirm.")
    judge.say(MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\nEND DRAW\nSIGNOFF")
    judge.reply(judge.letters(MASTER)[-1], "yes")
    judge.resolve(GAME)
    assert current(judge).status == "finished"
    seat = judge.services.files.seat(GAME, "Lupus")
    judge.reply(asked, "yes")
    assert judge.services.files.seat(GAME, "Lupus") == seat
