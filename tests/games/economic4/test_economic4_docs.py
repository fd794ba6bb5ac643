"""The page of rulings is complete and names tests that exist; the board is open to the adjudicator's users."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from judge.adjudicate import adjudicate_lines
from judge.games.economic4.board import SWITCHES
from judge.games.economic4.card import CARD
from tests.games.test_print import defined

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "economic4.md").read_text(encoding="utf-8")
SUITES = sorted(Path(__file__).parent.glob("test_economic4_*.py"))
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text(encoding="utf-8"), re.M)}


def test_every_test_the_page_names_exists():
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 90
    assert named <= defined()


def test_every_rule_test_is_named_on_the_page():
    assert {name for name in DEFINED if name.startswith("test_E_")} <= set(re.findall(r"`(test_\w+)`", PAGE))


@pytest.mark.parametrize("rule", [f"E-{n}" for n in range(1, 16)])
def test_every_rule_has_its_row(rule):
    assert re.search(rf"^\| {rule} \|", PAGE, re.M)


def test_every_setting_is_on_the_page():
    names = {option.name for option in CARD.options}
    assert set(SWITCHES) <= names
    assert all(f"`{name}`" in PAGE for name in names)


def test_the_adjudicator_plays_on_this_board():
    lines = [
        {
            "id": 1,
            "phase": "movement",
            "units": [{"power": "ITALY", "type": "A", "loc": "NAP"}],
            "orders": [{"power": "ITALY", "order": "A NAP - SIC"}],
        },
        {
            "id": 2,
            "phase": "adjustment",
            "units": [],
            "owners": {"ARC": "RUSSIA", "ZAR": "AUSTRIA"},
            "orders": [{"power": "RUSSIA", "order": "BUILD F ARC"}],
        },
    ]
    answers = [json.loads(line) for line in adjudicate_lines(map(json.dumps, lines), "economic4", "2023")]
    assert answers[0]["final"] == [{"power": "ITALY", "type": "A", "loc": "SIC"}]
    assert answers[1]["orders"][0]["result"] == "builds"
