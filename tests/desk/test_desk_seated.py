"""Rules that ask who is at the table: seats left without a successor and taken over, journalled and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.games.exchange.state import ExchangeState
from tests.harness import Judge


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
