"""The votes that end a game (D-10): rulings on them, and which of them passes."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.command import Command, Orders, Sheet
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.games.diplomacy.commands import ConcedeVote, DrawVote, Vote
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.host import CONCEDED, DRAW, GameOver

REASONS: dict[str, Reason] = {
    "no-draws": Reason("D-10", "This game is played without draws."),
    "all-or-none": Reason(
        "D-10",
        "In this game a draw includes all survivors: {survivors}. Write DRAW without names, or DRAW {survivors}.",
    ),
    "no-concessions": Reason("D-10", "This game is played without concessions."),
    "dead-power": Reason("D-10", "{power} is eliminated. Survivors are {survivors}."),
    "dead-voter": Reason("D-10", "{power} is eliminated and has no vote."),
    "concede-self": Reason(
        "D-10", "A power cannot concede to itself. CONCEDE TO names another; DRAW votes for a draw."
    ),
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


def rule_on_vote(state: DiplomacyState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    survivors = state.survivors
    if power not in survivors:
        return refuse(command, "dead-voter", power=power.title())
    if isinstance(command, DrawVote):
        return _draw(state, power, command)
    if isinstance(command, ConcedeVote):
        return _concede(state, power, command)
    return accept(command)


def _draw(state: DiplomacyState, power: str, command: DrawVote) -> Ruling:
    survivors = state.survivors
    if state.settings.draws == "none":
        return refuse(command, "no-draws")
    for name in command.powers:
        if name not in survivors:
            return refuse(command, "dead-power", power=name.title(), survivors=" ".join(survivors))
    sharing = command.powers or survivors
    if state.settings.draws == "dias" and sharing != survivors:
        return refuse(command, "all-or-none", survivors=" ".join(survivors))
    phase = str(state.phase)
    means = Remark("draw-means", {"powers": _named(sharing), "survivors": _named(voters(state)), "phase": phase})
    alone = () if power in sharing else (Remark("draw-without-you", {"power": power.title()}),)
    return accept(command, means, *alone)


def _concede(state: DiplomacyState, power: str, command: ConcedeVote) -> Ruling:
    if not state.settings.concession:
        return refuse(command, "no-concessions")
    if command.power == power:
        return refuse(command, "concede-self")
    if command.power not in state.survivors:
        return refuse(command, "dead-power", power=command.power.title(), survivors=" ".join(state.survivors))
    others = _named(tuple(one for one in voters(state) if one != command.power))
    figures = {"others": others, "power": command.power.title(), "phase": str(state.phase)}
    return accept(command, Remark("concede-means", figures))


def _named(powers: tuple[str, ...]) -> str:
    return ", ".join(power.title() for power in powers)


def voters(state: DiplomacyState) -> tuple[str, ...]:
    """Survivors whose votes count: a power in civil disorder has none (D-9)."""
    absent = state.disorder
    return tuple(power for power in state.survivors if power not in absent)


def passed(state: DiplomacyState, orders: Orders) -> GameOver | None:
    """The ending that all have voted for. A draw goes before a concession: its winner has agreed to it."""
    ballots = {state.flags[seat]: ballot(sheet) for seat, sheet in orders.items() if seat in state.flags}
    return _drawn(state, ballots) or _conceded(state, ballots)


def ballot(sheet: Sheet) -> tuple[Command, ...]:
    """The votes of a sheet."""
    return tuple(command for command in sheet if isinstance(command, Vote))


def _drawn(state: DiplomacyState, ballots: Mapping[str, tuple[Command, ...]]) -> GameOver | None:
    electorate = voters(state)
    if state.settings.draws == "none" or not electorate:
        return None
    lists = {_list_of(state, ballots.get(power, ())) for power in electorate}
    (sharing,) = lists if len(lists) == 1 else ((),)
    return GameOver(how=DRAW, powers=sharing) if sharing else None


def _list_of(state: DiplomacyState, votes: tuple[Command, ...]) -> tuple[str, ...]:
    """Who shares the draw that this ballot wants; () for none."""
    vote = next((one for one in votes if isinstance(one, DrawVote)), None)
    return (vote.powers or state.survivors) if vote else ()


def _conceded(state: DiplomacyState, ballots: Mapping[str, tuple[Command, ...]]) -> GameOver | None:
    if not state.settings.concession:
        return None
    for winner in state.survivors:
        others = [power for power in voters(state) if power != winner]
        if others and all(_concedes(ballots.get(power, ()), winner) for power in others):
            return GameOver(how=CONCEDED, powers=(winner,))
    return None


def _concedes(votes: tuple[Command, ...], winner: str) -> bool:
    return any(isinstance(vote, ConcedeVote) and vote.power == winner for vote in votes)
