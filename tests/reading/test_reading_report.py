"""Reports of a board played elsewhere, as masters write and paste them."""

from __future__ import annotations

import pytest

from judge.post import Line
from judge.reading import Reader
from judge.reading.report import ReportText
from tests.tables import cases, rows

NAMES = {
    "power": {
        "AUSTRIA": ("Austria", "Austria-Hungary", "A", "AUS"),
        "ENGLAND": ("England", "E", "ENG"),
        "ITALY": ("Italy", "I", "ITA"),
        "RUSSIA": ("Russia", "R", "RUS"),
        "TURKEY": ("Turkey", "T", "TUR"),
    },
    "place": {
        "BUD": ("Budapest",),
        "TRI": ("Trieste",),
        "VIE": ("Vienna",),
        "SER": ("Serbia",),
        "GRE": ("Greece",),
        "LON": ("London",),
        "NTH": ("North Sea", "nts"),
        "NAO": ("North Atlantic Ocean", "north atlantic"),
        "ENG": ("English Channel", "channel"),
        "LVP": ("Liverpool", "liv"),
        "LVN": ("Livonia", "liv"),
        "STP": ("St Petersburg", "St. Petersburg"),
        "STP/SC": ("St Petersburg south coast",),
        "ROM": ("Rome",),
        "VEN": ("Venice",),
        "MOS": ("Moscow",),
    },
}


def report(reader: Reader, text: str) -> ReportText:
    return reader.report([Line(number, line) for number, line in enumerate(text.splitlines(), 1)], NAMES)


COUNTS = {"AUSTRIA": 5, "ENGLAND": 4, "ITALY": 0}


@pytest.mark.parametrize(
    "text",
    rows(__file__, "counts_are_read_in_any_layout"),
)
def test_counts_are_read_in_any_layout(reader: Reader, text: str) -> None:
    found = report(reader, text)
    assert found == ReportText(COUNTS, {}, ())


OWNERS = {"BUD": "AUSTRIA", "TRI": "AUSTRIA", "VIE": "AUSTRIA", "LON": "ENGLAND", "STP": "ENGLAND", "ROM": "ITALY"}


@pytest.mark.parametrize(
    "text",
    rows(__file__, "ownership_is_read_from_our_form_and_from_pasted_lists"),
)
def test_ownership_is_read_from_our_form_and_from_pasted_lists(reader: Reader, text: str) -> None:
    found = report(reader, text)
    assert found == ReportText({}, OWNERS, ())


@pytest.mark.parametrize("none", ["Turkey:", "Turkey: none", "Turkey: -", "TURKEY: ."])
def test_a_power_with_nothing_behind_it_among_the_owners_has_no_centre(reader: Reader, none: str) -> None:
    text = f"OWNERS\nAustria: Budapest Trieste Vienna\nEngland: London St Petersburg\n{none}\nItaly: Rome"
    assert report(reader, text) == ReportText({"TURKEY": 0}, OWNERS, ())


UNITS = (("AUSTRIA", "A", "BUD"), ("AUSTRIA", "F", "TRI"), ("ENGLAND", "F", "NTH"), ("RUSSIA", "F", "STP/SC"))


@cases("text")
def test_units_are_read_with_their_coasts(reader: Reader, text: str) -> None:
    found = report(reader, text)
    assert found == ReportText({}, {}, UNITS)


@pytest.mark.parametrize(
    "text",
    [
        "UNITS\nAUSTRIA: 3\nENGLAND: 4",
        "UNITS\nAustria: (3)\nEngland: 4 units.",
        "CENTRES\nITALY: 5\nUNITS\nAUSTRIA: 3\nENGLAND: 4",
    ],
)
def test_units_may_be_told_by_their_number(reader: Reader, text: str) -> None:
    found = report(reader, text)
    assert found.unit_counts == {"AUSTRIA": 3, "ENGLAND": 4} and not found.units and not found.problems
    assert found.counts == ({"ITALY": 5} if "ITALY" in text else {})


def test_units_that_are_told_by_two_numbers_are_asked_about(reader: Reader) -> None:
    (problem,) = report(reader, "UNITS\nAUSTRIA: 3\nAUSTRIA: 4").problems
    assert "AUSTRIA has 3 units further up and 4 here" in problem.reason


def test_all_three_parts_stand_in_one_report(reader: Reader) -> None:
    found = report(
        reader,
        "CENTRES AUSTRIA 2 ENGLAND 1\nOWNERS\nAUSTRIA: BUD TRI\nENGLAND: LON\nUNITS\nAUSTRIA: A BUD\nENGLAND: F ENG",
    )
    assert found.counts == {"AUSTRIA": 2, "ENGLAND": 1}
    assert found.owners == {"BUD": "AUSTRIA", "TRI": "AUSTRIA", "LON": "ENGLAND"}
    assert found.units == (("AUSTRIA", "A", "BUD"), ("ENGLAND", "F", "ENG"))
    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    rows(__file__, "what_cannot_be_read_is_named_with_its_line"),
)
def test_what_cannot_be_read_is_named_with_its_line(reader: Reader, text: str, line: int, says: str) -> None:
    (problem,) = report(reader, text).problems
    assert problem.line.number == line
    assert says in problem.reason


def test_a_misspelt_place_gets_a_suggestion(reader: Reader) -> None:
    (problem,) = report(reader, "OWNERS\nENGLAND: STP, LONDN").problems
    assert problem.suggestion == "ENGLAND: STP, LON"


def test_an_empty_report_says_nothing(reader: Reader) -> None:
    assert report(reader, "") == ReportText({}, {}, ())


def test_no_blank_need_stand_behind_the_colon_of_a_power(reader: Reader) -> None:
    assert report(reader, "OWNERS\nAUSTRIA:BUD TRI VIE\nENGLAND:LON STP\nITALY:ROM").owners == OWNERS
