"""What this game asks of a master's report: every season, with owners and units (T-14)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.core.command import Sheet
from judge.core.errors import InputError
from judge.core.ruling import Remark, Ruling, Verdict, accept
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host import ReportResult, check_sheet, report_for


def check_reports(state: TroubleshooterState, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of the MASTER: what the board kit says of it, and then what a loan needs."""
    return tuple(_completed(state, ruling) for ruling in check_sheet(state.host, state.phase, sheet))


def _completed(state: TroubleshooterState, ruling: Ruling) -> Ruling:
    report = ruling.command
    if not ruling.stands or not isinstance(report, ReportResult):
        return ruling
    gaps = tuple(_gaps(report))
    if gaps:
        return Ruling(Verdict.REFUSED, report, gaps[0], gaps[1:])
    return accept(report, *ruling.remarks, *_remarks(state, report))


def _gaps(report: ReportResult) -> Iterator[Remark]:
    if report.phase.startswith("F") and not report.owners:
        yield Remark("owners-wanted")
    if not report.units and not report.unit_counts:
        yield Remark("units-wanted")


def _remarks(state: TroubleshooterState, report: ReportResult) -> Iterator[Remark]:
    armed = {power for power, _, _ in report.units} | {power for power, count in report.unit_counts if count}
    bare = [power.title() for power in state.host.living if power not in armed]
    if bare:
        yield Remark("power-without-units", {"powers": " and ".join(bare)})
    if report.phase.startswith("S"):
        moved = [place for place, power in report.owners if state.winter.owners.get(place) != power]
        if moved:
            yield Remark("spring-owners", {"places": ", ".join(moved)})


def wants_report(state: TroubleshooterState) -> bool:
    """Whether this phase waits for the master's report: every season does, unless it came early (T-14)."""
    if state.host.live is not None or state.ended:
        return False
    return report_for(state.host, state.phase, ()) is None


def demand_report(state: TroubleshooterState, sheet: Sheet) -> None:
    """Raise InputError when the report of this phase is missing or lacks what a loan needs."""
    report = report_for(state.host, state.phase, sheet)
    if report is None or any(_gaps(report)):
        season = str(state.phase)[:-1]
        raise InputError(
            f"the result of {state.phase} has not come yet",
            hint=f"The master mails RESULT {season} with OWNERS and UNITS (T-14).",
        )
