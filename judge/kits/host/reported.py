"""A board played elsewhere: a season out of the master's report (B-9), and whether the report can be true (B-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, Verdict, accept
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.board.units import placed_unit
from judge.kits.host.commands import ABANDONED, BOARD, DRAW, ENDINGS, SOLO, GameOver, ReportResult, ending_in
from judge.kits.host.results import Telling
from judge.kits.host.state import BoardChange, Host


class Season(Value):
    """The board after a phase, what changed, which phase comes next, and the orders of a hosted board as told."""

    host: Host
    change: BoardChange
    next: Phase
    told: Telling | None = None

    @property
    def uncounted(self) -> Season:
        """The same for a game that counts otherwise than by centres."""
        return replace(self, change=replace(self.change, official=False))

    @property
    def taken(self) -> list[tuple[str, str, str]]:
        """Each captured centre, who lost it ("" for nobody), and its captor."""
        return [(row.centre, row.loser, row.captor) for row in (self.told.captures if self.told else ())]


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
    over = ending_in(sheet)
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


REASONS: dict[str, Reason] = reasons(tables(__package__)["reports"])


def check_sheet(host: Host, phase: Phase, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of the MASTER's report section."""
    return tuple(_ruling(host, phase, command, sheet) for command in sheet)


def _ruling(host: Host, phase: Phase, command: Command, sheet: Sheet) -> Ruling:
    faults: tuple[Remark, ...] = (Remark("not-a-report"),)
    if isinstance(command, ReportResult) and host.live is not None:
        faults = (Remark("hosted-board"),)
    elif isinstance(command, ReportResult):
        faults = tuple(_phase_faults(command, phase)) or tuple(_report_faults(host, command))
        if not faults:
            return accept(command, *_report_remarks(host, phase, command))
    elif isinstance(command, GameOver):
        faults = tuple(_ending_faults(host, phase, command))
        if not faults:
            return accept(command, *_ending_remarks(host, phase, command, sheet))
    return Ruling(Verdict.REFUSED, command, faults[0], faults[1:])


def _phase_faults(report: ReportResult, now: Phase) -> Iterator[Remark]:
    try:
        phase = BOARD.parse(report.phase)
    except InputError:
        yield Remark("no-phase", {"phase": report.phase})
        return
    if phase.kind != "M":
        season = "S" if phase.season == "S" else "F"
        yield Remark("no-movement-phase", {"phase": report.phase, "instead": f"{season}{phase.year}"})
    elif BOARD.before(phase, now):
        yield Remark("past-phase", {"phase": report.phase, "now": str(now)})


def _report_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    if not (report.counts or report.owners or report.units or report.unit_counts):
        yield Remark("empty-report")
        return
    strangers = sorted({*named(report), *told_units(report)} - set(host.powers))
    for power in strangers:
        yield Remark("unknown-power", {"power": power, "powers": ", ".join(host.powers)})
    if strangers:
        return
    faults = [*_count_faults(host, report), *_owner_faults(host, report), *unit_faults(host, report)]
    yield from faults
    if not faults and report.phase.startswith("F"):
        yield from _gaps(host, report)


def _count_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    centres = len(host.board.centres)
    total = 0
    for power, count in report.counts:
        if not 0 <= count <= centres:
            yield Remark("impossible-count", {"power": power, "count": count, "centres": centres})
            return
        if count and power in host.eliminated:
            yield Remark("dead-power", {"power": power, "count": count})
        total += count
    if total > centres:
        yield Remark("too-many-centres", {"total": total, "centres": centres})


def _owner_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    held: dict[str, list[str]] = {}
    seen: dict[str, str] = {}
    for place, power in report.owners:
        if place not in host.board.centres:
            yield Remark("no-centre", {"place": place})
        elif place in seen:
            yield Remark("two-owners", {"place": place, "first": seen[place], "second": power})
        else:
            seen[place] = power
            held.setdefault(power, []).append(place)
    for power, places in sorted(held.items()):
        if power in host.eliminated:
            yield Remark("dead-power", {"power": power, "count": len(places)})
    if not report.owners:
        return
    for power, count in report.counts:
        places = held.get(power, [])
        if count != len(places):
            listed = ", ".join(places) or "none"
            yield Remark("counts-disagree", {"power": power, "count": count, "listed": len(places), "places": listed})


def unit_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    """What cannot be of the units a report tells of, by their places or by their number."""
    yield from _placed_faults(host, report)
    yield from _force_faults(host, report)


