"""A board played here: movement, retreats, the count of autumn, builds and removals (D-2 to D-6, D-8, D-13)."""

from dataclasses import replace

from judge.core.codec import document
from judge.core.phase import Phase
from judge.core.ruling import Verdict, words
from judge.kits.host.commands import GameOver, UnitOrder
from judge.kits.host.hosted import hosted_season
from judge.kits.host.legal import BOARD_REASONS, check_orders
from judge.kits.host.reported import Season
from judge.kits.host.state import Host, Source, opening
from tests.games.setting import stand
from tests.tables import cases

S01, F01 = Phase(1901, "S"), Phase(1901, "F")
START = opening(Source.HOSTED)


def play(host: Host, phase: Phase, over: GameOver | None = None, **orders: str) -> Season:
    """One phase; orders by power, several separated by commas."""
    sheets = {power: [text.strip() for text in given.split(",")] for power, given in orders.items()}
    return hosted_season(host, phase, sheets, (over,) if over else ())


def placed(units: dict[str, str], owners: dict[str, str] | None = None) -> Host:
    """A hosted board with these units (comma-separated) and the usual owners, changed by `owners`."""
    return replace(stand(START, units, {**START.owners, **(owners or {})}), counts=START.counts)


def rule(host: Host, phase: Phase, power: str, *texts: str):
    return check_orders(host, phase, power, tuple(UnitOrder(text=text) for text in texts))


def told(ruling) -> str:
    return words(BOARD_REASONS, ruling.because) if ruling.because else ""


# ---- phases -------------------------------------------------------------------------------------------------------


def dislodging() -> Season:
    host = placed({"ITALY": "A TYR, A VEN", "AUSTRIA": "F TRI, A BUD", "TURKEY": "A SMY"})
    return play(host, F01, ITALY="A VEN - TRI, A TYR S A VEN - TRI")


def test_D_13_autumn_counts_the_centres_and_records_who_took_what():
    spring = play(START, S01, ITALY="A VEN - TYR, F NAP - ION")
    autumn = play(spring.host, F01, ITALY="F ION - TUN, A TYR - VIE", AUSTRIA="A VIE - GAL")
    assert autumn.change.official
    assert (autumn.change.gained("ITALY"), autumn.change.gained("AUSTRIA")) == (2, -1)
    assert autumn.change.owner("TUN") == "ITALY"
    captures = {row["centre"]: row for row in document(autumn.told)["captures"]}
    assert captures["VIE"] == {
        "name": "Vienna",
        "centre": "VIE",
        "loser": "AUSTRIA",
        "captor": "ITALY",
        "unit": "A VIE",
        "way": "moved",
        "season": "autumn",
    }


def test_a_centre_taken_in_spring_and_left_is_not_counted():
    spring = play(START, S01, GERMANY="A BER - KIE, F KIE - DEN")
    autumn = play(spring.host, F01, GERMANY="F DEN - SWE")
    assert autumn.change.owner("DEN") == "" and autumn.change.owner("SWE") == "GERMANY"


def test_B_6_an_ending_in_autumn_waits_for_the_retreats_and_their_count():
    host = dislodging().host
    before = placed({"ITALY": "A TYR, A VEN", "AUSTRIA": "F TRI, A BUD", "TURKEY": "A SMY"})
    first = play(before, F01, GameOver(how="DRAW"), ITALY="A VEN - TRI, A TYR S A VEN - TRI")
    assert first.change.over is None
    second = play(first.host, first.next)
    assert second.change.over == GameOver(how="DRAW") and second.change.after["ITALY"] == 4
    assert host.over is None


# ---- orders -------------------------------------------------------------------------------------------------------


@cases("text", "verdict", "figure")
def test_D_6_retreats_are_judged_by_the_places_open_to_the_unit(text, verdict, figure):
    season = dislodging()
    ruling = rule(season.host, season.next, "AUSTRIA", text)[0]
    assert ruling.verdict is Verdict[verdict] and figure in told(ruling)
