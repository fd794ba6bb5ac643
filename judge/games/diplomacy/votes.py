"""The votes that end a game (D-10): who has one, and what a confirmation says of it."""

from judge.core.command import Orders
from judge.core.ruling import Reason, Remark, Ruling, accept
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.host import votes
from judge.kits.host.reports import GameOver
from judge.kits.host.votes import ConcedeVote, DrawVote, Poll, Vote, refusal

REASONS: dict[str, Reason] = {
    **votes.REASONS,
    # remarks
    "draw-means": Reason(
        "D-10",
        "A vote for a draw of {powers}. It passes if every survivor ({survivors}) votes for the same before {phase} is "
        "resolved; then the orders of {phase} are not carried out. Nobody is told of it unless it passes.",
    ),
    "draw-without-you": Reason("D-10", "{power} itself is not among those who would share this draw."),
    "concede-means": Reason(
        "D-10",
        "It passes if all others ({others}) concede to {power} before {phase} is resolved; then the orders of {phase} "
        "are not carried out. Nobody is told of it unless it passes.",
    ),
}


def poll_of(state: DiplomacyState) -> Poll:
    """A power in civil disorder has no vote until something comes from it (D-9)."""
    voters = tuple(power for power in state.survivors if power not in state.disorder)
    return Poll(state.settings.draws, state.settings.concession, state.survivors, voters)


def rule_on_vote(state: DiplomacyState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    poll = poll_of(state)
    refused = refusal(poll, power, command)
    if refused is not None:
        return refused
    phase = str(state.phase)
    if isinstance(command, DrawVote):
        sharing = command.powers or state.survivors
        means = Remark("draw-means", {"powers": _named(sharing), "survivors": _needed(state, power), "phase": phase})
        alone = () if power in sharing else (Remark("draw-without-you", {"power": power.title()}),)
        return accept(command, means, *alone)
    if isinstance(command, ConcedeVote):
        others = _needed(state, power, but=command.power)
        figures = {"others": others, "power": command.power.title(), "phase": phase}
        return accept(command, Remark("concede-means", figures))
    return accept(command)


def _needed(state: DiplomacyState, power: str, but: str = "") -> str:
    """Who has to vote alike, `power` among them; those in civil disorder count if they are heard of in this phase."""
    voters = {*poll_of(state).voters, power} - {but}
    away = tuple(one for one in state.disorder if one in state.seats and one not in (power, but))
    return _named(tuple(sorted(voters))) + (f"; and {_named(away)}, if anything comes from there" if away else "")


def _named(powers: tuple[str, ...]) -> str:
    return ", ".join(power.title() for power in powers)


def passed(state: DiplomacyState, orders: Orders) -> GameOver | None:
    """The ending that all have voted for."""
    sheets = {state.flags[seat]: sheet for seat, sheet in orders.items() if seat in state.flags}
    return votes.passed(poll_of(state), sheets)
