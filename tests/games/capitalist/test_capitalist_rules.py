"""Beginning, turn orders, command and orders of a Capitalist Diplomacy (C-1 to C-6, C-9, C-10, D-7)."""

import pytest

from judge.core.dice import draw
from judge.core.errors import InputError
from judge.core.ruling import Verdict, words
from judge.core.variant import Duty, Role, Seat
from judge.games.capitalist.state import Title, charge_of
from judge.kits.host.news import Standing
from judge.kits.market.orders import NoTrade
from tests.games.capitalist.capitalist_cases import (
    GAME,
    NINE,
    at,
    because,
    commanded,
    dice,
    holding,
    opened,
    order,
    placed,
    seats,
    standing,
    turn,
)
from tests.games.setting import buy, kinds, sell
from tests.games.setting import notice as data
from tests.games.setting import units as orders

# ---- the beginning, and how many play (C-10) ------------------------------------------------------------------------


def test_C_10_three_can_play_and_are_warned_two_cannot():
    assert data(GAME.open(seats("Ada", "Bob", "Cy"), {}, dice()), "capitalist.opened")["few"]
    assert not data(GAME.open(seats(), {}, dice()), "capitalist.opened")["few"]
    with pytest.raises(InputError, match="C-10"):
        opened("Ada", "Bob")


def test_C_10_twelve_is_the_most_unless_the_master_raises_it():
    assert GAME.info.players == (3, 12)
    assert len(opened(*(f"P{n}" for n in range(14))).investors) == 14


def test_C_10_nobody_joins_later_and_the_way_in_is_a_vacant_seat():
    with pytest.raises(InputError, match=r"C-10.*TAKEOVER"):
        GAME.admit(opened(), Seat("Late", Role.INVESTOR))


def test_C_2_powers_have_no_seats():
    with pytest.raises(InputError, match="C-2"):
        GAME.open((*seats(), Seat("France", Role.POWER, "FRANCE")), {}, dice())


def test_a_pseudonym_cannot_be_an_account_of_the_books():
    with pytest.raises(InputError, match="BANK"):
        opened("BANK", "Ada", "Bob")


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


def test_C_1_only_commanders_owe_orders_and_in_combined_everybody_may_trade():
    state = commanded(at(opened(), "S", "M"), FRANCE="Ada", ITALY="Ada", TURKEY="Bob")
    duties = GAME.agenda(state).duties
    assert [name for name, duty in duties.items() if duty is Duty.MUST] == ["Ada", "Bob"]
    assert duties["Cy"] is Duty.NONE
    both = commanded(at(opened(phases="combined"), "S", "M"), FRANCE="Ada")
    assert GAME.agenda(both).duties["Cy"] is Duty.MAY and GAME.agenda(both).duties["Ada"] is Duty.MUST


def test_C_1_trades_have_no_place_among_moves_nor_orders_in_an_exchange():
    moves = commanded(at(opened(), "S", "M"), FRANCE="Ada")
    assert because(moves, "Ada", sell(10, "LIRA"), order("A PAR - BUR")) == ["no-exchange-now", None]
    assert because(opened(), "Ada", sell(10, "LIRA"), order("A PAR - BUR")) == [None, "no-orders-now"]
    (ruling,) = GAME.rule_on(moves, "Ada", (sell(10, "LIRA"),))
    assert "F1901C" in words(GAME.reasons, ruling.because)


def test_C_1_in_combined_present_commanders_move_and_the_trades_make_the_next():
    state = commanded(at(opened(phases="combined"), "S", "M"), FRANCE="Ada")
    step = turn(state, {"Ada": orders("A PAR - BUR"), "Bob": (sell(100, "LIRA"), buy(100, "FRANC"))})
    shown = standing(step.state)
    assert Standing(power="FRANCE", type="A", loc="BUR") in shown.board.units
    assert shown.commanders["FRANCE"] == "Bob"
    assert kinds(step).index("board.results") < kinds(step).index("market.quotes")


