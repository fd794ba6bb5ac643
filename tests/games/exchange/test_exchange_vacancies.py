"""Leaders who leave, founders who are silent, countries nobody wants (XR-22, XR-23, XR-26, XR-27)."""

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.games.exchange import commands
from judge.kits.ballot import standing
from judge.kits.host.commands import GameOver
from tests.games.exchange.exchange_table import EXCHANGE, Table


def agenda(table):
    return EXCHANGE.agenda(table.state)


def voting(seat, who, power="RUSSIA"):
    return commands.Vote(power=power, lines=((0, who),))


# ---- special elections ------------------------------------------------------------------------------------------


def called(table, power="RUSSIA"):
    table.act("MASTER", commands.CallElection(power=power))
    return table


def test_XR_26_the_master_calls_an_election_and_all_shareholders_may_vote_until_the_deadline():
    table = Table().moving()
    called(table)
    (told,) = table.told("exchange.vacancy")
    assert told == {"phase": "S1901M", "company": "RUSSIA", "leader": "BOB", "cancelled": False}
    assert "ballots" in agenda(table).sections
    assert str(agenda(table).duties["DORA"]) == "may"
    (refused,) = table.rule("ANNA", commands.Issue(power="RUSSIA", amount=5, price=5))
    assert refused.because.figures["leader"] == "nobody now that BOB has left"
    table.file("ANNA", voting("ANNA", "DORA"))
    table.go()
    assert table.state.corps["RUSSIA"].leader == "DORA", "9 of her own, 10 of ANNA's; BOB's 20 count for nobody"
    assert table.told("exchange.votes", "ANNA")[0]["totals"] == {"DORA": 19}
    assert table.told("exchange.elected")[0]["rows"] == [
        {"company": "RUSSIA", "leader": "DORA", "before": "BOB", "founder": "BOB", "vacant": True}
    ]
    assert table.told("exchange.office", "DORA") and not table.told("exchange.office", "BOB")
    assert table.state.vacant == ()
    assert table.phase == "F1901M"
    assert "ballots" not in agenda(table).sections


def test_XR_5_the_ballot_of_last_year_is_void_where_neither_candidate_nor_voter_can_be_elected():
    assert standing("BOB", 20, ((20, "BOB"),), ("ANNA",)) == (), "neither his candidate nor he himself"
    assert standing("BOB", 20, ((15, "BOB"), (5, "ANNA")), ("ANNA",)) == ((5, "ANNA"),)


def left(table, seat, taken=False):
    table.take(EXCHANGE.seated(table.state, seat, taken))
    return table


def test_XR_26_who_has_left_sells_nothing_and_his_shares_are_free_again_for_who_takes_the_seat_over():
    table = Table().moving()
    table.act("BOB", commands.Sell(amount=20, power="RUSSIA", price=10))
    table.act("DORA", commands.Sell(amount=1, power="RUSSIA", price=10))
    left(table, "BOB")
    assert [row["listing"] for row in table.told("exchange.unlisted")] == ["L1"]
    assert table.code("ANNA", commands.Buy(amount=1, power="RUSSIA", who="BOB", price=10)) == "no-such-listing"
    assert table.code("ANNA", commands.Buy(amount=1, power="RUSSIA", price=10)) == ""
    left(table, "BOB", taken=True)
    assert table.code("BOB", commands.Sell(amount=20, power="RUSSIA", price=12)) == ""


def test_XR_26_a_vote_for_who_has_left_is_remarked_on():
    (ruling,) = Table().moving().play("", ["gone: BOB", "until S1902E"]).rule("ANNA", voting("ANNA", "BOB"))
    assert [remark.code for remark in ruling.remarks] == ["gone-candidate"]


def test_XR_26_an_observer_who_leaves_changes_nothing():
    table = Table().moving()
    assert EXCHANGE.seated(table.state, "EVE", False).state == table.state


def test_XR_26_the_new_leader_finds_no_draw_vote_and_no_pending_issue():
    table = Table().elected()
    table.act("BOB", commands.Issue(power="RUSSIA", amount=10, price=12))
    table.act("ANNA", commands.Consent(power="RUSSIA", agrees=True))
    table.act("DORA", commands.Consent(power="RUSSIA", agrees=True))
    table.state = table.state.with_corp("RUSSIA", draw=("RUSSIA",))
    called(table)
    table.go()
    corp = table.state.corps["RUSSIA"]
    assert (corp.leader, corp.draw, corp.issue) == ("ANNA", (), None)
    withdrawn = [notice for notice in table.notices if notice.kind == "exchange.issue"]
    assert {notice.audience for notice in withdrawn} == {"ANNA", "BOB", "DORA"}
    assert all(document(notice.data)["withdrawn"] for notice in withdrawn)
    assert table.code("ANNA", commands.Issue(power="RUSSIA", amount=10, price=12)) == "", "she may propose her own"


def test_XR_26_a_solo_leaves_no_election_to_hold():
    table = called(Table().moving())
    table.file("MASTER", GameOver(how="CONCEDED", powers=("RUSSIA",)))
    table.go()
    assert table.ended and not table.told("exchange.elected")


# ---- silence ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("nmr", "hours", "patient"), [("hold", 0, False), ("wait", 30, False), ("chase", 30, True)])
def test_XR_23_whom_a_phase_waits_for_is_a_setting(nmr, hours, patient):
    table = Table(nmr=nmr, grace="30").founded()
    assert (agenda(table).grace_hours, agenda(table).patient) == (hours, patient)
    assert str(agenda(table).duties["CARL"]) == "must"
    assert str(agenda(table).duties["DORA"]) == "none"


# ---- countries nobody wants -------------------------------------------------------------------------------------


def test_XR_27_the_least_bid_comes_down_and_never_goes_up():
    table = Table(min_bid="50, RUSSIA 80")
    table.take(EXCHANGE.retune(table.state, {"min_bid": "50, ITALY 30"}))
    assert table.state.settings.min_bid["ITALY"] == 30
    assert table.state.settings.min_bid["RUSSIA"] == 50
    assert table.told("exchange.least")[0]["rows"] == [
        {"company": "ITALY", "before": 50, "least": 30},
        {"company": "RUSSIA", "before": 80, "least": 50},
    ]
    assert table.code("DORA", commands.Bid(power="ITALY", amount=30)) == ""
    assert table.code("DORA", commands.Bid(power="ITALY", amount=29)) == "low-bid"
    with pytest.raises(InputError, match="never raised"):
        EXCHANGE.retune(table.state, {"min_bid": "40, ITALY 31"})


def test_XR_27_a_change_that_concerns_no_free_country_is_not_told():
    table = Table().founded()
    table.take(EXCHANGE.retune(table.state, {"min_bid": "50, RUSSIA 30"}))
    assert table.notices == ()


# ---- centres of companies that are founded ----------------------------------------------------------------------


def test_5_2_1_the_draw_waits_for_a_company_that_does_not_float():
    table = Table().moving()
    (ruling,) = table.rule("ANNA", commands.DrawVote(powers=("TURKEY",), hat="TURKEY"))
    assert ruling.because.code == "draw-too-early"
    assert ruling.because.figures["missing"] == "Austria, England, Germany, Italy"
