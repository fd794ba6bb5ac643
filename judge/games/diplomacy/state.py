"""The state of a Diplomacy between two deadlines, and the votes that end it (D-10)."""

from collections.abc import Mapping
from dataclasses import field

from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, accept
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.board.geography import EDITIONS, Edition
from judge.kits.host import votes
from judge.kits.host.hosted import duties
from judge.kits.host.news import YearOfCentres
from judge.kits.host.state import Host
from judge.kits.host.votes import LOST, ConcedeVote, DrawVote, Poll, Vote, refusal


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


class DiplomacyState(Value):
    """Everything the rules need.

    flags    seat -> its power
    silent   seat -> movement phases in a row without an order (D-9)
    history  every count, oldest first
    ended    how the game ended, "" while it goes on
    """

    phase: Phase
    settings: DiplomacySettings
    host: Host
    flags: Mapping[str, str]
    history: tuple[YearOfCentres, ...]
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def seats(self) -> dict[str, str]:
        """Power -> seat."""
        return {power: seat for seat, power in sorted(self.flags.items())}

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        return self.host.survivors

    @property
    def disorder(self) -> tuple[str, ...]:
        """Survivors nobody speaks for: no player, or two movement phases without orders (D-9)."""
        seats = self.seats
        return tuple(
            power for power in self.survivors if power not in seats or self.silent.get(seats[power], 0) >= LOST
        )

    @property
    def owing(self) -> tuple[str, ...]:
        """Powers with something to order in the open phase."""
        return duties(self.host, self.phase)


VOTE_REASONS: dict[str, Reason] = {
    **votes.REASONS,
    **reasons(tables(__package__)["votes"]),
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
