"""What may be written in a Payola: offers, lists, transfers, retreats and builds, votes, the master's END."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.command import Command, Final, Vocabulary
from judge.kits.bribes import OFFERS
from judge.kits.host import ORDERS, REPORTS
from judge.kits.host.votes import VOTES, ConcedeVote, DrawVote, NoConcession, NoDraw, Vote


@dataclass(frozen=True, kw_only=True)
class Transfer(Command, final=Final.YES):
    """TRANSFER 30 TO ITALY: carried out at once (A2)."""

    section: ClassVar[str] = "transfers"

    amount: int
    power: str

    def canonical(self) -> str:
        return f"TRANSFER {self.amount} TO {self.power}"


VOCABULARY: Vocabulary = {**OFFERS, "transfer": Transfer, **ORDERS, **VOTES, **REPORTS}

__all__ = ["VOCABULARY", "ConcedeVote", "DrawVote", "NoConcession", "NoDraw", "Transfer", "Vote"]
