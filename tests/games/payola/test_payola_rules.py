"""Payola by itself: purses, sheets, what players learn, variants of the rules (A1 to A13, P-48 to P-51)."""

import json
from dataclasses import replace

from judge.core.codec import document, pack
from judge.core.notice import MASTER, PUBLIC
from judge.core.variant import Duty, Role, Seat
from judge.games.payola import VARIANT
from judge.games.payola.money import blank_income, year_end
from judge.games.payola.state import PayolaState
from judge.kits.bribes.rules import table_income
from judge.kits.bribes.sheets import Bribe
from judge.kits.host.commands import GameOver, UnitOrder
from judge.kits.host.votes import DrawVote
from tests.games.payola.payola_table import (
    DICE,
    POWERS,
    SEATS,
    codes,
    notice,
    playing,
    resolve,
    ruled,
    sheet,
    started,
    told,
    with_board,
    with_money,
)
from tests.games.setting import at
from tests.games.setting import told as heard
from tests.tables import cases, sentences

WAR_IN_FRANCE = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN", "A RUH"], "ENGLAND": ["F ENG"]}


def duel(**options: str) -> PayolaState:
    return with_board(started(**options), WAR_IN_FRANCE)


def played(given, turns):
    """`given`: options, seats, phase, units, all `owners` or `more` of them, money. A turn has lines by power, and the
    master's `end`. What is played, and the last step."""
    state = started(playing(*given["seats"]) if "seats" in given else SEATS, **given.get("options", {}))
    owners = {**state.host.owners, **given["more"]} if "more" in given else given.get("owners")
    state = with_board(state, given.get("units", WAR_IN_FRANCE), owners)
    state, step = with_money(state, **given.get("money", {})), None
    if "phase" in given:
        state = at(state, given["phase"])
    for sheets in turns:
        end = (GameOver(how=sheets["end"]),) if "end" in sheets else ()
        step = resolve(state, {power: lines for power, lines in sheets.items() if power != "end"}, end)
        state = step.state
    return state, step


@sentences("given", "turns", "shown")
def test_turns_come_out_as_they_are_ruled(given, turns, shown):
    state, step = played(given, turns)
    units = [(power, f"{kind} {place}") for power, kind, place in state.host.units]
    each = {
        "units": lambda power: [unit for owner, unit in units if owner == power],
        "money": state.balance,
        "duties": lambda power: VARIANT.agenda(state).duties[power].name,
        "told": lambda asked: heard(step, asked),
    }
    whole = {"phase": str(state.phase), "ended": step and step.ended and list(step.ended.winners)}
    found = {name: whole[name] if name in whole else {key: each[name](key) for key in of} for name, of in shown.items()}
    assert json.loads(json.dumps(found)) == shown


# ---- A2: purses and income ------------------------------------------------------------------------------------------


def test_P_48_income_follows_the_table() -> None:
    expected = [17, 33, 48, 62, 75, 87, 98, 108, 117, 125, 132, 138, 143, 147, 150, 152, 153, 153]
    assert [table_income(n, 18) for n in range(1, 19)] == expected
    assert table_income(20, 18) == 153
    assert table_income(0, 18) == 0


def test_P_48_a_longer_game_pays_more() -> None:
    assert [table_income(n, 24) for n in range(1, 8)] == [23, 45, 66, 86, 105, 123, 140]


def test_A2_units_without_centres_bring_half_the_victory_count_each() -> None:
    assert blank_income(3, 18) == 27
    assert blank_income(3, 19) == 27


def test_A2_everybody_begins_with_a_years_income() -> None:
    state = started()
    assert {power: state.balance(power) for power in POWERS} == {**dict.fromkeys(POWERS, 48), "RUSSIA": 62}


@cases("options", "france", "russia")
def test_A13_each_kind_of_income_is_in_the_first_purse(options: dict[str, str], france: int, russia: int) -> None:
    assert [started(**options).balance(power) for power in ("FRANCE", "RUSSIA")] == [france, russia]


def test_P_49_zero_sum_moves_money_with_the_centres() -> None:
    state = with_money(
        started(income="zerosum"), AUSTRIA=10, AUSTRIA_till=17, ITALY=25, ITALY_till=4, TURKEY=30, TURKEY_till=0
    )
    taken = (("BUD", "AUSTRIA", "TURKEY"), ("SER", "", "AUSTRIA"), ("TRI", "AUSTRIA", "ITALY"))
    state = replace(state, taken=taken)
    accounts, postings = year_end(state)
    assert accounts["AUSTRIA"].after == 19
    assert accounts["ITALY"].after == 38
    assert accounts["TURKEY"].after == 39
    books = state.books.post(postings)
    assert [books.balance(power, "AGP") for power in ("AUSTRIA", "ITALY", "TURKEY")] == [19, 38, 39]
    assert books.faults() == ()


