"""What a master's sheet says of the present phase, for the confirmation (B-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.command import Sheet
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.kits.host.advance import named, report_for, shown_counts
from judge.kits.host.reports import GameOver, ReportResult
from judge.kits.host.shown import MasterShown
from judge.kits.host.state import Host


@dataclass(frozen=True, kw_only=True)
class ReportForecast(Shown):
    """What the master's sheet says of the present phase.

    lines       as they stand on the sheet
    counts      power -> centres as reported; nothing where the sheet reports none
    before      power -> centres until now
    eliminated  the powers that this report ends
    waiting     the phase cannot be resolved without a report, and this sheet has none
    kept        phases whose reports are kept for later
    ends        how the game ends with this, as behind the word END; "" if it does not
    """

    phase: str
    lines: tuple[str, ...]
    counts: Mapping[str, int]
    before: Mapping[str, int]
    eliminated: tuple[str, ...]
    waiting: bool
    kept: tuple[str, ...]
    ends: str


def kept_reports(host: Host) -> MasterShown:
    """What the master sees beside the public standing."""
    return MasterShown(tuple(report.phase for report in host.kept))


def report_forecast(host: Host, phase: Phase, sheet: Sheet, needed: bool) -> ReportForecast:
    """The counts the sheet reports, whom they eliminate, what is kept for later, how the game ends.

    needed  whether the phase cannot be resolved without a report; `waiting` then tells that it still lacks one
    """
    report = report_for(host, phase, sheet)
    counts = shown_counts(report, host) if report and named(report) else {}
    over = next((command for command in sheet if isinstance(command, GameOver)), None)
    dead = [power for power in host.living if counts and phase.season == "F" and not counts[power]]
    reports = [command.phase for command in sheet if isinstance(command, ReportResult)]
    return ReportForecast(
        phase=str(phase),
        lines=tuple(command.canonical() for command in sheet),
        counts=counts,
        before=dict(sorted(host.counts.items())),
        eliminated=tuple(dead),
        waiting=report is None and needed,
        kept=tuple(sorted(other for other in reports if other != str(phase))),
        ends=over.canonical().removeprefix("END ") if over else "",
    )
