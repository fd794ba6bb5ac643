"""Parts of another judge's results, and those that a page of Backstabbr keeps as data in its script."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.core.regex import regex
from judge.parse.expressions import expressions, table
from judge.post import Line

_RE = expressions("reports")

SEASONS = table("reports", "seasons")
DATA = regex(r"\s*(?:var|let|const)\s+(?P<name>orders|unitsByPlayer|retreatOptions)\s*=\s*(?P<value>\{.*\});?\s*$")


class Move(NamedTuple):
    """A unit in the moves or retreats: where it went ("" if it stayed), whether it was driven out, and is gone."""

    number: int
    power: str
    type: str
    place: str
    target: str = ""
    driven: bool = False
    gone: bool = False


@dataclass
class Part:
    """One part of a season: `kind` M, R or A ("" where the text does not say). `built`: (line, power, type, place),
    with no type for a unit that was taken off."""

    kind: str = ""
    season: str = ""
    year: int = 0
    moves: list[Move] = field(default_factory=list)
    built: list[tuple[int, str, str, str]] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)  # places of which a dislodged unit was destroyed
    owners: list[Line] = field(default_factory=list)
    counts: list[Line] = field(default_factory=list)

    @property
    def phase(self) -> str:
        """The season that it belongs to: `F1901`; the adjustments are the winter's."""
        return f"{'W' if self.kind == 'A' else self.season}{self.year}" if self.season else ""

    @property
    def order(self) -> tuple[int, int, int]:
        return self.year, "SFW".find(self.phase[:1]), "MRA".find(self.kind)


# ---- the data of a page of Backstabbr -----------------------------------------------------------------------------


def backstabbr(lines: Sequence[Line]) -> list[Part]:
    """`unitsByPlayer` is the board before the turn's `orders`, which say what became of each."""
    data: dict[str, tuple[int, Any]] = {}
    when = next((found for line in lines if (found := _RE.when.search(line.text))), None)
    for line in lines:
        if found := DATA.match(line.text):
            data[found["name"]] = (line.number, _json(found["value"]))
    if when is None or not all(isinstance(data.get(one, (0, None))[1], dict) for one in ("unitsByPlayer", "orders")):
        return []
    season = SEASONS[(when["season"] or when["season2"]).lower()]
    year = int(when["year"] or when["year2"])
    number, standing = data["unitsByPlayer"]
    units = [(power, place, unit) for power, own in _each(standing) for place, unit in _each(own)]
    given = {(power, place): order for power, own in _each(data["orders"][1]) for place, order in _each(own)}
    moves, flights = (
        Part("A" if season == "W" else "M", "F" if season == "W" else season, year),
        Part("R", season, year),
    )
    for power, place, unit in units:
        order = given.get((power, place))
        order = order if isinstance(order, dict) else {}
        kind, where, driven = _kind(unit), _where(place, unit), "retreat" in order
        won = str(order.get("result", "")).upper().startswith("SUCCE") and not driven and order.get("type") == "MOVE"
        end = str(order.get("to") or "") if won and season != "W" else ""
        gone = order.get("type") in ("DESTROY", "DISBAND", "REMOVE")
        moves.moves.append(Move(number, power, kind, where, end, driven, gone))
        if driven and not data.get("retreatOptions", (0, None))[1]:
            flight = str(order["retreat"] or "")
            flights.moves.append(Move(number, power, kind, where, flight, False, not flight))
    for (power, place), order in given.items():
        if season == "W" and isinstance(order, dict) and order.get("type") == "BUILD":
            moves.built.append((number, power, _kind(order.get("unit", "A")), _where(place, order)))
    return [moves, *([flights] if flights.moves else [])]


def _kind(unit: Any) -> str:
    return str(unit.get("type", "A") if isinstance(unit, dict) else unit)


def _where(place: str, unit: Any) -> str:
    return f"{place}/{unit['coast']}" if isinstance(unit, dict) and unit.get("coast") else place


def _each(value: Any) -> list[tuple[str, Any]]:
    return sorted((str(key), one) for key, one in value.items()) if isinstance(value, dict) else []


def _json(text: str) -> Any:
    """A value as scripts write it: names without marks, and single ones."""
    plain = re.sub(r"([{,]\s*)(\w+)\s*:", r'\1"\2":', text[:100_000].replace("'", '"'))
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return None
