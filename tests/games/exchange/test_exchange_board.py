"""The board under two kinds of purses, the close of the year, and the end (6.6, 6.7, 5, XR-2)."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import document, pack
from judge.games.exchange.clock import needed
from judge.games.exchange.commands import Vote
from judge.games.exchange.company import agreed_draw
from judge.games.exchange.state import Corp
from judge.games.exchange.year import centre_value, percent, standings, zero_sum_loss
from tests.counts import drawn
from tests.games.exchange.exchange_table import EXCHANGE, Table, accepting, all_floated, bribe, with_board

# ---- bribes -----------------------------------------------------------------------------------------------------


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


# ---- the board --------------------------------------------------------------------------------------------------


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


def test_E_44_where_draws_must_include_all_survivors_no_other_is_agreed():
    table = with_board(all_floated(Table().moving()), {"PAR": "FRANCE", "BER": "GERMANY", "MOS": "RUSSIA"})
    for power in table.state.survivors:
        table.state = table.state.with_corp(power, draw=("FRANCE", "RUSSIA"))
    assert agreed_draw(table.state) == ("FRANCE", "RUSSIA")
    assert agreed_draw(replace(table.state, settings=replace(table.state.settings, dias=True))) == ()


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
