"""The page of rulings is complete and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.test_print import defined

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "capitalist.md").read_text(encoding="utf-8")
SUITES = sorted(Path(__file__).parent.glob("test_capitalist_*.py"))
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text("utf-8"), re.M)}
NAMED = set(re.findall(r"`(test_\w+)`", PAGE))


def test_every_test_the_page_names_exists():
    assert len(NAMED) > 50
    assert defined() >= NAMED


def test_every_rule_test_is_named_on_the_page():
    assert {name for name in DEFINED if re.match(r"test_C_\d", name)} <= NAMED


@pytest.mark.parametrize("rule", [f"C-{n}" for n in range(1, 12)])
def test_every_rule_has_its_row(rule):
    assert re.search(rf"^\| {rule} \|", PAGE, re.M)
