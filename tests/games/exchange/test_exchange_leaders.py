"""Leaders: elections, values, dividends, builds, issues (1, 6.4, 6.5, 7.2)."""

from dataclasses import replace

from judge.games.exchange import commands
from judge.kits.board.opening import position_of
from judge.kits.host.state import LiveBoard
from tests.games.exchange.exchange_table import EXCHANGE, Table

# ---- elections --------------------------------------------------------------------------------------------------


def test_E_24_ballots_are_checked_when_sent_as_far_as_they_can_be():
    table = Table().floated()
    (ruling,) = table.rule("BOB", commands.Vote(power="RUSSIA", lines=((4, "carl"),)))
    assert [remark.code for remark in ruling.remarks] == ["no-candidate", "spare-votes"]
    (other,) = table.rule("BOB", commands.Vote(power="RUSSIA", lines=((4, "anna"),)))
    assert [remark.code for remark in other.remarks] == ["no-candidate", "spare-votes"], "ANNA holds shares: said alike"


def test_XR_6_the_tie_break_is_the_former_leaders_and_at_first_the_founders():
    table = Table().floated()
    (ruling,) = table.rule("BOB", commands.Tiebreak(power="RUSSIA", names=("dora anna",)))
    assert ruling.command.names == ("DORA", "ANNA")


# ---- values -----------------------------------------------------------------------------------------------------


def test_7_2_a_split_goes_with_the_terms_that_stand_and_not_with_refused_ones():
    table = Table().founded()
    split = commands.Values(power="RUSSIA", values=(("MOS", 75), ("SEV", 75), ("STP", 75), ("WAR", 75)))
    refused, wrong = table.rule("BOB", commands.Terms(power="RUSSIA", shares=300, price=5), split)
    assert (refused.because.code, wrong.because.code) == ("few-shares", "wrong-sum")
    good, stands = table.rule("BOB", commands.Terms(power="RUSSIA", shares=60, price=25), split)
    assert (good.stands, stands.stands) == (True, True)


def test_7_2_a_split_sent_ahead_is_kept():
    table = Table().priced()
    table.file("BOB", commands.Values(power="RUSSIA", values=(("MOS", 7), ("SEV", 7), ("STP", 12), ("WAR", 14))))
    table.file("ANNA", commands.OfferList(entries=(("FRANCE", 17),)))
    table.file("DORA", commands.OfferList(entries=(("RUSSIA", 27),)))
    table.go()
    assert table.phase == "S1901E"
    (still,) = EXCHANGE.forecast(table.state, "BOB", ()).due
    assert "France's centres" in still, "Russia's split is kept"
    table.go()
    assert table.state.corps["RUSSIA"].values["WAR"] == 14


# ---- dividends and builds ---------------------------------------------------------------------------------------


def test_E_27_dividends_are_multiples_that_the_treasury_can_pay():
    table = Table().elected().owned("RUSSIA", 100, 6, {"ANNA": 15, "BOB": 9})
    (ruling,) = table.rule("BOB", commands.Dividend(power="RUSSIA", total=50))
    assert (ruling.because.code, ruling.because.figures["multiples"]) == ("no-multiple", "30 or 60 or 90")
    (ruling,) = table.rule("BOB", commands.Dividend(power="RUSSIA", each=4))
    assert (ruling.because.figures["need"], ruling.because.figures["most"]) == (120, 3)


def test_6_a_year_is_played_in_the_order_of_the_print():
    table = Table()
    seen = [table.phase]
    for step in (table.founded, table.priced, table.floated, table.elected, table.moving):
        table.__init__()
        step()
        seen.append(table.phase)
    assert seen == ["S1901B", "S1901T", "S1901F", "S1901E", "S1901P", "S1901M"], "6.1 to 6.6"
    before = treasury(table, "RUSSIA")
    table.go()
    assert table.phase == "F1901M" and treasury(table, "RUSSIA") == before, "nothing is built or paid in between"
    table.go()
    assert treasury(table, "RUSSIA") == before + 40, "6.7: a fifth of 40 shares at 5"
    assert table.phase == "S1902B" and table.told("exchange.annual", "BOB"), "6.1"


