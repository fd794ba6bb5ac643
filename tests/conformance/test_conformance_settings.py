"""The settings tables of docs/games say what the cards say: names, defaults, choices."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.core.variant import Option
from judge.games import variants

DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Row:
    """One setting of a page: its default as printed ("" where the page gives none) and the cell that tells of it."""

    name: str
    default: str
    told: str


def rows_of(page: str) -> list[Row]:
    """The rows of the table under the heading Settings; several settings may share a row."""
    table = re.search(r"(?m)^\| setting \| default \|[^\n]*\n\|[-| ]+\n((?:\|.*\n)+)", page)
    assert table, "a page of a game has a table of its settings"
    found = []
    for line in table[1].splitlines():
        names, default, told = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:4])
        named = CODE.findall(names)
        printed = [one.strip().strip("`") for one in default.split(",")]
        printed = printed * len(named) if len(printed) == 1 else printed
        assert not named or len(named) == len(printed), line
        found += [Row(name, value, told) for name, value in zip(named, printed, strict=False)]
    return found


PAGES = {
    slug: (DOCS / f"{slug}.md").read_text("utf-8") for slug in sorted(variants()) if (DOCS / f"{slug}.md").exists()
}
OPTIONS = [(slug, option) for slug in PAGES for option in variants()[slug].info.options]


@pytest.mark.parametrize("slug", sorted(PAGES))
def test_the_table_has_every_setting_of_the_card_once_and_no_other(slug: str) -> None:
    assert sorted(row.name for row in rows_of(PAGES[slug])) == sorted(one.name for one in variants()[slug].info.options)


@pytest.mark.parametrize(("slug", "option"), OPTIONS, ids=lambda one: getattr(one, "name", one))
def test_a_default_is_that_of_the_card(slug: str, option: Option) -> None:
    (row,) = [row for row in rows_of(PAGES[slug]) if row.name == option.name]
    assert row.default == option.default or (not option.default and row.default in ("", "by the table", "none"))


@pytest.mark.parametrize(
    ("slug", "option"),
    [(slug, option) for slug, option in OPTIONS if option.kind == "choice"],
    ids=lambda one: getattr(one, "name", one),
)
def test_every_choice_is_told(slug: str, option: Option) -> None:
    (row,) = [row for row in rows_of(PAGES[slug]) if row.name == option.name]
    if not row.told.startswith("as in "):
        assert set(option.choices) <= {option.default, *CODE.findall(row.told)}
