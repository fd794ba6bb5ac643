"""A phase of a board that is played here: movement, retreats, adjustments, and the count of autumn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from judge.core.command import Sheet
from judge.core.phase import Phase
from judge.kits.board import (
    AdjustmentResult,
    Arrival,
    Position,
    RetreatResult,
    adjust_reason,
    allowances,
    capture_records,
    movement_arrivals,
    open_sites,
    owners_after,
    reason,
    resolve_adjustments,
    resolve_movement,
    resolve_retreats,
    retreat_arrivals,
    retreat_reason,
)
from judge.kits.board.resolve import MovementResult
from judge.kits.host.advance import Season, following, solo
from judge.kits.host.live import LiveBoard
from judge.kits.host.orders import UnitOrder
from judge.kits.host.reports import GameOver
from judge.kits.host.state import BoardChange, Host

PowerOrders = Mapping[str, Iterable[str]]
Row = dict[str, Any]


def texts(sheets: Mapping[str, Sheet]) -> dict[str, list[str]]:
    """Power -> its orders in canonical notation, out of the sheets by power."""
    return {
        power: [command.text for command in sheet if isinstance(command, UnitOrder)]
        for power, sheet in sorted(sheets.items())
    }


def hosted_season(host: Host, phase: Phase, orders: PowerOrders, master: Sheet = ()) -> Season:
    """One phase of the hosted board. `orders` by power; a master's END waits for the count in autumn (B-6)."""
    over = next((command for command in master if isinstance(command, GameOver)), host.over)
    host = replace(host, over=over)
    if phase.kind == "R":
        return _retreats(host, phase, orders)
    if phase.kind == "A":
        return _adjustments(host, phase, orders)
    return _movement(host, phase, orders)


def duties(host: Host, phase: Phase) -> tuple[str, ...]:
    """The powers that have something to order in this phase, sorted."""
    position = position_of(host)
    if phase.kind == "R":
        return tuple(sorted({gone.unit.power for gone in position.dislodged.values() if gone.may_retreat_to}))
    if phase.kind == "A":
        return tuple(power for power in host.powers if _must_decide(host, position, power))
    return tuple(power for power in host.powers if position.units_of(power))


def position_of(host: Host) -> Position:
    assert host.live is not None, "only a hosted board has a position"
    return host.live.position(host.owners)


# ---- the three kinds of phases ------------------------------------------------------------------------------------


def _movement(host: Host, phase: Phase, orders: PowerOrders) -> Season:
    before = position_of(host)
    result = resolve_movement(host.board, before, orders)
    earlier = {} if phase.season == "S" else _arrivals(host)
    arrivals = earlier | movement_arrivals(before, result, _season(phase))
    told = {"kind": "movement", "orders": _moves_told(before, result, orders), "dislodged": _dislodged_told(result)}
    after = _placed(host, result.position, arrivals)
    if duties(after, replace(phase, kind="R")):
        return Season(after, _change(host, after, phase), replace(phase, kind="R"), told)
    return _close(host, _retreated(after, phase, {})[0], phase, told)


def _retreats(host: Host, phase: Phase, orders: PowerOrders) -> Season:
    after, result = _retreated(host, phase, orders)
    rows = [
        {
            "power": fate.unit.power,
            "unit": fate.unit.text,
            "order": f"{fate.unit.text} R {fate.to}" if fate.to else f"{fate.unit.text} D",
            "result": fate.result,
            "reason": retreat_reason(fate),
        }
        for _, fate in sorted(result.verdicts.items())
    ]
    return _close(host, after, phase, {"kind": "retreats", "orders": rows})


def _adjustments(host: Host, phase: Phase, orders: PowerOrders) -> Season:
    after, result = _adjusted(host, orders)
    change = _change(host, after, phase, over=host.over)
    told = {"kind": "adjustments", "orders": _winter_told(result)}
    return Season(after, change, following(replace(phase, season="F")), told)


def _retreated(host: Host, phase: Phase, orders: PowerOrders) -> tuple[Host, RetreatResult]:
    before = position_of(host)
    result = resolve_retreats(before, orders)
    arrivals = _arrivals(host) | retreat_arrivals(before, result, _season(phase))
    return _placed(host, result.position, arrivals), result


def _adjusted(host: Host, orders: PowerOrders) -> tuple[Host, AdjustmentResult]:
    result = resolve_adjustments(host.board, position_of(host), orders)
    return _placed(host, result.position, {}), result


