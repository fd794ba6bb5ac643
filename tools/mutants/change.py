"""Small faults in source text, by the operators of cosmic-ray, and where they stand."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.mutants.places import around, beyond, key, stretches
from tools.mutants.sight import unseen

OPERATORS = (
    "AddNot",
    "ExceptionReplacer",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ReplaceFalseWithTrue",
    "ReplaceTrueWithFalse",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_USub_UAdd",
    "ZeroIterationForLoop",
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_GtE", "GtE_Lt")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_Mul")),
)
"""Those that make faults a person might make; others, such as `|` in types, change nothing or do not run."""


@dataclass(frozen=True, order=True)
class Change:
    """One fault: the `number`-th place of a file where an operator finds something to change."""

    path: str
    operator: str
    number: int


@dataclass(frozen=True)
class Made:
    """A fault as it stands in the file. `function` is the innermost one around it, "" outside all; `places` are where
    it is, the smallest first; `beside` are all of the function, `beyond` those it decides between."""

    change: Change
    text: str
    line: int
    function: str
    old: str
    new: str
    places: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()


@cache
def _operator(name: str):  # type: ignore[no-untyped-def]
    from cosmic_ray.plugins import get_operator

    return get_operator(f"core/{name}")()


def changes(root: Path, path: str) -> Iterator[Change]:
    """Every fault that can be made in a file."""
    from cosmic_ray.ast import ast_nodes, get_ast

    tree = get_ast((root / path).read_text("utf-8"))
    nodes = list(ast_nodes(tree))
    for name in OPERATORS:
        count = sum(1 for node in nodes for _ in _operator(name).mutation_positions(node))
        for number in range(count):
            yield Change(path, name, number)


def made(root: Path, change: Change) -> Made | None:
    """The file with the fault in it; None where nothing a running program would notice was changed."""
    from cosmic_ray.mutating import mutate_code

    source = (root / change.path).read_text("utf-8")
    try:
        text = mutate_code(source, _operator(change.operator), change.number)
    except AttributeError:  # the library does not know `except (OSError, ssl.SSLError)`
        text = None
    if text is None or text == source:
        return None
    old_lines, new_lines = source.splitlines(), text.splitlines()
    matcher = difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    tag, begin, end, first, last = next(one for one in matcher.get_opcodes() if one[0] != "equal")
    line, function = begin + 1, _function(source, begin + 1)
    if function is None or tag == "insert":
        return None
    old, new = (" / ".join(map(str.strip, lines)) for lines in (old_lines[begin:end], new_lines[first:last]))
    if old.replace("strict=True", "strict=False") == new:  # it tells readers that two are of one length
        return None
    tree, faulty = ast.parse(source), _parsed(text)
    if faulty is None or unseen(tree, faulty, change.path):
        return None
    every = stretches(change.path, tree)
    stretch = around(every, line)
    places = stretch.keys if stretch else (key(change.path),)
    beside = tuple(one.keys[0] for one in every if stretch and one.keys[1] == stretch.keys[1])
    ways = tuple(one.keys[0] for one in beyond(every, stretch, line)) if stretch else ()
    return Made(change, text, line, function, old, new, places, beside, ways)


def _parsed(text: str) -> ast.Module | None:
    """None for what is no Python, such as `while not left := ...`."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def _function(source: str, line: int) -> str | None:
    """The qualified name of the innermost function around a line; None in a signature, a decorator or a type."""
    name, here = "", ast.parse(source).body
    while True:
        inner = next((one for one in here if _begin(one) <= line <= (one.end_lineno or 0)), None)
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return None if isinstance(inner, ast.AnnAssign) and inner.value is None else name
        if line < (inner.lineno if isinstance(inner, ast.ClassDef) else inner.body[0].lineno):
            return None
        name = f"{name}.{inner.name}".lstrip(".")
        here = inner.body


def _begin(one: ast.stmt) -> int:
    decorated = getattr(one, "decorator_list", [])
    return min([one.lineno, *(each.lineno for each in decorated)])
