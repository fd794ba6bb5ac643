"""The votes that end a game (A11, D-10): who has one, and what a confirmation says of it."""

from __future__ import annotations

from judge.core.command import Orders
from judge.core.ruling import Reason, Remark, Ruling, accept
from judge.games.payola.state import LOST, PayolaState
from judge.kits.host import GameOver, votes
from judge.kits.host.votes import ConcedeVote, DrawVote, Poll, Vote, refusal

REASONS: dict[str, Reason] = {
    **votes.REASONS,
    "all-or-none": Reason("D-10", "In this game a draw includes all survivors: {survivors}. Write DRAW without names."),
    "vote-of-the-dead": Reason("D-10", "{power} is eliminated. Survivors are {survivors}."),
    "concede-self": Reason("D-10", "A power cannot concede to itself. DRAW votes for a draw."),
    # remarks
    "vote-means": Reason(
        "D-10",
        "It passes if {voters} all vote for the same before {phase} is resolved; then the offers of {phase} are not "
        "carried out. Nobody is told of it unless it passes.",
    ),
}


def poll_of(state: PayolaState) -> Poll:
    """Unplayed powers, and those silent for two movements running, have no vote (D-9)."""
    silent = {state.flags[seat] for seat, turns in state.silent.items() if turns >= LOST}
    voters = tuple(power for power in state.survivors if power not in state.dummies and power not in silent)
    return Poll(state.settings.draws, state.settings.concession, state.survivors, voters)


def rule_on_vote(state: PayolaState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    poll = poll_of(state)
    refused = refusal(poll, power, command)
    if refused is not None:
        return refused
    if isinstance(command, DrawVote):
        return accept(command, _means(state, poll.voters))
    if isinstance(command, ConcedeVote):
        return accept(command, _means(state, poll.others(command.power)))
    return accept(command)


def _means(state: PayolaState, needed: tuple[str, ...]) -> Remark:
    names = ", ".join(power.title() for power in needed)
    return Remark("vote-means", {"voters": names, "phase": str(state.phase)})


def passed(state: PayolaState, orders: Orders) -> GameOver | None:
    """The ending that all have voted for."""
    sheets = {state.flags[seat]: sheet for seat, sheet in orders.items() if seat in state.flags}
    return votes.passed(poll_of(state), sheets)
