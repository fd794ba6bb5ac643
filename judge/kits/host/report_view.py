"""What a master's sheet says of the present phase, for the confirmation (B-8)."""

from __future__ import annotations

from typing import Any

from judge.core.command import Sheet
from judge.core.phase import Phase
from judge.kits.host.advance import named, report_for, shown_counts
from judge.kits.host.reports import GameOver, ReportResult
from judge.kits.host.state import Host


def report_forecast(host: Host, phase: Phase, sheet: Sheet, needed: bool) -> dict[str, Any]:
    """The counts the sheet reports, whom they eliminate, what is kept for later, how the game ends.

    needed  whether the phase cannot be resolved without a report; `waiting` then tells that it still lacks one
    """
    report = report_for(host, phase, sheet)
    counts = shown_counts(report, host) if report and named(report) else {}
    over = next((command for command in sheet if isinstance(command, GameOver)), None)
    dead = [power for power in host.living if counts and phase.season == "F" and not counts[power]]
    return {
        "phase": str(phase),
        "lines": [command.canonical() for command in sheet],
        "counts": counts,
        "before": dict(sorted(host.counts.items())),
        "eliminated": dead,
        "waiting": report is None and needed,
        "kept": sorted(
            command.phase for command in sheet if isinstance(command, ReportResult) and command.phase != str(phase)
        ),
        "ends": over.canonical().removeprefix("END ") if over else "",
    }
