"""D-10: solos, draws, concessions."""

import re

from judge.core.ruling import Verdict
from judge.core.variant import Step
from judge.games import variant
from judge.kits.host.votes import ConcedeVote, DrawVote, NoDraw
from judge.post import Line
from tests.games.diplomacy.table import BOARD, DIPLOMACY, POWERS, data, rule, said, started, stood, turn, units
from tests.games.setting import kinds
from tests.harness import ROOT, shared_reader, shared_renderer

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


def test_D_10_a_vote_shows_in_the_forecast_of_its_voter_alone():
    state = started()
    assert DIPLOMACY.forecast(state, "FRANCE", (DrawVote(),)).votes == ("DRAW",)
    assert DIPLOMACY.forecast(state, "ITALY", ()).votes == ()


# ---- The classic layout line by line, as the templates print it (D-15). Programs read these lines ------------------


PEN = shared_renderer()


def printed(step: Step) -> str:
    """All notices of a step, whoever they are for, as letters print them."""
    parts = []
    for notice in step.notices:
        text = PEN.part((f"lib/{notice.kind}.txt",), {"data": notice.data, "game": "dip1"})
        assert text is not None, notice.kind
        parts.append(text)
    return "\n".join(parts)


def lines(step: Step) -> list[str]:
    text = printed(step)
    assert all(len(line) <= 72 for line in text.split("\n") if "(*" not in line), text
    return text.split("\n")


def test_D_15_a_unit_without_a_way_out_is_destroyed_at_once():
    units = {"ITALY": "A MUN, A BER, F BAL", "GERMANY": "F KIE", "ENGLAND": "F HEL, F DEN, A HOL"}
    got = lines(turn(stood(units, "S1902M"), ITALY="A MUN - KIE; A BER S A MUN - KIE"))
    assert "  Germany: Fleet Kiel HOLD (no order).  (*dislodged, destroyed*)" in got
    assert "  The German Fleet in Kiel with no valid retreats was destroyed." in got
    assert not any("Retreat orders" in line for line in got)


def test_D_15_units_that_held_stand_in_one_line_and_are_read_back():
    units = {"AUSTRIA": "A VIE, A BUD, F TRI, A BOH", "RUSSIA": "F STP/SC, A WAR", "ITALY": "A ROM, A VEN"}
    step = turn(stood(units, "F1901M"), AUSTRIA="A VIE H; F TRI H; A BOH - SIL", RUSSIA="F STP/SC H; A WAR H")
    told = printed(step)
    assert (
        "  Austria: Army Bohemia -> Silesia.\n  Austria: Holding A VIE, F TRI.\n  Austria: No order for A BUD.\n"
        in told
    )
    assert "  Russia: Holding A WAR, F STP/SC.\n" in told and "  Italy: No order for A ROM, A VEN.\n" in told
    assert "HOLD" not in told
    text = [Line(number, line) for number, line in enumerate(told.split("\n"), 1)]
    found = shared_reader().report(text, variant("diplomacy").names({}))
    assert found.problems == ()
    stand = {"AUSTRIA": "A VIE, A BUD, F TRI, A SIL", "RUSSIA": "F STP/SC, A WAR", "ITALY": "A ROM, A VEN"}
    assert set(found.units) == {(power, *one.split()) for power, all_ in stand.items() for one in all_.split(", ")}


# ---- The page of the game and its tests name the same rulings ------------------------------------------------------


PAGE = (ROOT / "docs" / "games" / "diplomacy.md").read_text("utf-8")
TESTS = "".join(
    path.read_text("utf-8")
    for folder in ("tests/games/diplomacy", "tests/kits")
    for path in sorted((ROOT / folder).glob("test_*.py"))
)


def test_every_ruling_of_the_page_has_a_test_and_every_test_its_ruling():
    named = set(re.findall(r"`test_D_(\d+)_\*`", PAGE))
    tested = set(re.findall(r"def test_D_(\d+)_", TESTS))
    assert named <= tested and tested <= {*named, "12"}


def test_every_order_of_the_page_is_read():
    from tests.games.diplomacy.test_diplomacy_letters import texts

    block = PAGE.split("## Orders that are read")[1].split("```")[1].partition("\n")[2]
    examples = [one for line in block.strip().split("\n") for one in re.split(r"\s{2,}", line.strip())]
    assert len(examples) > 25
    for example in examples:
        assert len(texts(example)) == 1, example


def test_the_rules_by_mail_tell_every_ruling():
    rules = (ROOT / "templates" / "diplomacy" / "rules.txt").read_text("utf-8")
    assert [n for n in range(1, 16) if f"'D-{n}'" not in rules] == []
