"""Payola: pay one's own units for what they should do, and a bribe where a foreign one stands in the way."""

from judge.extras.robots import board
from judge.extras.robots.plays import View
from judge.games.payola.shown import PayolaShown, PurseShown
from judge.kits.board.geography import province_of
from judge.kits.board.standard import standard_map

PRACTICE = {"robots": "6"}
ENDING = ""


def write(view: View[PayolaShown, PurseShown]) -> str:
    """Offers in the movement phases, plain orders in the others."""
    if view.kind != "M":
        return "\n".join(board.orders(view, standard_map(), view.power))
    ground = board.field_of(view, standard_map(), view.power)
    own = board.moves(ground)
    share = max(0, view.private.balance * 2 // 3)
    moving = [line for line in own if not line.endswith(" H")]
    each = min(6, share // max(1, len(moving)))
    lines = [f"{each if line in moving else min(1, each)} : {line}" for line in own]
    spent = each * len(moving) + min(1, each) * (len(own) - len(moving))
    return "\n".join([*lines, *_bribes(view, ground, share - spent), *board.peace(view)])


def _bribes(view: View[PayolaShown, PurseShown], ground: board.Field, left: int) -> list[str]:
    """The guard of a prize beside ours is paid to walk out: the dearest neighbour first, two bribes at most."""
    found = []
    for unit in ground.units:
        if unit.power == view.power or not ground.wanted(unit.province):
            continue
        if not any(ground.reach(own, unit.province) for own in ground.own):
            continue
        ways = [
            place
            for place in sorted(ground.board.neighbours(unit.type, unit.location))
            if ground.standing(province_of(place)) is None and not ground.wanted(province_of(place))
        ]
        if ways:
            found.append((view.chance(f"bribe {unit.text}", 1000), unit, ways[0]))
    lines = []
    for _, unit, way in sorted(found)[:2]:
        if left >= 4:
            lines.append(f"4 : {unit.text} - {way}")
            left -= 4
    return lines
