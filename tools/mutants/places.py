"""Places of a source file: each function, and each stretch of its statements that run one after another.

A place is told by what stands there, not by its line, so that it is the same place after lines above it were changed.
"""

from __future__ import annotations

import ast
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

RUN = "_ran_here_"
"""A place marks itself in the array of this name when it runs."""
_FORKS = ast.If | ast.For | ast.While | ast.Try | ast.With | ast.Match | ast.AsyncFor | ast.AsyncWith
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Stretch:
    """Statements of `body`, from number `at` on, which run together."""

    body: list[ast.stmt]
    at: int
    first: int  # line
    last: int
    keys: tuple[int, int, int]  # of itself, of its function, and of its file


def key(path: str, function: str = "", words: str = "") -> int:
    """A short name of a file, of a function in it, or of what stands in that function."""
    return zlib.crc32(f"{path}::{function}::{words}".encode())


def stretches(path: str, tree: ast.Module) -> list[Stretch]:
    """Every stretch inside a function; what stands outside all functions runs when the file is imported."""
    return list(_inside(path, "", tree.body))


def around(found: list[Stretch], line: int) -> Stretch | None:
    """The innermost stretch around a line."""
    here = [one for one in found if one.first <= line <= one.last]
    return min(here, key=lambda one: one.last - one.first, default=None)


def beyond(found: list[Stretch], here: Stretch, line: int) -> list[Stretch]:
    """Where it goes on from a line that is the head of a fork: in each of its bodies, and behind it."""
    fork = next((one for one in reversed(here.body[here.at :]) if one.lineno <= line), None)
    if not isinstance(fork, _FORKS):
        return []
    bodies = [id(body) for _, body in _suites(fork)]
    behind = next((one for one in found if one.body is here.body and one.at > here.at), None)
    return [*(one for one in found if one.at == 0 and id(one.body) in bodies), *([behind] if behind else [])]


def marked(path: str, source: str, table: list[tuple[int, ...]]) -> ast.Module:
    """The file, with a mark at the beginning of each stretch. Their keys are put into the table."""
    tree = ast.parse(source)
    for one in reversed(stretches(path, tree)):  # from below, so that what stands above keeps its number
        statement = ast.parse(f"{RUN}[{len(table)}] = 1").body[0]
        for node in ast.walk(statement):
            ast.copy_location(node, one.body[one.at])
        one.body.insert(one.at, statement)
        table.append(one.keys)
    return tree


def _inside(path: str, function: str, body: list[ast.stmt]) -> Iterator[Stretch]:
    for statement in body:
        if isinstance(statement, _FUNCTIONS | ast.ClassDef):
            name = f"{function}.{statement.name}".lstrip(".")
            if isinstance(statement, _FUNCTIONS):
                yield from _cut(path, name, statement.body, int(ast.get_docstring(statement) is not None))
            yield from _inside(path, name, statement.body)
            continue
        for line, suite in _suites(statement):
            yield from _cut(path, function, suite, 0, line) if function else ()
            yield from _inside(path, function, suite)


def _cut(path: str, function: str, body: list[ast.stmt], begin: int, line: int = 0) -> Iterator[Stretch]:
    """The stretches of a body, the first of them from a line above it on."""
    starts = [at for at in range(begin, len(body)) if at == begin or isinstance(body[at - 1], _FORKS)]
    for at, end in zip(starts, [*starts[1:], len(body)], strict=False):
        keys = key(path, function, ast.unparse(body[at])), key(path, function), key(path)
        first = line if line and at == begin else body[at].lineno
        yield Stretch(body, at, first, body[end - 1].end_lineno or 0, keys)


def _suites(statement: ast.stmt) -> Iterator[tuple[int, list[ast.stmt]]]:
    """The bodies below a statement. What stands behind `except` belongs to what is done then."""
    for name in ("body", "orelse", "finalbody"):
        yield 0, getattr(statement, name, [])
    for handler in getattr(statement, "handlers", ()):
        yield handler.lineno, handler.body
    for case in getattr(statement, "cases", ()):
        yield 0, case.body
