"""A Bourse played through its rules: opening, turns, report, elimination, end (B-1 to B-11, M-9 to M-15)."""

import pytest

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.ruling import Verdict, words
from judge.core.variant import Duty, Role, Seat, Step
from judge.games import variant
from judge.games.bourse.state import BourseState
from judge.kits.host.commands import GameOver, ReportResult
from judge.kits.market.orders import NoTrade
from tests.games.setting import buy, notice, sell
from tests.tables import cases

BOURSE = variant("bourse")
DICE = Dice(b"\x01" * 32, "S1901M")
COUNTS = {"AUSTRIA": 5, "ENGLAND": 4, "FRANCE": 5, "GERMANY": 5, "ITALY": 4, "RUSSIA": 6, "TURKEY": 5}


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, Role.TRADER) for name in names)


def started(*names: str, **options: str) -> BourseState:
    return BOURSE.open(seats(*(names or ("Lupus", "Vulpes"))), options, DICE).state


def report(phase="F1901", **counts):
    return ReportResult.read({"phase": phase, "counts": COUNTS | counts})


def turn(state: BourseState, **orders) -> Step:
    return BOURSE.resolve(state, {seat: orders.get(seat, ()) for seat in (*state.traders, MASTER)}, DICE)


def autumn(**options) -> BourseState:
    return turn(started(**options), Lupus=(NoTrade(),), Vulpes=(NoTrade(),)).state


# ---- opening ------------------------------------------------------------------------------------------------------


def test_at_the_start_a_player_is_worth_7000_dollars_and_220_credits():
    step = BOURSE.open(seats("Lupus", "Vulpes"), {}, DICE)
    data = notice(step, "market.opened")
    assert (data["worth"], data["credits"]) == ("7000.00", "220.00")
    assert data["prices"]["LIRA"] == "1.00" and len(data["prices"]) == 7
    assert str(step.state.phase) == "S1901M"


def test_B_10_a_bourse_is_for_two_players_upward():
    assert BOURSE.info.players == (2, None)


def test_B_8_a_reported_board_has_no_power_seats():
    with pytest.raises(InputError, match="Lupus"):
        BOURSE.open((Seat("Lupus", Role.POWER, "ITALY"), *seats("A", "B")), {}, DICE)


def test_a_pseudonym_cannot_be_an_account_of_the_books():
    with pytest.raises(InputError, match="BANK"):
        started("BANK", "Lupus")


@cases("rules", "cash", "step")
def test_the_three_rule_sets_are_presets(rules, cash, step):
    state = started(rules=rules)
    assert (state.rules.cash.value, state.rules.step.value) == (cash, step)
    assert (state.rules.start_units, state.rules.sell_limit, state.rules.overspend.value) == (1000, 500, "in_order")


def test_a_setting_that_cannot_be_is_named():
    with pytest.raises(InputError, match="cannot be read"):
        started(step="leap")


# ---- agenda -------------------------------------------------------------------------------------------------------


def test_B_9_every_phase_is_a_movement_phase_on_the_weekly_grid():
    state, phases = started(), []
    for _ in range(4):
        agenda = BOURSE.agenda(state)
        phases.append(str(agenda.phase))
        assert agenda.pace == "full"
        assert agenda.duties == {"Lupus": Duty.MAY, "Vulpes": Duty.MAY}
        state = turn(state, MASTER=(report(str(state.phase)),)).state
    assert phases == ["S1901M", "F1901M", "S1902M", "F1902M"]


def test_B_8_spring_accepts_a_report_and_autumn_needs_it_within_its_hours():
    spring, fall = BOURSE.agenda(started()), BOURSE.agenda(autumn(report_hours="24"))
    assert (spring.needs, spring.accepts) == ((), ("report",))
    assert (fall.needs, fall.accepts, fall.report_hours) == (("report",), ("report",), 24)


def test_B_8_an_autumn_without_its_report_is_not_resolved():
    with pytest.raises(InputError, match="F1901M"):
        turn(autumn())


# ---- trades -------------------------------------------------------------------------------------------------------


def test_B_1_on_turn_one_with_all_money_spent_the_nets_sum_to_nothing():
    step = turn(started(), Lupus=(sell(500, "CROWN"), buy(500, "LIRA")), Vulpes=(sell(77, "MARK"), buy(77, "POUND")))
    assert sum(row["net"] for row in notice(step, "market.quotes")["quotes"]) == 0


def test_M_2_everybody_trades_at_the_old_price_whatever_the_others_do():
    step = turn(started(), Lupus=(sell(500, "CROWN"), buy(500, "LIRA")), Vulpes=(sell(500, "CROWN"), buy(500, "LIRA")))
    bought = [trade["purchases"][0] for trade in notice(step, "market.transactions")["trades"]]
    assert [(row["units"], row["price"]) for row in bought] == [(500, "1.00"), (500, "1.00")]
    assert BOURSE.standing(step.state, None).market.prices["LIRA"] == "1.1000"


