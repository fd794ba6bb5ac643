"""What this game asks of a master's report: every season, with owners and units (T-14); why it refuses what."""

from collections.abc import Iterator, Mapping

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.ruling import Reason, Remark, Ruling, Verdict, accept, recited
from judge.core.tables import reasons, tables
from judge.games.troubleshooter.commands import WinterUnits
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host.commands import ReportResult
from judge.kits.host.legal import BOARD_REASONS
from judge.kits.host.reported import check_sheet, report_for, told_units, unit_faults
from judge.kits.market.tables import MARKET_REASONS


def check_reports(state: TroubleshooterState, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of the MASTER: what the board kit says of it, and then what a loan needs."""
    if any(isinstance(command, WinterUnits) for command in sheet):  # carried out at once, so it comes alone
        return tuple(_winter(state, command) for command in sheet)
    return tuple(_completed(state, ruling) for ruling in check_sheet(state.host, state.phase, sheet))


def _winter(state: TroubleshooterState, report: Command) -> Ruling:
    """What the winter before this spring left of the units; ownership was counted with the autumn."""
    assert isinstance(report, WinterUnits)
    faults = tuple(_winter_faults(state, report))
    if faults:
        return Ruling(Verdict.REFUSED, report, faults[0], faults[1:])
    told = (
        *((Remark("winter-units-only"),) if report.owners or report.counts else ()),
        *_bare(state, report, "power-lost-units"),
    )
    return accept(report, *told)


def _winter_faults(state: TroubleshooterState, report: WinterUnits) -> Iterator[Remark]:
    now = state.phase
    if state.host.live is not None:
        yield Remark("hosted-board")
    elif now.season != "S" or report.phase != f"W{now.year - 1}A" or now == state.first:
        yield Remark("not-this-winter", {"phase": report.phase, "now": str(now)})
    elif not report.units and not report.unit_counts:
        yield Remark("winter-without-units", {"phase": report.phase})
    else:
        yield from unit_faults(state.host, report)
        for power, units in sorted(told_units(report).items()):
            if units > state.host.counts.get(power, 0) and power not in state.host.eliminated:
                centres = state.host.counts.get(power, 0)
                yield Remark("too-many-for-winter", {"power": power, "units": units, "count": centres})


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
    yield from _bare(state, report)
    if report.phase.startswith("S"):
        moved = [place for place, power in report.owners if state.winter.owners.get(place) != power]
        if moved:
            yield Remark("spring-owners", {"places": ", ".join(moved)})


def _bare(state: TroubleshooterState, report: ReportResult, code: str = "power-without-units") -> Iterator[Remark]:
    armed = {power for power, count in told_units(report).items() if count}
    bare = [power.title() for power in state.host.living if power not in armed]
    if bare:
        yield Remark(code, {"powers": " and ".join(bare)})


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


_OF_A_REPORT = {"B-5": "T-11", "B-6": "T-11", "B-8": "T-14", "B-9": "T-14", "M-10": "T-9"}
REASONS: Mapping[str, Reason] = {
    **recited(MARKET_REASONS, {"B-1": "T-12", "M-7": "T-12"}),
    **recited(BOARD_REASONS, _OF_A_REPORT),
    **reasons(tables(__package__)["reasons"]),
}
