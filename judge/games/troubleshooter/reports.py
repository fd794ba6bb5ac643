"""What this game asks of a master's report: every season, with owners and units (T-14); why it refuses what."""

from collections.abc import Iterator, Mapping

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.ruling import Reason, Remark, Ruling, Verdict, accept, recited
from judge.core.tables import reasons
from judge.games.troubleshooter.commands import WinterUnits
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host.legal import REASONS as BOARD_REASONS
from judge.kits.host.reported import check_sheet, report_for, told_units, unit_faults
from judge.kits.host.reports import ReportResult
from judge.kits.market.tables import REASONS as MARKET_REASONS


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


_OWN: dict[str, Reason] = reasons(
    """
# refused: orders to the TS
wrong-start (T-3) Your TS is in {here}, not in {start}. {instead}
unknown-place (T-3) {place} is no place on this map.
no-border (T-3) {one} and {other} do not touch, neither by land nor by sea. {instead}
too-dear (T-4) The route costs {percent} % of his cash, and no journey may cost 100 % or more. {instead}
bound (T-6) Your TS is bound in {here} until the winter adjustments of {year} are over: his money is lent to {power}'s
    units. He can leave in Spring {next}.
barred (T-7) Your TS is barred from {power} until {year}, so he may not end a move in its home centre {goal}. He may
    pass through it.
no-route (T-3) {instead}
cheapest-asked (T-3) The cheapest route to {goal} is {order}, {percent} %.
cheapest (T-3) This is the cheapest route to {goal}, {percent} %.
second-order (T-3) The sheet has {other} already, and the TS makes one journey a season. Which is meant? Send one of
    them.
hat-on-ts (T-3) The TS is your own and not {hat}'s. Write his order after AS SELF.
not-for-a-player (T-14) Orders to units are given by the players of the board game.
# remarks beside an accepted order
no-units (T-5) {power} has no unit on the board now. If it stays so, he lends nothing and is not bound.
taken-home (T-5) {goal} is a home centre of {power} in other hands: he changes no money and lends nothing there.
dead-money (T-10) His {many} are worth nothing: {power} was eliminated.
# the master's report
owners-wanted (T-14) An autumn's result must say who owns every centre: the report has no OWNERS. Whether a TS may lend,
    and what loans repay, hangs on it.
units-wanted (T-14) Each season's result must say where the units stand, or how many each power has: the report has no
    UNITS. Loans are shared out among them.
not-this-winter (T-14) {phase} cannot be reported while the game stands at {now}: the units that a winter left are told
    in the spring after it, once the autumn is resolved.
winter-without-units (T-14) RESULT {phase} tells what the winter left of the units: it has no UNITS.
winter-units-only (T-14) Of a winter only the units are taken: owners came with the autumn's report.
too-many-for-winter (T-14) {power} cannot have {units} units after the winter: it has {count} centres by the autumn's
    report.
power-without-units (T-14) {powers} without a unit in this report: nobody can lend there this season.
power-lost-units (T-14) {powers} without a unit after the winter: where loans can be made in spring, its own report
    decides.
spring-report (T-14) The season's loans are shared among the units of this report. It changes no price, and centres are
    counted in autumn.
spring-owners (T-5) {places} changed hands in this spring's list. Ownership is counted in winter, so it changes nothing
    yet.
"""
)

_OF_A_REPORT = {"B-5": "T-11", "B-6": "T-11", "B-8": "T-14", "B-9": "T-14", "M-10": "T-9"}
REASONS: Mapping[str, Reason] = {
    **recited(MARKET_REASONS, {"B-1": "T-12", "M-7": "T-12"}),
    **recited(BOARD_REASONS, _OF_A_REPORT),
    **_OWN,
}
