"""The published worked examples of bribing, as data: what everybody offers, what the units do, who pays and what."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

POWERS = {"A": "AUSTRIA", "E": "ENGLAND", "F": "FRANCE", "G": "GERMANY", "I": "ITALY", "R": "RUSSIA", "T": "TURKEY"}
BOARD = {
    "AUSTRIA": ["A VIE", "F TRI"],
    "ENGLAND": ["F ENG", "F NTH"],
    "FRANCE": ["A PAR", "F BRE"],
    "GERMANY": ["A MUN", "A RUH"],
    "ITALY": ["A VEN"],
    "RUSSIA": ["A WAR"],
    "TURKEY": ["F CON"],
}


@dataclass(frozen=True)
class Case:
    """`awards`: unit -> (order, price, {letter: paid}). `after`: letter -> money left; `cuts`: letter -> reductions."""

    name: str
    offers: dict[str, tuple[str, ...]]
    awards: dict[str, tuple[str, int, dict[str, int]]]
    balances: dict[str, int] = field(default_factory=dict)
    accept: dict[str, str] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    cuts: dict[str, int] = field(default_factory=dict)
    units: dict[str, list[str]] = field(default_factory=lambda: BOARD)
    dummies: list[str] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)


def cases() -> list[Case]:
    """Those of `worked_examples.jsonl`, by number."""
    rows = map(json.loads, Path(__file__).with_name("worked_examples.jsonl").read_text("utf-8").splitlines())
    return [Case(**{**row, "offers": {who: tuple(lines) for who, lines in row["offers"].items()}}) for row in rows]
