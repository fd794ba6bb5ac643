"""Who has lost a seat says nothing for it any more, by whatever way he writes, and is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, Judge, address_of, password_of

EVE = "eve@example.test"
LUPUS = address_of("Lupus")
LINES = ("SET ADDRESS elsewhere@example.test", "My new e-mail address is elsewhere@example.test", "FORGET", "RESIGN")


def replaced(judge: Judge, how: str) -> None:
    """The seat of Lupus is another's, or nobody's."""
    if how == "replaced":
        judge.master(GAME, f"REPLACE Lupus BY {EVE}")
    else:
        judge.master(GAME, "EJECT Lupus")
    if how == "taken over":
        asked = [out for out in judge.say(EVE, f"TAKEOVER Lupus@{GAME}") if out.to == EVE]
        judge.reply(asked[-1], "")


@pytest.mark.parametrize("how", ["replaced", "ejected", "taken over"])
@pytest.mark.parametrize("way", ["reply", "sign-on", "bare"])
@pytest.mark.parametrize("line", LINES)
def test_who_has_lost_a_seat_changes_nothing_of_it_and_is_answered(
    tmp_path: Path, how: str, way: str, line: str
) -> None:
    judge = small_game(tmp_path)
    last = judge.orders(GAME, "Lupus", "SELL 5 LIRA")[-1]
    replaced(judge, how)
    seat = judge.services.files.seats(GAME)["lupus"]
    holder = "" if how == "ejected" else EVE
    assert (seat.address, seat.vacant) == (holder, how == "ejected")
    signed = f"SIGNON Lupus@{GAME} {password_of('Lupus')}\n{line}"
    sent = judge.reply(last, line) if way == "reply" else judge.say(LUPUS, signed if way == "sign-on" else line)
    assert judge.services.files.seats(GAME)["lupus"] == seat
    assert [out for out in sent if LUPUS in out.to]
    assert not [out for out in sent if "elsewhere" in out.to or out.to in (EVE, MASTER)]


@pytest.mark.parametrize("how", ["replaced", "ejected", "taken over"])
def test_an_address_that_was_asked_for_before_takes_no_seat_that_is_another_s_by_then(tmp_path: Path, how: str) -> None:
    judge = small_game(tmp_path)
    sent = judge.orders(GAME, "Lupus", "SET ADDRESS elsewhere@example.test")
    asked = next(out for out in sent if "elsewhere" in out.to)
    replaced(judge, how)
    seat = judge.services.files.seats(GAME)["lupus"]
    judge.reply(asked, "")
    assert judge.services.files.seats(GAME)["lupus"].address == seat.address
