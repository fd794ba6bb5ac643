"""The settings that every game has."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.options import HOUSE, check, find
from judge.games import variant
from tests.tables import cases

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "masters-guide.md"


def test_the_masters_guide_tells_of_every_setting_that_all_games_have() -> None:
    rows = [line.strip("| ").split(" | ") for line in GUIDE.read_text("utf-8").split("\n") if line.startswith("| `")]
    info = variant("bourse").info
    settings = [find(info, row[0].strip("`")) for row in rows]
    assert settings == list(HOUSE)
    for row, one in zip(rows, settings, strict=True):
        assert row[2:] == [one.default or "empty", "no" if one.frozen else "yes", one.help], one.name
        if one.low is not None:
            assert row[1] == f"{one.low} to {one.high}", one.name
        if one.choices:
            assert row[1] == ", ".join(f"`{choice}`" for choice in one.choices), one.name


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        *(("grey", word, "yes") for word in ("yes", "ON", "true", "1", " Yes ")),
        *(("grey", word, "no") for word in ("no", "off", "FALSE", "0")),
        ("press", "Public", "public"),
        ("press_limit", "1", "1"),
        ("press_limit", "100000", "100000"),
        ("press_limit", "007", "7"),
        ("max-players", "2", "2"),
        ("seats", "", ""),  # no limit but the game's own
        ("schedule", "fri 18:00 europe/london", "FRI 18:00 Europe/London"),
        ("skip", "2026-12-25,2027-01-01", "2026-12-25, 2027-01-01"),
        ("skip", "", ""),
        ("list", "Results@List.Test", "results@list.test"),
        ("comment", "  a   line ", "a line"),
    ],
)
def test_a_setting_is_kept_in_one_form(name: str, written: str, kept: str) -> None:
    assert check(find(variant("bourse").info, name), written) == kept


@cases("name", "written", "hint")
def test_a_setting_that_cannot_be_says_what_it_may_be(name: str, written: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        check(find(variant("bourse").info, name), written)
    assert refused.value.hint == hint
