"""Springs and autumns: seats, captures, transfers, ownership, income, calls, the end (E-1 to E-3, E-7 to E-15)."""

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.core.variant import Duty, Role, Seat
from judge.games.economic4.money import Loan
from judge.kits.host.commands import GameOver
from tests.games.economic4.table import DICE, ECONOMIC, POWERS, SEATS, Table, read
from tests.tables import cases


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


def test_E_2_autumn_transfers_cannot_spend_that_autumns_income():
    table = Table().set("F1901M")
    table.play(RUSSIA="GIVE 4 TO TURKEY", TURKEY="RECEIVE 4 FROM RUSSIA (GIFT)")
    assert table.credits("RUSSIA") == 23
    assert table.statement("RUSSIA")["transfers"]["void"]


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


def test_E_3_a_raid_in_spring_takes_nothing():
    table = Table().play(AUSTRIA="A VIE - TYR").play(AUSTRIA="A TYR - VIE")
    assert table.state.owners["TYR"] == "AUSTRIA"
    table = (
        Table()
        .set(units={"AUSTRIA": "A TYR", "ITALY": "A ROM"})
        .play(AUSTRIA="A TYR - PIE")
        .play(AUSTRIA="A PIE - TYR")
    )
    assert table.state.owners["PIE"] == "ITALY"


def test_E_3_a_fleet_on_a_coast_owns_it_and_a_fleet_at_sea_owns_nothing():
    table = Table().set("F1901M", {"ENGLAND": "F NTH, F NWG"}).play(ENGLAND="F NTH - BEL")
    assert table.state.owners["BEL"] == "ENGLAND"
    assert "NWG" not in table.state.owners


# ---- transfers ----------------------------------------------------------------------------------------------------


def test_E_7_a_loan_said_by_both_moves_and_is_recorded():
    table = Table().play(RUSSIA="LOAN 3 TO TURKEY REPAY 4", TURKEY="RECEIVE 3 FROM RUSSIA (LOAN REPAY 4)")
    assert (table.credits("RUSSIA"), table.credits("TURKEY")) == (0, 6)
    assert table.state.loans == (Loan("RUSSIA", "TURKEY", 4, 3, "S1901M"),)
    assert table.statement("TURKEY")["owes"] == {"RUSSIA": 4}


@cases("answer")
def test_E_7_a_mismatch_moves_nothing_and_both_are_told_and_nobody_else(answer):
    table = Table().play(RUSSIA="LOAN 3 TO TURKEY", TURKEY=answer)
    assert table.credits("RUSSIA") == table.credits("TURKEY") == 3
    knows = {n.audience for n in table.private() if document(n.data).get("transfers", {}).get("unmatched")}
    assert knows == {"RUSSIA", "TURKEY"}


def test_E_7_lines_of_different_seasons_do_not_meet():
    table = Table().play(RUSSIA="GIVE 3 TO TURKEY").play(TURKEY="RECEIVE 3 FROM RUSSIA (GIFT)")
    assert table.statement("TURKEY")["opening"] == 3 and table.credits("TURKEY") == 16
    assert table.statement("RUSSIA")["transfers"]["unmatched"]


def test_E_7_transfers_wait_for_the_retreats_of_their_season():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN, F KIE"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN\nGIVE 2 TO ITALY", ITALY="RECEIVE 2 FROM FRANCE (GIFT)")
    assert str(table.state.phase) == "S1901R" and table.credits("ITALY") == 3
    assert ECONOMIC.standing(table.state, "FRANCE").waiting == ("GIVE 2 TO ITALY",)
    table.play(GERMANY="A MUN R BOH")
    assert str(table.state.phase) == "F1901M" and table.credits("ITALY") == 5
    assert table.units("GERMANY") == ["A BOH", "F KIE"]


