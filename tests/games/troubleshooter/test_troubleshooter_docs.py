"""The page of rulings is complete and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.test_print import defined

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "troubleshooter.md").read_text(encoding="utf-8")
KITS = [ROOT / "tests" / "kits" / name for name in ("test_route.py", "test_loans.py")]
SUITES = [*KITS, *Path(__file__).parent.glob("test_troubleshooter_*.py")]
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text(encoding="utf-8"), re.M)}
NAMED = set(re.findall(r"`(test_\w+)`", PAGE)) - {"test_troubleshooter_letters"}


def test_every_test_the_page_names_exists():
    assert len(NAMED) > 90
    assert defined() >= NAMED


def test_every_test_of_a_ruling_stands_on_the_page():
    assert {name for name in DEFINED if re.match(r"test_[TM]_", name)} <= NAMED


@pytest.mark.parametrize("rule", [f"T-{number}" for number in range(1, 17)])
def test_every_rule_has_its_row(rule):
    assert re.search(rf"^\| {rule} \|", PAGE, re.M)
