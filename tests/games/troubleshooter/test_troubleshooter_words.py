"""Every notice, forecast and standing has its words, in 72 columns."""

from functools import cache
from typing import Any

import pytest

from judge.core.codec import document, pack
from judge.core.notice import MASTER
from judge.core.ruling import words
from judge.core.variant import Step
from judge.kits.host.commands import GameOver
from judge.render.template_renderer import TemplateRenderer
from tests.games.setting import at, buy, sell
from tests.games.troubleshooter.board_of_six import (
    DICE,
    SIX,
    TS,
    go,
    hold,
    lent_to_france,
    placed,
    report,
    seats,
    started,
    turn,
)
from tests.harness import shared_renderer

ROUTE = ("BUR", "PIC", "ENG", "NTH", "NWY", "STP", "MOS")


@cache
def renderer() -> TemplateRenderer:
    return shared_renderer()


def part(name: str, **data: Any) -> str:
    text = renderer().part((f"troubleshooter/{name}.txt", f"lib/{name}.txt"), data)
    assert text is not None, name
    assert not [row for row in text.split("\n") if len(row) > 72 or row != row.rstrip()], text
    assert "None" not in text and "Undefined" not in text
    return text


def winter(**options: str) -> Step:
    away = {"PAR": "GERMANY", "MAR": "ITALY", "BRE": "ENGLAND", "SPA": "GERMANY"}
    state = placed(lent_to_france(**options), "Bob", place="BUR", currency="MARK", cash=123_456)
    return turn(state, told=report("F1901", owners=away), Bob=(go("MUN"), sell(900, "CROWN"), buy("MAX", "MARK")))


STEPS = {
    "opening": lambda: TS.open(seats(), {}, DICE),
    "spring": lambda: turn(started(), Ada=(go(*ROUTE), sell(300, "LIRA")), Bob=(hold(),)),
    "winter": winter,
    "gross": lambda: winter(loans="gross"),
    "private": lambda: winter(positions="private"),
    "leaving": lambda: turn(turn(lent_to_france()).state, Ada=(go("BUR"),)),
    "end": lambda: turn(at(started(), "S1908M"), MASTER=(GameOver(how="DRAW", powers=("ITALY", "TURKEY")),)),
}


@pytest.mark.parametrize("name", STEPS)
def test_status_purse_and_digest_have_words(name):
    state = STEPS[name]().state
    public = TS.standing(state, None)
    part("digest", public=public)
    for seat in SIX:
        private = TS.standing(state, seat)
        assert seat in part("status", public=public, private=private, seat=seat, game="alps", over=False)
        part("purse", private=private)


@pytest.mark.parametrize(
    ("state", "sheet", "says"),
    [
        (started, (go("MAR", "BUR", "PAR"),), "The Troubleshooter pays $300 (3 %) and lends $9700"),
        (started, (), "stays in Switzerland with $10,000 (no order)"),
        (lent_to_france, (sell(100, "LIRA"), buy(50, "MARK")), "50.00 LOST"),
        (lent_to_france, (), "This winter France repays"),
        (lambda: turn(lent_to_france()).state, (), "He stays with France. (T-6)"),
        (lambda: turn(lent_to_france()).state, (go("BUR"),), "may not lend to it again before 1903"),
        (lambda: winter().state, (hold(),), "in other hands"),
    ],
)
def test_the_confirmation_says_what_is_certain(state, sheet, says):
    text = part("forecast", forecast=TS.forecast(state(), "Ada", sheet))
    assert says in " ".join(text.split())


def test_a_spring_report_is_said_to_share_out_the_seasons_loans():
    (ruling,) = TS.rule_on(started(), MASTER, (report("S1901"),))
    said = [words(TS.reasons, remark) for remark in ruling.remarks]
    assert any("loans are shared among the units of this report" in text for text in said)
    told = next(document(n.data) for n in turn(started()).notices if n.kind == "board.centres")
    text = " ".join(part("board.centres", data=pack(told), game="alps").split())
    assert "loans are shared among the units of this report" in text and "no more" not in text
