"""The page of rulings is complete and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.test_print import defined

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "bourse.md").read_text(encoding="utf-8")
SUITES = [
    path
    for folder, names in (("kits", "test_*.py"), ("desk", "test_*.py"), ("games/bourse", "test_bourse_*.py"))
    for path in (ROOT / "tests" / folder).glob(names)
]
DEFINED = {name for suite in SUITES for name in re.findall(r"^def (test_\w+)", suite.read_text(encoding="utf-8"), re.M)}


def test_every_test_the_page_names_exists():
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 80
    assert named <= defined()


@pytest.mark.parametrize("rule", [*(f"M-{n}" for n in range(1, 16)), *(f"B-{n}" for n in range(1, 12))])
def test_every_rule_has_its_row(rule):
    assert re.search(rf"^\| {rule} \|", PAGE, re.M)
