"""The master's reports of a board played elsewhere: read, doubted, kept, carried out (B-6, B-8, B-9)."""

from dataclasses import replace
from typing import Any

import pytest

from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.ruling import Verdict, words
from judge.kits.board.retreats import open_place
from judge.kits.board.units import Dislodged, Unit
from judge.kits.host.bulletin import report_forecast
from judge.kits.host.commands import GameOver, ReportResult, UnitOrder
from judge.kits.host.legal import BOARD_REASONS
from judge.kits.host.reported import check_sheet, counted, needs_report, reported_season
from judge.kits.host.state import Host, Source, opening
from tests.games.diplomacy.table import DIPLOMACY, started, stood
from tests.tables import cases

SPRING, AUTUMN = Phase(1901, "S"), Phase(1901, "F")
START = opening(Source.REPORTED)
PLACES = ("PAR", "BRE", "MAR", "BUR", "PIC", "GAS")
FIRST_AUTUMN = dict(AUSTRIA=5, ENGLAND=4, FRANCE=5, GERMANY=5, ITALY=4, RUSSIA=6, TURKEY=5)


def result(phase="F1901", **fields) -> ReportResult:
    return ReportResult.read({"phase": phase, **fields})


def counts(**changed) -> dict[str, int]:
    return FIRST_AUTUMN | changed


def rule(*sheet: Command, host: Host = START, phase: Phase = AUTUMN):
    return check_sheet(host, phase, sheet)


def told(*sheet: Command, host: Host = START, phase: Phase = AUTUMN) -> list[str]:
    """Every reason and remark in words."""
    out = []
    for ruling in rule(*sheet, host=host, phase=phase):
        remarks = (*((ruling.because,) if ruling.because else ()), *ruling.remarks)
        out += [words(BOARD_REASONS, remark) for remark in remarks]
    return out


def refused(*sheet: Command, host: Host = START, phase: Phase = AUTUMN) -> list[str]:
    return [
        ruling.because.code
        for ruling in rule(*sheet, host=host, phase=phase)
        if ruling.verdict is Verdict.REFUSED and ruling.because
    ]


# ---- reading ------------------------------------------------------------------------------------------------------


# ---- doubting -----------------------------------------------------------------------------------------------------


@cases("fields", "code", "figure")
def test_B_8_a_report_that_cannot_be_true_is_refused_with_its_figures(fields, code, figure):
    """`changed`: the counts of the first autumn, but for these."""
    given = {name: value for name, value in fields.items() if name != "changed"}
    report = result(**given, **({"counts": counts(**fields["changed"])} if "changed" in fields else {}))
    assert refused(report) == [code]
    assert any(figure in text for text in told(report))


def test_B_8_all_faults_of_a_report_are_told_at_once():
    report = result(owners={"PIC": "FRANCE", "BUR": "FRANCE"}, units=[("FRANCE", "A", "NTH")])
    assert len(told(report)) == 3


def test_B_8_units_may_be_named_and_counted_too_if_the_number_agrees():
    both = result("S1901", units=[("FRANCE", "A", "PAR")], unit_counts={"FRANCE": 1})
    assert refused(both, phase=SPRING) == []


@pytest.mark.parametrize(
    "units", [{"unit_counts": {"FRANCE": 6}}, {"units": [("FRANCE", "A", place) for place in PLACES]}]
)
def test_B_8_a_power_with_more_units_than_centres_is_remarked_however_they_are_told(units):
    autumn = told(result(counts=counts(), **units))
    assert any("FRANCE has more units than centres: 6 and 5" in words for words in autumn)
    spring = told(result("S1901", **units), phase=SPRING)
    assert any("FRANCE has more units than centres: 6 and 3" in words for words in spring)
    early = told(result("S1902", **units), phase=SPRING)
    assert not any("more units" in words for words in early)


def test_M_9_a_dead_power_stays_dead():
    dead = replace(START, eliminated=("AUSTRIA",))
    assert refused(result(counts=counts(AUSTRIA=1, FRANCE=4)), host=dead) == ["dead-power"]
    assert refused(result(owners={"VIE": "AUSTRIA"}), host=dead) == ["dead-power"]
    assert refused(result("S1902", units=[("AUSTRIA", "A", "VIE")]), host=dead) == ["dead-unit"]


