"""What may be written in a Payola: offers, lists, transfers, retreats and builds, votes, the master's END."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from judge.core.command import Command, Vocabulary
from judge.kits.bribes import OFFERS
from judge.kits.host import ORDERS, REPORTS


@dataclass(frozen=True, kw_only=True)
class Transfer(Command):
    """TRANSFER 30 TO ITALY: carried out at once (A2)."""

    section: ClassVar[str] = "transfers"

    amount: int
    power: str

    def canonical(self) -> str:
        return f"TRANSFER {self.amount} TO {self.power}"


@dataclass(frozen=True, kw_only=True)
class Vote(Command):
    """A vote on the end of the game: secret, and gone with the phase (D-10)."""

    section: ClassVar[str] = "votes"


@dataclass(frozen=True, kw_only=True)
class DrawVote(Vote):
    """DRAW of all survivors, or of the powers named. `powers` sorted; empty means all."""

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
    "draw_vote": DrawVote, "no_draw": NoDraw, "concede_vote": ConcedeVote, "no_concession": NoConcession,
}  # fmt: skip

VOCABULARY: Vocabulary = {**OFFERS, "transfer": Transfer, **ORDERS, **VOTES, **REPORTS}