def test_B_7_results_list_transactions_holdings_and_both_prices():
    step = turn(started(), Lupus=(sell(500, "CROWN"), buy(499, "LIRA")))
    quotes = {row["currency"]: row for row in notice(step, "market.quotes")["quotes"]}
    assert (quotes["CROWN"]["old"], quotes["CROWN"]["new"], quotes["CROWN"]["change"]) == ("1.00", "0.95", "-0.05")
    assert (quotes["LIRA"]["bought"], quotes["LIRA"]["new"]) == (499, "1.04")
    lupus = notice(step, "market.transactions")["trades"][0]
    assert (lupus["seat"], lupus["sales"][0]["units"], lupus["forfeited"]) == ("Lupus", 500, "1.00")
    row = notice(step, "market.holdings")["rows"][0]
    assert (row["seat"], row["holding"]["LIRA"], row["worth"], row["rank"]) == ("Lupus", 1499, "7033.96", 1)


def test_M_14_the_statement_is_private_and_says_what_was_done_and_why():
    step = turn(started(), Lupus=(sell(600, "CROWN"), buy("MAX", "LIRA")))
    mine = notice(step, "book.statement", "Lupus")
    assert mine["lines"][0]["executes"] == 500 and "sell limit is 500" in mine["lines"][0]["because"]
    assert mine["holding_before"]["CROWN"] == 1000 and mine["holding_after"]["CROWN"] == 500
    assert mine["sellable"]["CROWN"] == 500 and mine["next_phase"] == "F1901M"
    assert notice(step, "book.statement", "Vulpes")["lines"] == []


def test_B_1_the_confirmation_warns_of_the_sum_that_will_be_lost():
    rulings = BOURSE.rule_on(started(), "Lupus", (sell(500, "CROWN"),))
    assert "500.00" in words(BOURSE.reasons, rulings[0].remarks[0])


def test_B_11_who_sent_nothing_is_named_and_two_turns_in_a_row_are_noted():
    first = turn(started(), Lupus=(NoTrade(),))
    second = turn(first.state, Lupus=(NoTrade(),), MASTER=(report(),))
    third = turn(second.state, Lupus=(NoTrade(),), Vulpes=(NoTrade(),))
    assert notice(first, "market.nmr")["seats"] == [{"seat": "Vulpes", "turns": 1, "again": False}]
    assert notice(second, "market.nmr")["seats"] == [{"seat": "Vulpes", "turns": 2, "again": True}]
    assert all(n.kind != "market.nmr" for n in third.notices)


def test_M_7_the_first_turn_of_the_later_rules_keeps_nothing_and_the_second_does():
    sheet = (sell(100, "LIRA"), buy(50, "MARK"))
    first = turn(started(rules="later"), Lupus=sheet)
    second = turn(first.state, Lupus=sheet, MASTER=(report(),))
    assert notice(first, "book.statement", "Lupus")["forfeited"] == "50.00"
    assert notice(second, "book.statement", "Lupus")["kept"] == "49.00"


# ---- joining ------------------------------------------------------------------------------------------------------


def test_B_2_a_late_joiner_gets_1000_units_of_each_living_currency_and_no_cash():
    state = turn(autumn(), MASTER=(report(AUSTRIA=0),)).state
    step = BOURSE.admit(state, Seat("Ursus", Role.TRADER))
    purse = step.state.purse("Ursus")
    assert purse.holding == {"CROWN": 0} | dict.fromkeys(("FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE"), 1000)
    assert purse.cash == 0
    assert notice(step, "market.joined")["seat"] == "Ursus"
    traded = turn(step.state, Ursus=(sell(100, "LIRA"), buy(90, "MARK")))
    assert traded.state.purse("Ursus").holding["LIRA"] == 900


def test_B_2_who_returns_resumes_the_old_holding_without_a_second_start():
    state = turn(started(), Lupus=(sell(500, "CROWN"), buy(500, "LIRA"))).state
    again = BOURSE.admit(state, Seat("Lupus", Role.TRADER)).state
    assert again.purse("Lupus").holding["LIRA"] == 1500


def test_B_2_nobody_joins_a_game_that_is_over():
    over = turn(started(), MASTER=(GameOver(how="DRAW"),)).state
    with pytest.raises(InputError, match="over"):
        BOURSE.admit(over, Seat("Ursus", Role.TRADER))


def test_B_11_a_newcomers_first_silence_is_not_named():
    state = BOURSE.admit(started(), Seat("Ursus", Role.TRADER)).state
    first = turn(state)
    assert [row["seat"] for row in notice(first, "market.nmr")["seats"]] == ["Lupus", "Vulpes"]
    second = turn(first.state, MASTER=(report(),))
    assert [row["seat"] for row in notice(second, "market.nmr")["seats"]] == ["Lupus", "Ursus", "Vulpes"]