def test_E_7_a_line_to_oneself_or_to_the_dead_is_refused():
    table = Table()
    assert table.code("RUSSIA", "GIVE 2 TO RUSSIA") == "own-treasury"
    assert table.code("RUSSIA", "RECEIVE 2 FROM TURKEY") == "loan-or-gift"
    assert table.code("RUSSIA", "GIVE 99999 TO TURKEY") == "too-large"
    assert table.remarks("RUSSIA", "GIVE 2 TO TURKEY\nGIVE 2 TO ITALY") == {"needs-mirror", "above-treasury"}
    assert table.code("RUSSIA", "GIVE 2 TO TURKEY\nNO TRANSFERS") == "no-transfers-beside"


# ---- calls --------------------------------------------------------------------------------------------------------


def test_E_8_a_call_in_autumn_is_honoured_out_of_that_autumns_income():
    table = Table().set("F1902M", credits={"TURKEY": 0}, loans=(Loan("RUSSIA", "TURKEY", 4, 3, "S1901M"),))
    table.play(RUSSIA="CALL 4 FROM TURKEY")
    assert (table.credits("RUSSIA"), table.credits("TURKEY")) == (27, 9)
    assert table.state.loans == ()


def test_E_8_a_call_on_a_bankrupt_leaves_the_rest_owed():
    table = Table().set(
        "F1902M", credits={"TURKEY": 0}, owners={"TURKEY": "=CON"}, loans=(Loan("RUSSIA", "TURKEY", 9, 9, "S1901M"),)
    )
    table.set(units={"RUSSIA": "A ANK, A SMY, A ARM, A SYR, A PER", "TURKEY": "A CON"}).play(
        RUSSIA="CALL 9 FROM TURKEY"
    )
    assert table.credits("TURKEY") == 0
    assert table.state.loans == (Loan("RUSSIA", "TURKEY", 6, 9, "S1901M"),)
    assert table.told("treasury.autumn")[0]["cannot_pay"] == [{"power": "TURKEY", "short": 3}]


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


def test_E_8_a_loan_of_the_same_autumn_can_be_called_at_once():
    table = Table().set("F1901M")
    assert table.remarks("RUSSIA", "LOAN 2 TO TURKEY\nCALL 2 FROM TURKEY") == {"needs-mirror", "above-debt"}
    table.play(RUSSIA="LOAN 2 TO TURKEY\nCALL 2 FROM TURKEY", TURKEY="RECEIVE 2 FROM RUSSIA (LOAN)")
    assert table.credits("RUSSIA") == 23 and table.state.loans == ()


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


def test_E_9_a_treasury_moves_before_the_units_do():
    table = Table().set(units={"FRANCE": "A BUR", "GERMANY": "A KIE"}, seats={"GERMANY": "MUN"})
    table.play(FRANCE="A BUR - MUN", GERMANY="TREASURY TO BER")
    assert table.state.seats["GERMANY"] == "BER" and table.credits("GERMANY") == 3
    table = Table().set(units={"FRANCE": "A BUR", "GERMANY": "A KIE"})
    table.play(FRANCE="A BUR - MUN", GERMANY="TREASURY TO MUN")
    assert table.state.seats["GERMANY"] == "" and table.credits("FRANCE") == 6


@pytest.mark.parametrize(
    ("place", "code"), [("PAR", "not-owned"), ("BEL", "not-owned"), ("NTH", "at-sea"), ("RUH", "occupied")]
)
def test_E_9_a_treasury_goes_only_to_a_province_of_its_own_without_an_enemy(place, code):
    table = Table().set(units={"FRANCE": "A RUH", "GERMANY": "A MUN"})
    assert table.code("GERMANY", f"TREASURY TO {place}") == code
    table.set("W1901A")
    assert table.code("GERMANY", "TREASURY TO MUN") == "not-in-winter"


