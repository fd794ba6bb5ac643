"""Orders to units by the things they name, in any wording and any order of words."""

from __future__ import annotations

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses
from tests.parse.sense.positions import opening, read, retreat, winter


@pytest.mark.parametrize(
    ("power", "letter", "lines"),
    [
        (
            "Italy",
            "The fleet at Naples sails into the Tyrrhenian Sea and Rome moves to Naples behind it.",
            ["F NAP - TYS", "A ROM - NAP"],
        ),
        ("Italy", "The Neapolitan navy weighs anchor for the Ionian Sea", ["F NAP - ION"]),
        ("Italy", "Into Tyrolia tiptoes my army from Venice", ["A VEN - TYR"]),
        ("Italy", "Let Rome lie low", ["A ROM H"]),
        ("France", "My Parisian army marches into Burgundy.", ["A PAR - BUR"]),
        ("France", "The army moves from Paris to Burgundy.", ["A PAR - BUR"]),
        (
            "France",
            "army paris to burgundy army marseilles to gascony fleet brest to mid atlantic ocean",
            ["A PAR - BUR", "A MAR - GAS", "F BRE - MAO"],
        ),
        (
            "Austria",
            "Galicia for the one in Vienna, Serbia for the army in Budapest.",
            ["A VIE - GAL", "A BUD - SER"],
        ),
        ("Austria", "Serbia with Budapest", ["A BUD - SER"]),
        ("Austria", "Vienna sends its army to Galicia", ["A VIE - GAL"]),
        ("Turkey", "Smyrna just follows into Constantinople.", ["A SMY - CON"]),
        ("Turkey", "ank 2 bla, con 2 bul", ["F ANK - BLA", "A CON - BUL"]),
        ("Russia", "The armies in Moscow and Warsaw just hold.", ["A MOS H", "A WAR H"]),
        ("Germany", "Kiel: Denmark, Berlin: Kiel, Munich: stays put", ["F KIE - DEN", "A BER - KIE", "A MUN H"]),
        (
            "England",
            "FLEET LONDON TO NORTH SEA STOP FLEET EDINBURGH TO NORWEGIAN SEA STOP WEATHER FOUL",
            ["F LON - NTH", "F EDI - NWG"],
        ),
        ("England", "London | North Sea", ["F LON - NTH"]),
    ],
)
def test_moves_and_holds(power: str, letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, opening(power)) == (lines, [])


@pytest.mark.parametrize(
    ("power", "letter", "lines"),
    [
        (
            "France",
            "Marseilles lends a hand to the attack on Burgundy from Paris.",
            ["A MAR S A PAR - BUR"],
        ),
        ("France", "Burgundy falls to Paris, Marseilles assisting", []),
        (
            "France",
            "Paris grabs Burgundy with the help of Marseilles",
            ["A PAR - BUR", "A MAR S A PAR - BUR"],
        ),
        (
            "France",
            "Paris grabs Burgundy, Marseilles covers that",
            ["A PAR - BUR", "A MAR S A PAR - BUR"],
        ),
        ("Germany", "Berlin covers Munich, which stays put.", ["A BER S A MUN", "A MUN H"]),
        ("Germany", "Berlin covers Munich, which wanders to Silesia.", ["A BER S A MUN - SIL", "A MUN - SIL"]),
        ("Italy", "Venice backs the Austrian army in Vienna into Tyrolia", ["A VEN S A VIE - TYR"]),
    ],
)
def test_supports(power: str, letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, opening(power))[0] == lines


@pytest.mark.parametrize(
    ("power", "letter", "lines"),
    [
        ("France", "All my units hold except Paris, which goes to Burgundy.", ["A PAR - BUR", "HOLD ALL"]),
        ("France", "Brest heads for the Mid-Atlantic, everything else stays put", ["F BRE - MAO", "HOLD ALL"]),
        ("France", "Brest digs in, everyone else likewise.", ["F BRE H", "HOLD ALL"]),
    ],
)
def test_all_others_hold(power: str, letter: str, lines: list[str]) -> None:
    taken, doubtful = read("diplomacy", letter, opening(power))
    assert (sorted(taken), doubtful) == (lines, [])


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("She can limp home to Edinburgh.", ["F NTH R EDI"]),
        ("Back to London with her, the Admiral is furious.", ["F NTH R LON"]),
        ("North Sea: first choice London, second choice Edinburgh", ["F NTH R LON, EDI"]),
        ("The North Sea fleet is scrapped.", ["F NTH D"]),
        ("London was always pleasant in winter, and so is Belgium.", []),
        ("London, Belgium, all the same to me.", []),
    ],
)
def test_retreats(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, retreat())[0] == lines


@pytest.mark.parametrize(
    ("power", "due", "letter", "lines"),
    [
        ("Italy", 2, "+A Rome, +F Naples", ["BUILD A ROM, F NAP"]),
        ("Italy", 2, "Rome raises an army; Naples launches a fleet.", ["BUILD A ROM, F NAP"]),
        ("England", 2, "Shipyard (London): 1 fleet, Barracks (Edinburgh): 1 army", ["BUILD F LON, A EDI"]),
        ("Turkey", 2, "One army in Constantinople, one in Smyrna. Thanks!", ["BUILD A CON, A SMY"]),
        ("Turkey", 1, "One army in Constantinople, one in Smyrna.", []),
        ("Austria", -1, "I give up the fleet in Trieste.", ["REMOVE F TRI"]),
        ("Austria", -1, "I give up the fleet.", ["REMOVE F TRI"]),
        ("Austria", -1, "I give up the army.", []),
    ],
)
def test_builds_and_removals(power: str, due: int, letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, winter(power, due))[0] == lines


@pytest.mark.parametrize(
    ("power", "letter"),
    [
        ("France", "I told Germany that Munich goes to Burgundy."),
        ("Germany", "I told France that Munich goes to Burgundy."),
        ("France", "Paris is lovely in spring, Burgundy less so."),
        ("France", "Paris went to Burgundy last time."),
        ("France", "England wants Brest to go to Picardy."),
        ("France", "If England opens to the Channel, Brest goes there and Paris to Burgundy."),
        ("France", "Paris never goes to Burgundy."),
        ("France", "My treasurer travels from Paris to Burgundy on Monday."),
        ("France", "Kind regards from Paris (and on Friday from Brest)"),
        ("France", "Paris goes to Burgundy or Gascony"),
        ("Austria", "The night train from Vienna to Budapest is late again, orders follow."),
    ],
)
def test_talk_plans_conditions_and_others_doings_are_never_taken(power: str, letter: str) -> None:
    assert read("diplomacy", letter, opening(power))[0] == []


def test_what_was_read_into_a_clause_is_shown_and_what_is_unsure_is_proposed() -> None:
    (sure,) = clauses("diplomacy", "Paris blithely wanders off into Burgundy", situation=opening("France"))
    assert (sure.kind, len(sure.notes)) == (Kind.ORDER, 1)
    (unsure,) = clauses("diplomacy", "Paris flurbs to Burgundy", situation=opening("France"))
    assert (unsure.kind, unsure.offer) == (Kind.DOUBTFUL, ("A PAR - BUR",))
    (plain,) = clauses("diplomacy", "Let my army in Paris march off to Burgundy now", situation=opening("France"))
    assert (plain.kind, plain.notes) == (Kind.ORDER, ())


def test_without_a_position_nothing_is_read_so() -> None:
    (one,) = clauses("diplomacy", "The Parisian army tiptoes into Burgundy")
    assert one.kind is Kind.DOUBTFUL
