"""A season of a board played elsewhere, out of the master's report (B-8, B-9)."""

from collections import Counter
from dataclasses import replace

from judge.core.command import Sheet
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.host.reports import BOARD, SOLO, GameOver, ReportResult
from judge.kits.host.state import BoardChange, Host
from judge.kits.host.told import Telling


class Season(Value):
    """The board after a phase, what changed, which phase comes next, and the orders of a hosted board as told."""

    host: Host
    change: BoardChange
    next: Phase
    told: Telling | None = None


def following(phase: Phase) -> Phase:
    """The movement phase after this one (B-9)."""
    return Phase(phase.year, "F") if phase.season == "S" else Phase(phase.year + 1, "S")


def needs_report(host: Host, phase: Phase) -> bool:
    """Whether this phase waits for the master's report: autumns do, unless it came early (B-8, B-9)."""
    if host.live is not None:
        return False
    return phase.season == "F" and all(report.phase != str(phase) for report in host.kept)


def report_for(host: Host, phase: Phase, sheet: Sheet) -> ReportResult | None:
    """The report of this phase: the master's newest, else one kept for it."""
    filed = {command.phase: command for command in sheet if isinstance(command, ReportResult)}
    kept = {report.phase: report for report in host.kept}
    return filed.get(str(phase)) or kept.get(str(phase))


def reported_season(host: Host, phase: Phase, sheet: Sheet) -> Season:
    """What the MASTER's sheet says of this phase; reports for later phases are kept.

    Raises InputError for an autumn without its report: the judge never guesses (B-8).
    """
    report = report_for(host, phase, sheet)
    official = phase.season == "F"
    if report is None and official:
        raise InputError(f"the result of {phase} has not come yet", hint=f"The master mails RESULT {phase} (B-8).")
    if report and official:
        counts = counted(report, host) or dict(host.counts)
        dead = tuple(power for power in host.living if not counts[power])
    else:
        counts, dead = dict(host.counts), ()
    after = replace(
        host,
        counts=counts,
        owners=_owners(host, report, counts),
        units=report.units if report and (report.units or official) else host.units,
        eliminated=tuple(sorted((*host.eliminated, *dead))),
        kept=_kept(host, phase, sheet),
    )
    over = next((command for command in sheet if isinstance(command, GameOver)), None)
    if over is None and official:
        over = solo(counts, host.board.victory_centres)
    shown = shown_counts(report, host) if report else dict(host.counts)
    owners = dict(report.owners) if report else {}
    units = report.units if report else ()
    change = BoardChange(str(phase), official, report is not None, host.counts, shown, owners, units, dead, over)
    return Season(after, change, following(phase))


def counted(report: ReportResult, host: Host) -> dict[str, int] | None:
    """Centres of every power according to a report, or None where the report leaves some living power open.

    A power that is not named has none if all centres of the board are accounted for.
    """
    counts = dict.fromkeys(host.powers, -1) | dict.fromkeys(host.eliminated, 0) | named(report)
    if sum(count for count in counts.values() if count > 0) == len(host.board.centres):
        return {power: max(0, counts[power]) for power in sorted(counts)}
    return None if -1 in counts.values() else dict(sorted(counts.items()))


def named(report: ReportResult) -> dict[str, int]:
    """Centres of the powers that a report names, by their number or by the list of what they own."""
    return {**Counter(power for _, power in report.owners), **dict(report.counts)}


def shown_counts(report: ReportResult, host: Host) -> dict[str, int]:
    """Centres as a report has them, in spring perhaps of some powers only: the others have theirs as before."""
    return counted(report, host) or {**host.counts, **named(report)}


def solo(counts: dict[str, int], victory: int) -> GameOver | None:
    """The win of a power that reached the number of centres that wins."""
    winners = [power for power, count in sorted(counts.items()) if count >= victory]
    return GameOver(how=SOLO, powers=tuple(winners)) if len(winners) == 1 else None


def _owners(host: Host, report: ReportResult | None, counts: dict[str, int]) -> dict[str, str]:
    """Who owns what as far as it is known: the report's list, or the old one while the counts still agree with it."""
    if report and report.owners:
        return dict(report.owners)
    old = dict(host.owners)
    held = {power: list(old.values()).count(power) for power in counts}
    return old if held == dict(counts) else {}


def _kept(host: Host, phase: Phase, sheet: Sheet) -> tuple[ReportResult, ...]:
    reports = {report.phase: report for report in host.kept}
    reports.update({command.phase: command for command in sheet if isinstance(command, ReportResult)})
    return tuple(report for _, report in sorted(reports.items()) if BOARD.before(phase, Phase.parse(report.phase)))
