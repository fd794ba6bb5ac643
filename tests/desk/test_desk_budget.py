"""The mail budget: what somebody outside, or a player, can make the judge send."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet.budget import SHORT, audit
from tests.desk.worlds import GAME, filed, seat_letter, small_game
from tests.harness import MASTER, START, Judge, Out, address_of

VICTIM = "victim@example.test"


@pytest.mark.parametrize(
    "text", ["HELP", "REGISTER Vic Tim {}", "LIST", f"SIGNON Lupus@{GAME} guess{{}}", "RULES bourse", "?? {}"]
)
def test_a_day_of_forged_letters_gives_their_sender_three_short_letters(tmp_path: Path, text: str) -> None:
    judge = small_game(tmp_path)
    for minute in range(0, 24 * 60, 8):
        judge.post(VICTIM, text.format(minute), at=START + timedelta(minutes=minute))
    judge.tick(START + timedelta(days=1))
    got = judge.letters(VICTIM)
    assert 1 <= len(got) <= 3
    assert sum(len(out.text) for out in got) <= 3 * SHORT
    judge.tick(START + timedelta(days=3))
    assert len(judge.letters(VICTIM)) == len(got)


def test_every_word_at_once_gives_six_letters_at_most(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    for minute in range(300):
        text = ("HELP", f"REGISTER Vic {minute}", f"JOIN {GAME} AS Vic{minute}", "LIST", "PING")[minute % 5]
        judge.post(VICTIM, text, at=START + timedelta(minutes=minute))
    judge.tick(START + timedelta(days=1))
    assert len(judge.letters(VICTIM)) <= 6


def test_an_answer_to_a_stranger_is_long_enough_for_help_and_the_letter_that_asks_comes_whole(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    (card,) = judge.say(VICTIM, "HELP")
    assert "breaks off" not in card.text and "SIGNON" in card.text
    judge.say(VICTIM, "LIST")
    judge.say(VICTIM, "PING")
    assert judge.say(VICTIM, "HELP") == []
    (asked,) = judge.say(VICTIM, f"JOIN {GAME} AS Owl")
    assert "breaks off" not in asked.text and "+confirm." in asked.header("Reply-To")


def test_a_known_address_gets_all_its_answers(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    assert all(len(judge.say(address_of("Lupus"), "HELP")) == 1 for _ in range(20))
    assert all(len(judge.say(MASTER, "HELP")) == 1 for _ in range(20))


def test_all_strangers_together_have_a_number_and_the_keeper_hears_of_it_once(tmp_path: Path) -> None:
    judge = Judge(tmp_path, answers_per_day=20)  # type: ignore[arg-type]
    for number in range(40):
        judge.say(f"x{number}@example.test", "PING")
    assert len([out for out in judge.relay.sent if out.to.startswith("x")]) == 20
    assert len(judge.letters("keeper@", "budget")) == 1


def test_what_players_are_owed_is_never_starved(tmp_path: Path) -> None:
    judge = Judge(tmp_path, answers_per_day=0, press_per_day=0)  # type: ignore[arg-type]
    judge.new(GAME, "bourse")
    judge.join(GAME, "Lupus", "Ursa")
    judge.start(GAME)
    judge.tick()
    (answer,) = judge.orders(GAME, "Lupus", "SELL 1 LIRA\nBUY MARKS WITH REST")
    assert answer.subject.startswith("[OK]") and filed(judge, "Lupus")
    judge.resolve(GAME)
    assert any("for Ursa\n" in out.text for out in judge.letters(address_of("Ursa")))


# ---- press -------------------------------------------------------------------------------------------------------


def test_broadcasts_of_one_letter_go_out_as_one(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "\n".join(f"BROADCAST: word {number}" for number in range(15)))
    (public,) = (out for out in judge.letters("results@") if "word 3" in out.text)
    assert all(f"word {number}" in public.text for number in range(15))
    assert public.text.index("word 2") < public.text.index("word 9")


def test_press_to_one_player_in_one_letter_goes_out_as_one(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "PRESS TO Ursa: one\nPRESS TO Ursa: two\nPRESS TO MASTER: three")
    (press,) = (out for out in judge.letters(address_of("Ursa")) if "one" in out.text and "writes to" in out.text)
    assert "two" in press.text and "three" not in press.text


def own(sent: list[Out]) -> Out:
    """The confirmation among the letters that one of Lupus brought about."""
    return next(out for out in sent if out.to == address_of("Lupus"))


def test_a_player_has_so_much_press_a_phase_and_is_told_when_it_is_used_up(tmp_path: Path) -> None:
    judge = small_game(tmp_path, press_limit="3")
    for number in range(3):
        assert own(judge.orders(GAME, "Lupus", f"PRESS TO Ursa: word {number}")).subject.startswith("[OK]")
    (answer,) = judge.orders(GAME, "Lupus", "PRESS TO Ursa: one too many\nSELL 1 LIRA\nBUY MARKS WITH REST")
    assert (
        answer.subject.startswith("[PARTIAL]")
        and "press_limit" in " ".join(answer.text.split())
        and filed(judge, "Lupus")
    )
    assert not [out for out in judge.letters(address_of("Ursa")) if "too many" in out.text]
    judge.orders(GAME, "Ursa", "PRESS TO Lupus: mine")
    assert [out for out in judge.letters(address_of("Lupus")) if "mine" in out.text]
    judge.resolve(GAME)
    judge.master(GAME, "SET press_limit 5")
    assert own(judge.orders(GAME, "Lupus", "PRESS TO Ursa: a new phase")).subject.startswith("[OK]")


def test_press_of_all_games_together_has_a_number(tmp_path: Path) -> None:
    judge = Judge(tmp_path, press_per_day=10)  # type: ignore[arg-type]
    judge.new(GAME, "bourse")
    judge.join(GAME, "Lupus", "Ursa", "Grey Wolf")
    judge.start(GAME)
    judge.tick()
    for number in range(8):
        answer = own(judge.orders(GAME, "Lupus", f"BROADCAST: word {number}"))
    assert "another day" in " ".join(answer.text.split())
    assert len([out for out in judge.relay.sent if "writes to everybody" in out.text]) <= 10


def test_the_budget_is_told_from_the_letters_themselves(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "PRESS TO Ursa: hello")
    judge.say(VICTIM, "PING")
    found = audit(judge.house.store, judge.clock.now())
    assert found.day == found.hour == len(judge.relay.sent) == sum(found.by_kind.values())
    assert found.by_kind["press"] == 1 and found.by_recipient[VICTIM] == 1
    assert audit(judge.house.store, judge.after(days=2)).day == 0


def test_late_letters_of_one_seat_are_shown_to_the_master_a_few_times_a_day(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.resolve(GAME)
    before = len(judge.letters(MASTER))
    for number in range(30):
        at = START + timedelta(hours=1, seconds=number)
        judge.post(address_of("Lupus"), seat_letter("Lupus", f"SELL {number} LIRA"), at=at)
    judge.tick()
    assert 1 <= len(judge.letters(MASTER)) - before <= 3
    assert len([out for out in judge.letters(address_of("Lupus")) if "[ERROR]" in out.subject]) == 30