@pytest.mark.parametrize("phase", ["S1901M", "F1901M"])
def test_E_9_an_enemy_in_the_seat_takes_the_whole_treasury_at_once(phase):
    table = Table().set(phase, units={"FRANCE": "A MUN", "GERMANY": "F KIE"})
    table.play(FRANCE="A MUN - BER\nGIVE 6 TO ITALY", ITALY="RECEIVE 6 FROM FRANCE (GIFT)")
    assert table.told("treasury.captured")[0]["rows"] == [
        {"power": "GERMANY", "place": "BER", "captor": "FRANCE", "unit": "A BER", "amount": 3}
    ]
    assert table.state.seats["GERMANY"] == ""
    assert table.statement("ITALY")["lines"][0] == {"what": "gift", "other": "FRANCE", "amount": 6}


def test_E_9_a_captured_treasury_pays_nothing_that_season():
    table = Table().set(units={"FRANCE": "A MUN", "GERMANY": "F KIE"})
    table.play(FRANCE="A MUN - BER", GERMANY="GIVE 3 TO ITALY", ITALY="RECEIVE 3 FROM GERMANY (GIFT)")
    assert table.credits("ITALY") == 3 and table.credits("FRANCE") == 6
    assert table.statement("GERMANY")["transfers"]["void"]


def test_E_9_a_retreat_into_the_seat_captures_too():
    table = Table().set(
        units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"},
        seats={"FRANCE": "PAR", "ITALY": "TYR"},
        owners={"ITALY": "TYR"},
    )
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN").play(GERMANY="A MUN R TYR")
    assert table.state.seats["ITALY"] == "" and table.credits("GERMANY") == 6


def test_E_9_two_who_take_each_others_treasury_change_them():
    table = Table().set(units={"FRANCE": "A BER", "GERMANY": "A PAR"}, credits={"FRANCE": 5, "GERMANY": 1}).play()
    assert (table.credits("FRANCE"), table.credits("GERMANY")) == (1, 5)


def test_E_9_the_loser_names_a_new_seat_with_the_next_orders():
    table = Table().set(units={"FRANCE": "A BER", "GERMANY": "F KIE"}).play()
    assert table.state.seats["GERMANY"] == ""
    assert table.play(GERMANY="TREASURY TO KIE").state.seats["GERMANY"] == "KIE"


def test_E_9_without_a_word_the_seat_is_the_first_free_home_centre_by_name_else_any_province():
    table = Table().set(units={"FRANCE": "A BER", "GERMANY": "A SIL"}).play().play()
    assert table.state.seats["GERMANY"] == "KIE"  # Kiel stands before Munich
    table = Table().set(units={"FRANCE": "A BER, A KIE, A MUN", "GERMANY": "A SIL"}).play().play(FRANCE="HOLD ALL")
    assert table.state.seats["GERMANY"] == "PRU"


def test_E_9_a_treasury_without_a_seat_keeps_earning_and_cannot_be_taken():
    table = Table().set("F1901M", units={"FRANCE": "A BER", "GERMANY": "A SIL"}).play()
    assert table.state.seats["GERMANY"] == "" and table.credits("GERMANY") == 14


def test_E_9_a_treasury_of_nothing_is_lost_too():
    table = Table().set(units={"FRANCE": "A BER"}, credits={"GERMANY": 0}).play()
    assert table.state.seats["GERMANY"] == "" and table.credits("FRANCE") == 3


def test_E_9_seats_are_published_every_turn():
    table = Table().play(TURKEY="TREASURY TO SMY")
    assert table.row("treasury.seats", "TURKEY")["seat"] == "SMY"
    assert table.play().row("treasury.autumn", "TURKEY")["seat"] == "SMY"
    assert table.play().row("treasury.winter", "TURKEY")["seat"] == "SMY"


def test_E_9_a_friend_takes_the_treasury_unless_the_setting_lets_him_guard_it():
    table = Table().set(units={"FRANCE": "A BER", "GERMANY": "A SIL"})
    assert table.code("GERMANY", "GUARDED BY FRANCE") == "guard-setting"
    table = Table(guarded="yes").set(units={"FRANCE": "A BER", "GERMANY": "A SIL"})
    assert table.play(GERMANY="GUARDED BY FRANCE").credits("GERMANY") == 3
    assert table.play().state.seats["GERMANY"] == ""


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


