"""Ids of phases, `S1901M`, `F1901R`, `W1901A`: how they are made and read. Which phases there are, says each game's
own `Calendar` (`judge.core.calendar`)."""

from __future__ import annotations

import re

from judge.core.errors import InputError
from judge.core.regex import regex
from judge.core.values import Value

SEASONS = {"S": "Spring", "F": "Autumn", "W": "Winter"}
"""The seasons by their letter, in the order of the year."""

WAY_OUT = "Write one like S1901M or AUTUMN 1903."

_SHORT = regex(r"([SFAW])\s?(\d{4})\s?([A-Z])?", re.ASCII)
_LONG = regex(r"(SPRING|FALL|AUTUMN|WINTER)\s+(\d{4})(?:\s+([A-Z]+))?", re.ASCII)


class Phase(Value):
    """One phase. `season` is S, F or W; `kind` one capital letter, which the game's calendar explains."""

    year: int
    season: str
    kind: str = "M"

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.kind}"

    @property
    def place(self) -> tuple[int, int]:
        """Where its season stands in time."""
        return self.year, "SFW".index(self.season)

    @property
    def season_words(self) -> str:
        """`Spring 1901`."""
        return f"{SEASONS[self.season]} {self.year}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """A phase as the judge itself writes it, `F1901R`; a missing last letter means M. For what people write, ask
        the game's calendar."""
        year, season, last = written(text)
        if len(last) > 1:
            raise no_phase(text)
        return cls(year, season, last or "M")


def written(text: str) -> tuple[int, str, str]:
    """Year, season and what stands behind them ("", a letter or a word) in `S1901M`, `A1903` or `FALL 1903 RETREATS`.

    InputError for anything else.
    """
    plain = " ".join(text.upper().split())
    match = _SHORT.fullmatch(plain) or _LONG.fullmatch(plain)
    if not match:
        raise no_phase(text)
    season = match[1][0]
    return int(match[2]), "F" if season == "A" else season, match[3] or ""


def no_phase(text: str) -> InputError:
    return InputError(f"{text!r} is no phase", hint=WAY_OUT)
