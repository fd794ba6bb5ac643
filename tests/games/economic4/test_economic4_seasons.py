"""Springs and autumns: seats, captures, transfers, ownership, income, calls, the end (E-1 to E-3, E-7 to E-15)."""

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.core.variant import Duty, Role, Seat
from judge.games.economic4.money import Loan
from judge.kits.host.commands import GameOver
from tests.games.economic4.table import DICE, ECONOMIC, POWERS, SEATS, Table, read
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
    assert table.state.seats == {
        "AUSTRIA": "VIE",
        "ENGLAND": "LON",
        "FRANCE": "PAR",
        "GERMANY": "BER",
        "ITALY": "ROM",
        "RUSSIA": "STP",
        "TURKEY": "CON",
    }
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


def test_E_1_every_power_needs_its_player():
    with pytest.raises(InputError, match="TURKEY have none"):
        ECONOMIC.open(SEATS[:6], {}, DICE)
    with pytest.raises(InputError):
        ECONOMIC.open((*SEATS[:6], Seat("Lupus", Role.TRADER)), {}, DICE)


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


@pytest.mark.parametrize(
    ("russia", "turkey", "told"), [(" PUBLISH", " PUBLISH", 1), (" PUBLISH", "", 0), ("", " PUBLISH", 0)]
)
def test_E_2_the_source_is_told_only_if_both_ask(russia, turkey, told):
    table = Table().play(RUSSIA=f"GIVE 3 TO TURKEY{russia}", TURKEY=f"RECEIVE 3 FROM RUSSIA (GIFT){turkey}")
    assert table.credits("TURKEY") == 6
    assert len(table.told("transfers.published")) == told


def test_E_3_a_province_changes_hands_in_autumn_only_and_is_kept_until_another_comes():
    table = Table().play(GERMANY="A MUN - RUH", AUSTRIA="A VIE - TYR")
    assert table.play(AUSTRIA="A TYR - PIE").state.owners["PIE"] == "AUSTRIA"
    assert table.state.owners["TYR"] == "AUSTRIA"
    assert table.row("treasury.autumn", "ITALY")["income"] == 13
    table.play().play(AUSTRIA="A PIE - TYR")
    table.play()
    assert table.state.owners["PIE"] == "AUSTRIA"


# ---- transfers ----------------------------------------------------------------------------------------------------


@cases("answer")
def test_E_7_a_mismatch_moves_nothing_and_both_are_told_and_nobody_else(answer):
    table = Table().play(RUSSIA="LOAN 3 TO TURKEY", TURKEY=answer)
    assert table.credits("RUSSIA") == table.credits("TURKEY") == 3
    knows = {n.audience for n in table.private() if document(n.data).get("transfers", {}).get("unmatched")}
    assert knows == {"RUSSIA", "TURKEY"}


def test_E_7_transfers_wait_for_the_retreats_of_their_season():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN, F KIE"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN\nGIVE 2 TO ITALY", ITALY="RECEIVE 2 FROM FRANCE (GIFT)")
    assert str(table.state.phase) == "S1901R" and table.credits("ITALY") == 3
    assert ECONOMIC.standing(table.state, "FRANCE").waiting == ("GIVE 2 TO ITALY",)
    table.play(GERMANY="A MUN R BOH")
    assert str(table.state.phase) == "F1901M" and table.credits("ITALY") == 5
    assert table.units("GERMANY") == ["A BOH", "F KIE"]


# ---- calls --------------------------------------------------------------------------------------------------------


def test_E_8_calls_belong_to_autumn_and_need_a_debt():
    table = Table()
    assert table.code("RUSSIA", "CALL 3 FROM TURKEY") == "call-in-autumn"
    table.set("F1901M")
    assert table.code("RUSSIA", "CALL 3 FROM TURKEY") == "nothing-owed"
    table.set(loans=(Loan("RUSSIA", "TURKEY", 2, 2, "S1901M"),))
    (ruling,) = table.rule("RUSSIA", "CALL 3 FROM TURKEY")
    assert ruling.because.code == "call-cut" and ruling.command.amount == 2
    table.set("W1901A")
    assert table.code("RUSSIA", "CALL 2 FROM TURKEY") == "call-in-autumn"