def test_C_1_a_phase_in_which_only_leaderless_units_could_act_is_passed_over():
    state = commanded(at(opened(), "S", "M"))
    assert GAME.agenda(state).pace == "none"


# ---- command (C-2, C-3) ---------------------------------------------------------------------------------------------


def test_C_2_who_holds_most_units_after_the_exchange_commands():
    step = turn(
        opened(), {"Ada": (sell(200, "LIRA"), buy(200, "FRANC")), "Bob": (sell(300, "FRANC"), buy(300, "LIRA"))}
    )
    commanders = standing(step.state).commanders
    assert commanders["FRANCE"] == "Ada" and commanders["ITALY"] == "Bob"


def test_C_2_command_is_settled_anew_after_every_exchange():
    first = turn(opened(), {"Ada": (sell(200, "LIRA"), buy(200, "FRANC"))})
    autumn = turn(first.state).state
    assert autumn.commanders["FRANCE"] == "Ada"
    second = turn(autumn, {"Bob": (sell(300, "LIRA"), buy(280, "FRANC"))})
    assert second.state.commanders["FRANCE"] == "Bob"


def test_C_2_a_seat_is_told_what_it_commands_and_others_are_not():
    step = turn(opened(), {"Ada": (sell(200, "LIRA"), buy(200, "FRANC"))})
    rows = {row["power"]: row["units"] for row in data(step, "capitalist.command", "Ada")["powers"]}
    assert rows["FRANCE"] == ["A MAR", "A PAR", "F BRE"]
    assert GAME.standing(step.state, "Ada").commands == step.state.commands("Ada")


def dislodging(mode, season):
    """France, commanded by Ada, loses A BUR to Bob's Germans; Cy buys the most Francs at the same deadline."""
    state = commanded(at(opened(phases=mode), season, "M"), FRANCE="Ada", GERMANY="Bob")
    state = placed(state, {"FRANCE": ["A BUR", "F BRE"], "GERMANY": ["A MUN", "A RUH"]})
    sheets = {"Bob": orders("A MUN - BUR", "A RUH S A MUN - BUR")}
    if mode == "combined":
        sheets["Cy"] = (sell(100, "LIRA"), buy(100, "FRANC"))
    return turn(state, sheets).state


@pytest.mark.parametrize("mode", ["separate", "combined"])
@pytest.mark.parametrize("season", ["S", "F"])
def test_C_2_who_commanded_the_moves_also_orders_the_retreats(mode, season):
    state = dislodging(mode, season)
    assert str(state.phase) == f"{season}1901R"
    assert state.commanders["FRANCE"] == "Ada" and GAME.agenda(state).duties["Ada"] is Duty.MUST
    assert GAME.agenda(state).pace == "short" and GAME.agenda(state).sections == ("orders",)
    assert because(state, "Ada", order("A BUR R GAS")) == [None]
    assert because(state, "Cy", order("A BUR R GAS")) == ["not-commander"]
    step = turn(state, {"Ada": orders("A BUR R GAS"), "Cy": orders("A BUR R PAR")})
    assert Standing(power="FRANCE", type="A", loc="GAS") in standing(step.state).board.units


def test_C_2_in_combined_the_next_commanders_take_over_when_the_next_moves_begin():
    state = dislodging("combined", "S")
    assert standing(state).next_commanders["FRANCE"] == "Cy"
    after = turn(state, {"Ada": orders("A BUR R GAS")}).state
    assert str(after.phase) == "F1901M" and after.commanders["FRANCE"] == "Cy"
    assert not standing(after).next_commanders