def treasury(table, company):
    return table.state.money(company)


def test_a_leader_sees_of_each_company_what_is_due_and_what_he_has_ordered_for_it():
    table = Table().elected()
    host = table.state.host
    left = {"RUSSIA": ["A WAR", "F SEV"], "FRANCE": ["A PAR", "A MAR"], "TURKEY": ["A CON", "A SMY", "F ANK"]}
    table.state = replace(table.state, host=replace(host, live=LiveBoard.of(position_of(host.board, left))))
    build = commands.CompanyOrder(text="BUILD A MOS", hat="RUSSIA")
    units = EXCHANGE.forecast(
        table.state, "BOB", (build, commands.Dividend(power="RUSSIA", each=1, hat="RUSSIA"))
    ).units
    assert [(one.company, one.due, one.orders) for one in units] == [("FRANCE", 1, ()), ("RUSSIA", 2, ("BUILD A MOS",))]
    assert {power: led.due for power, led in EXCHANGE.standing(table.state, "BOB").companies.items()} == {
        "FRANCE": 1,
        "RUSSIA": 2,
    }
    moving = replace(table.state, phase=replace(table.state.phase, kind="M"))
    assert EXCHANGE.forecast(moving, "BOB", ()).units == ()
    assert {led.due for led in EXCHANGE.standing(moving, "BOB").companies.values()} == {0}


def test_a_founder_of_several_companies_is_shown_one_line_of_values():
    table = Table().floated()
    assert len(table.state.fresh) == 3
    assert [line.split()[:2] for line in EXCHANGE.samples(table.state, "BOB")] == [
        ["VOTE", "FRANCE"],
        ["VALUES", "FRANCE"],
    ]


# ---- issues -----------------------------------------------------------------------------------------------------


def test_E_32_an_issue_that_passes_makes_shares_at_its_price():
    table = Table().elected()
    table.act("BOB", commands.Issue(power="RUSSIA", amount=10, price=12))
    assert {n.audience for n in table.notices} == {"ANNA", "BOB", "DORA"}
    table.act("ANNA", commands.Consent(power="RUSSIA", agrees=True))
    table.act("DORA", commands.Consent(power="RUSSIA", agrees=True))
    values = table.state.corps["RUSSIA"].values
    while table.phase != "S1902T":
        table.go()
    table.file("BOB", commands.Price(power="RUSSIA", price=2))
    table.go()
    corp = table.state.corps["RUSSIA"]
    assert (corp.shares, table.state.own("RUSSIA"), corp.price) == (50, 11, 12), "XR-10a: the price of 2 is void"
    assert table.told("exchange.void_price", "BOB")
    assert corp.values == values
    table.file("DORA", commands.OfferList(entries=(("RUSSIA", 3),)))
    treasury, purse = table.state.money("RUSSIA"), table.state.money("DORA")
    table.go()
    assert (table.state.money("RUSSIA") - treasury, purse - table.state.money("DORA")) == (36, 36)
    assert table.state.own("RUSSIA") == 8


def test_E_31_whoever_agrees_and_has_no_share_left_counts_nothing():
    table = Table().elected()
    table.act("BOB", commands.Issue(power="RUSSIA", amount=10, price=12))
    table.act("ANNA", commands.Consent(power="RUSSIA", agrees=True))
    held = table.state.holders("RUSSIA")["ANNA"]
    table.act("ANNA", commands.Sell(amount=held, power="RUSSIA", price=1))
    table.act("DORA", commands.Buy(amount=held, power="RUSSIA", who="ANNA", price=1))
    while table.phase != "S1902F":
        table.go()
    assert "ANNA" not in table.state.holders("RUSSIA")
    (entry,) = [one for one in table.state.corps["RUSSIA"].books if one.what == "issue refused"]
    assert entry.note.startswith("10 at 12: 20 of "), "those of BOB, who proposed it"