def test_A13_zero_sum_conserves_money_but_for_neutral_centres() -> None:
    state = duel(income="zerosum")
    before = sum(state.balance(power) for power in POWERS)
    step = resolve(state, {"GERMANY": ("9 : A PAR - BUR", "4 : A MUN - TYR"), "FRANCE": ("3 : A PAR - BUR",)})
    after = step.state
    assert sum(after.balance(power) + after.earned(power) for power in POWERS) == before
    assert after.earned("FRANCE") == 12
    assert notice(step, "payola.statement", "FRANCE")["earned"] == 12


# ---- A2: transfers --------------------------------------------------------------------------------------------------


def test_A2_a_transfer_is_immediate_and_both_get_a_receipt() -> None:
    state = started()
    (ruling,) = ruled(state, "FRANCE", "TRANSFER 30 TO ITALY")
    step = VARIANT.act(state, "FRANCE", ruling.command)
    assert (step.state.balance("FRANCE"), step.state.balance("ITALY")) == (18, 78)
    assert notice(step, "payola.receipt", "FRANCE") == {
        "phase": "S1901M",
        "power": "FRANCE",
        "before": 48,
        "amount": -30,
        "other": "ITALY",
        "after": 18,
    }
    assert notice(step, "payola.receipt", "ITALY")["other"] == "FRANCE"
    assert {n.audience for n in step.notices} == {"FRANCE", "ITALY"}


def test_PR_6_what_is_given_away_is_gone_when_the_bribes_fall_due() -> None:
    state = with_money(duel(), GERMANY=10)
    step = VARIANT.act(state, "GERMANY", ruled(state, "GERMANY", "TRANSFER 6 TO ITALY")[0].command)
    after = resolve(step.state, {"GERMANY": ("8 : A MUN - TYR",)})
    told_of = notice(after, "payola.statement", "GERMANY")
    assert (told_of["spent"], told_of["reductions"], told_of["after"]) == (4, 4, 0)


# ---- A3 to A6: sheets -----------------------------------------------------------------------------------------------


@sentences("options", "owners", "power", "lines", "found", "says")
def test_each_line_of_a_sheet_is_ruled_on(
    options: dict[str, str], owners: dict[str, str], power: str, lines: list[str], found: list[str], says: str
) -> None:
    rulings = ruled(with_board(started(**options), WAR_IN_FRANCE, owners or None), power, *lines)
    assert codes(rulings) == found
    assert says in "\n".join(told(ruling) for ruling in rulings if ruling.because)


def test_PR_5_a_line_on_file_whose_unit_is_gone_is_dropped_alone_and_told() -> None:
    state = duel()
    kept = sheet("5 : A MUN - TYR", "3 : A PAR - BUR", first=0)
    filed = tuple(replace(command, line=0) for command in kept)
    moved = with_board(state, {**WAR_IN_FRANCE, "FRANCE": ["A GAS", "F BRE"]})
    assert codes(list(VARIANT.rule_on(moved, "GERMANY", filed))) == ["", "no-unit"]
    orders = {**dict.fromkeys(moved.flags, ()), "GERMANY": filed}
    step = VARIANT.resolve(moved, orders, DICE)
    statement = notice(step, "payola.statement", "GERMANY")
    assert statement["dropped"] == ["3 : A PAR - BUR"]
    assert statement["spent"] == 5


def test_A5_overspending_is_allowed_and_pointed_out() -> None:
    (first, last) = ruled(duel(), "GERMANY", "30 : A MUN - TYR", "30 : A PAR - BUR")
    assert first.stands
    assert last.stands
    assert [(remark.code, dict(remark.figures)) for remark in last.remarks] == [("poor", {"most": 60, "spendable": 48})]


def test_A4_the_forecast_names_what_a_sheet_can_cost_at_most() -> None:
    state = duel()
    lines = sheet("8 : A MUN - TYR | - BOH", "4 ! A PAR - BUR", "4 ! A PAR - GAS", "3 > A PAR H", "10 $")
    forecast = VARIANT.forecast(state, "GERMANY", lines)
    assert (forecast.most, forecast.offered, forecast.spendable) == (8 + 11, 8 + 11, 38)
    assert forecast.unbid == ("A RUH",)
    assert forecast.list == "G?"


