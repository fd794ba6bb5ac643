"""What the reading of one game's letters works with."""

from __future__ import annotations

from dataclasses import dataclass

from judge.parse.clauses.courtesy import Courtesy
from judge.parse.clauses.marks import Marks
from judge.parse.clauses.speech import Speech
from judge.parse.clauses.stance import Stances
from judge.parse.clauses.topics import Topics
from judge.parse.orders import Orders
from judge.parse.session import Session


@dataclass(frozen=True)
class Tools:
    """What reads one game's letters."""

    words: Session
    orders: Orders | None
    courtesy: Courtesy
    stances: Stances
    cues: Speech
    farewell: Speech
    speech: Speech
    asks: Speech
    topics: Topics
    tongues: tuple[Speech, ...]
    marks: Marks
    plain: frozenset[str]  # words of which every order has one
    wide: frozenset[str]  # the same, and words that phrase files begin with
