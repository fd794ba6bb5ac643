"""The votes that end a board game: what may be written, what is said of it, and which of them passes (D-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from judge.core.command import Command, Sheet
from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.kits.host.reports import CONCEDED, DRAW, GameOver

REASONS: dict[str, Reason] = {
    "no-draws": Reason("D-10", "This game is played without draws."),
    "all-or-none": Reason(
        "D-10",
        "In this game a draw includes all survivors: {survivors}. Write DRAW without names, or DRAW {survivors}.",
    ),
    "no-concessions": Reason("D-10", "This game is played without concessions."),
    "vote-for-the-dead": Reason("D-10", "{power} is eliminated. Survivors are {survivors}."),
    "vote-of-the-dead": Reason("D-10", "{power} is eliminated and has no vote."),
    "concede-self": Reason(
        "D-10", "A power cannot concede to itself. CONCEDE TO names another; DRAW votes for a draw."
    ),
}
"""Why a vote is refused; a game that says it in other words puts its own behind these."""


@dataclass(frozen=True, kw_only=True)
class Vote(Command):
    """A vote on the end of the game: secret, and gone with the phase."""

    section: ClassVar[str] = "votes"


@dataclass(frozen=True, kw_only=True)
class DrawVote(Vote):
    """DRAW: of all survivors. DRAW FRANCE TURKEY: of these alone, where lists are allowed. `powers` sorted."""

    powers: tuple[str, ...] = ()

    def key(self) -> str:
        return "draw"

    def canonical(self) -> str:
        return " ".join(("DRAW", *self.powers))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(powers=tuple(sorted(set(fields.get("powers", ())))), line=fields.get("line", 0))


@dataclass(frozen=True, kw_only=True)
class NoDraw(Vote):
    """NO DRAW: takes a draw vote back."""

    def key(self) -> str:
        return "draw"

    def canonical(self) -> str:
        return "NO DRAW"


@dataclass(frozen=True, kw_only=True)
class ConcedeVote(Vote):
    """CONCEDE TO FRANCE: passes when every other survivor votes for it."""

    power: str

    def key(self) -> str:
        return "concede"

    def canonical(self) -> str:
        return f"CONCEDE TO {self.power}"


@dataclass(frozen=True, kw_only=True)
class NoConcession(Vote):
    """NO CONCESSION: takes a concession back."""

    def key(self) -> str:
        return "concede"

    def canonical(self) -> str:
        return "NO CONCESSION"


VOTES: dict[str, type[Command]] = {
    "draw_vote": DrawVote,
    "no_draw": NoDraw,
    "concede_vote": ConcedeVote,
    "no_concession": NoConcession,
}


@dataclass(frozen=True)
class Poll:
    """What may be voted for in a game as it stands, and by whom. Powers sorted.

    draws      `dias` (of all survivors), `list` (of those named) or `none`
    survivors  powers that can share a draw or be conceded to
    voters     survivors whose votes count: a power nobody speaks for has none, until something comes from it (D-9)
    """

    draws: str
    concession: bool
    survivors: tuple[str, ...]
    voters: tuple[str, ...]

    def others(self, winner: str) -> tuple[str, ...]:
        """Those who must concede to `winner`."""
        return tuple(power for power in self.voters if power != winner)


def refusal(poll: Poll, power: str, vote: Vote) -> Ruling | None:
    """Why a power's vote cannot stand; None if it can."""
    survivors = " ".join(poll.survivors)
    if power not in poll.survivors:
        return refuse(vote, "vote-of-the-dead", power=power.title(), survivors=survivors)
    named: tuple[str, ...] = ()
    if isinstance(vote, DrawVote):
        named = vote.powers
        if poll.draws == "none":
            return refuse(vote, "no-draws")
    if isinstance(vote, ConcedeVote):
        named = (vote.power,)
        if not poll.concession:
            return refuse(vote, "no-concessions")
        if vote.power == power:
            return refuse(vote, "concede-self")
    dead = [name for name in named if name not in poll.survivors]
    if dead:
        return refuse(vote, "vote-for-the-dead", power=dead[0].title(), survivors=survivors)
    if isinstance(vote, DrawVote) and poll.draws == "dias" and named not in ((), poll.survivors):
        return refuse(vote, "all-or-none", survivors=survivors)
    return None


def rule_on_vote(poll: Poll, power: str, vote: Vote, phase: Phase) -> Ruling:
    """What is to be said of one vote; the game has the words of `vote-means`, of {voters} and {phase}."""
    refused = refusal(poll, power, vote)
    if refused is not None:
        return refused
    if isinstance(vote, DrawVote):
        needed = poll.voters
    elif isinstance(vote, ConcedeVote):
        needed = poll.others(vote.power)
    else:
        return accept(vote)
    voters = ", ".join(one.title() for one in needed)
    return accept(vote, Remark("vote-means", {"voters": voters, "phase": str(phase)}))


def votes_of(sheet: Sheet) -> tuple[Vote, ...]:
    """The votes of a sheet."""
    return tuple(command for command in sheet if isinstance(command, Vote))


def passed(poll: Poll, sheets: Mapping[str, Sheet]) -> GameOver | None:
    """The ending that all have voted for; `sheets` by power. A draw goes before a concession: its winner has agreed
    to it."""
    poll = replace(poll, voters=tuple(power for power in poll.survivors if power in poll.voters or sheets.get(power)))
    ballots = {power: votes_of(sheet) for power, sheet in sheets.items()}
    return _drawn(poll, ballots) or _conceded(poll, ballots)


def _drawn(poll: Poll, ballots: Mapping[str, tuple[Vote, ...]]) -> GameOver | None:
    if poll.draws == "none" or not poll.voters:
        return None
    lists = {_list_of(poll, ballots.get(power, ())) for power in poll.voters}
    (sharing,) = lists if len(lists) == 1 else ((),)
    return GameOver(how=DRAW, powers=sharing) if sharing else None


def _list_of(poll: Poll, votes: tuple[Vote, ...]) -> tuple[str, ...]:
    """Who shares the draw that this ballot wants; () for none."""
    vote = next((one for one in votes if isinstance(one, DrawVote)), None)
    return (vote.powers or poll.survivors) if vote else ()


def _conceded(poll: Poll, ballots: Mapping[str, tuple[Vote, ...]]) -> GameOver | None:
    if not poll.concession:
        return None
    for winner in poll.survivors:
        others = poll.others(winner)
        if others and all(_concedes(ballots.get(power, ()), winner) for power in others):
            return GameOver(how=CONCEDED, powers=(winner,))
    return None


def _concedes(votes: tuple[Vote, ...], winner: str) -> bool:
    return any(isinstance(vote, ConcedeVote) and vote.power == winner for vote in votes)
