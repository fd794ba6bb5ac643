"""Cases that are many and alike, one a line: files of `tables/` beside the tests have them, each under the name of its
test."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _parts(file: Path) -> dict[str, list[Any]]:
    parts = [part.split("\n") for part in re.split("^## ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]]
    return {name: [json.loads(row) for row in written if row] for name, *written in parts}


def rows(test: str, name: str) -> list[Any]:
    """The cases of a test; `test` is its `__file__`."""
    place = Path(test)
    return _parts(place.parent / "tables" / f"{place.stem.removeprefix('test_')}.txt")[name]
