"""Bills, debts and transfers by themselves (E-4, E-7, E-8)."""

from dataclasses import replace

import pytest

from judge.core.ruling import words
from judge.games.economic4.money import Deal, Loan, affordable, bill, call_in, owed, settle
from judge.games.economic4.reasons import REASONS
from tests.games.economic4.table import Table
from tests.tables import cases


def pay(amount, power, kind="GIFT", repay=0):
    return Deal("PAY", amount, power, kind, (repay or amount) if kind == "LOAN" else 0)


def receive(amount, power, kind="GIFT", repay=0):
    return Deal("RECEIVE", amount, power, kind, (repay or amount) if kind == "LOAN" else 0)


def loan(lender, debtor, amount, phase="S1901M"):
    return Loan(lender, debtor, amount, amount, phase)


@cases("power", "armies", "fleets", "total")
def test_E_4_bills_are_5_a_fleet_4_an_army_and_3_for_turkeys_first_four(power, armies, fleets, total):
    assert bill(power, armies, fleets) == total


def test_E_4_what_credits_pay_beside_the_units_that_stand():
    assert affordable("FRANCE", 2, 8, "A") == 2
    assert affordable("FRANCE", 2, 9, "F") == 1
    assert affordable("TURKEY", 3, 7, "A") == 2
    assert affordable("TURKEY", 3, 6, "A") == 1


def test_E_7_money_received_may_be_sent_on_whatever_the_order_of_names():
    deals = {
        "AUSTRIA": (pay(5, "ENGLAND"), receive(5, "TURKEY")),
        "ENGLAND": (receive(5, "AUSTRIA"),),
        "TURKEY": (pay(5, "AUSTRIA"),),
    }
    done = settle(deals, {"AUSTRIA": 0, "ENGLAND": 0, "TURKEY": 5}, (), "S1901M")
    assert [(p.source, p.target, p.amount) for p in done.postings] == [
        ("TURKEY", "AUSTRIA", 5),
        ("AUSTRIA", "ENGLAND", 5),
    ]
    assert done.void == () and done.unmatched == ()


def test_E_7_each_transfer_is_carried_out_whole_or_not_at_all():
    deals = {
        "AUSTRIA": (pay(4, "ENGLAND"), pay(2, "ITALY")),
        "ENGLAND": (receive(4, "AUSTRIA"),),
        "ITALY": (receive(2, "AUSTRIA"),),
    }
    done = settle(deals, {"AUSTRIA": 3, "ENGLAND": 0, "ITALY": 0}, (), "S1901M")
    assert [(line.payee, line.amount) for line in done.moved] == [("ITALY", 2)]
    assert [(line.payee, line.amount) for line in done.void] == [("ENGLAND", 4)]


def test_E_7_lines_go_as_written_and_payers_by_name():
    deals = {
        "RUSSIA": (pay(2, "ITALY"), pay(2, "FRANCE")),
        "ITALY": (receive(2, "RUSSIA"),),
        "FRANCE": (receive(2, "RUSSIA"),),
    }
    done = settle(deals, {"RUSSIA": 3, "ITALY": 0, "FRANCE": 0}, (), "S1901M")
    assert [line.payee for line in done.moved] == ["ITALY"]
    assert [line.payee for line in done.void] == ["FRANCE"]


def test_E_7_a_circle_in_which_nobody_has_money_moves_nothing():
    deals = {
        "AUSTRIA": (pay(3, "ITALY"), receive(3, "ITALY")),
        "ITALY": (pay(3, "AUSTRIA"), receive(3, "AUSTRIA")),
    }
    done = settle(deals, {"AUSTRIA": 0, "ITALY": 0}, (), "S1901M")
    assert done.postings == () and len(done.void) == 2


def test_E_7_two_equal_loans_need_two_mirror_lines():
    deals = {"AUSTRIA": (pay(1, "ITALY", "LOAN"), pay(1, "ITALY", "LOAN")), "ITALY": (receive(1, "AUSTRIA", "LOAN"),)}
    done = settle(deals, {"AUSTRIA": 3, "ITALY": 0}, (), "S1901M")
    assert len(done.moved) == 1 and len(done.unmatched) == 1
    assert owed(done.loans, "AUSTRIA", "ITALY") == 1


def test_E_7_of_equal_lines_those_that_both_ask_to_be_told_meet():
    deals = {
        "FRANCE": (replace(pay(3, "ITALY"), publish=True), pay(3, "ITALY")),
        "ITALY": (receive(3, "FRANCE"), replace(receive(3, "FRANCE"), publish=True)),
    }
    done = settle(deals, {"FRANCE": 6, "ITALY": 0}, (), "S1901M")
    assert [line.public for line in done.moved] == [True, False]


@pytest.mark.parametrize(
    ("sent", "got", "differs"),
    [
        (pay(3, "ITALY"), receive(2, "AUSTRIA"), "the sum"),
        (pay(3, "ITALY", "LOAN"), receive(3, "AUSTRIA"), "loan or gift"),
        (pay(3, "ITALY"), receive(3, "AUSTRIA", "LOAN"), "loan or gift"),
        (pay(3, "ITALY", "LOAN", 4), receive(3, "AUSTRIA", "LOAN"), "the sum to repay"),
        (pay(3, "ITALY", "LOAN", 4), receive(3, "AUSTRIA", "LOAN", 5), "the sum to repay"),
        (pay(3, "ITALY"), receive(2, "AUSTRIA", "LOAN"), "the sum, loan or gift"),
    ],
)
def test_E_7_if_the_two_lines_differ_nothing_moves_and_the_difference_is_named(sent, got, differs):
    done = settle({"AUSTRIA": (sent,), "ITALY": (got,)}, {"AUSTRIA": 9, "ITALY": 0}, (), "S1901M")
    assert done.postings == () and done.loans == ()
    (wrong,) = done.unmatched
    assert (wrong.by, wrong.other, wrong.differs) == ("AUSTRIA", "ITALY", differs)
    assert wrong.answer.startswith("RECEIVE")


