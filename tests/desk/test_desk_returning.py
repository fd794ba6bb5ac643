"""Who left a game and comes back: the old seat, and no second start (B-2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.keeper.forget import forget, look_up
from tests.desk.worlds import GAME, small_game
from tests.harness import Judge, address_of

LUPUS = address_of("Lupus")


def holders(judge: Judge) -> tuple[str, ...]:
    game = judge.game(GAME)
    return tuple(judge.services.journal.state(judge.services.variant(game), game).traders)


def left(folder: Path, word: str = "RESIGN") -> Judge:
    """A running game that Lupus has left."""
    judge = small_game(folder)
    if word == "RESIGN":
        judge.orders(GAME, "Lupus", word)
    else:
        judge.master(GAME, word)
    return judge


def join(judge: Judge, name: str, address: str = LUPUS) -> str:
    return "".join(out.text for out in judge.say(address, f"JOIN {GAME} AS {name}") if out.to == address)


@pytest.mark.parametrize("word", ["RESIGN", "EJECT Lupus out"])
def test_B_2_who_left_is_sent_to_the_old_seat_and_gets_no_second_start(tmp_path: Path, word: str) -> None:
    judge = left(tmp_path, word)
    told = join(judge, "Wolfram")
    assert f"TAKEOVER Lupus@{GAME}" in told and "(B-2)" in told
    assert "Wolfram" not in holders(judge)
    judge.say(LUPUS, f"TAKEOVER Lupus@{GAME} PASSWORD lupus-pass")
    seat = judge.services.files.seat(GAME, "Lupus")
    assert seat is not None and seat.address == LUPUS


@pytest.mark.parametrize("word", ["RESIGN", "REPLACE Lupus BY erin@example.test"])
def test_B_2_who_left_a_seat_that_is_taken_is_sent_to_the_master(tmp_path: Path, word: str) -> None:
    judge = left(tmp_path, word)
    if word == "RESIGN":
        judge.say("erin@example.test", "REGISTER Erin")
        judge.reply(judge.letters("erin@", "[CONFIRM]")[-1], "")
        judge.say("erin@example.test", f"TAKEOVER Lupus@{GAME}")
    told = join(judge, "Wolfram")
    assert "gm@example.test" in told and "(B-2)" in told
    assert "Wolfram" not in holders(judge)
    judge.master(GAME, "EJECT Lupus out")
    assert f"TAKEOVER Lupus@{GAME}" in join(judge, "Wolfram")


def test_B_2_a_new_address_is_no_new_person(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.new("other7", "bourse")
    judge.join("other7", "Lupus", "Ursa")
    judge.orders(GAME, "Lupus", "RESIGN")
    judge.orders("other7", "Lupus", "SET ADDRESS new@example.test")
    judge.reply(judge.letters("new@", "[CONFIRM]")[-1], "")
    judge.reply(judge.letters(address_of("Lupus"), "[CONFIRM]")[-1], "")
    assert f"TAKEOVER Lupus@{GAME}" in join(judge, "Wolfram", "new@example.test")


def test_before_the_start_who_left_may_choose_another_name(tmp_path: Path) -> None:
    judge = small_game(tmp_path, start=False)
    judge.orders(GAME, "Lupus", "RESIGN")
    join(judge, "Wolfram")
    assert judge.services.files.seat(GAME, "Wolfram") is not None


def test_nobody_reads_from_a_seat_who_left_it_and_forgetting_leaves_no_trace(tmp_path: Path) -> None:
    judge = left(tmp_path)
    seat = judge.services.files.seat(GAME, "Lupus")
    assert seat is not None and len(seat.former) == 1 and LUPUS not in repr(seat)
    judge.services.store.table("players").drop(LUPUS)
    known = look_up(judge.services, LUPUS)
    assert f"having sat at Lupus of {GAME}" in known.lines()
    forget(judge.services, known)
    seat = judge.services.files.seat(GAME, "Lupus")
    assert seat is not None and seat.former == ()


def test_forgetting_a_person_who_sits_leaves_no_trace_at_the_seat(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    forget(judge.services, look_up(judge.services, LUPUS))
    seat = judge.services.files.seat(GAME, "Lupus")
    assert seat is not None and seat.vacant and seat.former == ()