def test_B_8_a_power_left_out_has_none_only_if_every_centre_is_accounted_for():
    whole = {"ENGLAND": 4, "FRANCE": 5, "GERMANY": 5, "ITALY": 9, "RUSSIA": 6, "TURKEY": 5}
    assert refused(result(counts=whole)) == []
    assert counted(result(counts=whole), START)["AUSTRIA"] == 0
    assert refused(result(counts=whole | {"ITALY": 8})) == ["power-missing"]
    assert "Write CENTRES AUSTRIA 0" in told(result(counts=whole | {"ITALY": 8}))[0]


def test_M_10_the_master_is_told_whom_a_count_eliminates():
    texts = told(result(counts=counts(AUSTRIA=0)))
    assert any("AUSTRIA has no centre left" in text for text in texts)
    assert any("Nobody has 5 of the 34 centres" in text for text in texts)


def test_B_5_the_master_is_told_that_a_count_wins_the_game():
    win = dict.fromkeys(FIRST_AUTUMN, 2) | {"ITALY": 18}
    assert any("ITALY has 18 centres" in text for text in told(result(counts=win)))


def test_B_9_a_report_for_a_later_phase_is_kept_and_says_so():
    assert any("kept for F1902M" in text for text in told(result("F1902", counts=FIRST_AUTUMN)))


@cases("how", "powers", "season", "code")
def test_B_5_an_ending_that_cannot_be_is_refused(how, powers, season, code):
    assert refused(GameOver(how=how, powers=tuple(powers)), phase=Phase(1901, season)) == [code]


def test_B_5_a_dead_power_has_no_part_in_an_ending():
    dead = replace(START, eliminated=("ITALY",))
    assert refused(GameOver(how="CONCEDED", powers=("ITALY",)), host=dead) == ["dead-winner"]


def test_B_6_an_ending_in_autumn_asks_for_the_count():
    assert any("RESULT F1901M too" in text for text in told(GameOver(how="DRAW")))
    assert told(GameOver(how="DRAW"), result(counts=FIRST_AUTUMN)) == []
    assert told(GameOver(how="DRAW"), phase=SPRING) == []


def test_B_5_a_solo_without_the_centres_for_it_is_remarked():
    texts = told(GameOver(how="SOLO", powers=("ITALY",)), result(counts=FIRST_AUTUMN))
    assert texts == ["ITALY has 4 centres in the report on file, and 18 win the board game. (B-5)"]


# ---- carrying out -------------------------------------------------------------------------------------------------


def test_B_8_an_autumn_without_a_report_is_never_guessed():
    assert needs_report(START, AUTUMN) and not needs_report(START, SPRING)
    with pytest.raises(InputError, match="F1901M"):
        reported_season(START, AUTUMN, ())


def test_B_8_a_spring_needs_no_report_and_leaves_the_counts():
    season = reported_season(START, SPRING, ())
    assert season.host == START
    assert not season.change.told


def test_B_8_a_spring_report_moves_the_shown_units_and_no_count():
    season = reported_season(START, SPRING, (result("S1901", units=[("ITALY", "A", "TYR")]),))
    assert season.host.units == (("ITALY", "A", "TYR"),)
    assert season.host.counts == START.counts
    assert season.change.told and not season.change.official


def test_B_8_a_spring_report_of_some_powers_shows_these_and_the_others_as_before():
    season = reported_season(START, SPRING, (result("S1901", counts={"ITALY": 5}),))
    assert season.change.after == {**START.counts, "ITALY": 5}
    listed = reported_season(START, SPRING, (result("S1901", owners={"ROM": "ITALY", "VEN": "ITALY"}),))
    assert listed.change.after == {**START.counts, "ITALY": 2}
    assert season.host.counts == listed.host.counts == START.counts


def test_B_8_an_autumn_report_sets_counts_and_tells_gains_and_losses():
    change = reported_season(START, AUTUMN, (result(counts=counts(AUSTRIA=0)),)).change
    assert change.gained("AUSTRIA") == -3 and change.gained("FRANCE") == 2
    assert change.eliminated == ("AUSTRIA",)


def test_B_8_an_ownership_list_gives_the_counts():
    owners = dict(START.owners) | {"SPA": "FRANCE", "TRI": "ITALY", "VIE": "ITALY", "BUD": "ITALY"}
    report = result(owners=owners, counts={"AUSTRIA": 0})
    season = reported_season(START, AUTUMN, (report,))
    assert season.host.counts["FRANCE"] == 4 and season.host.counts["ITALY"] == 6
    assert season.host.owners["TRI"] == "ITALY"
    assert season.host.eliminated == ("AUSTRIA",)


