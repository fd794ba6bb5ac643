"""The settings that every game has."""

from __future__ import annotations

from pathlib import Path

from judge.desk.cabinet.options import HOUSE, find
from judge.games import variant

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "masters-guide.md"


def test_the_masters_guide_tells_of_every_setting_that_all_games_have() -> None:
    rows = [line.strip("| ").split(" | ") for line in GUIDE.read_text("utf-8").split("\n") if line.startswith("| `")]
    card = variant("bourse").card
    settings = [find(card, row[0].strip("`")) for row in rows]
    assert settings == list(HOUSE)
    for row, one in zip(rows, settings, strict=True):
        assert row[2:] == [one.default or "empty", "no" if one.frozen else "yes", one.help], one.name
        if one.low is not None:
            assert row[1] == f"{one.low} to {one.high}", one.name
        if one.choices:
            assert row[1] == ", ".join(f"`{choice}`" for choice in one.choices), one.name
