"""What can be told of Crates without opening a game, and what may be written in it."""

from __future__ import annotations

from judge.games.crates.news import NEWS
from judge.games.crates.shown import VIEWS

from judge.core.calendar import Calendar, PhaseKind
from judge.core.command import Command, Vocabulary
from judge.core.ruling import Reason
from judge.core.variant import GameInfo, Help, Mode, Option, Role, Section

BIDS = Section("bids", "Bids", Mode.REPLACE)


class Bid(Command, kw_only=True, section="bids"):
    """BID 7: `coins` offered for the crate of this phase."""

    coins: int

    def canonical(self) -> str:
        return f"BID {self.coins}"


VOCABULARY: Vocabulary = {"bid": Bid}

REASONS = {
    "poor": Reason("K-2", "you have {have} coins: the bid is cut to that"),
    "twice": Reason("K-2", "one bid a phase: the first of the sheet counts"),
}

AUCTION = PhaseKind("B", "sealed bids", main=True, meant="SFW", spoken=("BIDS",))

INFO = GameInfo(
    slug="crates",
    title="Crates",
    credits="the example of docs/writing-a-variant.md",
    blurb="Three crates are sold by sealed bids, one a phase. Who has most crates at the end wins; coins break a tie.",
    players=(2, 12),
    roles=(Role.TRADER,),
    options=(Option("coins", "int", "20", "coins everybody begins with", low=1, high=1000, rule="K-1"),),
    sections=(BIDS,),
    help=(Help("BID", "BID coins", "offers coins for this phase's crate.", ("BID 7",), "K-2"),),
    score_unit="crates",
    calendar=Calendar((AUCTION,)),
    news=NEWS,
    views=VIEWS,
)
