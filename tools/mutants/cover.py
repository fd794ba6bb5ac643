"""Which functions of the judge each test runs: a pytest plugin (`-p tools.mutants.cover`).

Every process of a run writes its part into the folder JUDGE_COVER names; `read` puts the parts together.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
_CODE = str(ROOT / "judge") + os.sep
_seen: dict[str, dict[str, Any]] = {}  # test -> its seconds and functions
_failed: set[str] = set()
_names: dict[CodeType, str | None] = {}


def _name(code: CodeType) -> str | None:
    """`kits/route.py::Route.cost`; None for what is not the judge's."""
    if code not in _names:
        ours = code.co_filename.startswith(_CODE)
        path = code.co_filename[len(_CODE) :]
        _names[code] = f"{path}::{code.co_qualname.replace('.<locals>', '')}" if ours else None
    return _names[code]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    codes: set[CodeType] = set()

    def called(frame: Any, event: str, arg: object) -> None:
        codes.add(frame.f_code)

    began = time.process_time()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)
        names = sorted({name for code in codes if (name := _name(code))})
        _seen[item.nodeid] = {"seconds": round(time.process_time() - began, 3), "functions": names}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    for test in _failed:  # it would fail over every fault
        _seen.pop(test, None)
    folder = Path(os.environ["JUDGE_COVER"])
    (folder / f"{os.getpid()}.json").write_text(json.dumps(_seen), "utf-8")


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """Test -> what it takes and what it runs."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")):
        found |= json.loads(path.read_text("utf-8"))
    return found
