"""The page of each game: its rulings are complete, it names tests that exist, and every setting stands there."""

import re
from functools import cache

import pytest

from judge.games import variant
from tests.games.test_print import defined
from tests.harness import ROOT

RULES = {  # game -> the rules that have a row
    "bourse": (*(f"M-{n}" for n in range(1, 16)), *(f"B-{n}" for n in range(1, 12))),
    "capitalist": tuple(f"C-{n}" for n in range(1, 12)),
    "economic4": tuple(f"E-{n}" for n in range(1, 16)),
    "exchange": tuple(f"XR-{n}" for n in range(1, 31)),
    "payola": (*(f"A{n}" for n in range(1, 14)), *(f"PR-{n}" for n in range(1, 10)), "XR-2"),
    "troubleshooter": tuple(f"T-{n}" for n in range(1, 17)),
}
NAMED = {"bourse": 80, "capitalist": 50, "economic4": 90, "exchange": 120, "payola": 60, "troubleshooter": 90}
OWN = {"capitalist": r"test_C_\d", "economic4": "test_E_", "troubleshooter": "test_[TM]_"}
"""Game -> the tests of its rulings, each of which stands on its page."""


@cache
def page(game: str) -> str:
    return (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")


def named(game: str) -> set[str]:
    return set(re.findall(r"`(test_\w+)`", page(game))) - {"test_troubleshooter_letters"}


@pytest.mark.parametrize("game", NAMED)
def test_every_test_the_page_names_exists(game: str) -> None:
    assert len(named(game)) > NAMED[game]
    assert named(game) <= defined()


@pytest.mark.parametrize(("game", "rule"), [(game, rule) for game, rules in RULES.items() for rule in rules])
def test_every_rule_has_its_row(game: str, rule: str) -> None:
    row = rf"\b{rule}\b" if game == "exchange" else rf"^\| (?:[\w-]+, )?{rule}(?:, [\w-]+)? \|"
    assert re.search(row, page(game), re.M)


@pytest.mark.parametrize("game", OWN)
def test_every_test_of_a_ruling_stands_on_the_page(game: str) -> None:
    suites = [*(ROOT / "tests/games" / game).glob("test_*.py")]
    if game == "troubleshooter":
        suites += [ROOT / "tests/kits" / name for name in ("test_route.py", "test_loans.py")]
    tests = [name for path in suites for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)]
    assert {name for name in tests if re.match(OWN[game], name)} <= named(game)


@pytest.mark.parametrize("game", ["economic4", "payola"])
def test_every_setting_is_on_the_page(game: str) -> None:
    names = [option.name for option in variant(game).info.options]
    assert [name for name in names if f"`{name}`" not in page(game) and f"`{name}=" not in page(game)] == []
