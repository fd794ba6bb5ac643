"""Reply tokens and passwords: what they are bound to, when they end, and how often one may guess."""

from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.keys import check_password
from tests.desk.worlds import GAME, ORDERS, events, filed
from tests.harness import Judge, Out, address_of, password_of
from tests.tables import cases


def welcome(judge: Judge, seat: str) -> Out:
    """The letter that brought a seat its first reply address."""
    return next(out for out in judge.letters(address_of(seat)) if f"you play it as {seat}" in out.text)


def token(judge: Judge, seat: str) -> str:
    return welcome(judge, seat).header("Reply-To")


def test_a_token_of_another_is_answered_to_its_owner_alone(judge: Judge) -> None:
    (answer,) = judge.say("thief@example.test", "STATUS", to=token(judge, "Lupus"))
    assert answer.to == address_of("Lupus")
    assert "thief@example.test" in answer.text


@cases("word", "reason")
def test_a_seat_of_several_words_is_ejected_with_or_without_quotation_marks(
    judge: Judge, word: str, reason: str
) -> None:
    judge.master(GAME, word)
    assert judge.seat(GAME, "Grey Wolf").vacant
    assert [e["data"]["reason"] for e in events(judge) if e["kind"] == "ejected"] == [reason]


def test_orders_in_answer_to_an_earlier_phase_are_asked_back_but_words_are_not(judge: Judge) -> None:
    old = token(judge, "Lupus")
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    (answer,) = judge.say(address_of("Lupus"), ORDERS, to=old)
    assert answer.subject.startswith("[ERROR]") and "FOR F1901M" in answer.text
    (answer,) = judge.say(address_of("Lupus"), "STATUS", to=old)
    assert answer.subject.startswith("[OK]") and "STATUS of Lupus" in answer.text
    (answer,) = judge.say(address_of("Lupus"), f"FOR F1901:\n{ORDERS}", to=old)
    assert answer.subject.startswith("[OK]")
    assert len(filed(judge, "Lupus")) == 2


# ---- passwords ----------------------------------------------------------------------------------------------------


def test_a_wrong_password_a_wrong_seat_and_a_wrong_game_are_answered_alike(judge: Judge) -> None:
    right = password_of("Lupus")
    told = [
        judge.say(address_of("Lupus"), f"SIGNON {seat}@{game} {word}")[0].flat.replace(seat, "X").replace(game, "Y")
        for seat, game, word in (("Lupus", GAME, "wrong"), ("Wulpus", GAME, right), ("Lupus", "lyra7", right))
    ]
    assert told[0] == told[1] == told[2]


def test_B_3_an_address_does_not_move_onto_another_player_of_the_game(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("lira7", "bourse", "Lupus", "Ursa")
    out = judge.orders("lira7", "Lupus", "SET ADDRESS ursa@example.test")
    (answer,) = [letter for letter in out if "ERROR" in letter.subject]
    assert answer.to == "lupus@example.test" and "B-3" in answer.text


@pytest.mark.parametrize("password", ["abc", "x" * 65, "two words", "tab\there", "bell\a-bell", "no\u00a0break"])
def test_what_is_shorter_longer_or_cannot_be_seen_is_no_password(password: str) -> None:
    with pytest.raises(InputError, match="4 to 64 printable characters"):
        check_password(password)
