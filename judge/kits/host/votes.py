"""The votes that end a board game: what may be written, what is said of it, which passes, and the end (D-10)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Self

from judge.core.command import Command, Sheet
from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.core.tables import reasons, settings, tables, verbs
from judge.core.values import Value
from judge.core.variant import Ended
from judge.kits.host.commands import ABANDONED, CONCEDED, DRAW, GameOver
from judge.kits.host.news import BoardFinal, FinalCount, YearOfCentres
from judge.kits.host.state import Host

_TABLES = tables(__package__)

LOST = 2  # movements in a row without a sheet that cost the vote and open the seat (D-9)

REASONS: dict[str, Reason] = reasons(_TABLES["votes"])
"""Why a vote is refused; a game that says it in other words puts its own behind these."""

(DRAWS,) = settings(_TABLES["draws"])
(CONCEDE_HELP,) = verbs(_TABLES["concede"])


class Vote(Command, section="votes"):
    """A vote on the end of the game: secret, and gone with the phase."""


class DrawVote(Vote, kw_only=True, replaces="draw"):
    """DRAW: of all survivors. DRAW FRANCE TURKEY: of these alone, where lists are allowed. `powers` sorted."""

    powers: tuple[str, ...] = ()

    def canonical(self) -> str:
        return " ".join(("DRAW", *self.powers))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(powers=tuple(sorted(set(fields.get("powers", ())))), line=fields.get("line", 0))


class NoDraw(Vote, form="NO DRAW", replaces="draw"):
    """NO DRAW: takes a draw vote back."""


class ConcedeVote(Vote, kw_only=True, form="CONCEDE TO {power}", replaces="concede"):
    """CONCEDE TO FRANCE: passes when every other survivor votes for it."""

    power: str


class NoConcession(Vote, form="NO CONCESSION", replaces="concede"):
    """NO CONCESSION: takes a concession back."""


VOTE_WORDS: dict[str, type[Command]] = {
    "draw_vote": DrawVote,
    "no_draw": NoDraw,
    "concede_vote": ConcedeVote,
    "no_concession": NoConcession,
}


class Poll(Value):
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


def rule_on_votes(poll: Poll, power: str, votes: Sheet, phase: Phase) -> tuple[Ruling, ...]:
    """One ruling a vote of a power."""
    return tuple(rule_on_vote(poll, power, vote, phase) for vote in votes if isinstance(vote, Vote))


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
    voters = ", ".join(voter.title() for voter in needed)
    return accept(vote, Remark("vote-means", {"voters": voters, "phase": str(phase)}))


def votes_of(sheet: Sheet) -> tuple[Vote, ...]:
    """The votes of a sheet."""
    return tuple(command for command in sheet if isinstance(command, Vote))


def vote_lines(sheet: Sheet) -> tuple[str, ...]:
    """The same as they would be written."""
    return tuple(vote.canonical() for vote in votes_of(sheet))


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
    vote = next((vote for vote in votes if isinstance(vote, DrawVote)), None)
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


def winning_powers(over: GameOver, host: Host) -> tuple[str, ...]:
    """Those named in the ending; all survivors share a draw that names none."""
    return over.powers or (host.survivors if over.how == DRAW else ())


def ended(over: GameOver, host: Host, flags: Mapping[str, str]) -> Ended:
    """Scores are centres; winners share the win. `flags` is seat -> power."""
    winning = winning_powers(over, host)
    winners = tuple(seat for seat, power in sorted(flags.items()) if power in winning)
    scores = {seat: str(host.counts[power]) for seat, power in sorted(flags.items())}
    named = winning if over.how != ABANDONED else ()
    return Ended(" ".join((over.how.lower(), *named)), scores, winners)


def final(
    phase: Phase, over: GameOver, host: Host, flags: Mapping[str, str], history: Iterable[YearOfCentres]
) -> BoardFinal:
    """The end of a board game: how, who won, and the table of counts by year."""
    winning, seats = winning_powers(over, host), {power: seat for seat, power in flags.items()}
    return BoardFinal(
        phase=str(phase),
        how=over.how,
        powers=tuple(winning),
        counts=tuple(
            FinalCount(power=power, seat=seats.get(power, ""), centres=host.counts[power], winner=power in winning)
            for power in sorted(host.powers, key=lambda name: (-host.counts[name], name))
        ),
        history=tuple(history),
    )
