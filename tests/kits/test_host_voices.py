"""Who speaks for a unit (D-14), and the words of results (D-15), without any game."""

import re
from dataclasses import replace

import pytest

from judge.core.codec import document
from judge.core.phase import Phase
from judge.core.ruling import Verdict, words
from judge.games import variant
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import CONCEDED, DRAW, GameOver, UnitOrder, Voice, orders_by_power, voice_of
from judge.kits.host.hosted import hosted_season
from judge.kits.host.legal import BOARD_REASONS, check_orders, check_voice
from judge.kits.host.reported import Season
from judge.kits.host.results import sea_route
from judge.kits.host.state import Host, Source, opening
from judge.kits.host.votes import REASONS, ConcedeVote, DrawVote, NoConcession, NoDraw, Poll, passed
from tests.games.setting import stand
from tests.games.setting import units as orders
from tests.tables import cases

BOARD = standard_map()
S02, W02 = Phase(1902, "S"), Phase(1902, "W", "A")


def board(**units: str) -> Host:
    return stand(opening(Source.HOSTED), units)


HOST = board(FRANCE="A PAR, A MAR", GERMANY="A MUN", ITALY="A TYR")
POSITION = HOST.live.position(HOST.owners) if HOST.live else None
assert POSITION is not None
NUMBER = {unit.text: number for number, unit in POSITION.units.items()}


def test_D_14_a_seat_orders_the_units_it_speaks_for_and_no_others():
    hired = Voice(frozenset({NUMBER["A MUN"]}))
    rulings = check_voice(HOST, S02, hired, orders("A MUN - BUR", "A TYR - VIE"))
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED, Verdict.REFUSED]


def test_D_14_the_flag_decides_and_not_the_speaker():
    # France's player speaks for Germany's Munich too: it may dislodge Paris' friends only as a German.
    voices = {"Lupus": Voice(frozenset({NUMBER["A PAR"], NUMBER["A MUN"]})), "Vulpes": voice_of(POSITION, "ITALY")}
    sheets = {"Lupus": orders("A PAR - BUR", "A MUN - TYR", "A TYR - VEN"), "Vulpes": orders("A TYR - MUN")}
    assert orders_by_power(POSITION, voices, sheets) == {
        "FRANCE": ["A PAR - BUR"],
        "GERMANY": ["A MUN - TYR"],
        "ITALY": ["A TYR - MUN"],
    }


def test_D_14_a_commander_of_two_powers_decides_both_winters():
    host = board(FRANCE="A MAR", GERMANY="A MUN, A SIL, A BOH, A TYR")
    position = host.live.position(host.owners) if host.live else None
    assert position is not None
    voice = voice_of(position, "FRANCE", "GERMANY")
    rulings = check_voice(host, W02, voice, orders("BUILD A PAR", "REMOVE A TYR", "BUILD A ROM"))
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.REFUSED]


@cases("origin", "target", "fleets", "route")
def test_D_15_the_route_told_is_the_shortest_chain_of_the_fleets_that_stood(origin, target, fleets, route):
    assert list(sea_route(BOARD, origin, target, fleets)) == route


# ---- a winter for several powers (D-6) ------------------------------------------------------------------------------


def test_D_6_a_waived_build_is_that_of_the_power_which_has_one() -> None:
    host = board(AUSTRIA="A VIE, A BUD, F TRI", FRANCE="A PAR, A MAR")
    assert host.live is not None
    position = host.live.position(host.owners)
    (both,) = check_voice(host, W02, voice_of(position, "AUSTRIA", "FRANCE"), orders("WAIVE"))
    (idle,) = check_voice(host, W02, voice_of(position, "AUSTRIA"), orders("WAIVE"))
    assert (both.verdict, idle.verdict) == (Verdict.ACCEPTED, Verdict.REFUSED)


def test_D_6_a_refusal_in_winter_says_of_each_power_what_it_may_do() -> None:
    host = board(FRANCE="A PAR, A MAR", GERMANY="A MUN, A BER, F KIE", ITALY="A TYR, A ROM, A APU, F NAP")
    assert host.live is not None
    voice = voice_of(host.live.position(host.owners), "FRANCE", "GERMANY", "ITALY")
    (ruling,) = check_voice(host, W02, voice, orders("BUILD A LON"))
    assert ruling.because is not None
    assert ruling.because.figures["instead"] == (
        "France may build 1, in BRE. Germany has nothing to build or remove. "
        "Italy must remove 1 of A APU, A ROM, A TYR, F NAP"
    )


# ---- D-10: votes that end a board game, counted alike in every game that has them; the final table -----------------


THREE = ("FRANCE", "ITALY", "TURKEY")
POLL = Poll("dias", True, THREE, THREE)


def test_D_9_a_power_that_was_silent_votes_again_in_the_phase_in_which_something_comes_from_it():
    poll = replace(POLL, voters=("FRANCE", "ITALY"))
    votes = {"FRANCE": (DrawVote(),), "ITALY": (DrawVote(),)}
    assert passed(poll, {**votes, "TURKEY": ()}) == GameOver(how=DRAW, powers=THREE)
    assert passed(poll, {**votes, "TURKEY": (NoDraw(),)}) is None
    assert passed(poll, {**votes, "TURKEY": (DrawVote(),)}) == GameOver(how=DRAW, powers=THREE)
    concede = {"FRANCE": (ConcedeVote(power="ITALY"),)}
    assert passed(poll, concede) == GameOver(how=CONCEDED, powers=("ITALY",))
    assert passed(poll, {**concede, "TURKEY": (NoConcession(),)}) is None


def test_D_10_a_concession_needs_all_others_and_a_draw_goes_before_it():
    give = (ConcedeVote(power="ITALY"),)
    assert passed(POLL, {"FRANCE": give, "TURKEY": give}) == GameOver(how=CONCEDED, powers=("ITALY",))
    assert passed(POLL, {"FRANCE": give, "ITALY": give}) is None
    assert passed(replace(POLL, concession=False), {"FRANCE": give, "TURKEY": give}) is None
    both = (*give, DrawVote())
    drawn = passed(POLL, {"FRANCE": both, "TURKEY": both, "ITALY": (DrawVote(),)})
    assert drawn is not None and drawn.how == DRAW


@pytest.mark.parametrize("slug", ["diplomacy", "payola"])
def test_a_game_may_put_a_refused_vote_in_other_words_but_asks_for_no_other_figures(slug):
    for shared in (REASONS, BOARD_REASONS):
        for one, reason in shared.items():
            asked = set(re.findall(r"{(\w+)}", variant(slug).reasons[one].text))
            given = set(re.findall(r"{(\w+)}", reason.text)) | ({"power", "survivors"} if one in REASONS else set())
            assert asked <= given, one


# A board played here: movement, retreats, the count of autumn, builds and removals (D-2 to D-6, D-8, D-13).


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
    assert autumn.change.owners["TUN"] == "ITALY"
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
    assert autumn.change.owners.get("DEN", "") == "" and autumn.change.owners["SWE"] == "GERMANY"


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
