"""A lost password: the address on record is asked, and its answer, empty or not, brings a new one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, Judge, Out, address_of


def to(letters: list[Out], address: str) -> list[Out]:
    return [out for out in letters if out.to == address]


def asked(judge: Judge, address: str, text: str = "LOST PASSWORD") -> Out:
    (letter,) = [out for out in to(judge.say(address, text), address) if "answer this letter" in out.subject]
    return letter


@pytest.mark.parametrize("text", ["LOST PASSWORD", "I forgot my password for lira7, sorry!", "Passwort vergessen"])
@pytest.mark.parametrize("answer", ["", "yes please"])
def test_a_player_who_lost_a_password_answers_a_letter_and_gets_a_new_one(
    tmp_path: Path, text: str, answer: str
) -> None:
    judge = small_game(tmp_path)
    letter = asked(judge, address_of("Lupus"), text)
    assert "STATUS of Lupus" in signed(judge, "lupus-pass")  # until then the old one stays
    came = to(judge.say(address_of("Lupus"), answer, to=letter.header("Reply-To")), address_of("Lupus"))
    (told,) = [out for out in came if "your new password" in out.subject]
    found = re.search(r"SIGNON Lupus@lira7 (\S+)", told.text)
    assert found is not None
    assert "STATUS of Lupus" in signed(judge, found[1])
    assert "STATUS of Lupus" not in signed(judge, "lupus-pass")


def signed(judge: Judge, password: str) -> str:
    return "\n".join(out.text for out in judge.say(address_of("Lupus"), f"SIGNON Lupus@{GAME} {password}\nSTATUS"))


def test_a_master_who_lost_a_password_gets_a_new_one_as_well(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    letter = asked(judge, MASTER)
    (told,) = [out for out in to(judge.say(MASTER, "", to=letter.header("Reply-To")), MASTER) if "new" in out.subject]
    found = re.search(rf"MASTER {GAME} (\S+)", told.text)
    assert found is not None
    (answer,) = to(judge.say(MASTER, f"MASTER {GAME} {found[1]}\nWHO IS MISSING"), MASTER)
    assert answer.subject.startswith("[OK]")


def test_a_forger_gets_nothing_and_the_owner_one_letter_an_hour(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    asked(judge, address_of("Lupus"))
    again = judge.say(address_of("Lupus"), "LOST PASSWORD")
    assert not [out for out in again if "answer this letter" in out.subject]
    stranger = judge.say("eve@example.test", "LOST PASSWORD")
    assert {out.to for out in stranger} == {"eve@example.test"} and "A LOST PASSWORD" in stranger[0].text


def test_an_answer_from_elsewhere_sends_the_passwords_to_the_address_on_record_alone(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    letter = asked(judge, address_of("Lupus"))
    came = judge.say("eve@example.test", "", to=letter.header("Reply-To"))
    assert [out.to for out in came if "SIGNON Lupus@lira7" in out.text] == [address_of("Lupus")]
