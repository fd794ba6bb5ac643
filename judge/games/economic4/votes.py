"""The votes that end a game (D-10): who has one, and what a confirmation says of it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.command import Sheet
from judge.core.ruling import Reason, Ruling, refuse
from judge.games.economic4.state import LOST, EconomyState
from judge.kits.host import GameOver, votes
from judge.kits.host.votes import Poll, Vote, rule_on_vote

REASONS: dict[str, Reason] = {
    **votes.REASONS,
    # remarks
    "vote-means": Reason(
        "D-10",
        "It passes if {voters} all vote for the same before {phase} is resolved; then nothing else of {phase} is "
        "carried out. Nobody is told of it unless it passes.",
    ),
}


def poll_of(state: EconomyState) -> Poll:
    """A power in civil disorder, silent for two movements running, has no vote until something comes from it (D-9)."""
    voters = tuple(power for power in state.living if state.silent.get(power, 0) < LOST)
    return Poll(state.settings.draws, state.settings.concession, state.living, voters)


def check_votes(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a vote."""
    poll = poll_of(state)
    return tuple(
        rule_on_vote(poll, power, command, state.phase)
        if isinstance(command, Vote)
        else refuse(command, "not-an-order")
        for command in lines
    )


def passed(state: EconomyState, sheets: Mapping[str, Sheet]) -> GameOver | None:
    """The ending that all have voted for; `sheets` by power."""
    return votes.passed(poll_of(state), sheets)
