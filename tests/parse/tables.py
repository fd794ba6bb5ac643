"""Cases that are many and alike, one a line in the files of `tables/`, under the name of the test that they are for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("tables")


@cache
def _all() -> dict[str, list[Any]]:
    parts = [
        part.split("\n") for file in sorted(FOLDER.glob("*.txt")) for part in file.read_text("utf-8").split("## ")[1:]
    ]
    return {name: [json.loads(row) for row in written if row] for name, *written in parts}


def rows(name: str) -> list[Any]:
    return _all()[name]
