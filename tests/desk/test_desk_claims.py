"""Who waits for the master's word on a vacant seat: one wish at a time, and each hears what became of it."""

from pathlib import Path

import pytest

from tests.desk.test_desk_tables import last, record_of, vacant
from tests.desk.worlds import REPORT
from tests.harness import MASTER, Judge

DAN, EVE, FAY = "dan@example.test", "eve@example.test", "fay@example.test"


def heard(judge: Judge, address: str) -> str:
    return last(judge, address).flat


def claims(judge: Judge) -> list[str]:
    return [row["address"] for row in judge.services.store.table("waiting").all()]


def sitter(judge: Judge, name: str) -> str:
    seat = judge.seat("lira7", name)
    return seat.address


def claimed(folder: Path, password: str = "") -> Judge:
    """Dan and Eve are registered, Cid has left, and Dan waits for that seat."""
    judge = vacant(folder)
    judge.say(DAN, f"TAKEOVER Cid@lira7 {password}".rstrip())
    assert claims(judge) == [DAN]
    return judge


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return claimed(tmp_path)


def test_a_second_wish_does_not_push_out_the_first(judge: Judge) -> None:
    judge.orders("lira7", "Bob", "RESIGN")
    for line in ("TAKEOVER Bob@lira7", "JOIN lira7 AS Wolf"):
        judge.say(DAN, line)
        assert "You wait for Cid already" in heard(judge, DAN) and MASTER in heard(judge, DAN)
    judge.master("lira7", "APPROVE Cid")
    assert sitter(judge, "Cid") == DAN


def test_who_asks_again_is_told_that_he_waits_and_the_master_is_not_asked_twice(judge: Judge) -> None:
    before = len(judge.letters(MASTER))
    judge.say(DAN, "TAKEOVER Cid@lira7")
    assert "Cid is kept for you" in heard(judge, DAN) and len(judge.letters(MASTER)) == before


def test_allow_settles_what_waits_as_approve_does(judge: Judge) -> None:
    judge.master("lira7", f"ALLOW {DAN}")
    assert sitter(judge, "Cid") == DAN and not claims(judge)
    assert record_of(judge, DAN).taken_over == 1
    assert f"Cid ({DAN}) has the seat" in heard(judge, MASTER)


def test_whom_the_master_has_let_in_by_name_goes_before_a_claim_and_its_owner_is_told(judge: Judge) -> None:
    judge.master("lira7", f"ALLOW {EVE}")
    judge.say(EVE, "TAKEOVER Cid@lira7")
    assert sitter(judge, "Cid") == EVE and not claims(judge)
    assert "Somebody else has the seat" in heard(judge, DAN)


def test_a_seat_that_is_given_away_ends_the_claim_on_it(judge: Judge) -> None:
    judge.master("lira7", f"REPLACE Cid BY {FAY}")
    assert not claims(judge)
    assert "You do not get Cid of lira7. Somebody else has the seat" in heard(judge, DAN)
    judge.master("lira7", "EJECT Cid gone")
    judge.say(EVE, "TAKEOVER Cid@lira7")
    assert "Cid is kept for you" in heard(judge, EVE)


def test_who_gets_his_seat_another_way_is_told_of_the_seat_alone(judge: Judge) -> None:
    judge.master("lira7", f"REPLACE Cid BY {DAN}")
    assert not claims(judge) and "You do not get" not in heard(judge, DAN)


def test_who_gets_another_seat_leaves_the_one_he_waited_for_and_it_is_rung_again(tmp_path: Path) -> None:
    judge = vacant(tmp_path)
    judge.orders("lira7", "Bob", "RESIGN")
    judge.say(DAN, "TAKEOVER Cid@lira7")
    judge.say(EVE, "STANDBY bourse")
    heard_of = len(judge.letters(EVE))
    judge.master("lira7", f"REPLACE Bob BY {DAN}")
    judge.tick()
    assert sitter(judge, "Bob") == DAN and not claims(judge)
    rung = judge.letters(EVE)[heard_of:]
    assert ["The seat of Cid in the Bourse lira7 is open" in out.text for out in rung] == [True]


def test_the_end_of_a_game_ends_what_waits_for_its_master(judge: Judge) -> None:
    judge.say(EVE, "JOIN lira7 AS Wolf")
    assert sorted(claims(judge)) == [DAN, EVE]
    judge.master("lira7", f"END DRAW\n{REPORT}")
    judge.resolve("lira7")
    assert not claims(judge)
    assert "You do not get Cid of lira7. The game is over" in heard(judge, DAN)
    assert "The game is over" in heard(judge, EVE)


@pytest.mark.parametrize("way", ["takeover", "join", "stranger"])
def test_a_chosen_password_is_kept_while_the_master_decides(tmp_path: Path, way: str) -> None:
    judge = claimed(tmp_path, "danspass99") if way == "takeover" else vacant(tmp_path)
    who, name = (FAY if way == "stranger" else DAN), ("Wolf" if way == "join" else "Cid")
    if way == "join":
        judge.say(DAN, "JOIN lira7 AS Wolf PASSWORD danspass99")
    if way == "stranger":
        judge.say(FAY, "REGISTER Fay\nTAKEOVER Cid@lira7 danspass99")
        judge.reply(last(judge, FAY), "")
    assert claims(judge) == [who]
    assert "danspass99" not in repr(list(judge.services.store.table("waiting").all()))
    judge.master("lira7", f"APPROVE {name}")
    assert sitter(judge, name) == who
    assert "the one you chose" in heard(judge, who)
    judge.say(who, f"SIGNON {name}@lira7 danspass99\nSTATUS")
    assert last(judge, who).subject.startswith("[OK]")


# ---- what a newcomer is offered -----------------------------------------------------------------------------------


def test_a_seat_that_somebody_waits_for_is_not_offered_to_others(judge: Judge) -> None:
    judge.say("zed@example.test", "How do I take part?")
    assert "TAKEOVER Cid@lira7" not in heard(judge, "zed@example.test")
