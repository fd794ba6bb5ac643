"""Orders to units as the grammar finds them, and retreats to a place that is written with or without its coast."""

from typing import Any

import pytest

from judge.kits.board.retreats import open_place
from judge.kits.board.units import Dislodged, Unit
from judge.kits.host.commands import UnitOrder
from tests.games.diplomacy.table import DIPLOMACY, started, stood
from tests.tables import cases

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


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"hold_all": ()}, "HOLD ALL"),
        ({"waive": ()}, "WAIVE"),
        ({"build": ((("FLEET", "LON"),), (("EDI",),), (("LVP",),))}, "BUILD F LON, F EDI, F LVP"),
        ({"build": ((("FLEET", "LON"),), (("ARMY", "EDI"),), (("LVP",),))}, "BUILD F LON, A EDI, A LVP"),
        ({"build": ((("LON",),), (("EDI",),))}, "BUILD LON, EDI"),
        ({"build": ((("FLEET", "BRE"), ("ARMY", "BRE")), (("PAR",),))}, "BUILD F BRE ELSE A BRE, A PAR"),
        ({"remove": (("ARMY", "PAR"), ("BRE",))}, "REMOVE A PAR, BRE"),
        ({"unit": ("ARMY", "PAR")}, "A PAR H"),
        ({"unit": ("PAR",), "disband": ()}, "PAR D"),
        ({"unit": ("FLEET", "TRI"), "retreat": ("ALB", "ADR")}, "F TRI R ALB, ADR"),
        ({"unit": ("ARMY", "PAR"), "path": ("BUR",)}, "A PAR - BUR"),
        ({"unit": ("ARMY", "LON"), "path": ("NTH", "BEL")}, "A LON - BEL VIA"),
        ({"unit": ("ARMY", "LON"), "path": ("BEL",), "via": ()}, "A LON - BEL VIA"),
        ({"unit": ("ARMY", "PAR"), "support": (("ARMY", "MAR"),)}, "A PAR S A MAR"),
        ({"unit": ("ARMY", "PAR"), "support": (("MAR",), ["-"], ("GAS", "BUR"))}, "A PAR S MAR - BUR"),
        ({"unit": ("FLEET", "NTH"), "convoy": (("ARMY", "LON"), ("NTH", "BEL"))}, "F NTH C A LON - BEL"),
        ({"text": "a par -  bur"}, "A PAR - BUR"),
        ({"text": "march on  rome"}, "MARCH ON ROME"),
    ],
)
def test_what_the_grammar_finds_is_written_in_the_notation(fields: dict[str, Any], text: str) -> None:
    order = UnitOrder.read({**fields, "line": 3, "hat": "FRANCE"})
    assert (order.text, order.line, order.rank, order.hat) == (text, 3, 3, "FRANCE")
    assert UnitOrder.read(fields).rank == 0


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
