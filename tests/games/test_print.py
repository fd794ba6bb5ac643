"""The printed rules, sentence by sentence: every number has its row in docs/games, and every row a test that exists.
So has every ruling that RULES mails: on the page of its game, or on that of the game its letters belong to."""

import re
from functools import cache

import pytest

from judge.games import slugs, variant
from tests.conformance.test_conformance_cards import told
from tests.harness import ROOT
from tests.tables import rows

PRINT = dict(rows(__file__, "PRINT"))


@cache
def defined() -> frozenset[str]:
    found = (re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M) for path in (ROOT / "tests").rglob("*.py"))
    return frozenset(name for names in found for name in names)


@cache
def rows(game: str) -> tuple[tuple[str, str, str, str], ...]:
    section = page(game).partition("## The print, sentence by sentence")[2].partition("\n## ")[0]
    found = re.findall(r"^\| (?!print|---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", section, re.M)
    return tuple((one, two, three, four) for one, two, three, four in found)


def numbers(cell: str) -> set[str]:
    """The numbers of the print that a first cell names: `2, 1st` is 2, `16b and note` both."""
    parts = re.split(r", | and |: ", cell)
    return {cell, *(part for part in parts if not re.fullmatch(r"\d+(?:st|nd|rd|th)(?: to \d+\w\w)?", part))}


@pytest.mark.parametrize("game", sorted(PRINT))
def test_every_number_of_the_print_has_its_row(game: str) -> None:
    told = {number for cell, *_ in rows(game) for number in numbers(cell)}
    assert [number for number in PRINT[game] if number not in told] == []


@pytest.mark.parametrize("game", sorted(PRINT))
def test_every_sentence_of_the_print_has_a_test_that_exists(game: str) -> None:
    for cell, said, ruling, tests in rows(game):
        named = re.findall(r"`(test_\w+)`", tests)
        assert said and ruling and named, cell
        assert set(named) <= defined(), (cell, set(named) - defined())


# ---- rulings ------------------------------------------------------------------------------------------------------

OWNERS = {"D-": "diplomacy", "M-": "bourse", "A": "payola", "PR-": "payola", "XR-": "exchange"}
"""What letters of a number mean on every page -> the page that has its row."""
TESTED = ("tests", "Tests")


@cache
def ruled(slug: str) -> tuple[tuple[str, str], ...]:
    """(first cell, tests) of each row of the page's tables that have a column of tests."""
    found, heads = [], []
    for line in page(slug).split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("|") else []
        if cells and heads and not re.fullmatch(r"[|\s-]+", line) and heads[-1] in TESTED:
            found.append((cells[0], cells[-1]))
        heads = (heads or cells) if cells else []
    return tuple(found)


def headed(slug: str) -> set[str]:
    """The numbers that head a row of the page."""
    cells = " ".join(cell for cell, _ in ruled(slug))
    return set(re.findall(r"(?<![\w-])(?:[A-Z]{1,2}-)?A?\d+(?:\.\d+)*a?\b", cells))


@pytest.mark.parametrize("slug", slugs())
def test_every_row_of_every_page_names_tests_and_all_of_them_exist(slug: str) -> None:
    assert len(ruled(slug)) > 10
    for cell, tests in ruled(slug):
        named = re.findall(r"`(test_\w+\*?)`", tests)
        assert named, cell
        for name in named:
            known = any(one.startswith(name[:-1]) for one in defined()) if name.endswith("*") else name in defined()
            assert known, (cell, name)


@pytest.mark.parametrize("slug", slugs())
def test_every_ruling_that_RULES_mails_has_its_row(slug: str) -> None:
    rulings = told(slug)
    assert rulings
    for number in sorted(rulings):
        letters = re.sub(r"[\d.]+a?$", "", number)
        assert number in headed(slug) | headed(OWNERS.get(letters, slug)), number


# ---- the page of each game has all its rulings and settings --------------------------------------------------------


RULES = {  # game -> the rules that have a row
    "bourse": (*(f"M-{n}" for n in range(1, 16)), *(f"B-{n}" for n in range(1, 12))),
    "capitalist": tuple(f"C-{n}" for n in range(1, 12)),
    "economic4": tuple(f"E-{n}" for n in range(1, 16)),
    "exchange": tuple(f"XR-{n}" for n in range(1, 31)),
    "payola": (*(f"A{n}" for n in range(1, 14)), *(f"PR-{n}" for n in range(1, 10)), "XR-2"),
    "troubleshooter": tuple(f"T-{n}" for n in range(1, 17)),
}
OWN = {"capitalist": r"test_C_\d", "economic4": "test_E_", "troubleshooter": "test_[TM]_"}
"""Game -> the tests of its rulings, each of which stands on its page."""


@cache
def page(game: str) -> str:
    return (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")


def named(game: str) -> set[str]:
    return set(re.findall(r"`(test_\w+)`", page(game))) - {"test_troubleshooter_letters"}


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
