"""Settling a field: equations until nothing changes, then, rarely, a backup rule for what hangs in a circle.

1. Decide what nobody disputes. 2. Ask the equations of the rest until none has a new answer. 3. Of what is left take
a smallest set that waits for nothing outside itself: without a convoy it is a ring of moves, and all succeed; with
convoys Szykman's rule makes these fail (DATC 4.A.2). 4. Go on with 2.
"""

from judge.kits.board.assignments import Assignment
from judge.kits.board.equations import (
    convoy_stands,
    move_succeeds,
    one_in_the_way,
    opposed,
    path,
    support_stands,
    waits_for,
)
from judge.kits.board.field import Field, Provinces
from judge.kits.board.grid import mask_of
from judge.kits.board.orderbook import CONVOY, MOVE, SUPPORT

CIRCULAR, SZYKMAN = "circular", "szykman"


def settle(field: Field) -> None:
    """Decide every move, support and convoy of the field."""
    waiting = propagate(field, _disputed(field), set())
    while waiting:
        freed = _apply_backup_rule(field, _closed_circle(field, waiting))
        waiting -= freed
        awake = sorted({other for unit in freed for other in _touched(field, unit, waiting)})
        waiting = propagate(field, awake, waiting.difference(awake))


def _disputed(field: Field) -> list[int]:
    """Decide what needs no equation; return the rest, supports and convoys first, since moves hang on them.

    Supports and convoys nobody attacks stand, and supports attacked by land are cut. A lone move, its way being clear,
    succeeds into an empty province. One unit without support fails against a unit that stays or comes to meet it, and
    several such keep one another out of a province that is empty or held. Into one that is left it follows.
    """
    doing, ids, attackers = field.doing, field.ids, field.attackers
    decided, entered, helped = field.decided, field.entered, field.helpers.keys()
    following: list[int] = []
    disputed = [
        support.province
        for support in field.supports
        if support.province in attackers and not _spared_or_cut(field, support)
    ]
    disputed += [
        convoy.province for convoy in field.convoys if convoy.province in attackers and doing[convoy.province] is convoy
    ]
    for unit in disputed:
        decided[unit] = None
    stranded = {  # those that may not get through; one fleet that nobody attacks is the usual case
        army
        for army, fleets in field.ferried.items()
        if not (len(fleets) == 1 and decided[fleets[0]] and doing[fleets[0]].bridge) and not path(field, army)
    }
    for target, movers in attackers.items():
        unit = movers[0]
        if len(movers) > 1:
            if doing[target].kind != MOVE and helped.isdisjoint(movers) and stranded.isdisjoint(movers):
                _keep_one_another_out(field, target, movers)
                continue
            field.crowded.append(target)
        elif unit not in stranded:
            if target not in ids:
                entered[target] = unit
                continue
            if unit not in helped:
                holder = doing[target]
                if holder.kind != MOVE or (holder.target == unit and opposed(field, unit)):
                    decided[unit] = False
                    field.failed[unit] = one_in_the_way(field, unit, target)
                else:
                    following.append(unit)
                continue
        disputed += movers
    for unit in disputed:
        decided[unit] = None
    if following:
        disputed += _left_behind(field, following)
    field.doubted += disputed
    return disputed


def _left_behind(field: Field, following: list[int]) -> list[int]:
    """Units without help that go where another leaves do as it does. Returns those whose leader is undecided."""
    doing, decided = field.doing, field.decided
    for unit in following:
        decided[unit] = None
    behind: list[int] = []
    for unit in following:
        target = doing[unit].target
        leaves = decided[target]
        if leaves is None:
            behind.append(unit)
            continue
        decided[unit] = leaves
        if leaves:
            field.entered[target] = unit
        else:
            field.failed[unit] = one_in_the_way(field, unit, target)
    return behind