def worth(power: str, points: int, without: str = "") -> str:
    """Provinces of exactly so many points: its own homeland first, then the dearest."""
    board = Table().state.board
    places = [code for code, p in board.provinces.items() if p.value and code not in without.split()]
    chosen, left = [], points
    for code in sorted(
        places, key=lambda code: (board.provinces[code].home != power, -board.provinces[code].value, code)
    ):
        if board.provinces[code].value <= left:
            chosen.append(code)
            left -= board.provinces[code].value
    assert left == 0
    return " ".join(chosen)


def at_the_end(points: int, phase: str = "F1905M", **options: str) -> Table:
    return Table(**options).set(phase, units={}, owners={"ITALY": f"={worth('ITALY', points)}"})


def two(italy: int, russia: int) -> Table:
    own = worth("ITALY", italy)
    return Table().set("F1905M", {}, {"ITALY": f"={own}", "RUSSIA": f"={worth('RUSSIA', russia, own)}"})


def test_E_11_80_points_win_alone():
    table = at_the_end(80).play()
    assert table.last.ended.winners == ("ITALY",) and table.last.ended.scores["ITALY"] == "80"
    assert sum(int(score) for score in table.last.ended.scores.values()) <= 156
    assert ECONOMIC.agenda(table.state).sections == ()


def test_E_11_79_points_do_not_win_and_the_setting_moves_the_line():
    assert at_the_end(79).play().last.ended is None
    assert at_the_end(79, victory="79").play().last.ended.winners == ("ITALY",)


def test_E_11_nobody_wins_in_spring():
    assert at_the_end(80, "S1905M").play().last.ended is None


def test_E_11_two_allies_who_both_declared_it_win_with_108():
    table = two(54, 54).play(ITALY="ALLIANCE WITH RUSSIA", RUSSIA="ALLIANCE WITH ITALY")
    assert table.last.ended.winners == ("ITALY", "RUSSIA")
    table = two(54, 53).play(ITALY="ALLIANCE WITH RUSSIA", RUSSIA="ALLIANCE WITH ITALY")
    assert table.last.ended is None
    assert [table.told("alliance.declared", power)[0]["points"] for power in ("ITALY", "RUSSIA")] == [107, 107]


def test_E_11_an_alliance_that_one_declares_wins_nothing_and_stays_his_secret():
    table = two(54, 54).play(ITALY="ALLIANCE WITH RUSSIA")
    assert table.last.ended is None
    (told,) = table.told("alliance.declared", "ITALY")
    assert told["mutual"] is False and told["points"] == 54 and told["needed"] == 108
    assert not table.told("alliance.declared", "RUSSIA") and not table.told("alliance.declared")


def test_E_11_80_alone_goes_before_an_alliance():
    table = two(80, 40).play(RUSSIA="ALLIANCE WITH ITALY", ITALY="ALLIANCE WITH RUSSIA")
    assert table.last.ended.winners == ("ITALY",)


def test_E_11_alliances_are_declared_in_autumn():
    table = Table()
    assert table.code("ITALY", "ALLIANCE WITH RUSSIA") == "alliance-in-autumn"
    assert table.set("F1901M").code("ITALY", "ALLIANCE WITH ITALY") == "alone"
    assert table.remarks("ITALY", "ALLIANCE WITH RUSSIA") == {"both-declare"}


