"""A small Bourse from its door to its last letter: rules of the desk that show in it once."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.core.dice import Dice
from judge.core.errors import AuditError
from judge.desk import timers
from judge.desk.cabinet.records import Status, instant, iso
from judge.desk.counter.held import _seats_of
from judge.desk.phases import resolving
from judge.extras import digest
from tests.desk.worlds import GAME, LUPUS, events, small_game
from tests.harness import MASTER, Judge, address_of, only


def kinds(judge: Judge) -> list[str]:
    return sorted(row["kind"] for row in judge.app.store.table("deadlines").all())


def test_a_game_that_forms_has_a_door_and_no_robots_and_no_seat_that_could_write(tmp_path: Path) -> None:
    judge = small_game(tmp_path, start=False)
    judge.master(GAME, "SET early yes")
    assert judge.services.takes_newcomers(judge.game(GAME))
    assert kinds(judge) == ["digest"] and _seats_of(judge.services, LUPUS) == []
    judge.start(GAME)
    judge.master(GAME, "SET early no")
    assert "robots" not in kinds(judge)
    assert [seat.name for _, seat in _seats_of(judge.services, LUPUS)] == ["Lupus"]
    (started,) = [event for event in events(judge) if event["kind"] == "started"]
    drawn = judge.services.variant(judge.game(GAME)).open(
        tuple(seat.seat for seat in judge.services.files.seats(GAME).values()),
        {**judge.game(GAME).options, "seed": judge.game(GAME).anchor},
        Dice(bytes.fromhex(started["data"]["link"]), "START"),
    )
    assert len(drawn.notices) == len(started["data"]["notices"])


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_dice_secret_alone_in_its_file_gives_the_same_links_with_or_without_an_end_of_line(
    tmp_path: Path, end: str
) -> None:
    services = small_game(tmp_path, start=False).services
    numbers = (0, 1, 63, 4000)
    links = [services.dice_link(GAME, number) for number in numbers]
    tip, *kept = services.chain(GAME)
    assert kept
    (services.secrets / "dice" / GAME).write_bytes(f"{tip.hex()}{end}".encode())
    assert [services.dice_link(GAME, number) for number in numbers] == links


def test_what_cannot_be_taken_of_a_letter_is_told_line_by_line(judge: Judge) -> None:
    press = judge.orders(GAME, "Lupus", "Message to Ursa:\n\nENDPRESS\nMessage to Grey Wolf:\nMeet me in Rome at noon.")
    assert "Lupus writes to Grey Wolf" in only(press, address_of("Grey Wolf")).flat
    (strange,) = judge.say("nobody@example.test", "SELL 100 LIRA\nBUY 100 MARKS\nSELL 5 MARKS")
    assert (
        strange.flat.count("I cannot tell whose order this is") == 1 and strange.flat.count("for the same reason") == 2
    )
    (keeper,) = judge.say("another@example.test", "REFUSE 3 spam")
    assert "REFUSE is a word of the judge's keeper. LETTER BACK takes back your own." in keeper.flat
    judge.master(GAME, "PAUSE")
    assert "lira7 is paused: nothing can be asked" in only(judge.orders(GAME, "Lupus", "ASK EXTEND 3d"), LUPUS).flat


def test_a_digest_that_is_half_a_day_late_is_sent_and_one_that_is_later_is_not(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    monkeypatch.setattr(judge.services.letters, "to_address", lambda *letter: sent.append(letter))
    now, late = judge.clock.now(), timedelta(hours=12)
    for overdue, letters in ((late + timedelta(seconds=1), 0), (timedelta(days=9), 0), (late, 1)):
        with judge.app.store.batch():
            digest.due(judge.services, now - overdue, now)
        assert len(sent) == letters
        (row,) = [one for one in judge.app.store.table("deadlines").all() if one["kind"] == "digest"]
        assert now - timedelta(days=1) < instant(row["due"]) <= now + timedelta(days=7)


def test_a_timer_stands_as_it_was_read_until_it_is_set_anew_or_taken_away(judge: Judge) -> None:
    found = timers.of_game(judge.services, GAME)
    assert found is not None and timers.current(judge.services, found)
    assert not timers.current(judge.services, replace(found, round=found.round + 1))
    assert not timers.current(judge.services, replace(found, due=found.due + timedelta(hours=1)))
    assert not timers.current(judge.services, replace(found, game="nowhere"))
    judge.master(GAME, "EXTEND 24h")
    assert not timers.current(judge.services, found)
    with judge.app.store.batch():
        timers.clear(judge.services, GAME, only=timers.OF_A_DEADLINE)
    assert timers.of_game(judge.services, GAME) is None
    assert iso(found.due) not in [row["due"] for row in judge.app.store.table("deadlines").all()]


def test_a_setting_that_the_rules_do_not_tell_of_is_told_to_everybody_once(judge: Judge) -> None:
    for setting, said in (("report_hours 24", "report_hours is now 24"), ("list other@list.test", "list is now other")):
        letters = [out for out in judge.master(GAME, f"SET {setting}") if out.to != MASTER]
        assert all(said in out.flat for out in letters)
        assert {LUPUS, address_of("Ursa")} < {out.to for out in letters} and len(letters) == 4


def test_a_fault_of_the_books_is_told_as_it_is_and_one_of_the_rules_by_its_kind(judge: Judge) -> None:
    for fault, reason in ((AuditError("1 Lira too many."), "1 Lira too many."), (KeyError("A"), "KeyError: 'A'")):
        with judge.app.store.batch():
            game = resolving.hold(judge.services, judge.game(GAME), judge.clock.now(), fault)
        assert (game.status, game.reason) == (Status.HELD, reason)
        assert events(judge)[-1]["data"]["reason"] == reason
