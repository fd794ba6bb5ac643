"""Springs and autumns: seats, captures, transfers, ownership, income, calls, the end (E-1 to E-3, E-7 to E-15)."""

import pytest

from judge.core.codec import document
from judge.core.variant import Duty
from judge.games.economic4.money import Loan
from judge.kits.host.commands import GameOver
from tests.games.economic4.table import DICE, ECONOMIC, POWERS, Table, read
from tests.tables import cases, sentences


@sentences("options", "given", "seasons", "shown")
def test_seasons_come_out_as_they_are_ruled(options, given, seasons, shown):
    table = Table(**options).set(**given)
    for sheets in seasons:
        table.play(**sheets)
    assert table.shows(shown) == shown


@sentences("options", "given", "power", "text", "code", "remarks")
def test_a_line_stands_or_is_refused_and_is_remarked_on(options, given, power, text, code, remarks):
    table = Table(**options).set(**given)
    assert (table.code(power, text), sorted(table.remarks(power, text))) == (code, remarks)


def test_E_1_each_treasury_begins_with_3_credits_in_its_capital_and_1901_is_paid():
    table = Table()
    assert {table.credits(power) for power in POWERS} == {3}
    rows = {row["power"]: row for row in table.told("treasury.opened")[0]["rows"]}
    assert {power: row["bill"] for power, row in rows.items()} == {
        "AUSTRIA": 13,
        "ENGLAND": 14,
        "FRANCE": 13,
        "GERMANY": 13,
        "ITALY": 13,
        "RUSSIA": 18,
        "TURKEY": 11,
    }


def test_E_2_a_year_has_a_spring_an_autumn_and_always_a_winter():
    table = Table()
    phases = []
    for _ in range(4):
        phases.append(str(table.state.phase))
        table.play()
    assert phases == ["S1901M", "F1901M", "W1901A", "S1902M"]


def test_E_2_with_no_gains_the_winter_of_1901_leaves_what_the_rules_say():
    table = Table().play().play().play()
    left = {power: table.credits(power) for power in POWERS}
    assert left == {"AUSTRIA": 6, "ENGLAND": 6, "FRANCE": 6, "GERMANY": 7, "ITALY": 6, "RUSSIA": 5, "TURKEY": 5}


def test_E_2_the_autumn_report_names_who_cannot_pay_and_who_has_no_free_home_centre():
    table = Table().set(
        "F1901M", {"ENGLAND": "F LON, F EDI, F LVP, F YOR, F WAL", "FRANCE": "A PAR"}, credits={"ENGLAND": 0}
    )
    table.play()
    (report,) = table.told("treasury.autumn")
    assert report["cannot_pay"] == [{"power": "ENGLAND", "short": 8}]
    assert report["no_home"] == ["ENGLAND"]
    assert table.row("treasury.autumn", "FRANCE")["credits"] == 19


def test_E_2_worth_bills_and_seats_are_public_and_transfers_are_not():
    table = Table().play(RUSSIA="LOAN 3 TO TURKEY", TURKEY="RECEIVE 3 FROM RUSSIA (LOAN)")
    public = [notice for notice in table.last.notices if notice.audience == "*"]
    assert not any(notice.kind.startswith(("transfers", "unit")) for notice in public)
    assert table.row("treasury.seats", "TURKEY")["credits"] == 6
    knows = {n.audience for n in table.private() if document(n.data).get("transfers", {}).get("made")}
    assert knows == {"RUSSIA", "TURKEY"}
    assert "loans" not in str(ECONOMIC.standing(table.state, None)).lower()


# ---- transfers ----------------------------------------------------------------------------------------------------


@cases("answer")
def test_E_7_a_mismatch_moves_nothing_and_both_are_told_and_nobody_else(answer):
    table = Table().play(RUSSIA="LOAN 3 TO TURKEY", TURKEY=answer)
    assert table.credits("RUSSIA") == table.credits("TURKEY") == 3
    knows = {n.audience for n in table.private() if document(n.data).get("transfers", {}).get("unmatched")}
    assert knows == {"RUSSIA", "TURKEY"}


# ---- calls --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["S1902M", "F1902M", "W1902A"])
def test_E_8_repay_works_in_any_season_and_is_cut_to_the_debt_as_calls_are(phase):
    table = Table().set(phase, credits={"TURKEY": 20, "RUSSIA": 20}, loans=(Loan("RUSSIA", "TURKEY", 2, 2, "S1901M"),))
    (called,), (repaid,) = table.rule("RUSSIA", "CALL 3 FROM TURKEY"), table.rule("TURKEY", "REPAY 5 TO RUSSIA")
    assert (repaid.because.code, repaid.command.amount) == ("repay-cut", 2)
    assert phase[0] != "F" or (called.because.code, called.command.amount) == ("call-cut", 2)
    assert table.play(TURKEY="REPAY 5 TO RUSSIA").state.loans == ()


# ---- seats --------------------------------------------------------------------------------------------------------


def test_E_9_seats_are_published_every_turn():
    table = Table().play(TURKEY="TREASURY TO SMY")
    assert table.row("treasury.seats", "TURKEY")["seat"] == "SMY"
    assert table.play().row("treasury.autumn", "TURKEY")["seat"] == "SMY"
    assert table.play().row("treasury.winter", "TURKEY")["seat"] == "SMY"


