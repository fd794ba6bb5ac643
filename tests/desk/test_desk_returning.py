"""Who left a game and comes back: the old seat, and no second start (B-2)."""

from pathlib import Path

import pytest

from judge.games.exchange.state import ExchangeState
from judge.keeper.forget import forget, look_up
from tests.desk.worlds import GAME, LUPUS, small_game
from tests.harness import MASTER, Judge, address_of, password_of


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
    assert judge.seat(GAME, "Lupus").address == LUPUS


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
    seat = judge.seat(GAME, "Lupus")
    assert len(seat.former) == 1 and LUPUS not in repr(seat)
    judge.services.store.table("players").drop(LUPUS)
    known = look_up(judge.services, LUPUS)
    assert f"having sat at Lupus of {GAME}" in known.lines()
    forget(judge.services, known)
    assert judge.seat(GAME, "Lupus").former == ()


# ---- Who has lost a seat says nothing for it any more, by whatever way he writes, and is answered.


EVE = "eve@example.test"
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


# ---- Rules that ask who is at the table: seats left without a successor and taken over, journalled and replayed.


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Anna has founded Italy and offers one of her three shares."""
    judge = Judge(tmp_path).with_game("czar1", "exchange", "Anna", "Bob", "Carl")
    judge.orders("czar1", "Anna", "BID ITALY 60 SHARES 15 PRICE 1")
    for _ in range(2):
        judge.resolve("czar1")
    judge.tick(judge.after(hours=1))
    judge.orders("czar1", "Anna", "SELL 1 ITALY AT 4")
    return judge


def state(judge: Judge) -> ExchangeState:
    judge.services.files.states.clear()
    game = judge.game("czar1")
    found = judge.services.journal.state(judge.services.variant(game), game)
    assert isinstance(found, ExchangeState)
    return found


def told(judge: Judge, since: int) -> str:
    return "\n".join(out.flat for out in judge.relay.sent[since:])


@pytest.mark.parametrize("how", ["RESIGN", "EJECT"])
def test_a_seat_that_is_left_is_known_to_the_rules_at_once(judge: Judge, how: str) -> None:
    before = len(judge.relay.sent)
    if how == "RESIGN":
        judge.orders("czar1", "Anna", "RESIGN")
    else:
        judge.master("czar1", "EJECT Anna for silence")
    assert "Anna takes L1 back" in told(judge, before)
    assert (state(judge).gone, state(judge).listings) == (("Anna",), ())
    (answer,) = judge.orders("czar1", "Carl", "BUY 1 ITALY FROM Anna AT 4")
    assert "Nothing is on offer." in answer.text
    judge.resolve("czar1")
    assert judge.differences() == []


@pytest.mark.parametrize("how", ["REPLACE", "TAKEOVER"])
def test_a_seat_that_is_taken_over_is_known_to_the_rules_again(judge: Judge, how: str) -> None:
    judge.master("czar1", "EJECT Anna for silence\nSET min_bid 40")
    assert (state(judge).gone, state(judge).settings.min_bid["ITALY"]) == (("Anna",), 40), "both in one letter"
    if how == "REPLACE":
        judge.master("czar1", "REPLACE Anna BY dora@example.test\nSET min_bid 30")
        assert state(judge).settings.min_bid["ITALY"] == 30
    else:
        judge.say("dora@example.test", "REGISTER Dora")
        judge.reply(judge.letters("dora@", "[CONFIRM]")[-1], "")
        judge.say("dora@example.test", "TAKEOVER Anna@czar1")
    assert state(judge).gone == ()
    judge.resolve("czar1")
    assert judge.differences() == []


def test_a_rollback_brings_nobody_back_who_has_left(judge: Judge) -> None:
    judge.resolve("czar1")
    judge.tick(judge.after(hours=1))
    judge.orders("czar1", "Anna", "RESIGN")
    judge.resolve("czar1")
    judge.master("czar1", "ROLLBACK TO S1901F a list was lost in the mail")
    assert (state(judge).gone, state(judge).listings) == (("Anna",), ())
    judge.resolve("czar1")
    assert judge.differences() == []


def test_a_seat_left_in_a_game_that_forms_is_no_matter_of_the_rules(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("czar1", "exchange")
    judge.join("czar1", "Anna", "Bob", "Carl")
    judge.master("czar1", "EJECT Anna for silence")
    assert judge.game("czar1").acts == ()
