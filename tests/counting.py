"""Work counted, not timed: Python calls, SQL statements, octets written, waits for the disk. The same work gives the
same figures on every machine, so they can have a ceiling."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.app import App
from judge.mail import disk

WRITTEN = Path("/proc/self/io")
MADE_ONCE = {re._parser.__file__, re._compiler.__file__, re.__file__}  # type: ignore[attr-defined]


@dataclass
class Count:
    """What was counted. `calls` are calls of Python functions, ours and others'; `octets` what was given to the
    system to write; `waits` are commits and syncs."""

    calls: int = 0
    statements: int = 0
    octets: int = 0
    waits: int = 0

    def each(self, units: int) -> Count:
        """For one of so many."""
        return Count(*(round(figure / units) for figure in (self.calls, self.statements, self.octets, self.waits)))

    def over(self, ceiling: Count) -> list[str]:
        """What is higher than its ceiling."""
        return [
            f"{name}: {n} > {ceiling.__dict__[name]}" for name, n in self.__dict__.items() if n > getattr(ceiling, name)
        ]


@contextmanager
def counting_calls(*, builtins: bool = False) -> Iterator[Count]:
    """Calls of Python functions, of built-in ones too where they are wanted; but not of those that make an expression
    when it is first met."""
    count = Count()
    profile = Profile(builtins=builtins)  # a function of ours at every call would take longer than what it counts
    profile.enable()
    try:
        yield count
    finally:
        profile.disable()
        count.calls = sum(
            entry.callcount for entry in profile.getstats() if getattr(entry.code, "co_filename", "") not in MADE_ONCE
        )


@contextmanager
def counting_disk(app: App) -> Iterator[Count]:
    """What goes to the store and to the disk."""
    count = Count()

    waits = True  # a commit without that is written to the log, and the next one that has it waits for both

    def ran(statement: str) -> None:
        nonlocal waits
        if statement.startswith("pragma synchronous="):
            waits = statement.endswith("full")
            return
        count.statements += 1
        count.waits += waits and statement.lower() == "commit"

    def watched(sync: Callable[..., Any]) -> Callable[..., Any]:
        def synced(*given: Any) -> Any:
            count.waits += 1
            return sync(*given)

        return synced

    connection = app.store.storage.engine._connection  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        for place, name in ((os, "fsync"), (os, "fdatasync"), (disk, "_syncfs")):
            if getattr(place, name) is not None:
                patch.setattr(place, name, watched(getattr(place, name)))
        connection.execute("pragma wal_checkpoint(truncate)")  # or what was written before is copied in our time
        connection.set_trace_callback(ran)
        begun = _octets()
        try:
            yield count
        finally:
            count.octets = _octets() - begun
            connection.set_trace_callback(None)


def _octets() -> int:
    """Octets that this process has given to the system to write; 0 where it does not tell."""
    if not WRITTEN.exists():
        return 0
    return int(next(line for line in WRITTEN.read_text("ascii").splitlines() if line.startswith("wchar:")).split()[1])
