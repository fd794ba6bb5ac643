"""Bills, debts and transfers by themselves (E-4, E-7, E-8)."""

import re
from dataclasses import replace

from judge.core.ruling import words
from judge.games.economic4.check import REASONS
from judge.games.economic4.money import Deal, Loan, affordable, bill, call_in, owed, settle
from tests.games.economic4.table import Table
from tests.tables import cases, sentences


def loan(lender, debtor, amount, phase="S1901M"):
    return Loan(lender, debtor, amount, amount, phase)


DEAL = re.compile(r"(PAY|RECEIVE|REPAY) (\d+) (\w+)( LOAN ?(\d*))?( PUBLISH)?")


def deal(text):
    """`PAY 5 ITALY`, `RECEIVE 3 ITALY LOAN 4`, `REPAY 5 RUSSIA`, `PAY 3 ITALY PUBLISH`."""
    verb, amount, power, lent, repay, public = DEAL.fullmatch(text).groups()
    kind = () if verb == "REPAY" else ("LOAN", int(repay or amount)) if lent else ("GIFT", 0)
    return replace(Deal(verb, int(amount), power, *kind), publish=bool(public))


def came_of(done):
    """What a settlement did, as tables have it."""

    def lines(found):
        return [f"{one.payer} {one.payee} {one.amount}{' PUBLISH' * one.public}" for one in found]

    return {
        "moved": lines(done.moved),
        "void": lines(done.void),
        "paid": [f"{one.source} {one.target} {one.amount}" for one in done.postings],
        "unmatched": [f"{one.by} {one.other} {one.differs}".strip() for one in done.unmatched],
        "answered": [one.answer.partition(" ")[0] for one in done.unmatched],
        "idle": len(done.idle),
        "loans": [f"{one.lender} {one.debtor} {one.owed} {one.lent} {one.phase}" for one in done.loans],
    }


@sentences("deals", "purse", "loans", "phase", "shown")
def test_transfers_and_repayments_are_settled(deals, purse, loans, phase, shown):
    read = {power: tuple(map(deal, texts)) for power, texts in deals.items()}
    done = came_of(settle(read, purse, tuple(Loan(*one) for one in loans), phase))
    assert {name: done[name] for name in shown} == shown


@cases("power", "armies", "fleets", "total")
def test_E_4_bills_are_5_a_fleet_4_an_army_and_3_for_turkeys_first_four(power, armies, fleets, total):
    assert bill(power, armies, fleets) == total


def test_E_4_what_credits_pay_beside_the_units_that_stand():
    assert affordable("FRANCE", 2, 8, "A") == 2
    assert affordable("FRANCE", 2, 9, "F") == 1
    assert affordable("TURKEY", 3, 7, "A") == 2
    assert affordable("TURKEY", 3, 6, "A") == 1


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