def test_E_8_repay_works_in_any_season_and_is_cut_to_the_debt():
    for phase in ("S1902M", "F1902M", "W1902A"):
        table = Table().set(
            phase, credits={"TURKEY": 20, "RUSSIA": 20}, loans=(Loan("RUSSIA", "TURKEY", 2, 2, "S1901M"),)
        )
        (ruling,) = table.rule("TURKEY", "REPAY 5 TO RUSSIA")
        assert ruling.because.code == "repay-cut" and ruling.command.amount == 2
        assert table.play(TURKEY="REPAY 5 TO RUSSIA").state.loans == ()
    assert Table().code("TURKEY", "REPAY 5 TO RUSSIA") == "you-owe-nothing"


# ---- seats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["S1901M", "F1901M"])
def test_E_9_an_enemy_in_the_seat_takes_the_whole_treasury_at_once(phase):
    table = Table().set(phase, units={"FRANCE": "A MUN", "GERMANY": "F KIE"})
    table.play(FRANCE="A MUN - BER\nGIVE 6 TO ITALY", ITALY="RECEIVE 6 FROM FRANCE (GIFT)")
    assert table.told("treasury.captured")[0]["rows"] == [
        {"power": "GERMANY", "place": "BER", "captor": "FRANCE", "unit": "A BER", "amount": 3}
    ]
    assert table.state.seats["GERMANY"] == ""
    assert table.statement("ITALY")["lines"][0] == {"what": "gift", "other": "FRANCE", "amount": 6}


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


def test_E_10_a_treasury_without_a_seat_goes_to_who_holds_the_last_one_and_is_void_if_nobody_does():
    table = Table().set(
        "F1901M", units={"RUSSIA": "A CON"}, owners={"TURKEY": "="}, seats={"TURKEY": ""}, credits={"TURKEY": 4}
    )
    table.play()
    assert table.told("power.eliminated")[0]["heir"] == ""
    assert table.state.books.balance("VOID", "CREDIT") == 4


def test_E_10_a_power_with_a_unit_at_sea_lives_on():
    table = Table().set("F1901M", units={"RUSSIA": "A CON", "TURKEY": "F AEG"}, owners={"TURKEY": "=CON"}).play()
    assert "TURKEY" in table.state.living and table.state.seats["TURKEY"] == ""


def test_E_11_80_points_win_alone():
    table = Table().set("F1905M", {}, points={"ITALY": 80}).play()
    assert table.last.ended.winners == ("ITALY",) and table.last.ended.scores["ITALY"] == "80"
    assert sum(int(score) for score in table.last.ended.scores.values()) <= 156
    assert ECONOMIC.agenda(table.state).sections == ()


def test_E_11_two_allies_who_both_declared_it_win_with_108():
    table = (
        Table()
        .set("F1905M", {}, points={"ITALY": 54, "RUSSIA": 53})
        .play(ITALY="ALLIANCE WITH RUSSIA", RUSSIA="ALLIANCE WITH ITALY")
    )
    assert table.last.ended is None
    assert [table.told("alliance.declared", power)[0]["points"] for power in ("ITALY", "RUSSIA")] == [107, 107]


def test_E_11_an_alliance_that_one_declares_wins_nothing_and_stays_his_secret():
    table = Table().set("F1905M", {}, points={"ITALY": 54, "RUSSIA": 54}).play(ITALY="ALLIANCE WITH RUSSIA")
    assert table.last.ended is None
    (told,) = table.told("alliance.declared", "ITALY")
    assert told["mutual"] is False and told["points"] == 54 and told["needed"] == 108
    assert not table.told("alliance.declared", "RUSSIA") and not table.told("alliance.declared")


