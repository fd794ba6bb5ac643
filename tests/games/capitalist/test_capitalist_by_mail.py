"""What a Capitalist Diplomacy reads and says: the old signed form, and templates filled with what the rules give."""

from judge.core.notice import MASTER, PUBLIC
from judge.kits.host.commands import GameOver
from judge.kits.market.orders import Buy, NoTrade, Sell
from tests.games.capitalist.capitalist_cases import GAME, NINE, at, commanded, holding, opened, placed, turn
from tests.games.setting import buy, reader, sell
from tests.games.setting import units as orders
from tests.harness import shared_renderer

read = reader("capitalist")


def test_C_11_the_old_signed_form_is_one_line_a_living_power_and_zero_is_no_trade():
    assert read("Austria: -500") == [Sell(amount=500, currency="CROWN")]
    assert read("Germany: +6500") == [Buy(amount=6500, currency="MARK")]
    assert read("T: -20") == [Sell(amount=20, currency="PIASTRE")]
    for nothing in ("England: -0", "France: 0", "Italy: +0"):
        assert read(nothing) == [NoTrade()]


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
