"""The board with what every province brings, and where the treasuries lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.picture import Board, Mark, Note
from judge.core.variant import Public, Told
from judge.games.economic4.board import economic4_map, lands
from judge.kits.host.picture import picture as board_picture


def picture(before: Public, after: Public, notices: Told) -> Board | None:
    """Treasuries, incomes and bills are those after the phase; all of them are public (E-2)."""
    rows = sorted(after["treasuries"].items())
    notes = tuple(
        Note(power, f"{row['credits']} cr, +{row['income']}, bill {row['bill']}")
        for power, row in rows
        if not row["eliminated"]
    )
    chests = tuple(
        Mark("chest", row["seat"], row["credits"], _chest_words(power, row), power)
        for power, row in rows
        if row["seat"]
    )
    return board_picture(before, after, notices, map="economic4", marks=(*_values(), *chests), notes=notes)


def _chest_words(power: str, row: Mapping[str, Any]) -> str:
    return f"{power.title()}'s treasury of {row['credits']} lies in {row['seat']}"


def _values() -> tuple[Mark, ...]:
    provinces = economic4_map().provinces
    return tuple(
        Mark("value", code, str(provinces[code].value), f"{code} brings {provinces[code].value} a year")
        for code in lands(economic4_map())
    )
