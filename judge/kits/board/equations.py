"""The decision equations (DATC 5.B) over partial information: each answers True, False, or None for "not known yet".

Strengths are pairs (sure, most): what is certain already, and what it may still become. An equation answers as soon
as both ends agree. Each move is judged by itself; nobody ever "wins" a province.
"""

from judge.kits.board.field import Field
from judge.kits.board.orderbook import MOVE, SUPPORT
from judge.kits.board.verdicts import MoveVerdict

Strength = tuple[int, int]
NONE: Strength = (0, 0)
ALONE: Strength = (1, 1)


def backed(field: Field, unit: int, excluding: str | None = None) -> Strength:
    """One for the unit itself and one for each support of it, leaving out supports given by the power `excluding`."""
    if unit not in field.helpers:
        return ALONE
    decided, doing = field.decided, field.doing
    sure = most = 1
    for helper in field.helpers[unit]:
        stands = decided[helper]
        if stands is not False and doing[helper].power != excluding:
            most += 1
            if stands:
                sure += 1
    return sure, most


def path(field: Field, unit: int) -> bool | None:
    """Whether the unit gets through: always by land; by convoy if a chain of its carriers stands (4.A.1)."""
    if unit in field.through:
        return field.through[unit]
    if unit not in field.ferried:
        return True
    carriers, decided, doing, bit = field.ferried[unit], field.decided, field.doing, field.tables.bit
    standing = afloat = 0
    for fleet in carriers:
        stands = decided[fleet]
        if stands is not False:
            if stands:
                if doing[fleet].bridge:  # most convoys are of one fleet
                    field.through[unit] = True
                    return True
                standing |= bit[fleet]
            afloat |= bit[fleet]
    target, can_ferry = doing[unit].target, field.tables.can_ferry
    if not afloat or not can_ferry(unit, target, afloat):
        field.through[unit] = False
    elif standing == afloat or (standing and can_ferry(unit, target, standing)):
        field.through[unit] = True
    else:
        return None
    return field.through[unit]


def opposed(field: Field, unit: int) -> bool:
    """Whether the unit is head to head: it and the unit in its target go for each other's province, both by land."""
    target = field.doing[unit].target
    if field.doing[target].target != unit or field.doing[target].kind != MOVE:
        return False
    return unit not in field.ferried and target not in field.ferried


def clash(field: Field, unit: int) -> tuple[Strength, Strength]:
    """ATTACK of the unit, its convoy's path apart, and what it must beat: HOLD of the target, or DEFEND of the
    opponent head to head.

    All supports count against an empty target or one that is left; otherwise nothing against one's own unit, and no
    help from the power attacked.
    """
    mover = field.doing[unit]
    target = mover.target
    if target in field.ids:
        free = vacated(field, unit)
        if not free:
            holder = field.doing[target]
            stays = NONE if holder.power == mover.power else backed(field, unit, holder.power)
            if free is None:
                return (stays[0], backed(field, unit)[1]), (0, 1)
            helped = holder.kind != MOVE or opposed(field, unit)
            return stays, backed(field, target) if helped else ALONE
    return backed(field, unit), NONE


def prevention(field: Field, unit: int) -> Strength:
    """PREVENT: what the unit holds against others with the same target; nothing without a path, nothing once beaten
    head to head."""
    if unit in field.ferried:
        through = path(field, unit)
        if not through:
            return NONE if through is False else (0, backed(field, unit)[1])
    elif opposed(field, unit):
        beaten = field.decided[field.doing[unit].target]
        if beaten is not False:
            return NONE if beaten else (0, backed(field, unit)[1])
    return backed(field, unit)


