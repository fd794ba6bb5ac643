"""A Troubleshooter by letters: the cheapest route and YES, and what the master tells of the units (T-3, T-14)."""

from pathlib import Path

import pytest

from tests.harness import POWERS, Judge, Out, address_of

OWNERS = """AUSTRIA: BUD TRI VIE
ENGLAND: EDI LVP LON
FRANCE: BRE MAR PAR
GERMANY: BER KIE MUN
ITALY: NAP ROM VEN
RUSSIA: MOS SEV STP WAR
TURKEY: ANK CON SMY"""


@pytest.fixture
def alps(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("alps1", "troubleshooter", "Lupus", "Ursa", start_units="1000", sell_limit="500")


def yes(judge: Judge, letter: Out) -> Out:
    (answer,) = judge.reply(letter, "YES", headers=letter.thread)
    return answer


def sheet_of(letter: Out) -> list[str]:
    return [line["text"] for line in letter.machine("confirmation")["sheets"][0]["lines"]]


def test_T_3_YES_files_the_proposed_route_in_place_of_the_one_on_file_and_leaves_the_trades(alps: Judge) -> None:
    alps.orders("alps1", "Lupus", "TS(SWI)-TYR\nSELL 100 LIRA\nBUY 100 MARKS")
    (asked,) = alps.orders("alps1", "Lupus", "TS TO PARIS CHEAPEST")
    assert "TS(SWI)-TYR" in asked.text  # what is on file stands until he says so
    done = yes(alps, asked)
    assert done.subject.startswith("[OK]"), done.text
    assert sheet_of(done) == ["SELL 100 LIRA", "BUY 100 MARK", "TS(SWI)-BUR-PAR"]
    assert not alps.differences()


def test_T_3_trades_beside_a_question_for_the_cheapest_route_are_filed_and_YES_adds_the_route(alps: Judge) -> None:
    (asked,) = alps.orders("alps1", "Lupus", "SELL 100 LIRA\nBUY 100 MARKS\nTS TO PARIS CHEAPEST")
    assert asked.subject.startswith("[PARTIAL]")
    assert sheet_of(yes(alps, asked))[-1] == "TS(SWI)-BUR-PAR"


def test_T_3_a_cheapest_route_kept_for_a_later_season_is_found_when_it_comes(alps: Judge) -> None:
    (kept,) = alps.orders("alps1", "Lupus", "FOR F1901\nTS TO PARIS CHEAPEST")
    assert kept.subject.startswith("[OK]"), kept.text
    alps.master("alps1", report("S1901", *([3] * 7)))
    alps.resolve("alps1")
    alps.orders("alps1", "Lupus", "STATUS")
    assert any("TS(SWI)-BUR-PAR" in one.text for one in alps.letters(address_of("Lupus"))[-2:])


def report(phase: str, *units: int) -> str:
    """A report of so many units each, and of the owners of the start."""
    owners = f"OWNERS\n{OWNERS}\n" if phase.startswith("F") else ""
    told = "\n".join(f"{power}: {number}" for power, number in zip(POWERS, units, strict=True))
    return f"RESULT {phase}\n{owners}UNITS\n{told}\nEND"


def test_T_14_the_master_tells_in_spring_what_the_winter_left_of_the_units(alps: Judge) -> None:
    (early,) = alps.master("alps1", report("W1900", *([3] * 7)))
    assert "W1900A cannot be reported while the game stands at S1901M" in early.flat
    for phase in ("S1901", "F1901"):
        (taken,) = alps.master("alps1", report(phase, 3, 3, 2, 3, 3, 4, 3))
        assert taken.subject.startswith("[OK]"), taken.text
        alps.resolve("alps1")
    (many,) = alps.master("alps1", report("W1901", 3, 3, 4, 3, 3, 4, 3))
    assert "FRANCE cannot have 4 units after the winter: it has 3 centres" in many.flat
    before = len(alps.letters())
    (taken,) = alps.master("alps1", report("W1901", 3, 3, 3, 3, 3, 4, 3))
    assert taken.subject.startswith("[OK]"), taken.text
    assert len(alps.letters()) == before + 1  # nobody is written to for it
    alps.tick(alps.after(hours=1))
    *_, answer = alps.orders("alps1", "Lupus", "TS(SWI)-BUR-PAR")
    assert "to France's units until winter: 3 x" in answer.flat
    assert alps.game("alps1").phase == "S1902M" and not alps.differences()


def test_T_14_units_are_said_to_be_those_before_the_winter_in_autumn_alone(alps: Judge) -> None:
    for phase, said in (("S1901", False), ("F1901", True)):
        alps.master("alps1", report(phase, *([3] * 7)))
        letters = alps.resolve("alps1")
        assert any("before the builds and removals of this winter" in x.flat for x in letters) is said
