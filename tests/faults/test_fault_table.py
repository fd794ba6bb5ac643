"""The table of docs/mail.md and the tests name the same rows."""

import ast
from pathlib import Path

from tests.faults.table import ROWS

HERE = Path(__file__).parent


def proved() -> dict[int, list[str]]:
    """Row -> the tests that name it."""
    found: dict[int, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "fault":
                    number = mark.args[0]
                    assert isinstance(number, ast.Constant) and isinstance(node, ast.FunctionDef)
                    found.setdefault(int(str(number.value)), []).append(node.name)
    return found


def test_every_row_has_a_test_or_says_why_it_has_none() -> None:
    tests = proved()
    assert [row.number for row in ROWS] == list(range(1, 77))
    assert set(tests) == {row.number for row in ROWS if not row.unproved}