def test_E_11_an_alliance_declared_with_the_moves_counts_after_the_retreats():
    table = two(54, 54).set(
        units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"}, owners={"ITALY": "TYR", "RUSSIA": "BOH"}
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


def test_E_12_the_silent_earn_pay_their_calls_and_send_nothing():
    table = Table().set("F1902M", credits={"TURKEY": 1}, loans=(Loan("RUSSIA", "TURKEY", 2, 2, "S1901M"),))
    table.play(RUSSIA="CALL 2 FROM TURKEY\nRECEIVE 1 FROM TURKEY (GIFT)")
    assert table.credits("TURKEY") == 1 + 13 - 2


# ---- hired units ---------------------------------------------------------------------------------------------------


def test_E_13_a_hired_unit_obeys_for_one_turn_and_the_two_are_told():
    table = Table().play(TURKEY="LET RUSSIA ORDER F ANK", RUSSIA="F ANK - ARM")
    assert "F ARM" in table.units("TURKEY")
    assert table.told("unit.hired", "TURKEY") == table.told("unit.hired", "RUSSIA") != []
    table.play(RUSSIA="F ARM - BLA")
    assert "F ARM" in table.units("TURKEY")


def test_E_13_hold_all_leaves_a_hired_unit_to_the_hirer():
    table = Table().play(TURKEY="LET AUSTRIA ORDER F ANK\nHOLD ALL", AUSTRIA="F ANK - BLA")
    assert "F BLA" in table.units("TURKEY")


def test_E_13_without_leave_an_order_to_anothers_unit_does_nothing():
    table = Table()
    assert "hired" in table.remarks("RUSSIA", "F ANK - BLA")
    table.play(RUSSIA="F ANK - BLA")
    assert "F ANK" in table.units("TURKEY")


def test_E_13_a_hired_unit_that_must_retreat_may_be_ordered_by_the_hirer():
    table = Table().set(units={"RUSSIA": "A ARM, A SMY", "TURKEY": "A ANK"})
    table.play(RUSSIA="A ARM - ANK\nA SMY S A ARM - ANK", TURKEY="LET ITALY ORDER A ANK", ITALY="A ANK H")
    assert ECONOMIC.agenda(table.state).duties["ITALY"] is Duty.MAY
    assert table.play(ITALY="A ANK R CON").units("TURKEY") == ["A CON"]


def test_E_13_the_owners_own_retreat_wins():
    table = Table().set(units={"GERMANY": "A RUH, A KIE", "AUSTRIA": "A MUN"})
    table.play(GERMANY="A RUH - MUN\nA KIE S A RUH - MUN", AUSTRIA="LET TURKEY ORDER A MUN")
    assert table.play(AUSTRIA="A MUN R BOH", TURKEY="A MUN R TYR").units("AUSTRIA") == ["A BOH"]


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


def test_E_15_of_a_list_of_retreats_the_first_place_is_taken():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN").play(GERMANY="A MUN R TYR, BOH, SIL")
    assert table.units("GERMANY") == ["A TYR"]


def test_E_13_only_ones_own_unit_can_be_let():
    table = Table()
    assert table.code("TURKEY", "LET RUSSIA ORDER A MOS") == "not-your-unit-to-let"
    assert table.code("TURKEY", "LET TURKEY ORDER F ANK") == "let-yourself"
    (ruling,) = table.rule("TURKEY", "LET RUSSIA ORDER ANK")
    assert ruling.command.canonical() == "LET RUSSIA ORDER F ANK"


def test_E_14_a_unit_may_be_disbanded_instead_of_retreating_and_nothing_is_paid_back():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN").play(GERMANY="A MUN D")
    assert table.units("GERMANY") == [] and table.credits("GERMANY") == 3


def test_E_15_a_retreat_sent_with_the_moves_needs_no_deadline_of_its_own():
    table = Table().set(units={"FRANCE": "A BUR, A RUH", "GERMANY": "A MUN"})
    table.play(FRANCE="A BUR - MUN\nA RUH S A BUR - MUN", GERMANY="A MUN H\nRETREAT A MUN - TYR, BOH")
    assert str(table.state.phase) == "F1901M" and table.units("GERMANY") == ["A TYR"]


def test_E_2_winter_orders_do_not_ride_with_the_moves():
    assert Table().code("FRANCE", "BUILD A PAR") == "winter-apart"


def test_the_masters_end_ends_the_game_at_the_deadline():
    table = Table()
    end = GameOver(how="DRAW", powers=("ITALY", "RUSSIA"))
    (ruling,) = ECONOMIC.rule_on(table.state, "MASTER", (end,))
    assert ruling.stands
    step = ECONOMIC.resolve(table.state, {"MASTER": (end,), **dict.fromkeys(POWERS, ())}, DICE)
    assert step.ended.winners == ("ITALY", "RUSSIA") and step.ended.reason == "draw ITALY RUSSIA"


# ---- votes ---------------------------------------------------------------------------------------------------------


def test_D_10_a_list_needs_the_setting_and_the_same_vote_of_every_survivor():
    two = dict.fromkeys(POWERS, "DRAW FRANCE ITALY")
    assert Table().code("FRANCE", "DRAW FRANCE ITALY") == "all-or-none"
    assert Table(draws="none").code("FRANCE", "DRAW") == "no-draws"
    assert Table(draws="list").play(**two).last.ended.winners == ("FRANCE", "ITALY")
    assert Table(draws="list").play(**{**two, "TURKEY": "DRAW"}).last.ended is None


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


def test_E_16_a_line_of_the_print_for_another_power_is_refused():
    assert Table().code("TURKEY", "Russia: 3 credits loaned to Italy.") == "not-your-line"


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


def met(table: Table, before: dict[str, str], after: dict[str, str]) -> list[tuple[str, bool]]:
    """Who is told, and whether both halves are there, when the sheets on file change."""

    def sheets(texts):
        return {power: read(text) if (text := texts.get(power)) else () for power in POWERS}

    notices = ECONOMIC.met(table.state, sheets(before), sheets(after))
    assert all(notice.kind == "transfer.met" for notice in notices)
    return [(notice.audience, document(notice.data)["both"]) for notice in notices]


def test_E_7_both_are_told_privately_when_the_other_half_is_written():
    half, other = {"RUSSIA": "LOAN 3 TO TURKEY TELL ME"}, {"TURKEY": "RECEIVE 3 FROM RUSSIA (LOAN)"}
    assert met(Table(), {}, half) == []
    assert met(Table(), half, {**half, **other}) == [("RUSSIA", True), ("TURKEY", True)]
    assert met(Table(), other, {**half, **other}) == [("RUSSIA", True), ("TURKEY", True)]


def test_E_7_nobody_is_told_of_halves_where_neither_asked_or_the_sums_differ():
    half = {"RUSSIA": "LOAN 3 TO TURKEY"}
    assert met(Table(), half, {**half, "TURKEY": "RECEIVE 3 FROM RUSSIA (LOAN)"}) == []
    half = {"RUSSIA": "LOAN 3 TO TURKEY TELL ME"}
    assert met(Table(), half, {**half, "TURKEY": "RECEIVE 4 FROM RUSSIA (LOAN)"}) == []
    assert met(Table(), half, {**half, "ITALY": "RECEIVE 3 FROM RUSSIA (LOAN)"}) == []


def test_E_7_a_half_that_is_taken_back_is_told_too_and_a_word_taken_off_is_not():
    both = {"RUSSIA": "LOAN 3 TO TURKEY TELL ME", "TURKEY": "RECEIVE 3 FROM RUSSIA (LOAN)"}
    assert met(Table(), both, {"RUSSIA": both["RUSSIA"]}) == [("RUSSIA", False), ("TURKEY", False)]
    assert met(Table(), both, {**both, "RUSSIA": "LOAN 3 TO TURKEY"}) == []
    assert met(Table(), both, {**both, "ITALY": "GIVE 2 TO FRANCE TELL ME"}) == []


def test_E_15_convoys_are_those_of_the_rulebook():
    table = Table().set("S1901M", {"ENGLAND": "A YOR, F NTH, F LON"})
    table.play(ENGLAND="A YOR - NWY\nF NTH C A YOR - NWY")
    assert "A NWY" in table.units("ENGLAND") and "F NTH" in table.units("ENGLAND")
    boards = Table().set("S1901M", {"ENGLAND": "A YOR, F NTH, F LON"})  # no army boards a fleet
    (ruling,) = ECONOMIC.rule_on(boards.state, "ENGLAND", read("A YOR - NTH"))
    assert not ruling.stands