def test_A1_movement_orders_are_not_written_but_bid_for() -> None:
    (ruling,) = VARIANT.rule_on(duel(), "FRANCE", (UnitOrder(text="A PAR - BUR", line=3),))
    assert told(ruling).startswith("Movement orders are not written here but bid for. Write 0 : A PAR - BUR")


def test_A8_an_acceptance_list_stays_until_it_is_changed() -> None:
    state = duel()
    first = resolve(state, {"FRANCE": ("ACCEPT EG?",)})
    assert VARIANT.standing(first.state, "FRANCE").list == "EG?"
    second = resolve(first.state)
    assert VARIANT.standing(second.state, "FRANCE").list == "EG?"
    assert VARIANT.standing(second.state, "GERMANY").list == "G?"


# ---- A7: the board --------------------------------------------------------------------------------------------------


def test_A10_a_power_is_unplayed_only_where_the_game_allows_it_and_is_given_nothing() -> None:
    state = started(playing("GERMANY", "ENGLAND"), empty="dummy")
    assert codes(ruled(state, "GERMANY", "TRANSFER 1 TO FRANCE")) == ["nobody-there"]


def retreating() -> PayolaState:
    """Germany has been driven out of Burgundy."""
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"], "ENGLAND": ["F ENG"]}
    state = with_board(started(), units)
    return resolve(state, {"FRANCE": ("A PAR - BUR", "A MAR S A PAR - BUR"), "ENGLAND": ("NMR",)}).state


def test_A1_the_owner_alone_writes_retreats_and_no_money_is_involved() -> None:
    state = retreating()
    assert str(state.phase) == "S1901R"
    assert VARIANT.agenda(state).duties["GERMANY"] is Duty.MUST
    assert codes(ruled(state, "FRANCE", "A BUR - RUH")) == ["nothing-dislodged"]
    assert codes(ruled(state, "GERMANY", "5 : A BUR - RUH")) == ["no-offers-now"]
    after = resolve(state, {"GERMANY": ("A BUR - RUH",)}).state
    assert ("GERMANY", "A", "RUH") in after.host.units
    assert after.balance("GERMANY") == 48


def test_A1_in_a_retreat_a_line_without_money_is_the_owners_order() -> None:
    (ruling,) = ruled(retreating(), "GERMANY", "A BUR - RUH")
    assert ruling.stands
    assert ruling.command == UnitOrder(text="A BUR R RUH")


# ---- A12: what players learn ----------------------------------------------------------------------------------------


def test_A12_a_statement_tells_of_ones_own_units_and_bribes_and_purse() -> None:
    step = resolve(
        duel(), {"FRANCE": ("2 : F BRE - MAO", "1 : A MUN - TYR"), "GERMANY": ("5 : A PAR - BUR", "3 : A RUH - HOL")}
    )
    statement = notice(step, "payola.statement", "FRANCE")
    assert statement["units"] == [
        {"unit": "A PAR", "order": "A PAR - BUR", "price": 5, "tied": False, "steered": True},
        {"unit": "F BRE", "order": "F BRE - MAO", "price": 2, "tied": False, "steered": False},
    ]
    assert [(row["amount"], row["order"]) for row in statement["accepted"]] == [(1, "A MUN - TYR"), (2, "F BRE - MAO")]
    assert (statement["before"], statement["spent"], statement["after"]) == (48, 3, 45)
    assert "backing" not in json.dumps(statement)


def test_A12_no_secret_of_a_seat_is_in_anothers_or_in_public_notices() -> None:
    offers = {"FRANCE": ("37 : F BRE - MAO", "ACCEPT FTRG?"), "GERMANY": ("41 : A PAR - BUR",)}
    step = resolve(duel(public_totals="no"), offers)
    for found in step.notices:
        text = json.dumps(document(found.data))
        if found.audience not in (MASTER, "FRANCE"):
            assert "37" not in text
            assert "FTRG" not in text
        if found.audience == PUBLIC:
            assert "41" not in text
    public = json.dumps(pack(VARIANT.standing(step.state, None)))
    assert "balance" not in public


