"""The fault suite's own book-keeping: which row was proved how often, and what was lost or doubled meanwhile.

tests/conftest.py takes these hooks in, since tests that run on several workers are reported to the process above them,
which knows the topmost conftest alone.
"""

from pathlib import Path

import pytest

from tests.counts import SOAK
from tests.faults.table import ROWS
from tests.stores import ON_SERVER

ENGINE = "PostgreSQL" if ON_SERVER else "SQLite"
_proved: dict[tuple[int, int], list[int]] = {}  # row, judges: runs, letters sent, lost, doubled
_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        _failed.add(report.nodeid)
    if report.when != "teardown" or report.nodeid in _failed:
        return
    facts = dict(report.user_properties)
    for number in str(facts.get("fault_rows", "")).split():
        line = _proved.setdefault((int(number), int(str(facts.get("fault_workers", 1)))), [0, 0, 0, 0])
        for at, name in enumerate(("fault_runs", "fault_sends", "fault_lost", "fault_doubled")):
            line[at] += int(str(facts.get(name, int(at == 0))))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _proved:
        return
    lines = [f"{'row':>4} {'judges':>6} {'runs':>6} {'sent':>6} {'lost':>5} {'doubled':>8}  fault on {ENGINE}"]
    for row in ROWS:
        for number, judges in sorted(_proved):
            if number == row.number:
                runs, sends, lost, doubled = _proved[number, judges]
                lines.append(f"{number:>4} {judges:>6} {runs:>6} {sends:>6} {lost:>5} {doubled:>8}  {row.fault}")
        if row.unproved:
            lines.append(f"{row.number:>4} {'-':>6} {'-':>6} {'-':>6} {'-':>5} {'-':>8}  {row.fault}: {row.unproved}")
    terminalreporter.section("faults")
    terminalreporter.write_line("\n".join(lines))
    if SOAK:
        path = Path(str(terminalreporter.config.rootpath)) / "var" / f"faults-{ENGINE.lower()}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
