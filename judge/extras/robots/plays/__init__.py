"""How each game is played: one module a game, named by its slug.

`PRACTICE` are the settings of a good practice game for one person (robots take the powers of a board besides), `ENDING`
what ends it on a board that its master ends ("" where the rules or votes do), and `write(view)` the text of a letter:
orders as any player writes them. A game of its own package may bring `judge/games/<slug>/robot.py` instead.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Generic, Protocol, TypeVar, cast

from judge.core.shown import Shown
from judge.core.values import Value


class Play(Protocol):
    """How a game is played."""

    PRACTICE: Mapping[str, str]
    ENDING: str

    def write(self, view: View[Shown, Shown]) -> str:
        """The orders of one phase, one to a line; "" where there is nothing to say. A game is given standings of its
        own types."""


@cache
def play(slug: str) -> Play | None:
    """How the robots play a game; None where they do not know it."""
    if not slug.isidentifier():
        return None
    for name in (f"judge.extras.robots.plays.{slug}", f"judge.games.{slug}.robot"):
        try:
            if find_spec(name) is not None:
                return cast(Play, importlib.import_module(name))
        except ModuleNotFoundError:
            continue
    return None


Public = TypeVar("Public", covariant=True)
Own = TypeVar("Own", covariant=True)


class View(Value, Generic[Public, Own]):
    """A phase as one seat sees it: the standings are of its game's types.

    number    of the seat in the order of joining, so that robots differ in their habits
    turn      how many phases have been resolved
    seed      what its chance is made of: public words of the game, so that the same game is played the same way
    """

    phase: str
    seat: str
    power: str
    public: Public
    private: Own
    number: int = 0
    turn: int = 0
    seed: str = ""

    @property
    def kind(self) -> str:
        """The last letter of the phase: M, R, A ..."""
        return self.phase[-1]

    @property
    def year(self) -> int:
        return int(self.phase[1:5])

    def chance(self, label: str, below: int) -> int:
        """A number from 0 to `below` - 1, the same whenever this seat asks for this label in this phase."""
        text = f"{self.seed}|{self.phase}|{self.seat}|{label}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % below
