"""What reading one letter may cost. It is counted in steps and never by a clock, so that a letter read again is read
the same. One object goes with the letter through everything that reads it."""

from __future__ import annotations

from collections.abc import Callable

from judge.core.errors import Stopped

LETTER = 12_000  # steps of one letter; the longest that people have sent us takes a seventh of it
STRANGER = 2500  # of a letter from somebody who is not known
SENTENCE = 4000  # of one sentence
LINE = 2000  # characters of a line that is read
LONGEST = 1000  # characters of a sentence that is read
JOINED = 12  # lines that are looked at together where a mail program broke them
OFTEN = 64  # steps, in which it is asked whether to stop
OF_TEXT = 8  # characters that cost one step more


class Spent(Exception):
    """There are no steps left for what is being read."""


class Budget:
    """The steps that are left for one letter.

    steps  what the letter may cost
    stop   whether the judge is to stop; asked every few steps
    """

    def __init__(self, steps: int = LETTER, stop: Callable[[], bool] = bool) -> None:
        self.left = steps
        self._stop = stop
        self._ask = steps  # where it is asked next whether to stop
        self._floor = 0
        self._sentence = steps
        self.told = False  # that the letter was not examined to its end

    def take(self, steps: int, text: str = "") -> None:
        """Count some work before it is done, on a text if one is given. Raises Spent or Stopped."""
        if self.left <= self._ask:
            self._ask = self.left - OFTEN
            if self._stop():
                raise Stopped
        steps += len(text) // OF_TEXT
        self.left -= steps
        self._sentence -= steps
        if self.left < self._floor or self._sentence < 0:
            raise Spent

    def keep(self, share: float) -> None:
        """Keep this share of what is left for what comes later."""
        self._floor = int(max(self.left, 0) * share)

    def sentence(self) -> None:
        """A sentence begins."""
        self._sentence = SENTENCE

    @property
    def spent(self) -> bool:
        """Whether nothing more of the letter can be read, apart from what is kept."""
        return self.left < self._floor
