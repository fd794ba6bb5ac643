"""D-10: votes that end a board game, counted alike in every game that has them; the final table."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from judge.games import variant
from judge.kits.host.legal import REASONS as BOARD_REASONS
from judge.kits.host.reports import CONCEDED, DRAW, GameOver
from judge.kits.host.votes import (
    REASONS,
    ConcedeVote,
    DrawVote,
    NoConcession,
    NoDraw,
    Poll,
    passed,
    refusal,
)

THREE = ("FRANCE", "ITALY", "TURKEY")
POLL = Poll("dias", True, THREE, THREE)
LISTS = replace(POLL, draws="list")


def code(poll, power, vote):
    ruling = refusal(poll, power, vote)
    return ruling.because.code if ruling and ruling.because else ""


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


def test_D_9_a_power_without_a_vote_is_not_waited_for():
    silent = replace(POLL, voters=("FRANCE", "TURKEY"))
    assert passed(silent, {"FRANCE": (DrawVote(),), "TURKEY": (DrawVote(),)}) == GameOver(how=DRAW, powers=THREE)
    assert passed(replace(POLL, voters=()), {}) is None
    assert silent.others("TURKEY") == ("FRANCE",)


@pytest.mark.parametrize(
    ("poll", "power", "vote", "expected"),
    [
        (POLL, "RUSSIA", NoDraw(), "vote-of-the-dead"),
        (replace(POLL, draws="none"), "FRANCE", DrawVote(), "no-draws"),
        (LISTS, "FRANCE", DrawVote(powers=("FRANCE", "RUSSIA")), "vote-for-the-dead"),
        (POLL, "FRANCE", DrawVote(powers=("FRANCE", "ITALY")), "all-or-none"),
        (replace(POLL, concession=False), "FRANCE", ConcedeVote(power="ITALY"), "no-concessions"),
        (POLL, "FRANCE", ConcedeVote(power="FRANCE"), "concede-self"),
        (POLL, "FRANCE", ConcedeVote(power="RUSSIA"), "vote-for-the-dead"),
        (POLL, "FRANCE", DrawVote(powers=THREE), ""),
        (LISTS, "FRANCE", DrawVote(powers=("ITALY", "TURKEY")), ""),
        (POLL, "FRANCE", ConcedeVote(power="ITALY"), ""),
        (replace(POLL, draws="none", concession=False), "FRANCE", NoConcession(), ""),
    ],
)
def test_D_10_a_vote_that_cannot_pass_is_refused_with_its_reason(poll, power, vote, expected):
    assert code(poll, power, vote) == expected


@pytest.mark.parametrize("slug", ["diplomacy", "payola"])
def test_a_game_may_put_a_refused_vote_in_other_words_but_asks_for_no_other_figures(slug):
    for shared in (REASONS, BOARD_REASONS):
        for one, reason in shared.items():
            asked = set(re.findall(r"{(\w+)}", variant(slug).reasons[one].text))
            given = set(re.findall(r"{(\w+)}", reason.text)) | ({"power", "survivors"} if one in REASONS else set())
            assert asked <= given, one