def test_E_7_a_line_nobody_answered_stands_alone():
    done = settle({"ITALY": (receive(3, "AUSTRIA"),)}, {"AUSTRIA": 9, "ITALY": 0}, (), "S1901M")
    (wrong,) = done.unmatched
    assert (wrong.by, wrong.other, wrong.answer) == ("ITALY", "AUSTRIA", "")


def test_E_8_a_loan_with_repay_records_the_sum_to_call():
    deals = {"RUSSIA": (pay(3, "TURKEY", "LOAN", 4),), "TURKEY": (receive(3, "RUSSIA", "LOAN", 4),)}
    done = settle(deals, {"RUSSIA": 3, "TURKEY": 0}, (), "S1901M")
    assert done.loans == (Loan("RUSSIA", "TURKEY", 4, 3, "S1901M"),)
    assert sum(posting.amount for posting in done.postings) == 3


def test_E_8_a_repayment_is_cut_to_debt_and_treasury_and_needs_no_mirror():
    repay = {"TURKEY": (Deal("REPAY", 5, "RUSSIA"),)}
    done = settle(repay, {"RUSSIA": 0, "TURKEY": 9}, (loan("RUSSIA", "TURKEY", 4),), "S1902M")
    assert [posting.amount for posting in done.postings] == [4] and done.loans == ()
    done = settle(repay, {"RUSSIA": 0, "TURKEY": 1}, (loan("RUSSIA", "TURKEY", 4),), "S1902M")
    assert owed(done.loans, "RUSSIA", "TURKEY") == 3
    done = settle(repay, {"RUSSIA": 0, "TURKEY": 9}, (), "S1902M")
    assert done.postings == () and len(done.idle) == 1


def test_E_8_a_repayment_goes_on_when_money_comes_in_later():
    deals = {"AUSTRIA": (Deal("REPAY", 3, "ITALY"), receive(2, "TURKEY")), "TURKEY": (pay(2, "AUSTRIA"),)}
    done = settle(deals, {"AUSTRIA": 1, "ITALY": 0, "TURKEY": 2}, (loan("ITALY", "AUSTRIA", 3),), "S1902M")
    assert done.loans == ()
    assert [line.amount for line in done.moved if line.kind == "REPAY"] == [3]


def test_E_8_a_gift_never_reduces_a_debt():
    deals = {"TURKEY": (pay(2, "RUSSIA"),), "RUSSIA": (receive(2, "TURKEY"),)}
    done = settle(deals, {"RUSSIA": 0, "TURKEY": 2}, (loan("RUSSIA", "TURKEY", 3),), "S1902M")
    assert owed(done.loans, "RUSSIA", "TURKEY") == 3


def test_E_8_several_calls_serve_the_oldest_loan_first_and_then_by_name():
    loans = (
        loan("ITALY", "TURKEY", 3, "F1902M"),
        loan("RUSSIA", "TURKEY", 3, "S1901M"),
        loan("FRANCE", "TURKEY", 3, "F1902M"),
    )
    purse = {"FRANCE": 0, "ITALY": 0, "RUSSIA": 0, "TURKEY": 5}
    asked = {("FRANCE", "TURKEY"): 3, ("ITALY", "TURKEY"): 3, ("RUSSIA", "TURKEY"): 3}
    left, called, postings = call_in(loans, purse, asked)
    assert {call.lender: call.paid for call in called} == {"RUSSIA": 3, "FRANCE": 2, "ITALY": 0}
    assert owed(left, "FRANCE", "TURKEY") == 1 and owed(left, "ITALY", "TURKEY") == 3
    assert sum(posting.amount for posting in postings) == 5


def test_E_8_money_received_by_a_call_serves_the_receivers_own_debts():
    loans = (loan("AUSTRIA", "ITALY", 3, "S1901M"), loan("ITALY", "TURKEY", 3, "S1902M"))
    asked = {("AUSTRIA", "ITALY"): 3, ("ITALY", "TURKEY"): 3}
    left, called, _ = call_in(loans, {"AUSTRIA": 0, "ITALY": 0, "TURKEY": 3}, asked)
    assert left == () and [call.paid for call in called] == [3, 3]


def test_E_8_a_call_above_the_debt_is_cut_to_it_and_what_cannot_be_paid_stays_owed():
    left, (call,), _ = call_in((loan("RUSSIA", "TURKEY", 4),), {"RUSSIA": 0, "TURKEY": 1}, {("RUSSIA", "TURKEY"): 9})
    assert (call.asked, call.due, call.paid) == (9, 4, 1)
    assert owed(left, "RUSSIA", "TURKEY") == 3


@cases("line", "said")
def test_a_line_of_money_is_answered_with_the_other_s_line_or_what_is_wrong(line, said):
    (ruling,) = Table().rule("FRANCE", line)
    told = [remark for remark in (ruling.because, *ruling.remarks) if remark]
    assert words(REASONS, told[-1]).rpartition(" (")[0] == said