def move_succeeds(field: Field, unit: int) -> bool | None:
    """MOVE: there is a path, ATTACK beats the target's resistance and the PREVENT of every other move to it."""
    through = path(field, unit) if unit in field.ferried else True
    if through is False:
        return False
    target = field.doing[unit].target
    if unit in field.helpers:
        (sure, most), (least_against, most_against) = clash(field, unit)
        if most <= least_against:
            return False
    else:  # one without help: it gets in where nobody resists, or not at all
        free = vacated(field, unit) if target in field.ids else True
        if free is False:
            return False
        sure, most, most_against = (1 if free else 0), 1, 0
    rivals = field.attackers[target]
    if len(rivals) > 1:
        for rival in rivals:
            if rival != unit:
                least, highest = prevention(field, rival)
                if most <= least:
                    return False
                if highest > most_against:
                    most_against = highest
    return True if through and sure > most_against else None


def vacated(field: Field, unit: int) -> bool | None:
    """Whether nobody resists in the unit's target: it is empty, or its unit leaves without meeting this one."""
    target = field.doing[unit].target
    if target not in field.ids:
        return True
    holder = field.doing[target]
    if holder.kind != MOVE or (holder.target == unit and opposed(field, unit)):
        return False
    return field.decided[target]


def support_stands(field: Field, unit: int) -> bool | None:
    """SUPPORT falls if another power's unit with a path attacks the supporter from anywhere but the province the
    support is aimed at, or if any unit moves in."""
    answer: bool | None = True
    doing, ferried = field.doing, field.ferried
    supporter = doing[unit]
    for attacker in field.attackers[unit]:
        if doing[attacker].power == supporter.power:
            continue
        if attacker == supporter.target:
            cuts = field.decided[attacker]
        else:
            cuts = path(field, attacker) if attacker in ferried else True
        if cuts:
            return False
        if cuts is None:
            answer = None
    return answer


def convoy_stands(field: Field, unit: int) -> bool | None:
    """CONVOY falls only if the fleet is dislodged."""
    answer: bool | None = True
    for attacker in field.attackers[unit]:
        arrives = field.decided[attacker]
        if arrives:
            return False
        if arrives is None:
            answer = None
    return answer


def one_in_the_way(field: Field, unit: int, target: int) -> MoveVerdict:
    """The verdict on a move stopped by the unit in its target alone."""
    pool, doing = field.tables.verdicts, field.doing
    return (pool.stopped_by_own if doing[target].power == doing[unit].power else pool.bounced_off)[target]


def waits_for(field: Field, unit: int) -> set[int]:
    """The undecided decisions the unit's own equation turns on. Rivals too weak to matter are left out, so that a
    backup rule touches only what truly hangs together."""
    doing, decided = field.doing, field.decided
    mine = doing[unit]
    inputs: list[int] = []
    if mine.kind == MOVE:
        _add_inputs_of_move(field, unit, inputs)
    else:
        for attacker in field.attackers.get(unit, ()):  # foreign ones, and those that carry them to a support
            if doing[attacker].power != mine.power:
                inputs.append(attacker)
                if mine.kind == SUPPORT and attacker != mine.target:
                    inputs += field.ferried.get(attacker, ())
    return {other for other in inputs if decided[other] is None}


def _add_inputs_of_move(field: Field, unit: int, inputs: list[int]) -> None:
    target = field.doing[unit].target
    _add_backers(field, unit, inputs)
    if target in field.ids:
        if field.doing[target].kind == MOVE and not opposed(field, unit):
            inputs.append(target)
        else:
            inputs += field.helpers.get(target, ())
    rivals = field.attackers[target]
    if len(rivals) > 1:
        sure, most = clash(field, unit)[0]
        for rival in rivals:
            least, highest = prevention(field, rival)
            if rival != unit and sure <= highest and least < most:
                _add_backers(field, rival, inputs)
                if opposed(field, rival):
                    inputs.append(target)


def _add_backers(field: Field, unit: int, inputs: list[int]) -> None:
    """Supporters and carriers of a unit."""
    inputs += field.helpers.get(unit, ())
    inputs += field.ferried.get(unit, ())
