"""What one adjudicator says of every position the tests have, as one digest a line: run by itself, so that the kit in
Python and the compiled one can be held against one another.

    python tests/kits/board/every_position.py      (judge is found on PYTHONPATH; the first line says which kit runs)
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit
from judge.kits.board.words import reason

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "board"
FILES = ("positions.jsonl", "hard_positions.jsonl", "datc.jsonl")


def cases(*names: str) -> Iterator[tuple[str, dict[str, list[str]], dict[str, list[str]]]]:
    """Name, units and orders of every movement phase of the files; a second time with every fourth order spoilt."""
    for name in names or FILES:
        for line in (FOLDER / name).read_text("utf-8").splitlines():
            case = json.loads(line)
            if not case["phase"].endswith("M") and case["phase"] != "movement":
                continue
            sheets = case["orders"] if isinstance(case["orders"], dict) else _by_power(case["orders"])
            yield case["id"], case["units"], sheets
            yield case["id"] + " spoilt", case["units"], _spoilt(sheets)


def _by_power(orders: list[list[str]]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for power, text in orders:
        sheets.setdefault(power, []).append(text)
    return sheets


def _spoilt(sheets: dict[str, list[str]]) -> dict[str, list[str]]:
    """Other units' orders, two orders for a unit, wrong types, missing types, nonsense."""
    texts = [text for power in sorted(sheets) for text in sheets[power]]
    spoilt: dict[str, list[str]] = {power: list(given) for power, given in sheets.items()}
    for number, power in enumerate(sorted(spoilt)):
        given = spoilt[power]
        for at in range(number % 4, len(given), 4):
            text, other = given[at], texts[(at * 7 + number) % len(texts)]
            given[at] = (other, text[2:], "F" + text[1:], text.lower() + " VIA", "so " + text)[(at + number) % 5]
        given.append(texts[number % len(texts)])
    return spoilt


def told(position: Position, orders: dict[str, list[str]], rules: str) -> Any:
    """Everything an adjudication says."""
    result = resolve_movement(standard_map(), position, orders, EDITIONS[rules])
    after = result.position
    return [
        [(place, str(one.why), one.by, reason(one, position)) for place, one in result.verdicts.items()],
        list(after.units.items()),
        [(number, gone.unit, gone.by, gone.by_convoy, gone.may_retreat_to) for number, gone in after.dislodged.items()],
        [after.contested, after.next_id, result.backup_rules, result.convoys, result.supports],
        [(one.power, one.text, str(one.why)) for one in result.ignored],
    ]


def main() -> None:
    print("python" if isinstance(resolve_movement, FunctionType) else "compiled")
    for name, units, orders in cases():
        position = position_of(standard_map(), units)
        by_hand = Position({number: Unit(*unit) for number, unit in position.units.items()}, next_id=position.next_id)
        for rules in sorted(EDITIONS):
            for one in (position, by_hand):
                said = json.dumps(told(one, orders, rules))
                print(hashlib.sha256(said.encode()).hexdigest()[:16], rules, name)


if __name__ == "__main__":
    main()
