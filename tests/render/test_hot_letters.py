"""Letters that Python writes say what their templates say, to the letter."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge.desk.counter.answering import Problem, Said, SheetShown
from judge.desk.writing.machine import OrderTold
from judge.games.bourse import VARIANT
from judge.render.hot import HOT, bourse_forecast
from judge.render.template_renderer import TemplateRenderer
from tests.render.samples import SENT, buy, sell, spring
from tests.tables import rows

SHARE = Path(__file__).parents[2]
WORDS = tuple(rows(__file__, "WORDS"))


def some(chance: Random, least: int = 0) -> tuple[str, ...]:
    return tuple(chance.choice(WORDS) for _ in range(chance.randint(least, 3)))


def said(chance: Random) -> Said:
    problems = [Problem(chance.choice((0, 3, 12)), chance.choice(WORDS), some(chance, 1)) for _ in range(2)]
    sheets = [
        SheetShown(
            heading="ON FILE for S1903M, version 2",
            lines=tuple(
                OrderTold(chance.choice(WORDS), chance.choice(WORDS)) for _ in range(chance.choice((0, 1, 12)))
            ),
            instead=chance.choice(("", "No orders.")),
            below=chance.choice(WORDS),
            foretold=chance.choice(("", "At the deadline:\n  sell  300  Lire")),
        )
        for _ in range(chance.randint(0, 2))
    ]
    return Said(
        subject="lira7 S1903M Lupus v4",
        opening=some(chance),
        looks=some(chance),
        problems=tuple(problems[: chance.randint(0, 2)]),
        proposal=some(chance),
        remarks=some(chance),
        sheets=tuple(sheets),
        further=some(chance),
        clock=chance.choice(("", "deadline", "next")),
        state=chance.choice(("", "The game is paused: its clock stands still.")),
        closing=some(chance),
    )


def confirmation(chance: Random) -> dict[str, Any]:
    return {
        "verdict": chance.choice(("OK", "PARTIAL")),
        "said": said(chance),
        "game": {
            "phase": "S1903M",
            "phase_words": "Spring 1903, movement",
            "deadline": chance.choice(("2026-12-04T18:00:00+00:00", "")),
        },
        "zone": chance.choice(("Europe/London", "America/New_York", "Asia/Tokyo", "UTC")),
        "left": chance.choice(("", "2 d 7 h", "7 h 57 m")),
        "received": SENT,
        "chatter": list(some(chance)) + ["thanks"] * chance.randint(0, 3),
        "notes": list(some(chance)),
        "elsewhere": chance.choice(("", "somebody@example.org")),
        "by_master": chance.random() < 0.3,
        "enclosures": list(some(chance)),
    }


@pytest.fixture(scope="module")
def by_template() -> TemplateRenderer:
    """A renderer that writes nothing in Python."""
    renderer = TemplateRenderer(SHARE)
    renderer._hot = {}
    return renderer


@pytest.fixture(scope="module")
def renderer() -> TemplateRenderer:
    return TemplateRenderer(SHARE)


def test_a_confirmation_is_that_of_its_template(renderer: TemplateRenderer, by_template: TemplateRenderer) -> None:
    name = "session/confirmation.txt"
    for seed in range(200):
        context = confirmation(Random(seed))
        assert renderer.letter(name, context) == by_template.letter(name, context), seed


def test_a_forecast_of_trades_is_that_of_its_template(
    renderer: TemplateRenderer, by_template: TemplateRenderer
) -> None:
    name, chance, written = "bourse/forecast.txt", Random(7), 0
    state = spring().state
    sheets = ((), (sell(300, "LIRA"), buy("REST", "MARK")), (sell(900, "LIRA"), buy(100, "MARK")))
    trades = [VARIANT.forecast(state, "Lupus", sheet) for sheet in sheets]
    report = VARIANT.forecast(state, "MASTER", ())
    for told in list(trades):
        for _ in range(20):
            lines = tuple(
                replace(line, executes=chance.choice((0, 1, 300, 12000)), amount=chance.choice(("1.50", "120000.00")))
                for line in told.lines
            )
            money = {key: chance.choice(("0.00", "12.50", "98765.40")) for key in ("proceeds", "cost", "forfeited")}
            after = {code: chance.choice((units, units + 1, 12345)) for code, units in told.holding_before.items()}
            sold = chance.choice(({}, {"LIRA": 300}))
            trades.append(replace(told, lines=lines, **money, holding_after=after, sold=sold, bought={}))
    for forecast in [*trades, report]:
        context = {"forecast": forecast}
        written += bourse_forecast(context) is not None
        assert renderer.part((name,), context) == by_template.part((name,), context)
    assert written > 20


@pytest.mark.parametrize("name", HOT)
def test_a_keepers_own_wording_goes_first(tmp_path: Path, name: str) -> None:
    for number, own in enumerate((name, *HOT[name][1])):
        local = tmp_path / str(number)
        (local / own).parent.mkdir(parents=True)
        (local / own).write_text("Subject: mine\n\nmine\n")
        assert name not in TemplateRenderer(SHARE, local)._hot
    assert name in TemplateRenderer(SHARE)._hot
    assert name not in TemplateRenderer(SHARE).marking._hot
