"""The page of rulings is complete and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.games import variants
from tests.games.test_print import defined

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "exchange.md").read_text(encoding="utf-8")
SUITES = [
    *(ROOT / "tests" / "kits" / f"test_{name}.py" for name in ("auction", "flotation", "ballot")),
    *(ROOT / "tests" / "desk" / f"test_desk_{name}.py" for name in ("retune", "seated", "hats")),
    *Path(__file__).parent.glob("test_exchange_*.py"),
]
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text(encoding="utf-8"), re.M)}


def test_every_test_the_page_names_exists():
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 120
    assert named <= defined()


@pytest.mark.parametrize("number", range(1, 31))
def test_every_ruling_is_on_the_page(number):
    assert re.search(rf"XR-{number}\b", PAGE)


def test_every_option_of_the_print_but_the_unfinished_one_is_a_setting():
    modes = {option.name: option for option in variants()["exchange"].card.options}["income_mode"]
    assert set(modes.choices) == {"financed", "payola", "zerosum"}
