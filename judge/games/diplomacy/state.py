"""The state of a Diplomacy between two deadlines, and the votes that end it (D-10)."""

from judge.core.ruling import Reason, Remark, Ruling, accept
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.board.geography import EDITIONS, Edition
from judge.kits.host import votes
from judge.kits.host.powers import PowersState
from judge.kits.host.votes import ConcedeVote, DrawVote, Vote, refusal


class DiplomacySettings(Value):
    """The settings that the rules read (D-1, D-7, D-10)."""

    edition: str
    conditional: str
    draws: str
    concession: bool
    grace: int = 0  # hours a phase waits once for the silent (D-9); 0: units hold

    @property
    def policy(self) -> Edition:
        return EDITIONS[self.edition]


class DiplomacyState(PowersState):
    """Everything the rules need."""

    settings: DiplomacySettings


VOTE_REASONS: dict[str, Reason] = {**votes.REASONS, **reasons(tables(__package__)["votes"])}


def rule_on_vote(state: DiplomacyState, power: str, command: Vote) -> Ruling:
    """What is to be said of one vote."""
    refused = refusal(state.poll, power, command)
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
    voters = {*state.poll.voters, power} - {but}
    away = tuple(absent for absent in state.disorder if absent in state.seats and absent not in (power, but))
    return _named(tuple(sorted(voters))) + (f"; and {_named(away)}, if anything comes from there" if away else "")


def _named(powers: tuple[str, ...]) -> str:
    return ", ".join(power.title() for power in powers)
