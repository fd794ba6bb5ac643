"""Journeys by the places they name, each of which borders the one before."""

from __future__ import annotations

import pytest

from tests.parse.sense.positions import read, travelling


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        (
            "The old boy packs his suitcase and sets off for Rome, by way of Piedmont and Tuscany.",
            ["TS(SWI)-PIE-TUS-ROM"],
        ),
        ("the ts goes piedmont venice", ["TS(SWI)-PIE-VEN"]),
        ("I will travel from Switzerland to Paris via Burgundy.", ["TS(SWI)-BUR-PAR"]),
        ("My man takes the sleeper to Vienna, through Tyrolia.", ["TS(SWI)-TYR-VIE"]),
        ("Send our man by train: Tyrolia, then Venice.", ["TS(SWI)-TYR-VEN"]),
        ("TS from Switzerland to Burgundy and then on to Paris.", ["TS(SWI)-BUR-PAR"]),
        ("ts swi bur par", ["TS(SWI)-BUR-PAR"]),
        ("Route card for the TS: Swi / Bur / Gas.", ["TS(SWI)-BUR-GAS"]),
        ("Rome is where he goes, via Piedmont and Tuscany", []),
        ("The TS lingers in Switzerland.", ["TS HOLD"]),
        ("Troubleshooter: remains where he is.", ["TS HOLD"]),
        ("Swiss Alps -> Tyrolia -> Trieste", ["TS(SWI)-TYR-TRI"]),
    ],
)
def test_routes(letter: str, lines: list[str]) -> None:
    assert read("troubleshooter", letter, travelling())[0] == lines


@pytest.mark.parametrize(
    "letter",
    [
        "TS to Munich or Tyrolia.",
        "Vulpes went to Munich with all his money.",
        "The TS shall not move.",
        "My TS had a wonderful time in Switzerland.",
        "my ts: burgundy, then marseilles",
        "The TS travels to Munich, then Xanadu.",
        "Switzerland is lovely this time of year. Have you ever been to London or Paris?",
    ],
)
def test_what_leaves_the_route_open_is_never_taken(letter: str) -> None:
    assert read("troubleshooter", letter, travelling())[0] == []


def test_half_a_journey_is_never_taken_for_the_whole() -> None:
    taken, doubtful = read("troubleshooter", "The TS takes the boat to Burgundy, and then on to Flurbia.", travelling())
    assert taken == []
    assert doubtful


def test_where_he_ends_he_may_stay() -> None:
    taken, _ = read("troubleshooter", "The TS goes to Munich and stays there for the season", travelling())
    assert taken == ["TS(SWI)-MUN"]


def test_a_place_that_nobody_could_read_is_asked_about() -> None:
    _, doubtful = read("troubleshooter", "The TS goes to Munich, then Atlantis.", travelling())
    assert doubtful == ["Atlantis."]
