"""Example lines for a player's letters: each could be sent as it stands."""

from __future__ import annotations

from judge.games.payola.offers import may_bribe
from judge.games.payola.state import PayolaState
from judge.kits.board import province_of
from judge.kits.bribes.rules import Language
from judge.kits.host import position_of
from judge.kits.host.samples import moves, order_samples

OFFERED, SAVED = 5, 25


def samples(state: PayolaState, power: str) -> tuple[str, ...]:
    """Offers for his own units and, where the game knows it, money kept back; orders in retreats and winter."""
    if state.phase.kind != "M":
        return order_samples(state.host, state.phase, power)
    rules, balance = state.settings.bribes, state.balance(power)
    own = moves(state.host.board, position_of(state.host), power)
    if rules.dummies_only:
        return own
    if not may_bribe(state, power):
        return ()
    each = min(OFFERED, balance // (len(own) + 1))
    told = [f"{each} : {order}" for order in own]
    if own and rules.language is Language.FULL:
        told[-1] = _either(state, power, each) or told[-1]
    left = balance - each * len(own)
    if left > 0 and rules.savings and rules.language is not Language.CLASSIC:
        told.append(f"{min(SAVED, left)} $")
    return tuple(told)


def _either(state: PayolaState, power: str, amount: int) -> str:
    """An offer for either of two moves of his last unit (A5)."""
    board, position = state.host.board, position_of(state.host)
    unit = position.units_of(power)[-1]
    held = {other.province for other in position.units.values()}
    goals = [place for place in board.neighbours(unit.type, unit.location) if province_of(place) not in held]
    return f"{amount} ! {unit.text} - {goals[0]} | - {goals[1]}" if len(goals) > 1 else ""
