"""Regular expressions that read what outsiders write: none may try exponentially many ways.

What blows up is a repeat without end inside another where both can eat the same signs. Few patterns nest repeats at
all; each of those was looked at and stands below with what keeps its repeats apart. A new one fails here: write it
without the nesting, or look at it and say why it is safe.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import judge
from judge.core.regex import regex
from judge.expressions import expressions, read
from judge.share import share
from tests.tables import rows

FILES = sorted(path.stem for path in (share() / "grammar" / "expressions").glob("*.txt"))
MANY = 50  # a repeat that may go on for longer counts as one without end
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT)
APART = dict(rows(__file__, "APART"))


def inside(kind: Any, value: Any) -> list[Any]:
    """The parts of one element of a pattern."""
    if kind in (*REPEATS, kinds.POSSESSIVE_REPEAT):
        return [value[2]]
    if kind is kinds.SUBPATTERN:
        return [value[3]]
    if kind is kinds.BRANCH:
        return list(value[1])
    if kind in (kinds.ASSERT, kinds.ASSERT_NOT):
        return [value[1]]
    return []


def endless(parts: Any) -> Iterator[Any]:
    """What is repeated without end, at any depth."""
    for kind, value in parts:
        if kind in REPEATS and value[1] > MANY:
            yield value[2]
        for part in inside(kind, value):
            yield from endless(part)


def nested(pattern: str, flags: int = 0) -> bool:
    """Whether a repeat without end stands inside another."""
    return any(next(endless(body), None) is not None for body in endless(parser.parse(pattern, flags & ~re.UNICODE)))


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every compiled pattern that a module of ours holds, by its name."""
    for module in pkgutil.walk_packages(judge.__path__, "judge."):
        if not module.name.endswith("__main__"):
            for name, held in vars(importlib.import_module(module.name)).items():
                values = (
                    held.values() if isinstance(held, dict) else held if isinstance(held, tuple | list) else (held,)
                )
                for value in values:
                    for one in value if isinstance(value, tuple | list) else (value,):
                        if isinstance(one, re.Pattern | type(regex(""))) and isinstance(one.pattern, str):
                            yield f"{module.name}.{name}", one
    for file in FILES:
        yield from ((f"expressions/{file}.{name}", getattr(expressions(file), name)) for name in read(file))


@pytest.mark.parametrize("pattern", [r"(a+)+", r"(?:\w+\s*)*x", r"(a|b*)*", r"(?:x(?:y{0,60})*)"])
def test_the_check_finds_a_repeat_inside_a_repeat(pattern: str) -> None:
    assert nested(pattern)


@pytest.mark.parametrize("pattern", [r"a+b+", r"(?:ab)+", r"(?:a{1,8} ?)*", r"(?:a+|b+)c*"])
def test_the_check_passes_repeats_beside_each_other_and_short_ones(pattern: str) -> None:
    assert not nested(pattern)


def test_no_pattern_repeats_a_repeat_but_those_that_were_looked_at() -> None:
    found = dict(patterns())
    assert len(found) > 100
    assert {name for name, pattern in patterns() if nested(pattern.pattern, pattern.flags)} <= set(APART)


def test_every_expression_of_the_grammar_is_used_and_every_one_that_is_used_is_there() -> None:
    used: dict[str, set[str]] = {}
    for path in Path(judge.__path__[0]).rglob("*.py"):
        text = path.read_text("utf-8")
        for file in re.findall(r'^_RE = expressions\("(\w+)"\)', text, re.MULTILINE):
            used.setdefault(file, set()).update(re.findall(r"(?<![\w.])_RE\.(\w+)", text))
        for file, name in re.findall(r'(?:table|words|read)\("(\w+)"\)?(?:, |\[)"(\w+)"', text):
            used.setdefault(file, set()).add(name)
        for file in re.findall(r'= read\("(\w+)"\)$', text, re.MULTILINE):
            used.setdefault(file, set()).update(read(file))
    for file in FILES:
        text = (share() / "grammar" / "expressions" / f"{file}.txt").read_text("utf-8")
        for other, name in re.findall(r"\{\{(?:(?:one|word) of )?(?:(\w+)\.)?(\w+)\}\}", text):
            used.setdefault(other or file, set()).add(name)
    assert used == {file: set(read(file)) for file in FILES}
