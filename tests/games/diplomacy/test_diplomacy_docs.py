"""The page of the game and its tests name the same rulings."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
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