# ---- the end of a season ------------------------------------------------------------------------------------------


def _close(before: Host, host: Host, phase: Phase, told: Mapping[str, Any]) -> Season:
    """Retreats are done or were not needed: a spring is over, an autumn is counted."""
    if phase.season == "S":
        change = _change(before, host, phase, over=host.over)
        return Season(host, change, following(phase), told)
    counted, captures = _count(host, phase.year)
    over = counted.over or solo(dict(counted.counts), counted.board.victory_centres)
    dead = tuple(power for power in counted.living if not counted.counts[power])
    counted = replace(counted, eliminated=tuple(sorted((*counted.eliminated, *dead))))
    change = _change(before, counted, phase, official=True, dead=dead, over=over)
    told = {**told, "captures": captures}
    winter = Phase(phase.year, "W", "A")
    if not duties(counted, winter):
        return Season(_adjusted(counted, {})[0], change, following(phase), told)
    return Season(counted, change, winter, told)


def _count(host: Host, year: int) -> tuple[Host, list[Row]]:
    """The winter count: captures are written, centres counted (D-13)."""
    position = position_of(host)
    captures = capture_records(host.board, position, year, _arrivals(host))
    owners = owners_after(position, captures)
    counts = {power: list(owners.values()).count(power) for power in host.powers}
    rows = [
        {"centre": c.centre, "loser": c.loser, "captor": c.captor, "way": c.arrival.way, "season": c.arrival.season}
        for c in captures
    ]
    return replace(host, owners=owners, counts=counts), rows


def _must_decide(host: Host, position: Position, power: str) -> bool:
    """Whether a power has a choice this winter: a site to build in, or more units than it must remove."""
    due = allowances(position).get(power, 0)
    if due > 0:
        return bool(open_sites(host.board, position, power))
    return 0 < -due < len(position.units_of(power))


def _arrivals(host: Host) -> dict[int, Arrival]:
    """The year's log so far: how each unit came to where it stands (D-13)."""
    return dict(host.live.arrivals) if host.live else {}


def _season(phase: Phase) -> Literal["spring", "autumn"]:
    return "spring" if phase.season == "S" else "autumn"


def _placed(host: Host, position: Position, arrivals: Mapping[int, Arrival]) -> Host:
    live = LiveBoard.of(position, arrivals)
    return replace(host, live=live, units=live.placed())


def _change(
    before: Host,
    after: Host,
    phase: Phase,
    official: bool = False,
    dead: tuple[str, ...] = (),
    over: GameOver | None = None,
) -> BoardChange:
    counts, owners = dict(after.counts), dict(after.owners)
    return BoardChange(str(phase), official, True, before.counts, counts, owners, after.units, dead, over)


# ---- what is told -------------------------------------------------------------------------------------------------


def _moves_told(before: Position, result: MovementResult, orders: PowerOrders) -> list[Row]:
    written = {(power, order_province(text)): text for power, given in orders.items() for text in given}
    gone = {d.unit.province: d for d in result.dislodged}
    rows = []
    for unit in sorted(before.units.values()):
        verdict = result.verdicts[unit.province]
        rows.append(
            {
                "power": unit.power,
                "unit": unit.text,
                "order": written.get((unit.power, unit.province), f"{unit.text} H"),
                "result": verdict.result.value,
                "dislodged": unit.province in gone,
                "reason": reason(verdict, before, gone.get(unit.province)),
            }
        )
    return rows


def order_province(text: str) -> str:
    return UnitOrder(text=text).key()


def _dislodged_told(result: MovementResult) -> list[Row]:
    return [
        {"power": d.unit.power, "unit": d.unit.text, "by": d.by, "may_retreat_to": list(d.may_retreat_to)}
        for d in result.dislodged
    ]


def _winter_told(result: AdjustmentResult) -> list[Row]:
    rows = [
        {"power": v.power, "unit": v.unit.text if v.unit else "", "order": v.text, "result": v.result,
         "reason": adjust_reason(v.why)}
        for v in result.verdicts
    ]  # fmt: skip
    rows += [
        {"power": unit.power, "unit": unit.text, "order": f"REMOVE {unit.text}", "result": "removes",
         "reason": "removed by the civil disorder rule"}
        for _, unit in sorted(result.civil_disorder.items())
    ]  # fmt: skip
    return rows