def test_A11_the_archive_says_the_same_as_the_charts_did() -> None:
    step = resolve(duel(ebayola="yes"), {"GERMANY": ("9 : A PAR - BUR",), "FRANCE": ("4 : A PAR - PIC",)})
    chart = notice(step, "payola.chart", MASTER)
    over = resolve(at(step.state, "F1901M"), master=(GameOver(how="ABANDONED"),))
    assert notice(over, "payola.archive")["pages"][0] == chart


# ---- A13: the rest --------------------------------------------------------------------------------------------------


def test_PR_9_in_the_fog_a_seat_reads_only_what_it_sees() -> None:
    far = {**WAR_IN_FRANCE, "TURKEY": ["A CON"]}
    state = with_board(started(rules="tincup"), far, {"PAR": "FRANCE", "CON": "TURKEY", "MUN": "GERMANY"})
    step = resolve(state, {"GERMANY": ("4 : A PAR - BUR", "3 : A ARM - SEV"), "TURKEY": ("A CON - BUL",)})
    turkish = notice(step, "board.results", "TURKEY")["orders"]
    assert [row["unit"] for row in turkish] == ["A CON"]
    assert not [n for n in step.notices if n.audience == PUBLIC and n.kind == "board.results"]
    german = {row["unit"] for row in notice(step, "board.results", "GERMANY")["orders"]}
    assert {"A MUN", "A RUH", "A PAR"} <= german
    assert "A CON" not in german
    accepted = notice(step, "payola.statement", "GERMANY")["accepted"]
    assert accepted == [{"amount": 4, "unit": "", "order": "", "owner": "FRANCE"}]
    assert VARIANT.standing(step.state, None).board.units == ()
    assert {u.power for u in VARIANT.standing(step.state, "TURKEY").board.units} == {"TURKEY"}


# ---- the house's promises -------------------------------------------------------------------------------------------


def test_D_11_who_names_no_power_draws_one() -> None:
    seats = (*SEATS[:5], Seat("Lupus", Role.POWER), Seat("Vulpes", Role.POWER))
    flags = started(seats).flags
    assert {flags["Lupus"], flags["Vulpes"]} == {"RUSSIA", "TURKEY"}


def test_every_refusal_has_words_and_a_rule() -> None:
    for code, reason in VARIANT.reasons.items():
        assert reason.text, code
    assert Bribe.section == "offers"


def test_A13_answers_in_the_fog_are_the_same_whether_a_unit_stands_there_or_not() -> None:
    state = with_board(started(rules="tincup"), WAR_IN_FRANCE)
    lines = ("3 : PAR - BUR", "3 : KIE - DEN", "2 : A MUN S A TYR", "A RUH S A BEL")
    alone = with_board(state, {"GERMANY": ["A MUN", "A RUH"]})
    for rulings in (ruled(state, "GERMANY", *lines), ruled(alone, "GERMANY", *lines)):
        assert [ruling.command.canonical() for ruling in rulings] == [
            "3 : PAR - BUR",
            "3 : KIE - DEN",
            "2 : A MUN S A TYR",
            "0 : A RUH S A BEL",
        ]
        assert [[remark.code for remark in ruling.remarks] for ruling in rulings] == [["unseen"], ["unseen"], [], []]
    forecast = VARIANT.forecast(state, "GERMANY", sheet("3 : PAR - BUR", "3 : KIE - DEN"))
    assert (forecast.offered, forecast.most) == (6, 6)
    paid = resolve(state, {"GERMANY": ("3 : PAR - BUR", "3 : KIE - DEN")})
    assert notice(paid, "payola.statement", "GERMANY")["spent"] == 3


def test_D_9_a_power_silent_for_two_movements_has_no_vote() -> None:
    state = with_board(started(), WAR_IN_FRANCE, {"PAR": "FRANCE", "MUN": "GERMANY", "LON": "ENGLAND"})
    orders = {seat: (DrawVote(),) if seat in ("FRANCE", "GERMANY") else () for seat in state.flags}
    assert VARIANT.resolve(state, orders, DICE).ended is None
    assert VARIANT.resolve(replace(state, silent={"ENGLAND": 2}), orders, DICE).ended is not None


def test_a_power_with_money_and_no_unit_is_shown_no_offer_for_units_of_its_own() -> None:
    table = with_board(started(), {"FRANCE": ["A PAR"]}, {"PAR": "FRANCE", "VIE": "AUSTRIA"})
    assert VARIANT.samples(table, "AUSTRIA") == ("25 $",)
    assert any("A PAR" in line for line in VARIANT.samples(table, "FRANCE"))