# ---- elimination --------------------------------------------------------------------------------------------------


def test_M_10_trades_of_the_turn_that_kills_a_power_stand_and_then_the_price_is_nothing():
    step = turn(autumn(), Lupus=(sell(500, "LIRA"), buy(500, "CROWN")), MASTER=(report(AUSTRIA=0),))
    quotes = {row["currency"]: row for row in notice(step, "market.quotes")["quotes"]}
    assert (quotes["CROWN"]["bought"], quotes["CROWN"]["new"]) == (500, "0.00")
    assert step.state.purse("Lupus").holding["CROWN"] == 1500
    assert notice(step, "market.eliminated")["powers"] == [{"power": "AUSTRIA", "currency": "CROWN", "units": 2500}]


def test_M_9_a_dead_currency_is_closed_stays_in_the_list_and_never_comes_back():
    dead = turn(autumn(), MASTER=(report(AUSTRIA=0),)).state
    ruling = BOURSE.rule_on(dead, "Lupus", (sell(5, "CROWN"),))[0]
    assert ruling.verdict is Verdict.REFUSED
    later = turn(dead, Lupus=(sell(5, "CROWN"),))
    assert BOURSE.standing(later.state, None).market.prices["CROWN"] == "0.0000"
    assert later.state.purse("Lupus").holding["CROWN"] == 1000
    assert BOURSE.standing(later.state, "Lupus").sellable.get("CROWN") is None


# ---- the end ------------------------------------------------------------------------------------------------------


def test_B_5_credits_are_centres_times_units_with_fractions_and_cash_is_worth_nothing():
    state = started(rules="later")
    state = turn(state, Lupus=(sell(500, "CROWN"), sell(298, "MARK"), buy(798, "LIRA"))).state
    win = dict.fromkeys(COUNTS, 2) | {"ITALY": 7}
    step = turn(
        state,
        Lupus=(sell(100, "POUND"),),
        MASTER=(ReportResult.read({"phase": "F1901", "counts": win}), GameOver(how="DRAW")),
    )
    final = notice(step, "final.scores")
    parts = {part["currency"]: part["credits"] for part in final["rows"][0]["parts"]}
    assert parts["LIRA"] == "125.86"
    assert step.ended is not None
    assert step.ended.scores["Lupus"] == "227.90"
    assert step.ended.winners == ("Lupus",)
    assert final["rows"][0]["cash"] == "100.00"


def test_B_5_a_tie_is_a_shared_win():
    ended = turn(started(), MASTER=(GameOver(how="DRAW"),)).ended
    assert ended is not None
    assert (ended.winners, ended.scores) == (("Lupus", "Vulpes"), {"Lupus": "220.00", "Vulpes": "220.00"})


def test_B_5_a_winning_count_ends_the_game():
    win = dict.fromkeys(COUNTS, 2) | {"ITALY": 18}
    step = turn(autumn(), MASTER=(ReportResult.read({"phase": "F1901", "counts": win}),))
    assert step.ended is not None
    assert step.ended.reason == "solo ITALY"
    assert notice(step, "final.scores")["counted"] == "autumn"


def test_B_6_an_autumn_end_uses_that_autumns_count_and_trades():
    step = turn(
        autumn(),
        Lupus=(sell(500, "PIASTRE"), buy(500, "ROUBLE")),
        MASTER=(report(), GameOver(how="CONCEDED", powers=("RUSSIA",))),
    )
    assert step.ended is not None
    assert step.ended.scores == {"Lupus": "345.00", "Vulpes": "340.00"}


def test_B_6_a_spring_end_uses_last_winters_count_and_that_springs_trades():
    state = turn(autumn(), MASTER=(report(),)).state
    step = turn(
        state,
        Lupus=(sell(500, "PIASTRE"), buy(500, "ROUBLE")),
        MASTER=(report("S1902", RUSSIA=9, TURKEY=2), GameOver(how="DRAW")),
    )
    assert step.ended is not None
    assert step.ended.scores == {"Lupus": "345.00", "Vulpes": "340.00"}
    assert notice(step, "final.scores")["counted"] == "last winter"


def test_when_the_game_is_over_nothing_is_asked_of_anybody():
    over = turn(started(), MASTER=(GameOver(how="ABANDONED"),)).state
    agenda = BOURSE.agenda(over)
    assert set(agenda.duties.values()) == {Duty.NONE} and agenda.sections == () and agenda.accepts == ()


# ---- what may be seen ---------------------------------------------------------------------------------------------


# ---- stored and found again ---------------------------------------------------------------------------------------


def test_a_hosted_board_is_refused_with_the_way_out():
    with pytest.raises(InputError, match="board=reported"):
        started(board="hosted")