def test_E_11_an_alliance_declared_with_the_moves_counts_after_the_retreats():
    table = (
        Table()
        .set("F1905M", {}, points={"ITALY": 54, "RUSSIA": 54})
        .set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"}, owners={"ITALY": "TYR", "RUSSIA": "BOH"})
    )
    table.play(
        FRANCE="A BUR - MUN\nA RUH S A BUR - MUN",
        ITALY="ALLIANCE WITH RUSSIA",
        RUSSIA="ALLIANCE WITH ITALY",
    )
    assert table.last.ended is None and str(table.state.phase) == "F1905R"
    assert table.state.season.allies == {"ITALY": "RUSSIA", "RUSSIA": "ITALY"}
    table.play(GERMANY="A MUN D")
    assert [data["mutual"] for data in table.told("alliance.declared", "ITALY")] == [True]


# ---- hired units ---------------------------------------------------------------------------------------------------


def test_E_13_a_hired_unit_obeys_for_one_turn_and_the_two_are_told():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK", RUSSIA="F ANK - ARM")
    assert "F ARM" in table.units("TURKEY")
    assert table.told("unit.hired", "TURKEY") == table.told("unit.hired", "RUSSIA") != []
    table.play(RUSSIA="F ARM - BLA")
    assert "F ARM" in table.units("TURKEY")


def test_E_13_a_hired_unit_that_must_retreat_may_be_ordered_by_the_hirer():
    table = Table().set(units={"RUSSIA": "A ARM, A SMY", "TURKEY": "A ANK"})
    table.play(RUSSIA="A ARM - ANK\nA SMY S A ARM - ANK", TURKEY="LET ITALY ORDER A ANK", ITALY="A ANK H")
    assert ECONOMIC.agenda(table.state).duties["ITALY"] is Duty.MAY
    assert table.play(ITALY="A ANK R CON").units("TURKEY") == ["A CON"]


def two_retreats(**texts: str) -> Table:
    """Munich and Serbia fall: Germany sent its retreat to Burgundy ahead, or `texts`; Turkey sent none."""
    table = Table().set(
        units={
            "AUSTRIA": "A BOH, A TYR, A SIL, A RUM, A BUL",
            "GERMANY": "A MUN, F KIE",
            "TURKEY": "A SER, A SMY",
        }
    )
    austria = "A TYR - MUN\nA BOH S A TYR - MUN\nA RUM - SER\nA BUL S A RUM - SER"
    germany = "A MUN H\nLET RUSSIA ORDER A MUN\nRETREAT A MUN - BUR"
    return table.play(**{"AUSTRIA": austria, "GERMANY": germany, **texts})


def test_E_13_the_owners_own_retreat_sent_with_the_moves_wins():
    table = two_retreats()
    assert table.play(RUSSIA="A MUN R RUH").units("GERMANY") == ["A BUR", "F KIE"]


def test_E_13_where_the_owners_retreat_is_not_open_the_hirers_counts():
    table = two_retreats(GERMANY="A MUN H\nLET RUSSIA ORDER A MUN\nRETREAT A MUN - BOH")
    assert table.play(RUSSIA="A MUN R RUH").units("GERMANY") == ["A RUH", "F KIE"]


def test_E_15_who_sent_a_retreat_ahead_owes_nothing_and_is_told_so():
    table = two_retreats()
    duties = ECONOMIC.agenda(table.state).duties
    assert (duties["GERMANY"], duties["TURKEY"]) == (Duty.MAY, Duty.MUST)
    assert [table.told("board.duty", power)[0]["sent_ahead"] for power in ("GERMANY", "TURKEY")] == [True, False]


def test_E_15_who_must_retreat_is_told_alone_and_the_results_have_the_classic_words():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN")
    (duty,) = table.told("board.duty", "GERMANY")
    assert duty["phase"] == "S1901R" and "TYR" in duty["retreats"]["A MUN"]
    assert not table.told("board.duty", "FRANCE") and not table.told("board.duty")
    (results,) = table.told("board.results")
    assert results["orders"][0]["words"] == "Army Burgundy -> Munich"
    assert table.told("board.dislodged")[0]["units"][0]["name"] == "German Army in Munich"


