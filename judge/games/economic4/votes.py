"""The votes that end a game (D-10): who has one, and what a confirmation says of it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.command import Sheet
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.games.economic4.state import LOST, EconomyState
from judge.kits.host import GameOver, votes
from judge.kits.host.votes import ConcedeVote, DrawVote, Poll, Vote, refusal

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
    """A power in civil disorder, silent for two movements running, has no vote (D-9)."""
    voters = tuple(power for power in state.living if state.silent.get(power, 0) < LOST)
    return Poll(state.settings.draws, state.settings.concession, state.living, voters)


def check_votes(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a vote."""
    return tuple(_vote(state, power, command) if isinstance(command, Vote) else refuse(command, "not-an-order")
                 for command in lines)  # fmt: skip


def _vote(state: EconomyState, power: str, command: Vote) -> Ruling:
    poll = poll_of(state)
    refused = refusal(poll, power, command)
    if refused is not None:
        return refused
    if isinstance(command, DrawVote):
        return accept(command, _means(state, poll.voters))
    if isinstance(command, ConcedeVote):
        return accept(command, _means(state, poll.others(command.power)))
    return accept(command)


def _means(state: EconomyState, needed: tuple[str, ...]) -> Remark:
    names = ", ".join(power.title() for power in needed)
    return Remark("vote-means", {"voters": names, "phase": str(state.phase)})


def passed(state: EconomyState, sheets: Mapping[str, Sheet]) -> GameOver | None:
    """The ending that all have voted for; `sheets` by power."""
    return votes.passed(poll_of(state), sheets)