# ---- the end of powers and of the game -----------------------------------------------------------------------------


def test_E_10_without_province_and_unit_a_power_is_out_and_its_treasury_goes_to_the_holder_of_its_seat():
    table = Table().set(
        "F1901M", units={"RUSSIA": "A CON"}, owners={"TURKEY": "=CON"}, loans=(Loan("TURKEY", "ITALY", 2, 2, "S1901M"),)
    )
    table.set(credits={"TURKEY": 4}).play()
    assert table.state.fate == {"TURKEY": "F1901M"} and table.state.loans == ()
    assert table.credits("RUSSIA") == 3 + 4 + 23
    assert table.statement("ITALY")["dropped"][0]["lender"] == "TURKEY"
    assert table.code("RUSSIA", "GIVE 2 TO TURKEY") == "dead-power"
    assert ECONOMIC.agenda(table.state).duties["TURKEY"] is Duty.NONE


# ---- hired units ---------------------------------------------------------------------------------------------------


def test_E_15_who_must_retreat_is_told_alone_and_the_results_have_the_classic_words():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN")
    (duty,) = table.told("board.duty", "GERMANY")
    assert duty["phase"] == "S1901R" and "TYR" in duty["retreats"]["A MUN"]
    assert not table.told("board.duty", "FRANCE") and not table.told("board.duty")
    (results,) = table.told("board.results")
    assert results["orders"][0]["words"] == "Army Burgundy -> Munich"
    assert table.told("board.dislodged")[0]["units"][0]["name"] == "German Army in Munich"


def test_the_masters_end_ends_the_game_at_the_deadline():
    table = Table()
    end = GameOver(how="DRAW", powers=("ITALY", "RUSSIA"))
    (ruling,) = ECONOMIC.rule_on(table.state, "MASTER", (end,))
    assert ruling.stands
    step = ECONOMIC.resolve(table.state, {"MASTER": (end,), **dict.fromkeys(POWERS, ())}, DICE)
    assert step.ended.winners == ("ITALY", "RUSSIA") and step.ended.reason == "draw ITALY RUSSIA"


# ---- the notation of the print (E-16) ------------------------------------------------------------------------------


def test_E_16_lines_in_the_notation_of_the_print_are_orders():
    table = Table()
    russia = table.rule("RUSSIA", "Russia:  3 credits loaned to Turkey.")
    turkey = table.rule("TURKEY", "Turkey: 3 credits rec'd from Russia (loan).")
    assert [ruling.command.canonical() for ruling in (*russia, *turkey)] == [
        "LOAN 3 TO TURKEY",
        "RECEIVE 3 FROM RUSSIA (LOAN)",
    ]
    table.play(RUSSIA="Russia: 3 credits loaned to Turkey.", TURKEY="Turkey: 3 credits rec’d from Russia (loan).")
    assert table.credits("TURKEY") == 6 and table.state.loans == (Loan("RUSSIA", "TURKEY", 3, 3, "S1901M"),)


def test_E_8_a_repayment_beyond_the_treasury_says_what_is_paid_now():
    table = Table().set(credits={"TURKEY": 3}, loans=(Loan("RUSSIA", "TURKEY", 5, 5, "S1901M"),))
    ruling = table.rule("TURKEY", "REPAY 5 TO RUSSIA")[0]
    assert [(r.code, r.figures) for r in ruling.remarks] == [("repaid-in-parts", {"now": 3, "rest": 2})]
    assert table.remarks("TURKEY", "REPAY 3 TO RUSSIA") == set()
    assert "above-treasury" in table.remarks("TURKEY", "REPAY 2 TO RUSSIA\nGIVE 2 TO ITALY")


def test_E_16_a_standing_let_ends_with_its_unit_and_is_remarked_on_and_revoked_for_that_unit_alone():
    table = Table().play(TURKEY="LET RUSSIA ORDER ANK UNTIL REVOKED", RUSSIA="F ANK - BLA")
    assert table.remarks("RUSSIA", "F BLA - CON") == {"let-to-you"}
    assert table.remarks("ITALY", "F BLA - CON") == {"hired"}
    assert table.code("TURKEY", "REVOKE LET A CON") == "nothing-let"
    assert table.set(units={"TURKEY": "A CON"}).play().state.lets == {}


def test_D_9_a_power_without_units_owes_nothing_and_keeps_its_seat():
    table = Table().set(units={"TURKEY": "A CON"})
    table.play()
    table.play(TURKEY="A CON H")
    assert table.last.vacate == ()


# ---- TELL ME (E-7) -------------------------------------------------------------------------------------------------


@sentences("before", "after", "told")
def test_E_7_who_asked_is_told_when_two_halves_meet(before, after, told):
    """`told`: who, and whether both halves are there, when the sheets on file change."""
    sheets = [{power: read(texts[power]) if power in texts else () for power in POWERS} for texts in (before, after)]
    notices = ECONOMIC.met(Table().state, *sheets)
    assert all(notice.kind == "transfer.met" for notice in notices)
    assert [[notice.audience, document(notice.data)["both"]] for notice in notices] == told
