"""D-10: solos, draws, concessions."""

from __future__ import annotations

from judge.core.codec import document
from judge.core.ruling import Verdict
from judge.kits.host.votes import ConcedeVote, DrawVote, NoConcession, NoDraw
from tests.games.diplomacy.table import BOARD, DIPLOMACY, POWERS, data, kinds, rule, said, started, stood, turn, units

ALL = dict.fromkeys(POWERS, (DrawVote(),))


def seventeen() -> dict[str, str]:
    """Owners of all centres: Italy has 17, Russia the rest, Warsaw among them."""
    others = [centre for centre in BOARD.centres if centre != "WAR"]
    return {**dict.fromkeys(others[:17], "ITALY"), **dict.fromkeys((*others[17:], "WAR"), "RUSSIA")}


def test_D_10_eighteen_centres_after_an_autumn_win_alone():
    state = stood({"ITALY": "A GAL", "RUSSIA": "A SEV"}, "F1905M", seventeen())
    assert state.host.counts["ITALY"] == 17
    step = turn(state, ITALY="A GAL - WAR")
    assert step.ended is not None
    assert (step.ended.reason, step.ended.winners, step.ended.scores["ITALY"]) == ("solo ITALY", ("ITALY",), "18")
    assert data(step, "board.counts")["counts"][4]["victory"]
    assert kinds(step)[-1] == "board.final"


def test_D_10_seventeen_centres_do_not_win():
    assert turn(stood({"ITALY": "A BUD"}, "F1905M", seventeen())).ended is None


def test_D_10_a_draw_of_all_survivors_ends_the_game_before_the_orders():
    sheets = {**ALL, "FRANCE": (DrawVote(), *units("A PAR - BUR"))}
    step = turn(started(), **sheets)
    assert step.ended is not None and step.ended.winners == POWERS
    assert step.ended.reason == "draw " + " ".join(POWERS)
    assert ("FRANCE", "A", "PAR") in step.state.host.units
    assert "board.results" not in kinds(step)


def test_D_10_one_missing_vote_and_nobody_hears_of_the_others():
    step = turn(started(), **{**ALL, "TURKEY": units("A CON - BUL")})
    assert step.ended is None
    assert not any("draw" in str(document(notice.data)).lower() for notice in step.notices)


def test_D_10_votes_are_cleared_with_the_phase():
    half = {power: (DrawVote(),) for power in POWERS[:4]}
    rest = {power: (DrawVote(),) for power in POWERS[4:]}
    first = turn(started(), **half)
    assert turn(first.state, **rest).ended is None


def test_D_10_under_dias_a_draw_of_a_few_is_refused():
    ruling = rule(started(), "FRANCE", DrawVote(powers=("FRANCE", "ITALY")))[0]
    assert ruling.verdict is Verdict.REFUSED and "includes all survivors" in said(ruling)
    everybody = rule(started(), "FRANCE", DrawVote(powers=POWERS))[0]
    assert everybody.verdict is Verdict.ACCEPTED


def test_D_10_a_list_passes_only_if_every_survivor_votes_for_the_same():
    two = DrawVote(powers=("FRANCE", "ITALY"))
    state = started(draws="list")
    assert turn(state, **{**dict.fromkeys(POWERS, (two,)), "ITALY": (DrawVote(),)}).ended is None
    step = turn(state, **dict.fromkeys(POWERS, (two,)))
    assert step.ended is not None and step.ended.winners == ("FRANCE", "ITALY")


def test_D_10_a_list_without_oneself_is_taken_and_pointed_out():
    ruling = rule(started(draws="list"), "TURKEY", DrawVote(powers=("FRANCE",)))[0]
    assert ruling.verdict is Verdict.ACCEPTED and "Turkey itself is not among" in said(ruling)


def test_D_10_draws_and_concessions_may_be_switched_off():
    state = started(draws="none", concession="no")
    assert said(rule(state, "FRANCE", DrawVote())[0]).startswith("This game is played without draws")
    assert rule(state, "FRANCE", ConcedeVote(power="ITALY"))[0].verdict is Verdict.REFUSED
    assert turn(state, **ALL).ended is None
    assert turn(state, **dict.fromkeys(POWERS, (ConcedeVote(power="ITALY"),))).ended is None


def test_D_10_all_others_concede_to_one():
    sheets = {power: (ConcedeVote(power="ITALY"),) for power in POWERS if power != "ITALY"}
    step = turn(started(), **sheets)
    assert step.ended is not None and step.ended.reason == "conceded ITALY" and step.ended.winners == ("ITALY",)


def test_D_10_nobody_concedes_to_himself_or_to_the_dead():
    owners = {"BUD": "ITALY", "VIE": "ITALY", "TRI": "ITALY"}
    state = stood({"ITALY": "A VIE", "TURKEY": "A CON"}, "S1902M", owners)
    assert rule(state, "ITALY", ConcedeVote(power="ITALY"))[0].verdict is Verdict.REFUSED
    assert "Austria is eliminated" in said(rule(state, "ITALY", ConcedeVote(power="AUSTRIA"))[0])
    assert "has no vote" in said(rule(state, "AUSTRIA", DrawVote())[0])


def test_D_10_a_power_in_civil_disorder_has_no_vote_but_a_share():
    others = [power for power in POWERS if power != "TURKEY"]
    state = started()
    for _ in range(2):
        state = turn(state, **dict.fromkeys(others, "HOLD ALL")).state
    step = turn(state, **dict.fromkeys(others, (DrawVote(),)))
    assert step.ended is not None and "TURKEY" in step.ended.winners


def test_D_9_a_power_that_orders_again_has_its_vote_again_and_the_others_are_told_so():
    others = [power for power in POWERS if power != "TURKEY"]
    state = started()
    for _ in range(2):
        state = turn(state, **dict.fromkeys(others, "HOLD ALL")).state
    sheets = dict.fromkeys(others, (DrawVote(),))
    assert turn(state, **sheets, TURKEY=(*units("A CON - BUL"), NoDraw())).ended is None
    assert turn(state, **sheets, TURKEY=units("A CON - BUL")).ended is None
    assert turn(state, **sheets, TURKEY=(DrawVote(),)).ended is not None
    assert "Italy, Russia; and Turkey, if anything comes from there" in said(rule(state, "FRANCE", DrawVote())[0])
    assert "Italy, Russia, Turkey)" in said(rule(state, "TURKEY", DrawVote())[0])


def test_D_10_a_vote_is_taken_back_by_its_no():
    assert DrawVote().key() == NoDraw().key() and ConcedeVote(power="ITALY").key() == NoConcession().key()
    assert turn(started(), **{**ALL, "ITALY": (NoDraw(),)}).ended is None


def test_D_10_a_vote_shows_in_the_forecast_of_its_voter_alone():
    state = started()
    assert DIPLOMACY.forecast(state, "FRANCE", (DrawVote(),)).votes == ("DRAW",)
    assert DIPLOMACY.forecast(state, "ITALY", ()).votes == ()
