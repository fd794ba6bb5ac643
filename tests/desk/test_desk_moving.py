"""One seat's key does not take all of a person's seats: the address on record is asked as well."""

import re

import pytest

from tests.desk.worlds import GAME
from tests.harness import MASTER, Judge, Out, address_of, to

LUPUS, NEW = address_of("Lupus"), "thief@elsewhere.test"


def asked(judge: Judge, word: str = "SET ADDRESS") -> None:
    """Lupus sits in two games; whoever has the key of one writes from elsewhere."""
    judge.new("other7", "bourse")
    judge.join("other7", "Lupus")
    key = next(out for out in judge.letters(LUPUS) if GAME in out.header("Reply-To")).header("Reply-To")
    judge.say(NEW, f"{word} {NEW}", to=key)


def at(judge: Judge, game: str) -> str:
    return judge.services.files.seats(game)["lupus"].address


def test_the_new_address_alone_moves_nobody(judge: Judge) -> None:
    asked(judge)
    (told,) = judge.reply(judge.letters(NEW, "[CONFIRM]")[-1], "")
    assert "other address has not answered" in told.flat
    assert at(judge, GAME) == at(judge, "other7") == LUPUS


@pytest.mark.parametrize("first", [NEW, LUPUS])
def test_both_addresses_together_move_all_seats_in_whatever_order_they_answer(judge: Judge, first: str) -> None:
    asked(judge)
    for one in (first, LUPUS if first == NEW else NEW):
        judge.reply(judge.letters(one, "[CONFIRM]")[-1], "")
    assert at(judge, GAME) == at(judge, "other7") == NEW


def test_a_further_address_is_asked_of_the_one_on_record_too(judge: Judge) -> None:
    asked(judge, "ALSO")
    judge.reply(judge.letters(NEW, "[CONFIRM]")[-1], "")
    assert judge.services.store.table("aliases").fetch(NEW) is None
    judge.reply(judge.letters(LUPUS, "[CONFIRM]")[-1], "")
    assert judge.services.store.table("aliases").fetch(NEW) is not None


@pytest.mark.parametrize(("hours", "decides"), [(70, False), (73, True)])
def test_after_three_days_of_silence_the_master_decides_about_that_seat_alone(
    judge: Judge, hours: int, decides: bool
) -> None:
    asked(judge)
    judge.reply(judge.letters(NEW, "[CONFIRM]")[-1], "")
    key = next(out for out in judge.letters(LUPUS) if GAME in out.header("Reply-To")).header("Reply-To")
    judge.tick(judge.after(hours=hours))
    sent = judge.say(NEW, f"SET ADDRESS {NEW}", to=key)
    told = [out for out in sent if out.to == MASTER and "asks for another address" in out.subject]
    assert bool(told) is decides
    assert at(judge, GAME) == at(judge, "other7") == LUPUS
    if told:
        line = next(line for line in told[0].text.splitlines() if line.startswith("  REPLACE"))
        judge.master(GAME, line)
        assert (at(judge, GAME), at(judge, "other7")) == (NEW, LUPUS)


def test_while_a_move_is_asked_about_a_lost_password_goes_to_the_old_address(judge: Judge) -> None:
    asked(judge)
    judge.reply(judge.letters(NEW, "[CONFIRM]")[-1], "")
    assert {out.to for out in judge.say(LUPUS, "LOST PASSWORD")} == {LUPUS}
    assert not any("for your seats" in out.text for out in judge.say(NEW, "LOST PASSWORD"))


# ---- A lost password: the address on record is asked_back, and its answer, empty or not, brings a new one.


def asked_back(judge: Judge, address: str, text: str = "LOST PASSWORD") -> Out:
    (letter,) = [out for out in to(judge.say(address, text), address) if "answer this letter" in out.subject]
    return letter


@pytest.mark.parametrize("text", ["LOST PASSWORD", "I forgot my password for lira7, sorry!", "Passwort vergessen"])
@pytest.mark.parametrize("answer", ["", "yes please"])
def test_a_player_who_lost_a_password_answers_a_letter_and_gets_a_new_one(judge: Judge, text: str, answer: str) -> None:
    letter = asked_back(judge, address_of("Lupus"), text)
    assert "STATUS of Lupus" in signed(judge, "lupus-pass")  # until then the old one stays
    came = to(judge.say(address_of("Lupus"), answer, to=letter.header("Reply-To")), address_of("Lupus"))
    (told,) = [out for out in came if "your new password" in out.subject]
    found = re.search(r"SIGNON Lupus@lira7 (\S+)", told.text)
    assert found is not None
    assert "STATUS of Lupus" in signed(judge, found[1])
    assert "STATUS of Lupus" not in signed(judge, "lupus-pass")


def signed(judge: Judge, password: str) -> str:
    return "\n".join(out.text for out in judge.say(address_of("Lupus"), f"SIGNON Lupus@{GAME} {password}\nSTATUS"))


def test_a_master_who_lost_a_password_gets_a_new_one_as_well(judge: Judge) -> None:
    letter = asked_back(judge, MASTER)
    (told,) = [out for out in to(judge.say(MASTER, "", to=letter.header("Reply-To")), MASTER) if "new" in out.subject]
    found = re.search(rf"MASTER {GAME} (\S+)", told.text)
    assert found is not None
    (answer,) = to(judge.say(MASTER, f"MASTER {GAME} {found[1]}\nWHO IS MISSING"), MASTER)
    assert answer.subject.startswith("[OK]")


def test_a_forger_gets_nothing_and_the_owner_one_letter_an_hour(judge: Judge) -> None:
    asked_back(judge, address_of("Lupus"))
    again = judge.say(address_of("Lupus"), "LOST PASSWORD")
    assert not [out for out in again if "answer this letter" in out.subject]
    stranger = judge.say("eve@example.test", "LOST PASSWORD")
    assert {out.to for out in stranger} == {"eve@example.test"} and "A LOST PASSWORD" in stranger[0].text


def test_an_answer_from_elsewhere_sends_the_passwords_to_the_address_on_record_alone(judge: Judge) -> None:
    letter = asked_back(judge, address_of("Lupus"))
    came = judge.say("eve@example.test", "", to=letter.header("Reply-To"))
    assert [out.to for out in came if "SIGNON Lupus@lira7" in out.text] == [address_of("Lupus")]