@pytest.mark.parametrize("mode", ["separate", "combined"])
def test_C_2_the_autumns_commander_also_orders_the_winter(mode):
    state = commanded(at(opened(phases=mode), "F", "M"), FRANCE="Ada")
    state = placed(state, {"FRANCE": ["A SPA"]})
    sheets = {"Cy": (sell(100, "LIRA"), buy(100, "FRANC"))} if mode == "combined" else {}
    winter = turn(state, sheets).state
    assert str(winter.phase) == "W1901A"
    assert because(winter, "Ada", order("BUILD A PAR"), order("BUILD F BRE")) == [None, None]
    assert because(winter, "Cy", order("BUILD A PAR")) == ["not-commander"]
    after = turn(winter, {"Ada": orders("BUILD A PAR"), "Cy": orders("BUILD A MAR")}).state
    units = [unit for unit in standing(after).board.units if unit.power == "FRANCE"]
    assert [unit.loc for unit in units] == ["PAR", "SPA"]
    assert str(after.phase) == ("S1902M" if mode == "combined" else "S1902C")


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


def test_C_3_an_incumbent_in_the_tie_stays_and_nothing_is_drawn():
    state = commanded(opened(ties="incumbent"), FRANCE="Hal")
    thrown = dice(state.phase)
    after = GAME.resolve(state, {}, thrown).state
    assert after.commanders["FRANCE"] == "Hal"
    assert "commander FRANCE S1901" not in [one.label for one in thrown.drawn]
    row = next(row for row in standing(after).commands if row.power == "FRANCE")
    assert row.title == "incumbent" and row.margin == 0


def test_C_3_an_incumbent_behind_the_tie_goes():
    state = commanded(holding(opened(ties="incumbent"), "FRANC", Hal=900), FRANCE="Hal")
    assert turn(state).state.commanders["FRANCE"] != "Hal"


def test_C_3_a_currency_in_nobodys_hands_leaves_its_power_in_civil_disorder():
    state = holding(opened(), "FRANC", **dict.fromkeys(NINE, 0))
    step = turn(state)
    assert standing(step.state).commanders["FRANCE"] is None
    row = next(row for row in data(step, "capitalist.commanders")["rows"] if row["power"] == "FRANCE")
    assert (row["seat"], row["title"]) == (None, "nobody")
    assert because(step.state, "Ada", order("A PAR - BUR")) == ["no-commander"]


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


def test_C_4_orders_for_a_power_one_does_not_command_are_refused_with_a_note():
    (ruling,) = GAME.rule_on(several(), "Ada", (order("A CON - BUL"),))
    told = words(GAME.reasons, ruling.because)
    assert ruling.because.code == "not-commander" and told.endswith("(C-4)")
    assert "Turkey is commanded by Bob" in told and "You command France and Italy" in told


def test_C_4_what_may_be_meant_for_two_powers_is_asked_about():
    assert because(several(), "Ada", order("WAIVE")) == ["which-power"]
    assert because(several(), "Bob", order("WAIVE")) == [None]


def test_C_4_hold_all_is_for_one_hat_or_for_all_powers_commanded():
    state = several()
    one, all_ = order("HOLD ALL", "FRANCE"), order("HOLD ALL")
    assert because(state, "Ada", one, order("HOLD ALL", "ITALY")) == [None, None]
    assert one.key() != order("HOLD ALL", "ITALY").key()
    missing = [row.missing for row in GAME.forecast(state, "Ada", (one,)).powers]
    assert missing == [(), ("A ROM", "A VEN", "F NAP")]
    assert [row.missing for row in GAME.forecast(state, "Ada", (all_,)).powers] == [(), ()]


def test_C_4_a_stranger_on_file_moves_nothing():
    step = turn(several(), {"Cy": orders("A PAR - BUR"), "Bob": orders("A VEN - TRI", "A CON - BUL")})
    units = [unit.loc for unit in standing(step.state).board.units]
    assert "PAR" in units and "VEN" in units and "BUL" in units
    texts = [row["order"] for row in data(step, "board.results")["orders"]]
    assert "A PAR - BUR" not in texts and "A VEN - TRI" not in texts


def test_C_4_trades_are_made_for_oneself_and_not_below_a_hat():
    state = opened()
    hatted = sell(100, "LIRA").__class__(amount=100, currency="LIRA", hat="FRANCE")
    assert because(state, "Ada", hatted) == ["hat-on-trade"]


