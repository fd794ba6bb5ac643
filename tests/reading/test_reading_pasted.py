"""Results of other judges and sites, pasted below RESULT. The texts are made up in the layouts of each."""

from __future__ import annotations

from judge.games import variant
from judge.kits.board.standard import standard_map
from judge.post import Line
from judge.reading import Reader
from judge.reading.report import ReportText

NAMES = variant("diplomacy").names({})

OWNERSHIP = """\
Ownership of supply centers:

Austria:   Budapest, Serbia, Trieste, Vienna.
England:   Edinburgh, Liverpool, London, Norway.
France:    Belgium, Brest, Marseilles, Paris, Portugal,
           Spain.
Germany:   Berlin, Denmark, Holland, Kiel, Munich.
Italy:     Naples, Rome, Tunis, Venice.
Russia:    Moscow, Rumania, Sevastopol, St. Petersburg, Sweden, Warsaw.
Turkey:    Ankara, Bulgaria, Constantinople, Smyrna.
Unowned:   Greece.

Austria:   4 Supply centers,  3 Units:  Builds   1 unit.
England:   4 Supply centers,  3 Units:  Builds   1 unit.
France:    6 Supply centers,  3 Units:  Builds   3 units.
"""

MOVES = """\
:: Judge: TEST  Game: sample  Variant: Standard
:: Deadline: W1901A Mon Jan 08 2001 20:00:00 +0100

Movement results for Fall of 1901.  (sample.003)

Austria: Army Galicia -> Warsaw.  (*bounce*)
Austria: Army Serbia SUPPORT Austrian Fleet Albania -> Greece.  (*cut*)
Austria: Fleet Albania -> Greece.  (*bounce*)

England: Army Yorkshire -> North Sea -> Norway.
England: Fleet North Sea CONVOY Army Yorkshire -> Norway.

France: Army Spain HOLD.
France: Fleet Mid-Atlantic Ocean -> Spain (south coast).  (*bounce*)
France: Army Burgundy, No Order Processed.
"""


def read(reader: Reader, text: str) -> ReportText:
    return reader.report([Line(number, line) for number, line in enumerate(text.splitlines(), 1)], NAMES)


def test_an_ownership_list_in_the_classic_layout_is_read(reader: Reader) -> None:
    found = read(reader, OWNERSHIP)
    assert found.problems == ()
    assert len(found.owners) == 33 and found.owners["SPA"] == "FRANCE" and "GRE" not in found.owners
    assert found.counts == {"AUSTRIA": 4, "ENGLAND": 4, "FRANCE": 6}


def test_the_units_after_a_movement_are_told_from_orders_and_tags(reader: Reader) -> None:
    found = read(reader, MOVES + "\n" + OWNERSHIP)
    assert found.problems == ()
    assert set(found.units) == {
        ("AUSTRIA", "A", "GAL"),
        ("AUSTRIA", "A", "SER"),
        ("AUSTRIA", "F", "ALB"),
        ("ENGLAND", "A", "NWY"),
        ("ENGLAND", "F", "NTH"),
        ("FRANCE", "A", "SPA"),
        ("FRANCE", "F", "MAO"),
        ("FRANCE", "A", "BUR"),
    }
    assert len(found.owners) == 33


def test_units_that_follow_one_another_round_do_not_get_lost(reader: Reader) -> None:
    text = "Movement results for Spring of 1902.\nTurkey: Army Ankara -> Smyrna.\nTurkey: Army Smyrna -> Ankara.\n"
    assert set(read(reader, text).units) == {("TURKEY", "A", "SMY"), ("TURKEY", "A", "ANK")}


DISLODGED = """\
Movement results for Fall of 1902.

Germany: Army Munich HOLD.  (*dislodged*)
France: Army Burgundy -> Munich.
France: Army Ruhr SUPPORT Army Burgundy -> Munich.

The German Army in Munich can retreat to Berlin or Silesia.
"""


def test_units_are_left_out_while_some_must_still_retreat(reader: Reader) -> None:
    text = DISLODGED + "\nOwnership of supply centers:\nFrance:    Paris, Munich.\n"
    found = read(reader, text)
    assert found.units == () and found.owners == {"PAR": "FRANCE", "MUN": "FRANCE"}


def test_retreats_and_builds_in_the_same_paste_are_followed(reader: Reader) -> None:
    text = (
        DISLODGED
        + "\nRetreat orders for Fall of 1902.\n\nGermany: Army Munich -> Silesia.\n"
        + "\nAdjustment orders for Winter of 1902.\n\nGermany: Removes the army in Silesia.\n"
        + "France: Builds a fleet in Brest.\n"
    )
    assert set(read(reader, text).units) == {("FRANCE", "A", "MUN"), ("FRANCE", "A", "RUH"), ("FRANCE", "F", "BRE")}


def test_our_own_results_are_read_as_well(reader: Reader) -> None:
    text = """\
Movement results for Fall of 1901.  (draw1.F1901M)

  Austria: Army Vienna -> Trieste.  (*bounce*)
  Russia: Fleet St Petersburg (south coast) SUPPORT Fleet Gulf of Bothnia ->
      Livonia.  (*void*)

Why:
  A VIE    bounced with A VEN

Ownership of supply centers:

  Austria:   Budapest, Trieste, Vienna.
  Russia:    Moscow, Sevastopol, St Petersburg, Sweden,
             Warsaw.

  Austria:   3 Supply centers,  3 Units:  Builds   0 units.
"""
    found = read(reader, text)
    assert found.problems == ()
    assert set(found.units) == {("AUSTRIA", "A", "VIE"), ("RUSSIA", "F", "STP/SC")}
    assert found.owners["WAR"] == "RUSSIA" and found.counts == {"AUSTRIA": 3}


WEB = """\
Autumn, 1901
Austria
The army at Vienna move to Trieste. (fail)
The army at Budapest move to Serbia.
The fleet at Albania support move to Greece from Serbia.
4 supply-centers, 3 units
England
The army at York move to Norway via convoy.
The fleet at North Sea convoy to Norway from York.
The fleet at St. Petersburg (South Coast) hold.
England 4 supply-centers, 3 units
"""


def test_an_order_page_of_webdiplomacy_is_read(reader: Reader) -> None:
    found = read(reader, WEB)
    assert found.problems == ()
    assert set(found.units) == {
        ("AUSTRIA", "A", "VIE"),
        ("AUSTRIA", "A", "SER"),
        ("AUSTRIA", "F", "ALB"),
        ("ENGLAND", "A", "NWY"),
        ("ENGLAND", "F", "NTH"),
        ("ENGLAND", "F", "STP/SC"),
    }
    assert found.counts == {"AUSTRIA": 4, "ENGLAND": 4}


def test_a_dislodged_unit_of_a_page_leaves_the_units_open(reader: Reader) -> None:
    assert read(reader, WEB.replace("hold.", "hold. (dislodged)")).units == ()


def test_a_misspelt_place_in_a_paste_is_told_with_its_line(reader: Reader) -> None:
    (problem,) = read(reader, OWNERSHIP.replace("Tunis", "Tunsi")).problems
    assert problem.line.number == 8 and "Tunsi" in problem.reason


def test_every_centre_of_the_board_can_be_read_from_a_paste(reader: Reader) -> None:
    board = standard_map()
    listed = ", ".join(board.provinces[centre].name for centre in board.centres)
    found = read(reader, f"Ownership of supply centers:\n\nItaly:     {listed}.\n")
    assert sorted(found.owners) == list(board.centres)