def _placed_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    seen: dict[str, str] = {}
    for power, kind, place in report.units:
        figures = {"power": power, "kind": kind, "place": place}
        if power in host.eliminated:
            yield Remark("dead-unit", figures)
            continue
        try:
            province = placed_unit(host.board, power, kind, place).province
        except InputError as fault:
            yield Remark("bad-unit", {**figures, "why": str(fault).rstrip(".")})
            continue
        if province in seen:
            yield Remark("two-units", {"place": province, "first": seen[province], "second": power})
        seen.setdefault(province, power)


def _force_faults(host: Host, report: ReportResult) -> Iterator[Remark]:
    """Numbers of units: nobody can have more than the board has centres, nor all together."""
    centres = len(host.board.centres)
    placed = Counter(power for power, _, _ in report.units)
    for power, count in report.unit_counts:
        if not 0 <= count <= centres:
            yield Remark("impossible-units", {"power": power, "count": count, "centres": centres})
            return
        if count and power in host.eliminated:
            yield Remark("dead-units", {"power": power, "count": count})
        elif placed[power] not in (0, count):
            yield Remark("units-disagree", {"power": power, "placed": placed[power], "count": count})
    total = sum(told_units(report).values())
    if total > centres:
        yield Remark("too-many-units", {"total": total, "centres": centres})


def told_units(report: ReportResult) -> dict[str, int]:
    """Power -> units, of those the report tells units of."""
    return dict(sorted({**Counter(power for power, _, _ in report.units), **dict(report.unit_counts)}.items()))


def _gaps(host: Host, report: ReportResult) -> Iterator[Remark]:
    """An autumn report must leave no living power open."""
    if counted(report, host) is not None:
        return
    missing = sorted({*host.living} - {*named(report)})
    total = len(report.owners) or sum(count for _, count in report.counts)
    figures: dict[str, int | str] = {
        "phase": report.phase,
        "missing": f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'}",
        "total": total,
        "centres": len(host.board.centres),
        "example": missing[0],
    }
    yield Remark("power-missing", figures)


def _report_remarks(host: Host, now: Phase, report: ReportResult) -> Iterator[Remark]:
    if report.phase != str(now):
        yield Remark("kept-for-later", {"phase": report.phase, "now": str(now)})
    counts = counted(report, host)
    if not report.phase.startswith("F"):
        yield Remark("spring-report")
    elif counts is not None:
        yield from _count_remarks(host, counts)
    known = counts if counts is not None else host.counts if report.phase == str(now) else {}
    for power, units in told_units(report).items():
        if units > known.get(power, units):
            yield Remark("more-units", {"power": power, "units": units, "count": known[power]})


def _count_remarks(host: Host, counts: dict[str, int]) -> Iterator[Remark]:
    centres = len(host.board.centres)
    if sum(counts.values()) < centres:
        yield Remark("unowned", {"left": centres - sum(counts.values()), "centres": centres})
    for power in host.living:
        if not counts[power]:
            yield Remark("eliminates", {"power": power})
        if counts[power] >= host.board.victory_centres:
            yield Remark("ends-solo", {"power": power, "count": counts[power]})


def _ending_faults(host: Host, phase: Phase, ending: GameOver) -> Iterator[Remark]:
    if ending.how not in ENDINGS:
        yield Remark("no-ending", {"how": ending.how})
        return
    for power in ending.powers:
        if power not in host.powers:
            yield Remark("unknown-power", {"power": power, "powers": ", ".join(host.powers)})
        elif power in host.eliminated:
            yield Remark("dead-winner", {"power": power})
    if ending.how == ABANDONED and ending.powers:
        yield Remark("no-powers-here")
    elif ending.how not in (DRAW, ABANDONED) and len(ending.powers) != 1:
        yield Remark("one-winner", {"how": ending.how, "number": len(ending.powers)})
    elif ending.how == SOLO and phase.season == "S":
        yield Remark("solo-in-spring", {"phase": str(phase), "power": ending.powers[0]})


def _ending_remarks(host: Host, phase: Phase, ending: GameOver, sheet: Sheet) -> Iterator[Remark]:
    report = report_for(host, phase, sheet)
    if report is None and needs_report(host, phase):
        yield Remark("report-wanted", {"phase": str(phase)})
    counts = counted(report, host) if report else None
    if ending.how == SOLO and counts is not None and counts[ending.powers[0]] < host.board.victory_centres:
        power = ending.powers[0]
        victory = host.board.victory_centres
        yield Remark("solo-count", {"power": power, "count": counts[power], "victory": victory})
