"""The votes that end a game (A11, D-10): who has one, and what a confirmation says of it."""

from judge.core.command import Orders
from judge.core.ruling import Reason, Ruling
from judge.games.payola.state import LOST, PayolaState
from judge.kits.host import votes
from judge.kits.host.reports import GameOver
from judge.kits.host.votes import Poll, Vote

REASONS: dict[str, Reason] = {
    **votes.REASONS,
    # remarks
    "vote-means": Reason(
        "D-10",
        "It passes if {voters} all vote for the same before {phase} is resolved; then the offers of {phase} are not "
        "carried out. Nobody is told of it unless it passes.",
    ),
}


def poll_of(state: PayolaState) -> Poll:
    """Unplayed powers have no vote, and those silent for two movements running none until something comes (D-9)."""
    silent = {state.flags[seat] for seat, turns in state.silent.items() if turns >= LOST}
    voters = tuple(power for power in state.survivors if power not in state.dummies and power not in silent)
    return Poll(state.settings.draws, state.settings.concession, state.survivors, voters)


def rule_on_vote(state: PayolaState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    return votes.rule_on_vote(poll_of(state), power, command, state.phase)


def passed(state: PayolaState, orders: Orders) -> GameOver | None:
    """The ending that all have voted for."""
    sheets = {state.flags[seat]: sheet for seat, sheet in orders.items() if seat in state.flags}
    return votes.passed(poll_of(state), sheets)