def test_C_5_commanders_are_published_with_units_and_margin_over_the_second():
    step = turn(opened(), {"Ada": (sell(200, "LIRA"), buy(200, "FRANC")), "Bob": (sell(60, "LIRA"), buy(60, "FRANC"))})
    row = next(row for row in data(step, "capitalist.commanders")["rows"] if row["power"] == "FRANCE")
    assert (row["seat"], row["units"], row["second"], row["margin"]) == ("Ada", 1200, 1060, 140)
    assert data(step, "capitalist.commanders")["takes_over"] == "S1901M"


def test_C_5_before_the_deadline_only_the_commander_sees_the_orders():
    state = several()
    seen = GAME.forecast(state, "Ada", (order("A PAR - BUR", "FRANCE"),))
    assert [row.power for row in seen.powers] == ["FRANCE", "ITALY"]
    assert GAME.forecast(state, "Cy", ()).powers == ()
    assert "BUR" not in str(GAME.standing(state, "Bob")) and "PAR - BUR" not in str(GAME.standing(state, None))


def test_C_6_without_orders_units_hold_and_it_is_said_whose_they_are():
    step = turn(several(), {"Bob": orders("A CON - BUL")})
    rows = {row["power"]: row for row in data(step, "capitalist.spoke")["rows"]}
    assert rows["TURKEY"] == {"power": "TURKEY", "seat": "Bob", "ordered": True}
    assert rows["FRANCE"]["ordered"] is False and rows["AUSTRIA"]["seat"] is None
    assert all(row["result"] == "holds" for row in data(step, "board.results")["orders"] if row["power"] == "FRANCE")


def test_C_6_without_orders_nothing_is_built_and_the_civil_disorder_rule_removes():
    state = commanded(at(opened(), "W", "A"), FRANCE="Ada", ITALY="Bob")
    state = placed(state, {"FRANCE": ["A SPA"], "ITALY": ["A ROM", "F ION", "A TYR", "F NAP"]})
    step = turn(state)
    units = {unit.power: [] for unit in standing(step.state).board.units}
    for unit in standing(step.state).board.units:
        units[unit.power].append(unit.loc)
    assert units == {"FRANCE": ["SPA"], "ITALY": ["ROM", "TYR", "NAP"]}
    assert not any(row["ordered"] for row in data(step, "capitalist.spoke")["rows"])


def test_C_6_without_trades_nothing_happens_to_an_account():
    before = opened()
    after = turn(before).state
    assert after.books == before.books and dict(after.silent) == dict.fromkeys(NINE, 1)
    assert turn(before, {"Ada": (NoTrade(),)}).state.silent.get("Ada") is None


def test_D_7_retreats_and_builds_may_ride_with_the_moves_unless_the_game_forbids_it():
    state = commanded(at(opened(), "F", "M"), FRANCE="Ada")
    assert because(state, "Ada", order("BUILD A PAR"), order("A MAR R GAS")) == [None, None]
    plain = commanded(at(opened(conditional="off"), "S", "M"), FRANCE="Ada")
    assert because(plain, "Ada", order("BUILD A PAR")) == ["no-conditions"]
    only = commanded(at(opened(conditional="only"), "F", "M"), FRANCE="Ada")
    after = turn(placed(only, {"FRANCE": ["A SPA"]}), {"Ada": orders("BUILD A PAR")}).state
    assert str(after.phase) == "S1902C" and len(standing(after).board.units) == 2


def test_C_2_builds_are_not_taken_in_spring_because_autumns_commander_orders_the_winter():
    state = commanded(at(opened(), "S", "M"), FRANCE="Ada")
    assert because(state, "Ada", order("BUILD A PAR"), order("A MAR R GAS")) == ["winter-of-autumn", None]


def test_C_9_press_is_public_and_signed_unless_the_master_says_otherwise():
    assert GAME.info.house == {"press": "public", "grey": "no"}
