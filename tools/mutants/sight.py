"""Faults that nobody can see, whatever tests there are: of these none are made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

LONG = 30  # characters, lines or letters: of how many are shown, one more or less is a guess
GUESSING = "judge/desk/"  # where the limits are guesses


def unseen(sound: ast.Module, faulty: ast.Module, path: str = "") -> bool:
    """Whether nobody can see the difference: the first of one thing is its last, and where a long text is cut is a
    guess, as is how much is kept at hand to save time. So is how many are enough for the desk, which has no rules of
    games: where a page names the number, tests/test_docs.py holds to it."""
    if _kept(sound, faulty) or (path.startswith(GUESSING) and _limits(sound, faulty)):
        return True
    for old, new in zip(ast.walk(sound), ast.walk(faulty), strict=False):
        if isinstance(old, ast.Subscript) and isinstance(new, ast.Subscript) and not _like(old.slice, new.slice):
            return _like(old.value, new.value) and (_cut(old.slice) or (_ends(old, new) and _one(sound, old)))
    return False


def _limits(sound: ast.Module, faulty: ast.Module) -> bool:
    """Whether they differ in the large numbers of one `NAME = ...` outside all functions, and there by one."""
    for old, new in zip(sound.body, faulty.body, strict=False):
        if isinstance(old, ast.Assign) and isinstance(new, ast.Assign) and not _like(old, new):
            pairs = list(zip(ast.walk(old.value), ast.walk(new.value), strict=False))
            moved = [(_number(one), _number(two)) for one, two in pairs if _number(one) != _number(two)]
            return bool(moved) and all(was >= LONG and abs(now - was) == 1 for was, now in moved)
    return False


def _kept(sound: ast.Module, faulty: ast.Module) -> bool:
    """Whether they differ by one in the large number of a `LIMIT = ...` or an `lru_cache(...)`."""
    for old, new in zip(ast.walk(sound), ast.walk(faulty), strict=False):
        if _keeps(old) and not _like(old, new):
            pairs = zip(ast.walk(old), ast.walk(new), strict=False)
            moved = [(_number(one), _number(two)) for one, two in pairs if _number(one) != _number(two)]
            return bool(moved) and all(was >= LONG and abs(now - was) == 1 for was, now in moved)
    return False


def _keeps(part: ast.AST) -> bool:
    if isinstance(part, ast.Call):
        return ast.unparse(part.func).endswith("lru_cache")
    if not isinstance(part, ast.Assign | ast.AnnAssign) or not isinstance(part.value, ast.Constant):
        return False
    targets = part.targets if isinstance(part, ast.Assign) else [part.target]
    return any(ast.unparse(one) in ("LIMIT", "_LIMIT") for one in targets)


def _number(part: ast.AST) -> int:
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, int) else 0


def _like(one: ast.AST, two: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(two)


def _cut(part: ast.expr) -> bool:
    """`[:200]`."""
    end = part.upper if isinstance(part, ast.Slice) and part.lower is None else None
    return isinstance(end, ast.Constant) and isinstance(end.value, int) and end.value >= LONG


def _ends(old: ast.Subscript, new: ast.Subscript) -> bool:
    """Whether the first is taken for the last, or the last for the first."""
    return {_place(old.slice), _place(new.slice)} == {0, -1}


def _place(part: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(part)
    except ValueError:
        return None
    return value if isinstance(value, int) else None


def _one(tree: ast.Module, part: ast.Subscript) -> bool:
    """Whether what it is part of has been found to be one thing: in its own statement, by an `if` around it, or by one
    before it that leaves where it is not."""
    sure, unsure = f"len({ast.unparse(part.value)}) == 1", f"len({ast.unparse(part.value)}) != 1"
    around = list(_around(tree, part))
    if not around:
        return False
    if sure in ast.unparse(around[-1]):
        return True
    for body, at in _bodies(around, tree):
        if any(isinstance(one, ast.If) and unsure in ast.unparse(one.test) and _leaves(one) for one in body[:at]):
            return True
    return any(
        isinstance(one, ast.If) and sure in ast.unparse(one.test) and inner in one.body
        for one, inner in pairwise(around)
    )


def _around(node: ast.AST, part: ast.AST) -> Iterator[ast.stmt]:
    """The statements around a part, the outermost first."""
    for child in ast.iter_child_nodes(node):
        if any(one is part for one in ast.walk(child)):
            if isinstance(child, ast.stmt):
                yield child
            yield from _around(child, part)


def _bodies(around: list[ast.stmt], tree: ast.Module) -> Iterator[tuple[list[ast.stmt], int]]:
    """Each body with one of these statements in it, and where that stands."""
    for outer, inner in zip([tree, *around], around, strict=False):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(outer, name, None)
            if isinstance(body, list) and inner in body:
                yield body, body.index(inner)


def _leaves(fork: ast.If) -> bool:
    return isinstance(fork.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)
