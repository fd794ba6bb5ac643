"""Two games of three years, as chance played them, and their letters in the layouts of other judges
(tests/fixtures/elsewhere/games.jsonl)."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GAME = "ghodstoo"  # as the other judges call it
GAMES = (1, 2)
CLASSIC = ("njudge", "dpjudge", "jdip", "ours")
LAYOUTS = (*CLASSIC, "webdiplomacy", "backstabbr", "person")
FILE = Path(__file__).parents[1] / "fixtures/elsewhere/games.jsonl"

Unit = tuple[str, str, str]


@dataclass(frozen=True)
class Turn:
    """A season: what stood before and after it, and after the winter that follows an autumn."""

    phase: str
    before: frozenset[Unit]
    after: frozenset[Unit]
    wintered: frozenset[Unit]
    owners: dict[str, str]
    counts: dict[str, int]


@dataclass(frozen=True)
class Written:
    """A letter: its subject, its text, and whether that is a page."""

    subject: str
    text: str
    html: bool = False


@cache
def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@cache
def played(game: int) -> list[Turn]:
    units = ("before", "after", "wintered")
    rows = [row for row in _rows() if row["game"] == game and "phase" in row]
    return [
        Turn(
            **{name: frozenset(map(tuple, row[name])) if name in units else row[name] for name in Turn.__annotations__}
        )
        for row in rows
    ]


@cache
def letters(game: int, layout: str) -> list[list[Written]]:
    """Those of each season; a person writes of autumns alone."""
    rows = [row for row in _rows() if row["game"] == game and row.get("layout") == layout]
    seasons = sorted({row["season"] for row in rows})
    return [
        [Written(row["subject"], row["text"], row.get("html", False)) for row in rows if row["season"] == season]
        for season in seasons
    ]
