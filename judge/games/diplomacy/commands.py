"""What may be written in a Diplomacy: orders to units, votes, the master's END."""

from __future__ import annotations

from judge.core.command import Vocabulary
from judge.kits.host import ORDERS, REPORTS
from judge.kits.host.votes import VOTES, ConcedeVote, DrawVote, NoConcession, NoDraw, Vote

VOCABULARY: Vocabulary = {**ORDERS, **VOTES, **REPORTS}

__all__ = ["VOCABULARY", "ConcedeVote", "DrawVote", "NoConcession", "NoDraw", "Vote"]
