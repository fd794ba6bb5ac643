"""How each game is played: one module a game, named by its slug.

`PRACTICE` are the settings of a good practice game for one person (robots take the powers of a board besides), `ENDING`
what ends it on a board that its master ends ("" where the rules or votes do), and `write(view)` the text of a letter:
orders as any player writes them. A game of its own package may bring `judge/games/<slug>/robot.py` instead.
"""

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Protocol, cast

from judge.core.shown import Shown
from judge.extras.robots.view import View


class Play(Protocol):
    """How a game is played."""

    PRACTICE: Mapping[str, str]
    ENDING: str

    def write(self, view: View[Shown, Shown]) -> str:
        """The orders of one phase, one to a line; "" where there is nothing to say. A game is given standings of its
        own types."""


def practice(slug: str) -> Mapping[str, str] | None:
    """The settings of a good practice game; None where the robots do not know the game."""
    known = play(slug)
    return known.PRACTICE if known else None


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