def _spared_or_cut(field: Field, helper: Assignment) -> bool:
    """Whether an attacked support was given in vain, or is lost at once, to an attack that comes by land."""
    doing, unit = field.doing, helper.province
    if doing[unit] is not helper:
        return True
    by = 0
    for attacker in field.attackers[unit]:
        if attacker in field.ferried:
            return False  # whether it arrives, and is to be named as well, is not known yet
        if attacker != helper.target and doing[attacker].power != helper.power:
            by |= 1 << attacker
    if by:
        field.decided[unit] = False
        field.failed[unit] = field.tables.verdicts.cut[by]
    return by != 0


def _keep_one_another_out(field: Field, target: int, movers: Provinces) -> None:
    """Nobody is stronger than anybody else, nor than who stays in the target, so nobody gets in."""
    bounced, bit = field.tables.verdicts.bounced, field.tables.bit
    in_the_way = mask_of(movers)
    if target in field.ids:
        in_the_way |= bit[target]
    else:
        field.contested.append(target)
    for unit in movers:
        field.decided[unit] = False
        field.failed[unit] = bounced[in_the_way ^ bit[unit]]


def propagate(field: Field, queue: list[int], waiting: set[int]) -> set[int]:
    """Ask the equations of all in `queue`, and again whenever something they may turn on is decided. Returns the
    units still undecided; `waiting` are those known to be so."""
    decided, doing = field.decided, field.doing
    for unit in queue:  # grows while it is read
        if decided[unit] is None:
            kind = doing[unit].kind
            if kind == MOVE:
                decision = move_succeeds(field, unit)
            else:
                decision = support_stands(field, unit) if kind == SUPPORT else convoy_stands(field, unit)
            if decision is None:
                waiting.add(unit)
            else:
                decided[unit] = decision
                if waiting:
                    awake = _touched(field, unit, waiting)
                    waiting.difference_update(awake)
                    queue += awake
    return waiting


def _touched(field: Field, unit: int, waiting: set[int]) -> list[int]:
    """Those of `waiting` whose equation a decision of `unit` may change. A decision matters only to units that aim at
    the province it is made in or aimed at, and to the unit standing in the latter."""
    doing = field.doing
    aim = doing[unit].target
    return [other for other in waiting if other == aim or doing[other].target in (aim, unit)]


def _closed_circle(field: Field, waiting: set[int]) -> list[int]:
    """Decisions that wait for one another and for nothing else: what is reached from one of them along the arrows
    "waits for", once all that is reached leads back to it."""
    ahead = {unit: waits_for(field, unit) for unit in waiting}
    start = min(waiting)
    while True:
        circle = _reached(ahead, start)
        astray = circle - _leading_to(ahead, start, circle)
        if not astray:
            return sorted(circle)
        start = min(astray)


def _reached(ahead: dict[int, set[int]], start: int) -> set[int]:
    """All that is reached from `start` along the arrows, itself included."""
    found, frontier = {start}, ahead[start]
    while frontier:
        found |= frontier
        frontier = set().union(*[ahead[unit] for unit in frontier]) - found
    return found


def _leading_to(ahead: dict[int, set[int]], start: int, units: set[int]) -> set[int]:
    """Those of `units` from which `start` is reached, itself included."""
    found, left = {start}, units - {start}
    while True:
        new = {unit for unit in left if not found.isdisjoint(ahead[unit])}
        if not new:
            return found
        found |= new
        left -= new


def _apply_backup_rule(field: Field, circle: list[int]) -> set[int]:
    """Decide the convoys of the circle (they fail), or, if it has none, its moves (they succeed). Returns them."""
    convoys = {unit for unit in circle if field.doing[unit].kind == CONVOY}
    if convoys:
        field.paradox |= convoys
        field.backup_rules.append(SZYKMAN)
        settled, succeed = convoys, False
    else:
        field.backup_rules.append(CIRCULAR)
        settled, succeed = {unit for unit in circle if field.doing[unit].kind == MOVE}, True
    for unit in settled:
        field.decided[unit] = succeed
    return settled
