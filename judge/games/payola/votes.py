"""The votes that end a game (A11, D-10): rulings on them, and which of them passes."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.command import Orders, Sheet
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.games.payola.commands import ConcedeVote, DrawVote, Vote
from judge.games.payola.state import PayolaState
from judge.kits.host import CONCEDED, DRAW, GameOver

REASONS: dict[str, Reason] = {
    "no-draws": Reason("D-10", "This game is played without draws."),
    "all-or-none": Reason("D-10", "In this game a draw includes all survivors: {survivors}. Write DRAW without names."),
    "no-concessions": Reason("D-10", "This game is played without concessions."),
    "vote-of-the-dead": Reason("D-10", "{power} is eliminated. Survivors are {survivors}."),
    "concede-self": Reason("D-10", "A power cannot concede to itself. DRAW votes for a draw."),
    # remarks
    "vote-means": Reason(
        "D-10",
        "It passes if {voters} all vote for the same before {phase} is resolved; then the offers of {phase} are not "
        "carried out. Nobody is told of it unless it passes.",
    ),
}

_LOST = 2  # movements in a row without a sheet
Ballots = Mapping[str, Sheet]


def voters(state: PayolaState) -> tuple[str, ...]:
    """Survivors somebody plays: unplayed powers, and those silent for two movements running, have no vote (D-9)."""
    silent = {state.flags[seat] for seat, turns in state.silent.items() if turns >= _LOST}
    return tuple(power for power in state.survivors if power not in state.dummies and power not in silent)


def rule_on_vote(state: PayolaState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    survivors = " ".join(state.survivors)
    if power not in state.survivors:
        return refuse(command, "vote-of-the-dead", power=power.title(), survivors=survivors)
    if isinstance(command, DrawVote):
        if state.settings.draws == "none":
            return refuse(command, "no-draws")
        dead = [name for name in command.powers if name not in state.survivors]
        if dead:
            return refuse(command, "vote-of-the-dead", power=dead[0].title(), survivors=survivors)
        if state.settings.draws == "dias" and command.powers not in ((), state.survivors):
            return refuse(command, "all-or-none", survivors=survivors)
        return accept(command, _means(state, voters(state)))
    if isinstance(command, ConcedeVote):
        if not state.settings.concession:
            return refuse(command, "no-concessions")
        if command.power == power:
            return refuse(command, "concede-self")
        if command.power not in state.survivors:
            return refuse(command, "vote-of-the-dead", power=command.power.title(), survivors=survivors)
        return accept(command, _means(state, tuple(one for one in voters(state) if one != command.power)))
    return accept(command)


def _means(state: PayolaState, needed: tuple[str, ...]) -> Remark:
    names = ", ".join(power.title() for power in needed)
    return Remark("vote-means", {"voters": names, "phase": str(state.phase)})


def passed(state: PayolaState, orders: Orders) -> GameOver | None:
    """The ending all have voted for; a draw goes before a concession."""
    ballots = {
        state.flags[seat]: tuple(command for command in sheet if isinstance(command, Vote))
        for seat, sheet in orders.items()
        if seat in state.flags
    }
    return _drawn(state, ballots) or _conceded(state, ballots)


def _drawn(state: PayolaState, ballots: Ballots) -> GameOver | None:
    if state.settings.draws == "none" or not voters(state):
        return None
    wanted = set()
    for power in voters(state):
        vote = next((one for one in ballots.get(power, ()) if isinstance(one, DrawVote)), None)
        wanted.add((vote.powers or state.survivors) if vote else ())
    (sharing,) = wanted if len(wanted) == 1 else ((),)
    return GameOver(how=DRAW, powers=sharing) if sharing else None


def _conceded(state: PayolaState, ballots: Ballots) -> GameOver | None:
    for winner in state.survivors if state.settings.concession else ():
        others = [power for power in voters(state) if power != winner]
        if others and all(
            any(isinstance(vote, ConcedeVote) and vote.power == winner for vote in ballots.get(power, ()))
            for power in others
        ):
            return GameOver(how=CONCEDED, powers=(winner,))
    return None
