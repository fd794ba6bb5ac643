"""The page of rulings is complete and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "payola.md").read_text(encoding="utf-8")
SUITES = [*(ROOT / "tests" / "kits" / "bribes").glob("test_*.py"), *Path(__file__).parent.glob("test_payola_*.py")]
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text(encoding="utf-8"), re.M)}


def test_every_test_the_page_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 60
    assert named <= DEFINED


@pytest.mark.parametrize("rule", [*(f"A{n}" for n in range(1, 14)), *(f"PR-{n}" for n in range(1, 10)), "XR-2"])
def test_every_rule_has_its_row(rule: str) -> None:
    assert re.search(rf"^\| (?:[\w-]+, )?{rule}(?:, [\w-]+)? \|", PAGE, re.M)


def test_every_setting_is_on_the_page() -> None:
    from judge.games.payola.card import CARD

    for option in CARD.options:
        assert f"`{option.name}`" in PAGE or f"`{option.name}=" in PAGE, option.name
