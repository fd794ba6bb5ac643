"""Example lines for a player's letters: each could be sent as it stands."""

from __future__ import annotations

from judge.games.economic4.report import could_build
from judge.games.economic4.state import EconomyState
from judge.kits.host.samples import moves, retreats

LENT = 2


def samples(state: EconomyState, power: str) -> tuple[str, ...]:
    """Orders to his units, builds that he can pay for or a removal where he cannot pay, and one transfer."""
    if power not in state.living:
        return ()
    board, position = state.board, state.position
    if state.phase.kind == "R":
        return retreats(position, power)
    own = moves(board, position, power) if state.phase.kind == "M" else _builds(state, power)
    other = next((name for name in state.living if name != power), "")
    if not other:
        return own
    credits = state.treasury(power)
    if state.phase.kind == "A" and (could := could_build(state, power)).short:
        return (f"REMOVE {could.goes[0]}", f"RECEIVE {could.short} FROM {other} (LOAN)")
    transfer = f"LOAN {min(LENT, credits)} TO {other}" if credits else f"RECEIVE {LENT} FROM {other} (LOAN)"
    return (*own, transfer)


def _builds(state: EconomyState, power: str) -> tuple[str, ...]:
    """As much as is left when all that stands has been paid (E-4, E-6)."""
    could, provinces = could_build(state, power), state.board.provinces
    for kind, count in (("A", could.armies), ("F", could.fleets)):
        fit = [
            p for p in could.sites if (provinces[p].build == "any" if kind == "A" else provinces[p].terrain == "coast")
        ]
        if count and fit:
            return (f"BUILD {kind} {fit[0]}",)
    return ()
