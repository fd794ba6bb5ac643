"""What a seat may be shown of the board beside a game: a power's own units and orders, the master's report."""

from __future__ import annotations

from typing import Any

from judge.core.command import Sheet
from judge.core.phase import Phase
from judge.kits.board import allowances, open_sites, province_of
from judge.kits.host.advance import counted, report_for
from judge.kits.host.hosted import position_of
from judge.kits.host.reports import GameOver, ReportResult
from judge.kits.host.state import Host


def own_units(host: Host, phase: Phase, power: str) -> dict[str, Any]:
    """A power's units, those that must retreat with their choices, and its builds (positive) or removals due."""
    position = position_of(host)
    waiting = [gone for gone in position.dislodged.values() if gone.unit.power == power]
    winter = phase.kind == "A"
    return {
        "units": [unit.text for unit in position.units_of(power)],
        "retreats": {gone.unit.text: list(gone.may_retreat_to) for gone in sorted(waiting, key=lambda g: g.unit.text)},
        "due": allowances(position).get(power, 0) if winter else 0,
        "sites": list(open_sites(host.board, position, power)) if winter else [],
    }


def order_forecast(host: Host, phase: Phase, power: str, sheet: Sheet) -> dict[str, Any]:
    """A power's orders as they stand, and its units without any: those hold, are disbanded, or nothing is built."""
    own = own_units(host, phase, power)
    ordered = {command.key() for command in sheet}
    missing = []
    if phase.kind != "A":
        named = own["units"] if phase.kind == "M" else list(own["retreats"])
        missing = [unit for unit in named if province_of(unit[2:]) not in ordered]
    lines = [{"text": command.canonical()} for command in sheet]
    return {"phase": str(phase), "power": power, "lines": lines, "missing": missing, **own}


def report_forecast(host: Host, phase: Phase, sheet: Sheet, needed: bool) -> dict[str, Any]:
    """What the master's sheet says of the present phase. `needed`: the phase cannot be resolved without a report."""
    report = report_for(host, phase, sheet)
    counts = counted(report, host) if report else None
    over = next((command for command in sheet if isinstance(command, GameOver)), None)
    dead = [power for power in host.living if counts is not None and phase.season == "F" and not counts[power]]
    return {
        "phase": str(phase),
        "lines": [command.canonical() for command in sheet],
        "counts": counts or {},
        "before": dict(sorted(host.counts.items())),
        "eliminated": dead,
        "waiting": report is None and needed,
        "kept": sorted(
            command.phase for command in sheet if isinstance(command, ReportResult) and command.phase != str(phase)
        ),
        "ends": over.canonical().removeprefix("END ") if over else "",
    }