def test_B_9_an_early_report_waits_for_its_phase():
    early = reported_season(START, SPRING, (result(counts=FIRST_AUTUMN),)).host
    assert early.counts == START.counts
    assert not needs_report(early, AUTUMN)
    season = reported_season(early, AUTUMN, ())
    assert season.host.counts == FIRST_AUTUMN
    assert season.host.kept == ()


def test_B_5_eighteen_centres_end_the_board_game_with_a_solo():
    win = dict.fromkeys(FIRST_AUTUMN, 2) | {"ITALY": 18}
    assert reported_season(START, AUTUMN, (result(counts=win),)).change.over == GameOver(how="SOLO", powers=("ITALY",))


def test_B_5_the_masters_own_ending_goes_before_the_count():
    win = dict.fromkeys(FIRST_AUTUMN, 2) | {"ITALY": 18}
    over = GameOver(how="CONCEDED", powers=("ITALY",))
    assert reported_season(START, AUTUMN, (result(counts=win), over)).change.over == over


def test_B_8_a_master_reads_which_other_phases_his_sheet_reports():
    sheet = (result(counts=FIRST_AUTUMN), result("S1902"), result("F1902", counts=FIRST_AUTUMN))
    seen = report_forecast(START, AUTUMN, sheet, needed=True)
    assert (seen.kept, seen.waiting, seen.ends) == (("F1902M", "S1902M"), False, "")
    early = report_forecast(START, SPRING, sheet, needed=True)
    assert (early.kept, early.waiting) == (("F1901M", "F1902M", "S1902M"), True)


def test_B_8_the_last_centre_and_the_last_unit_of_a_board_are_counted():
    assert refused(result(counts={"ITALY": 34})) == []
    assert refused(result("S1902", unit_counts={"ITALY": 34}), phase=Phase(1902, "S")) == []
    assert refused(result("S1902", unit_counts={"ITALY": 34, "FRANCE": 1}), phase=Phase(1902, "S")) == [
        "too-many-units"
    ]


# Orders to units as the grammar finds them, and retreats to a place that is written with or without its coast.


GREEK = Dislodged(Unit("TURKEY", "F", "GRE"), "ION", False, ("ALB", "BUL/SC"))
GASCON = Dislodged(Unit("FRANCE", "F", "GAS"), "BRE", False, ("MAO", "SPA/NC", "SPA/SC"))
SERB = Dislodged(Unit("AUSTRIA", "A", "SER"), "GRE", False, ("ALB", "BUL"))


@pytest.mark.parametrize(
    ("gone", "written", "place"),
    [
        (GREEK, "ALB", "ALB"),
        (GREEK, "BUL", "BUL/SC"),
        (GREEK, "BUL/SC", "BUL/SC"),
        (GREEK, "BUL/EC", ""),
        (GREEK, "AEG", ""),
        (GASCON, "SPA", ""),
        (GASCON, "SPA/NC", "SPA/NC"),
        (SERB, "BUL/EC", "BUL"),
        (SERB, "GRE", ""),
    ],
)
def test_D_6_a_retreat_goes_to_the_coast_that_is_meant_or_to_the_only_open_one(
    gone: Dislodged, written: str, place: str
) -> None:
    assert open_place(gone, written) == place


@cases("text", "rides", "key")
def test_D_7_what_is_for_later_rides_with_the_moves_under_a_key_of_its_own(text: str, rides: bool, key: str) -> None:
    order = UnitOrder(text=text)
    assert (order.rides(), order.key()) == (rides, key)


# ---- Examples out of a position, as lines and as a sentence --------------------------------------------------------


GAME: Any = DIPLOMACY
OPENING = started()


@cases("power", "lines", "sentence")
def test_the_opening_has_an_example_for_every_power(power: str, lines: str, sentence: str) -> None:
    assert GAME.samples(OPENING, power) == tuple(lines.split("; "))
    assert GAME.spoken(OPENING, power) == sentence


@cases("phase", "units", "lines")
def test_a_winter_has_examples_of_as_many_builds_or_removals_as_are_due(
    phase: str, units: str, lines: list[str]
) -> None:
    state = stood({"GERMANY": units}, phase)
    assert list(GAME.samples(state, "GERMANY")) == lines
    assert bool(GAME.spoken(state, "GERMANY")) is (phase[-1] == "M")
