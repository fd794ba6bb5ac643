"""What may be asked in the name of an address, and when a token has to come back from there first."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause
from judge.desk.words import addresses, creating
from tests.desk.test_desk_proof import FAIL, PASS, strict, subscribed
from tests.desk.worlds import GAME, filed
from tests.harness import START, Judge, address_of
from tests.tables import cases

DAVE = "dave@example.test"


# ---- leaving ---------------------------------------------------------------------------------------------------------


def test_a_forged_unsubscribe_ends_nothing_and_its_reader_is_asked(judge: Judge) -> None:
    subscribed(judge, DAVE)
    sent = judge.say(DAVE, f"UNSUBSCRIBE {GAME}")
    assert {out.to for out in sent} == {DAVE} and DAVE in judge.services.files.subscribers(GAME)
    (asked,) = [out for out in sent if "[CONFIRM]" in out.subject]
    assert "no more results" in asked.flat
    answered = judge.reply(asked, "")
    assert DAVE not in judge.services.files.subscribers(GAME)
    assert all(answer.subject.startswith("[OK]") for answer in answered)


@pytest.mark.parametrize("to", ["judge@judge.test", f"judge+unsubscribe.{GAME}@judge.test"])
def test_the_question_is_asked_once_an_hour_and_a_few_times_a_day(judge: Judge, to: str) -> None:
    subscribed(judge, DAVE)
    before = len(judge.letters(DAVE, "[CONFIRM]"))
    for _ in range(100):
        judge.tick(judge.after(minutes=10))
        judge.say(DAVE, f"UNSUBSCRIBE {GAME}", to=to)
    assert DAVE in judge.services.files.subscribers(GAME)
    assert 1 <= len(judge.letters(DAVE, "[CONFIRM]")) - before <= 11


@pytest.mark.parametrize("subject", ["Out of office", "Abwesenheitsnotiz: Re: [CONFIRM] please answer"])
def test_an_absence_robot_confirms_nothing(judge: Judge, subject: str) -> None:
    judge.say(DAVE, f"SUBSCRIBE {GAME}")
    judge.reply(judge.letters(DAVE, "[CONFIRM]")[-1], "I am away until Monday.", subject=subject)
    assert DAVE not in judge.services.files.subscribers(GAME)


@pytest.mark.parametrize("sender", ["ann@[players.test", "ann@", "a@b@c", "", "ann@x.test>, <b@y.test", "ann@x..y"])
@cases("text")
def test_a_sender_nobody_could_write_to_disturbs_nobody(judge: Judge, sender: str, text: str) -> None:
    judge.say(sender, text)
    judge.say(sender, "SELL 100 LIRA", to=judge.letters(address_of("Lupus"))[-1].header("Reply-To"))
    assert judge.services.shunt.listing() == []
    assert len(filed(judge, "Lupus")) == 1


# ---- coming, where senders must be verified --------------------------------------------------------------------------


def asked(judge: Judge, sender: str, text: str, **more: object) -> None:
    """A letter that is to be answered with a token alone, and the token's way back."""
    (letter,) = judge.say(sender, text, **more)
    assert letter.to == sender and letter.subject.startswith(("[CONFIRM]", "[ASK]"))


def open_game(judge: Judge) -> None:
    judge.new("mark3", "bourse")
    judge.tick()


def seat_of(judge: Judge) -> str:
    """The address that sits as Falco in mark3; "" for nobody's."""
    seat = judge.services.files.seat("mark3", "Falco")
    return seat.address if seat else ""


def test_the_keeper_makes_a_game_by_a_token_and_nobody_in_his_name(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    asked(judge, "keeper@example.test", "CREATE franc5 bourse")
    assert judge.services.files.game("franc5") is None
    judge.reply(judge.letters("keeper@")[-1], "")
    assert judge.services.files.game("franc5") is not None
    asked(judge, "anna@example.test", "CREATE pound6 bourse")
    judge.reply(judge.letters("anna@")[-1], "")
    assert judge.services.files.game("pound6") is None


def test_a_verified_sender_needs_no_token_to_join(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    open_game(judge)
    judge.say(address_of("Lupus"), "JOIN mark3 AS Falco", headers=PASS)
    assert seat_of(judge) != ""


def test_a_refuted_sender_that_we_do_not_know_is_not_written_to(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    for headers in (FAIL, ("Resent-From: gm@example.test",)):
        assert judge.say(DAVE, f"REGISTER Dave\nSUBSCRIBE {GAME}", headers=headers) == []
    asked(judge, address_of("Lupus"), "JOIN mark3 AS Falco", headers=FAIL)


def test_an_address_is_asked_a_few_times_a_day_at_most(tmp_path: Path) -> None:
    judge = strict(tmp_path)
    for number in range(40):
        judge.say(DAVE, f"REGISTER Dave{number}")
    assert len(judge.letters(DAVE)) == 3


# ---- several games in one letter -------------------------------------------------------------------------------------


# ---- what is no address ----------------------------------------------------------------------------------------------


def test_an_address_on_file_that_is_none_holds_no_game_and_master_and_keeper_hear_of_it_once(judge: Judge) -> None:
    seat = judge.services.files.seat(GAME, "Lupus")
    judge.services.files.save_seat(replace(seat, address="Ann <ann@x.org>"))
    judge.services.files.subscribe(GAME, "notaddr")
    sent = judge.resolve(GAME)
    assert judge.game(GAME).phase == "F1901M" and judge.game(GAME).status == "active"
    assert [out.subject for out in sent if out.to == address_of("Ursa")]
    told = sorted((out.to, "notaddr" in out.text) for out in sent if "has no address" in out.subject)
    assert told == [
        ("gm@example.test", False),
        ("gm@example.test", True),
        ("keeper@example.test", False),
        ("keeper@example.test", True),
    ]
    judge.master(GAME, "RESULT F1901\nCENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nEND")
    assert not [out for out in judge.resolve(GAME) if "has no address" in out.subject]


@pytest.mark.parametrize("bad", ["Ann <ann@x.org>", "notaddr", "<ann@x.org>", "ann@x.org, bob@x.org"])
def test_nobody_is_seated_registered_or_made_master_under_what_is_no_address(judge: Judge, bad: str) -> None:
    (answer,) = judge.master(GAME, f"REPLACE Lupus BY {bad}\nSET list {bad}")
    assert judge.seat(GAME, "Lupus").address == address_of("Lupus")
    assert judge.game(GAME).list == "results@list.test" and answer.subject.startswith("[ERROR]")
    with pytest.raises(InputError, match="no mail address"):
        addresses.make_person(judge.services, bad, "Ann", "")
    with pytest.raises(InputError, match="no mail address"):
        creating.create(judge.services, "mark3", "bourse", {}, bad, "", Cause(START))
