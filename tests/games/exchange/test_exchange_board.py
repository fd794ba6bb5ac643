"""The board under two kinds of purses, the close of the year, and the end (6.6, 6.7, 5, XR-2)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import document, pack
from judge.games.exchange.clock import needed
from judge.games.exchange.commands import CompanyOrder, DrawVote, Vote
from judge.games.exchange.company import agreed_draw
from judge.games.exchange.state import Corp, Status
from judge.games.exchange.year import centre_value, percent, standings, zero_sum_loss
from judge.kits.bribes.rules import table_income
from judge.kits.bribes.sheets import NoOffers
from tests.counts import drawn
from tests.games.exchange.exchange_table import EXCHANGE, Table, accepting, bribe
from tests.games.setting import stand


def with_board(table, owners, *units):
    """The same game with another board: units as (power, type, place)."""
    pieces = {power: [f"{kind} {place}" for one, kind, place in units if one == power] for power, *_ in units}
    host = stand(table.state.host, pieces, dict(sorted(owners.items())))
    table.state = replace(table.state, host=host, year=host.counts)
    return table


def all_floated(table):
    """Every company floated and led by ANNA, but Germany by BOB."""
    for power in table.state.corps:
        leader = "BOB" if power == "GERMANY" else "ANNA"
        table.state = table.state.with_corp(power, status=Status.FLOATED, leader=leader, founder=leader)
    return table


# ---- bribes -----------------------------------------------------------------------------------------------------


def test_E_45_a_leaders_two_purses_add_up():
    table = Table().moving()
    table.state = all_floated(table).state.with_corp("RUSSIA", leader="BOB").with_corp("AUSTRIA", leader="CARL")
    table.with_money(AUSTRIA=20, BOB=50)
    table.file("BOB", bribe("6 : A WAR - GAL", "RUSSIA"), bribe("3 : A WAR - GAL"))
    table.file("CARL", bribe("8 : A WAR - UKR", "AUSTRIA"))
    table.go()
    assert ("RUSSIA", "A", "GAL") in table.state.host.units
    assert (table.state.money("RUSSIA"), table.state.money("BOB"), table.state.money("AUSTRIA")) == (114, 47, 20)


@pytest.mark.parametrize(("listed", "place"), [("", "PIC"), ("F @anna ?", "BUR")])
def test_E_46_companies_go_before_investors_unless_the_list_names_them(listed, place):
    table = Table().moving()
    if listed:
        table.act("BOB", accepting(listed, "FRANCE"))
    table.state = table.state.with_corp("TURKEY", leader="DORA")
    table.file("ANNA", bribe("4 : A PAR - BUR"))
    table.file("DORA", bribe("4 : A PAR - PIC", "TURKEY"))
    table.go()
    assert ("FRANCE", "A", place) in table.state.host.units


def test_E_47_who_offers_too_much_is_cut_and_may_lose_every_tie():
    table = Table().moving().with_money(ANNA=6)
    table.file("ANNA", bribe("5 : A PAR - BUR"), bribe("5 : A WAR - GAL"))
    table.file("BOB", bribe("4 : A PAR - PIC", "FRANCE"), bribe("4 : A WAR - UKR", "RUSSIA"))
    table.go()
    assert {("FRANCE", "A", "PIC"), ("RUSSIA", "A", "UKR")} <= set(table.state.host.units)
    assert table.state.money("ANNA") == 6
    assert table.told("exchange.bribes", "ANNA")[0]["reductions"] == 1


def test_E_50_one_purse_never_touches_another():
    table = Table().moving()
    rulings = table.rule(
        "BOB", bribe("5 : A XXX - BUR", "RUSSIA"), bribe("5 : A PAR - BUR", "FRANCE"), bribe("1 & A PAR H")
    )
    assert [ruling.stands for ruling in rulings] == [False, True, True]
    table.file(
        "BOB",
        bribe("80 : A WAR - GAL", "RUSSIA"),
        bribe("80 : A MOS - UKR", "RUSSIA"),
        bribe("90 : A PAR - BUR", "FRANCE"),
        bribe("9 : A PAR - BUR"),
    )
    table.go()
    assert table.state.money("RUSSIA") == 0
    assert table.state.money("FRANCE") == 10
    assert {row["payer"]: row["reductions"] for row in table.told("exchange.bribes", "BOB")} == {
        "BOB": 0,
        "FRANCE": 0,
        "RUSSIA": 20,
    }


def test_E_51_a_silent_leaders_units_hold_and_obey_others():
    table = Table().moving()
    table.file("DORA", bribe("1 : A PAR - BUR"))
    table.go()
    assert ("FRANCE", "A", "BUR") in table.state.host.units
    assert ("RUSSIA", "A", "WAR") in table.state.host.units
    assert [row["seat"] for row in table.told("exchange.nmr")[0]["seats"]] == ["ANNA", "BOB"]


# ---- the board --------------------------------------------------------------------------------------------------


def test_E_16_centres_of_countries_that_have_not_floated_are_not_captured():
    table = Table().moving()
    with_board(table, {"PAR": "FRANCE"}, ("FRANCE", "A", "VEN"), ("FRANCE", "A", "SPA"))
    table.go()
    table.go()
    assert "VEN" not in table.state.host.owners
    assert table.state.host.owners["SPA"] == "FRANCE"
    assert ("FRANCE", "A", "VEN") in table.state.host.units
    assert table.state.host.eliminated == ("RUSSIA", "TURKEY"), "floated, and without a centre"


@pytest.mark.parametrize(("owned", "over"), [(17, False), (18, True)])
def test_E_17_eighteen_of_all_thirty_four_win(owned, over):
    table = Table().moving()
    centres = [c for c in table.state.active if c not in ("SPA", "POR")][: owned - 1]
    with_board(table, dict.fromkeys(centres, "RUSSIA"), ("RUSSIA", "A", "SPA"))
    table.go()
    table.go()
    assert table.state.host.counts["RUSSIA"] == owned
    assert bool(table.ended) is over
    if over:
        assert table.ended.reason == "solo RUSSIA"
        assert table.ended.winners == ("BOB",)


def test_E_18_centres_bring_their_value_to_whoever_owns_them():
    table = Table().moving()
    values = {"MOS": 7, "SEV": 7, "STP": 12, "WAR": 14}
    table.state = table.state.with_corp("RUSSIA", values=values)
    owned = ["MOS", "SEV", "STP", "SWE", "RUM"]
    assert sum(centre_value(table.state, centre) for centre in owned) == 36
    assert centre_value(table.state, "WAR") == 14
    with_board(table, {**dict.fromkeys(owned, "RUSSIA"), "WAR": "TURKEY"}, ("RUSSIA", "A", "MOS"))
    russia, turkey = table.state.money("RUSSIA"), table.state.money("TURKEY")
    table.go()
    table.go()
    assert (table.state.money("RUSSIA") - russia, table.state.money("TURKEY") - turkey) == (36, 14)
    assert table.told("exchange.income", "BOB")[1]["total"] == 36
    assert table.told("exchange.annual", "DORA")[1]["holders"] == ["ANNA", "BOB", "DORA"]
    assert "counts" not in table.told("exchange.annual", "DORA")[1]
    assert table.told("exchange.annual", "CARL") == []


def test_E_18_the_table_of_payola_replaces_the_values():
    assert [table_income(n, 18) for n in (1, 2, 3, 4, 5)] == [17, 33, 48, 62, 75]
    table = Table(income_mode="payola").moving()
    money = table.state.money("TURKEY")
    table.go()
    table.go()
    assert table.state.money("TURKEY") == money + 48


def test_E_48_zero_sum_moves_money_with_bribes_and_centres():
    assert zero_sum_loss(270, 4) == 67
    table = Table(income_mode="zerosum").moving()
    with_board(
        table,
        {**dict.fromkeys(("MOS", "SEV", "STP", "WAR"), "RUSSIA"), "PAR": "FRANCE"},
        ("FRANCE", "A", "WAR"),
        ("RUSSIA", "A", "RUM"),
        ("RUSSIA", "F", "SEV"),
    )
    assert (table.state.money("RUSSIA"), table.state.money("FRANCE")) == (275, 205)
    table.file("BOB", bribe("25 : A RUM H", "RUSSIA"), bribe("15 : A WAR H", "RUSSIA"))
    table.file("DORA", bribe("10 : F SEV H"))
    table.go()
    everything = (
        "RUSSIA",
        "FRANCE",
        "TURKEY",
        "GERMANY",
        "NEUTRAL",
        "till RUSSIA",
        "till FRANCE",
        *table.state.investors,
    )
    total = sum(map(table.state.money, everything))
    table.go()
    assert table.state.money("RUSSIA") == 275 - 40 + 35 + 10 - 67 == 213
    assert table.state.money("FRANCE") == 205 + 15 + 67
    assert table.state.money("NEUTRAL") == 110
    assert sum(map(table.state.money, everything)) == total, "all money made at the start is still there"


def test_XR_24_a_company_without_units_and_centres_has_no_draw_vote():
    table = all_floated(Table().moving())
    with_board(table, {"PAR": "FRANCE", "BER": "GERMANY"}, ("FRANCE", "A", "PAR"))
    assert table.state.survivors == ("FRANCE", "GERMANY")
    assert table.code("ANNA", DrawVote(powers=("FRANCE",), hat="RUSSIA")) == "draw-dead"
    assert table.code("ANNA", DrawVote(powers=("FRANCE", "RUSSIA"), hat="FRANCE")) == "draw-dead"


def test_E_44_a_draw_needs_the_same_vote_of_all_survivors():
    table = all_floated(Table().moving())
    with_board(table, {"PAR": "FRANCE", "BER": "GERMANY", "MOS": "RUSSIA"}, ("FRANCE", "A", "PAR"))
    table.act("ANNA", DrawVote(powers=("FRANCE", "RUSSIA"), hat="FRANCE"))
    table.act("ANNA", DrawVote(powers=("FRANCE", "RUSSIA"), hat="RUSSIA"))
    assert agreed_draw(table.state) == (), "Germany is silent"
    table.act("BOB", DrawVote(powers=("FRANCE", "RUSSIA"), hat="GERMANY"))
    assert agreed_draw(table.state) == ("FRANCE", "RUSSIA")
    table.go()
    table.go()
    assert table.ended.reason == "draw FRANCE RUSSIA"
    dias = replace(table.state, settings=replace(table.state.settings, dias=True))
    assert agreed_draw(dias) == ()


def test_XR_18_a_new_leader_finds_no_draw_vote_on_file():
    table = Table().moving()
    table.state = table.state.with_corp("RUSSIA", draw=("RUSSIA",), leader="DORA")
    while table.phase != "S1902E":
        table.go()
    table.go()
    assert table.state.corps["RUSSIA"].leader == "BOB"
    assert table.state.corps["RUSSIA"].draw == ()


# ---- valuation --------------------------------------------------------------------------------------------------

E_09 = {
    "ANNA": {"RUSSIA": 10, "FRANCE": 2, "TURKEY": 20},
    "BOB": {"RUSSIA": 20, "FRANCE": 11},
    "CARL": {"GERMANY": 15},
    "DORA": {"RUSSIA": 9, "FRANCE": 6, "GERMANY": 12},
}
CORPS = {"RUSSIA": Corp(shares=40), "FRANCE": Corp(shares=23), "TURKEY": Corp(shares=30), "GERMANY": Corp(shares=50)}


def test_E_39_the_basis_can_change_the_winner():
    corps = {"X": Corp(shares=30), "Y": Corp(shares=30)}
    held = {"P": {"X": 8, "Y": 5}, "Q": {"X": 1, "Y": 15}, "R": {"X": 11, "Y": 10}}
    outstanding = standings(corps, held, ("X", "Y"), False)
    assert (outstanding["P"], outstanding["Q"]) == (Fraction(17, 60), Fraction(11, 40))
    assert outstanding["P"] > outstanding["Q"], "17/30 and 11/20 of one company's worth"
    every = standings(corps, held, ("X", "Y"), True)
    assert (every["P"], every["Q"]) == (Fraction(13, 60), Fraction(16, 60))


def test_E_40_a_solo_is_worth_its_own_shares_alone():
    worth = standings(CORPS, E_09, ("RUSSIA",), False)
    assert worth == {"ANNA": Fraction(10, 39), "BOB": Fraction(20, 39), "CARL": 0, "DORA": Fraction(9, 39)}


def test_E_41_a_draw_values_each_company_alike():
    worth = standings(CORPS, E_09, ("RUSSIA", "FRANCE"), False)
    assert worth["BOB"] == Fraction(809, 1482)
    assert worth["DORA"] == Fraction(405, 1482)
    assert worth["ANNA"] == Fraction(268, 1482)
    assert sum(worth.values()) == 1
    assert percent(worth["BOB"]) == "54.5883"


def test_E_42_equal_portfolios_share_the_win():
    held = {"ANNA": {"TURKEY": 10}, "DORA": {"TURKEY": 10}}
    assert set(standings(CORPS, held, ("TURKEY",), False).values()) == {Fraction(1, 2)}


# ---- properties -------------------------------------------------------------------------------------------------


def played(seed, **options):
    table = Table(seed=seed, **options).moving()
    table.file("BOB", bribe("6 : A WAR - GAL", "RUSSIA"), bribe("3 : A WAR - GAL"))
    table.file("ANNA", bribe("4 : A PAR - BUR"), bribe("A CON - BUL", "TURKEY"))
    return table


@drawn(6)
@given(st.text("abc", min_size=1, max_size=4), st.sampled_from(["financed", "payola", "zerosum"]))
def test_B_2_resolving_twice_is_equal_and_arrival_does_not_matter(seed, income):
    table = played(seed, income_mode=income)
    orders = {seat: table.sheets.get(seat, ()) for seat in table.state.investors}
    again = dict(reversed(orders.items()))
    one = EXCHANGE.resolve(table.state, orders, table.dice(table.phase))
    two = EXCHANGE.resolve(table.state, again, table.dice(table.phase))
    assert pack(one.state) == pack(two.state)
    assert one.notices == two.notices


def test_B_5_nobody_reads_what_is_not_his():
    """Other people's cash and shares, treasuries and bribes are in no letter but their readers'."""
    table = Table().priced()
    table.with_money(ANNA=217, BOB=213, CARL=227, DORA=7331)
    for _ in range(12):
        for notice in table.notices:
            if notice.audience not in ("DORA", "MASTER"):
                assert "7331" not in str(document(notice.data)), notice
        assert "7331" not in str(EXCHANGE.standing(table.state, None))
        for seat in ("ANNA", "BOB", "CARL"):
            assert "7331" not in str(EXCHANGE.standing(table.state, seat))
        assert table.state.money("DORA") == 7331
        table.go()


def test_B_5_a_treasury_is_the_leaders_and_once_a_year_the_shareholders():
    table = Table().floated().with_money(RUSSIA=7331)
    table.go()
    shown = {(notice.audience, notice.kind) for notice in table.notices if "7331" in str(document(notice.data))}
    assert shown == {("BOB", "exchange.office")}
    readers = [s for s in (None, *table.state.investors) if "7331" in str(EXCHANGE.standing(table.state, s))]
    assert readers == ["BOB"]


def test_B_5_acceptance_lists_and_offers_are_nobodys_to_read_before_the_end():
    table = played("x")
    table.act("BOB", accepting("T ?", "RUSSIA"))
    table.go()
    public = str([document(n.data) for n in table.notices if n.audience == "*"]) + str(
        EXCHANGE.standing(table.state, None)
    )
    assert "welcome" not in public
    assert "T ?" not in public
    assert not table.told("exchange.archive")
    assert {n.audience for n in table.notices if n.kind == "exchange.chart"} == {"MASTER"}


def test_B_2_phases_nobody_needs_are_not_opened():
    table = Table()
    assert [kind for kind in "BTFEPM" if needed(table.state, kind)] == ["B"]


def test_XR_1_retreats_are_the_leaders_with_or_without_the_word():
    table = Table().moving()
    with_board(table, {"PAR": "FRANCE"}, ("FRANCE", "A", "PAR"), ("TURKEY", "A", "BUR"), ("TURKEY", "A", "PIC"))
    table.file("ANNA", bribe("A BUR - PAR", "TURKEY"), bribe("A PIC S A BUR - PAR", "TURKEY"))
    table.go()
    assert table.phase == "S1901R"
    assert {seat: str(duty) for seat, duty in EXCHANGE.agenda(table.state).duties.items()} == {
        "ANNA": "none",
        "BOB": "must",
        "CARL": "none",
        "DORA": "none",
    }
    assert table.code("ANNA", CompanyOrder(text="A PAR R GAS", hat="TURKEY")) == "nothing-dislodged"
    assert table.code("BOB", bribe("5 : A PAR - GAS", "FRANCE")) == "no-offers-now"
    assert table.code("ANNA", bribe("5 : A PAR - GAS")) == "no-offers-now"
    assert table.code("ANNA", NoOffers(hat="TURKEY")) == "no-offers-now"
    (ruling,) = table.rule("BOB", bribe("A PAR - GAS", "FRANCE"))
    assert ruling.command.canonical() == "A PAR R GAS"
    table.file("BOB", bribe("A PAR - GAS", "FRANCE"))
    table.go()
    assert ("FRANCE", "A", "GAS") in table.state.host.units
    assert table.phase == "F1901M"


def test_XR_1_the_leader_alone_is_told_what_must_retreat_and_where_to():
    table = Table().moving()
    with_board(table, {"PAR": "FRANCE"}, ("FRANCE", "A", "PAR"), ("TURKEY", "A", "BUR"), ("TURKEY", "A", "PIC"))
    table.file("ANNA", bribe("A BUR - PAR", "TURKEY"), bribe("A PIC S A BUR - PAR", "TURKEY"))
    table.go()
    (told,) = table.told("exchange.duty", "BOB")
    assert (told["phase"], told["company"]) == ("S1901R", "FRANCE")
    assert told["retreats"] == {"A PAR": ["BRE", "GAS"]}
    assert [notice.audience for notice in table.notices if notice.kind == "exchange.duty"] == ["BOB"]


def test_6_5_the_new_leaders_are_told_of_their_builds_and_removals():
    table = Table().floated()
    with_board(
        table,
        {"MOS": "RUSSIA", "WAR": "RUSSIA", "CON": "TURKEY"},
        ("RUSSIA", "A", "UKR"),
        ("TURKEY", "A", "CON"),
        ("TURKEY", "A", "ANK"),
    )
    table.file("BOB", Vote(power="RUSSIA", lines=((0, "BOB"),)))
    table.go()
    assert table.phase == "S1901P"
    (builds,) = [data for data in table.told("exchange.duty", "BOB") if data["company"] == "RUSSIA"]
    assert (builds["phase"], builds["due"], builds["sites"]) == ("S1901P", 1, ["MOS", "WAR"])
    led = EXCHANGE.standing(table.state, "BOB").companies["RUSSIA"]
    assert (led.due, led.sites) == (1, ("MOS", "WAR"))
    (removals,) = table.told("exchange.duty", "ANNA")
    assert (removals["company"], removals["due"], removals["units"]) == ("TURKEY", -1, ["A ANK", "A CON"])
    table.go()
    assert not table.told("exchange.duty", "ANNA"), "a movement needs no such list"
    assert EXCHANGE.standing(table.state, "BOB").companies["RUSSIA"].due == 0


def test_XR_1_a_unit_without_a_retreat_is_disbanded():
    table = Table().moving()
    with_board(table, {"PAR": "FRANCE"}, ("FRANCE", "A", "PAR"), ("TURKEY", "A", "BUR"), ("TURKEY", "A", "PIC"))
    table.file("ANNA", bribe("A BUR - PAR", "TURKEY"), bribe("A PIC S A BUR - PAR", "TURKEY"))
    table.go()
    table.go()
    assert not any(power == "FRANCE" for power, _, _ in table.state.host.units)


def test_6_5_centres_won_are_units_next_spring():
    table = Table().elected()
    with_board(
        table,
        {"MOS": "RUSSIA", "WAR": "RUSSIA", "CON": "TURKEY"},
        ("RUSSIA", "A", "UKR"),
        ("TURKEY", "A", "CON"),
        ("TURKEY", "A", "ANK"),
    )
    assert str(EXCHANGE.agenda(table.state).duties["BOB"]) == "must"
    table.file("BOB", CompanyOrder(text="BUILD A MOS", hat="RUSSIA"))
    table.file("ANNA", CompanyOrder(text="REMOVE A ANK"))
    table.go()
    assert set(table.state.host.units) == {("RUSSIA", "A", "UKR"), ("RUSSIA", "A", "MOS"), ("TURKEY", "A", "CON")}


def test_1_3_records_keep_what_the_company_did():
    table = Table().moving()
    table.file("BOB", bribe("6 : A WAR - GAL", "RUSSIA"))
    table.go()
    table.go()
    whats = {entry.what for entry in table.state.corps["RUSSIA"].books}
    assert {
        "startup bid",
        "terms",
        "shares sold",
        "floated",
        "elected",
        "offers",
        "bribe",
        "unit",
        "income",
        "treasury",
    } <= whats