def munich_falls(retreat: str, **texts: str) -> Table:
    """Munich is taken from Tyrolia, which shuts Bohemia, Silesia and Tyrolia; `retreat` rides with its moves."""
    table = Table().set(units={"AUSTRIA": "A BOH, A TYR, A SIL", "GERMANY": "A MUN, F KIE"})
    return table.play(
        AUSTRIA="A TYR - MUN\nA BOH S A TYR - MUN", GERMANY=f"A MUN H\nRETREAT A MUN - {retreat}", **texts
    )


def test_E_15_a_retreat_sent_ahead_that_is_not_open_leaves_the_phase_to_its_owner():
    table = munich_falls("BOH, TYR")
    assert str(table.state.phase) == "S1901R"
    assert table.play(GERMANY="A MUN R BUR").units("GERMANY") == ["A BUR", "F KIE"]


def test_E_13_only_ones_own_unit_can_be_let():
    table = Table()
    assert table.code("TURKEY", "LET RUSSIA ORDER A MOS") == "not-your-unit-to-let"
    assert table.code("TURKEY", "LET TURKEY ORDER F ANK") == "let-yourself"
    (ruling,) = table.rule("TURKEY", "LET RUSSIA ORDER ANK")
    assert ruling.command.canonical() == "LET RUSSIA ORDER F ANK"


def test_the_masters_end_ends_the_game_at_the_deadline():
    table = Table()
    end = GameOver(how="DRAW", powers=("ITALY", "RUSSIA"))
    (ruling,) = ECONOMIC.rule_on(table.state, "MASTER", (end,))
    assert ruling.stands
    step = ECONOMIC.resolve(table.state, {"MASTER": (end,), **dict.fromkeys(POWERS, ())}, DICE)
    assert step.ended.winners == ("ITALY", "RUSSIA") and step.ended.reason == "draw ITALY RUSSIA"


# ---- votes ---------------------------------------------------------------------------------------------------------


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


def test_E_13_the_hirer_is_told_that_the_owners_own_order_went_before():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK\nF ANK H", RUSSIA="F ANK - BLA")
    assert [data["kept"] for data in table.told("unit.hired", "RUSSIA")] == [True]
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK\nHOLD ALL", RUSSIA="F ANK - BLA")
    assert [data.get("kept") for data in table.told("unit.hired", "RUSSIA")] == [None]


def test_E_16_a_standing_let_lasts_until_it_is_revoked():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK UNTIL REVOKED", RUSSIA="F ANK - BLA")
    assert "F BLA" in table.units("TURKEY")
    assert [data["lasting"] for data in table.told("unit.hired", "TURKEY")] == [True]
    assert table.remarks("RUSSIA", "F BLA - CON") == {"let-to-you"} and table.remarks("ITALY", "F BLA - CON") == {
        "hired"
    }
    table.play(RUSSIA="F BLA - CON", TURKEY="A CON - BUL")
    assert "F CON" in table.units("TURKEY")
    table.play()
    assert table.code("TURKEY", "REVOKE LET A BUL") == "nothing-let"
    table.play(TURKEY="REVOKE LET F CON", RUSSIA="F CON - AEG")
    assert "F CON" in table.units("TURKEY") and table.state.lets == {}


def test_E_16_a_let_for_one_turn_goes_before_a_standing_one_and_leaves_it_standing():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK UNTIL REVOKED")
    table.play(TURKEY="LET ITALY ORDER F ANK", RUSSIA="F ANK - BLA", ITALY="F ANK - ARM")
    assert "F ARM" in table.units("TURKEY")
    table.play()
    assert table.play(RUSSIA="F ARM - BLA").units("TURKEY")[-1] == "F BLA"


def test_E_16_a_standing_let_ends_with_its_unit_and_shows_to_its_owner_and_its_hirer_alone():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK UNTIL REVOKED")
    assert ECONOMIC.standing(table.state, "TURKEY").let == {"F ANK": "RUSSIA"}
    assert ECONOMIC.standing(table.state, "RUSSIA").let == {}
    assert ECONOMIC.standing(table.state, "RUSSIA").hired == {"F ANK": "TURKEY"}
    assert ECONOMIC.standing(table.state, "ITALY").hired == {}
    table.set(units={"TURKEY": "A CON"}).play()
    assert table.state.lets == {}


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
