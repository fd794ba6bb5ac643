"""Cases that are many and alike, one a line: files of `tables/` beside the tests have them, each under the name of its
test."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., None])


@cache
def _parts(file: Path) -> dict[str, list[Any]]:
    parts = [part.split("\n") for part in re.split("^## ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]]
    return {name: [json.loads(row) for row in written if row] for name, *written in parts}


def rows(test: str, name: str) -> list[Any]:
    """The cases of a test; `test` is its `__file__`."""
    place = Path(test)
    return _parts(place.parent / "tables" / f"{place.stem.removeprefix('test_')}.txt")[name]


def cases(*names: str) -> Callable[[F], F]:
    """A test's arguments, from the table of its own name."""

    def parametrized(test: F) -> F:
        found = rows(test.__globals__["__file__"], test.__name__)
        return pytest.mark.parametrize(names if names[1:] else names[0], found)(test)

    return parametrized


def sentences(*names: str) -> Callable[[F], F]:
    """The same, where each row begins with the sentence that it holds."""

    def parametrized(test: F) -> F:
        found = {sentence: case for sentence, *case in rows(test.__globals__["__file__"], test.__name__)}
        return pytest.mark.parametrize(names, list(found.values()), ids=list(found))(test)

    return parametrized
