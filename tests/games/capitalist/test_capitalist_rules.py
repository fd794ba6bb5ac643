"""Beginning, turn orders, command and orders of a Capitalist Diplomacy (C-1 to C-6, C-9, C-10, D-7)."""

from judge.core.dice import draw
from judge.core.ruling import Verdict
from judge.core.variant import Duty
from judge.games.capitalist.state import Title, charge_of
from judge.kits.market.orders import NoTrade
from tests.games.capitalist.capitalist_cases import GAME, NINE, at, because, commanded, dice, opened, order, seats, turn
from tests.games.setting import buy, sell
from tests.games.setting import notice as data

# ---- the beginning, and how many play (C-10) ------------------------------------------------------------------------


def test_C_10_three_can_play_and_are_warned_two_cannot():
    assert data(GAME.open(seats("Ada", "Bob", "Cy"), {}, dice()), "capitalist.opened")["few"]
    assert not data(GAME.open(seats(), {}, dice()), "capitalist.opened")["few"]


def test_C_10_twelve_is_the_most_unless_the_master_raises_it():
    assert GAME.info.players == (3, 12)
    assert len(opened(*(f"P{n}" for n in range(14))).investors) == 14


# ---- the order of a turn (C-1) --------------------------------------------------------------------------------------


def phases(state, count):
    found = [str(state.phase)]
    for _ in range(count):
        state = turn(state).state
        found.append(str(state.phase))
    return found


def test_C_1_separate_has_an_exchange_before_each_movement():
    state = opened()
    assert phases(state, 5) == ["S1901C", "S1901M", "F1901C", "F1901M", "S1902C", "S1902M"]
    assert GAME.agenda(state).sections == ("trades",)
    assert set(GAME.agenda(state).duties.values()) == {Duty.MAY}
    moves = turn(state).state
    assert GAME.agenda(moves).sections == ("orders",) and GAME.agenda(moves).pace == "full"


def test_C_1_combined_begins_with_an_exchange_in_winter_1900_and_then_has_one_deadline_a_season():
    state = opened(phases="combined")
    assert phases(state, 4) == ["W1900C", "S1901M", "F1901M", "S1902M", "F1902M"]
    assert GAME.agenda(turn(state).state).sections == ("trades", "orders")


# ---- command (C-2, C-3) ---------------------------------------------------------------------------------------------


def test_C_3_of_1500_1500_and_900_the_draw_is_between_the_first_two_only():
    for secret in range(1, 9):
        thrown = dice("S1901C", secret)
        charge = charge_of("ITALY", {"Ada": 1500, "Bob": 1500, "Cy": 900}, "commander ITALY S1901", thrown)
        assert charge.tied == ("Ada", "Bob") and charge.seat in charge.tied and charge.title is Title.DRAWN
        (drawn,) = thrown.drawn
        assert (drawn.label, drawn.sides) == ("commander ITALY S1901", 2)


def test_C_3_every_tie_has_one_draw_with_the_name_of_power_and_season():
    state = opened()
    thrown = dice(state.phase)
    step = GAME.resolve(state, {"Ada": (sell(100, "LIRA"), buy(100, "FRANC"))}, thrown)
    labels = {one.label: one for one in thrown.drawn}
    assert sorted(labels) == [
        f"commander {p} S1901" for p in ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    ]
    assert labels["commander ITALY S1901"].sides == 8
    value = draw(bytes([1]) * 32, "S1901C", "commander ITALY S1901", 8)
    assert step.state.commanders["ITALY"] == [seat for seat in NINE if seat != "Ada"][value - 1]


# ---- orders (C-4 to C-6) --------------------------------------------------------------------------------------------


def several():
    return commanded(at(opened(), "F", "M"), FRANCE="Ada", ITALY="Ada", TURKEY="Bob")


def test_C_4_one_player_orders_several_powers_and_each_order_gets_its_hat():
    rulings = GAME.rule_on(several(), "Ada", (order("A PAR - BUR"), order("A VEN - TRI", "ITALY"), order("F BRE H")))
    assert [(ruling.verdict, ruling.command.hat) for ruling in rulings] == [
        (Verdict.ACCEPTED, "FRANCE"),
        (Verdict.ACCEPTED, "ITALY"),
        (Verdict.ACCEPTED, "FRANCE"),
    ]


def test_C_4_hold_all_is_for_one_hat_or_for_all_powers_commanded():
    state = several()
    one, all_ = order("HOLD ALL", "FRANCE"), order("HOLD ALL")
    assert because(state, "Ada", one, order("HOLD ALL", "ITALY")) == [None, None]
    assert one.key() != order("HOLD ALL", "ITALY").key()
    missing = [row.missing for row in GAME.forecast(state, "Ada", (one,)).powers]
    assert missing == [(), ("A ROM", "A VEN", "F NAP")]
    assert [row.missing for row in GAME.forecast(state, "Ada", (all_,)).powers] == [(), ()]


def test_C_5_before_the_deadline_only_the_commander_sees_the_orders():
    state = several()
    seen = GAME.forecast(state, "Ada", (order("A PAR - BUR", "FRANCE"),))
    assert [row.power for row in seen.powers] == ["FRANCE", "ITALY"]
    assert GAME.forecast(state, "Cy", ()).powers == ()
    assert "BUR" not in str(GAME.standing(state, "Bob")) and "PAR - BUR" not in str(GAME.standing(state, None))


def test_C_6_without_trades_nothing_happens_to_an_account():
    before = opened()
    after = turn(before).state
    assert after.books == before.books and dict(after.silent) == dict.fromkeys(NINE, 1)
    assert turn(before, {"Ada": (NoTrade(),)}).state.silent.get("Ada") is None


def test_C_9_press_is_public_and_signed_unless_the_master_says_otherwise():
    assert GAME.info.house == {"press": "public", "grey": "no"}
