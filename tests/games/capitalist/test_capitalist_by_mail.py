"""Letters of a Capitalist Diplomacy, from the mailbox to the answer."""

from pathlib import Path

import pytest

from judge.core.notice import MASTER, PUBLIC
from judge.kits.host.commands import GameOver
from judge.kits.market.orders import Buy, NoTrade, Sell
from tests.games.capitalist.capitalist_cases import GAME, NINE, at, commanded, holding, opened, placed, turn
from tests.games.setting import buy, garbled, reader, sell
from tests.games.setting import units as orders
from tests.harness import Judge, shared_renderer
from tests.tables import cases

SEATS = ("Ada", "Bob", "Cleo")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """The moves of Spring 1901, under one deadline with trades: Ada commands Italy."""
    judge = Judge(tmp_path).with_game("gold9", "capitalist", *SEATS, phases="combined")
    for seat, sold, bought in (("Ada", "MARKS", "LIRA"), ("Bob", "LIRA", "MARKS")):
        judge.orders("gold9", seat, f"SELL 300 {sold}\nBUY 300 {bought}")
    judge.resolve("gold9")
    judge.tick(judge.after(hours=1))
    return judge


def answer(judge: Judge, text: str, seat: str = "Ada") -> str:
    """What comes back, on one line."""
    return " ".join(" ".join(out.text for out in judge.orders("gold9", seat, text)).split())


def test_C_9_private_press_says_that_a_reply_answers_it(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("gold9", "capitalist", press="all")
    judge.join("gold9", *SEATS)
    told = answer(judge, "PRESS TO Bob\nItaly is mine.\nENDPRESS")
    assert "To answer Ada, just reply to this letter: your words go there as press." in told


@cases("head")
def test_C_9_signing_as_another_is_refused_and_nothing_is_sent(tmp_path: Path, head: str) -> None:
    judge = Judge(tmp_path).with_game("gold9", "capitalist", *SEATS, press="all")
    text = "" if ":" in head else "\nSELL 300 LIRA\nENDPRESS"
    (refused,) = judge.orders("gold9", "Ada", head + text)
    assert "(C-9)" in refused.text and "nothing was sent" in refused.text
    assert judge.on_file("gold9", "Ada") == []


@cases("text")
def test_C_4_a_power_named_in_front_of_orders_is_whose_they_are(judge: Judge, text: str) -> None:
    told = answer(judge, text)
    assert told.startswith("OK"), told
    assert sorted(judge.on_file("gold9", "Ada")) == ["A ROM - APU", "A VEN - PIE", "BUY 100 POUND", "SELL 100 CROWN"]


# ---- What the game prints can be read again, every example of its help is understood, and a letter may ... ---------


read = reader("capitalist")


@cases("money")
def test_M_14_a_sum_may_name_its_swiss_francs(money):
    assert read(f"BUY CROWNS WITH {money}") == [Buy(currency="CROWN", budget=2_000_000)]
    assert read(f"BUY FRANCS WITH {money}") == [Buy(currency="FRANC", budget=2_000_000)]


def test_M_14_francs_behind_a_verb_are_the_currency_of_france():
    assert read("BUY CROWNS WITH 110, 50 FRANCS") == [
        Buy(currency="CROWN", budget=1_100_000),
        Buy(amount=50, currency="FRANC"),
    ]
    assert read("BUY 50 FRANCS") == [Buy(amount=50, currency="FRANC")]
    assert read("BUY FRANCS WITH 50 FRANCS") == [Buy(currency="FRANC", budget=500_000)]


@pytest.mark.parametrize("text", ["BUY 100 SFr", "SELL 100 Swiss francs", "BUY 100 CHF", "sell 50 of the swiss francs"])
def test_M_14_swiss_francs_are_money_and_who_trades_them_is_told_what_francs_are(text):
    reading = garbled("capitalist", text)
    assert "money is neither bought nor sold (M-7)" in reading.reason
    assert "FRANCS behind BUY and SELL are the currency of France" in reading.reason


@pytest.mark.parametrize("text", ["NO ORDERS", "no orders this season", "No orders from me"])
def test_M_14_no_orders_may_be_meant_for_the_units_and_is_asked_about(text):
    reading = garbled("capitalist", text)
    assert "NO TRADE files an empty trading sheet" in reading.reason


def test_C_11_the_old_signed_form_is_one_line_a_living_power_and_zero_is_no_trade():
    assert read("Austria: -500") == [Sell(amount=500, currency="CROWN")]
    assert read("Germany: +6500") == [Buy(amount=6500, currency="MARK")]
    assert read("T: -20") == [Sell(amount=20, currency="PIASTRE")]
    for nothing in ("England: -0", "France: 0", "Italy: +0"):
        assert read(nothing) == [NoTrade()]


@pytest.mark.parametrize("text", ["DRAW", "concede Italy"])
def test_C_8_a_vote_is_answered_with_the_rule(text):
    assert "(C-8)" in garbled("capitalist", text).reason


# ---- Every template of the game, filled with what the rules give, fits in 72 columns and says what it ... ----------


PEN = shared_renderer()


def part(name, **context):
    text = PEN.part((f"capitalist/{name}.txt", f"lib/{name}.txt"), context)
    assert text is not None, name
    assert all(len(row) <= 72 for row in text.split("\n")), text
    return " ".join(text.split())


def told(step):
    """The notices of a deadline that everybody or Ada may read, in words, without the board's own."""
    mine = [notice for notice in step.notices if notice.audience in (PUBLIC, "Ada")]
    return {n.kind: part(n.kind, data=n.data, game="cap1") for n in mine if not n.kind.startswith("board.")}


def moves(mode="separate"):
    return commanded(at(opened(phases=mode), "S", "M"), FRANCE="Ada", ITALY="Ada", TURKEY="Bob")


def forecast(state, seat, *sheet):
    kept = tuple(ruling.command for ruling in GAME.rule_on(state, seat, sheet) if ruling.stands)
    return part("forecast", forecast=GAME.forecast(state, seat, kept))


def test_a_power_without_a_commander_is_said_to_stand_in_civil_disorder():
    words = told(turn(holding(opened(), "FRANC", **dict.fromkeys(NINE, 0))))
    assert "France nobody civil disorder" in words["capitalist.commanders"]


def test_D_7_what_was_sent_with_the_moves_is_not_said_to_be_disbanded():
    battle = placed(
        at(moves(), "S", "M"), {"FRANCE": ["A BUR"], "ITALY": ["A TYR"], "TURKEY": ["A MUN", "A RUH", "A VIE", "A BOH"]}
    )
    attack = orders("A MUN - BUR", "A RUH S A MUN - BUR", "A VIE - TYR", "A BOH S A VIE - TYR")
    after = turn(battle, {"Ada": orders("A BUR R GAS"), "Bob": attack}).state
    assert str(after.phase) == "S1901R"
    text = forecast(after, "Ada")
    assert "is used unless you order something else now: A BUR R GAS. (D-7)" in text
    assert "is disbanded: A TYR. (C-6)" in text


def test_the_masters_end_is_said_to_break_the_game_off():
    assert "broken off" in forecast(opened(), MASTER, GameOver(how="ABANDONED"))


def test_C_2_a_forecast_says_what_the_trades_would_mean_for_command():
    text = forecast(at(moves("combined"), "F", "M"), "Ada", sell(300, "LIRA"), buy(100, "FRANC"))
    assert "Command, if nobody else trades: ahead in Francs; behind in Lira." in text
