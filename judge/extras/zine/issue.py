"""What an issue of the zine says: plain values, kept as they were when it went out, so that it never changes.

Only what is public stands in it. Words are kept twice: `text` as plain letters show them, `marked` for pages.
"""

from __future__ import annotations

from dataclasses import field, replace

from judge.core.picture import Board
from judge.core.values import Value


class Words(Value):
    """The same words for a plain letter and for a page."""

    text: str = ""
    marked: str = ""


class Chart(Value):
    """A chart as it is drawn, and in words."""

    name: str
    svg: str
    alt: str


class Result(Value):
    """A resolved phase.

    title      `Autumn 1903, movement`
    revision   above 1 where it replaces results that were taken back; `changes` says what changed then
    """

    phase: str
    title: str
    at: str
    words: Words
    revision: int = 1
    changes: tuple[str, ...] = ()


class TakenBack(Value):
    """A phase whose results were taken back and are not there again."""

    title: str
    reason: str


class Press(Value):
    """A message to everybody, signed as it was published: "" for nobody who signs."""

    sender: str
    text: str
    at: str


class Place(Value):
    """A line of the farewell table. `person` is who it was, where the game tells that."""

    rank: str
    seat: str
    score: str
    won: bool
    person: str = ""


class Ending(Value):
    """How a game ended."""

    words: str
    unit: str
    places: tuple[Place, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(place.seat for place in self.places if place.won)

    @property
    def people(self) -> bool:
        return any(place.person for place in self.places)


class Due(Value):
    """A deadline to come."""

    game: str
    title: str
    phase: str
    at: str
    zone: str


class Open(Value):
    """A game that somebody new may join. `seats` are vacant ones of a running game; "" of `phase`: not begun."""

    game: str
    title: str
    variant: str
    players: int
    phase: str = ""
    seats: tuple[str, ...] = ()
    comment: str = ""


class Story(Value):
    """What happened in one game since the last issue.

    status    active, paused, held, finished, forming; `locked`: the master's report is awaited, or, `looked`, his look
    phase     the open phase in words, with its deadline ("" for none)
    begun     it started since the last issue, with these `players`
    earlier   results that are only named, because many phases were played
    """

    game: str
    title: str
    variant: str
    status: str
    locked: bool
    phase: str
    deadline: str
    zone: str
    begun: bool = False
    players: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    earlier: tuple[str, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()
    press: tuple[Press, ...] = ()
    standing: Words = Words()
    ending: Ending | None = None
    chart: Chart | None = None
    board: Board | None = None
    looked: bool = False

    @property
    def gist(self) -> str:
        """A few words for the contents."""
        if self.ending is not None:
            return "the end"
        if self.results:
            return self.results[-1].title
        if self.begun:
            return "a beginning"
        return "results taken back" if self.taken_back else "press"


class ColumnLetter(Value):
    """A letter to the column, by its number. Its words stand in the column's own table: whoever is forgotten takes them
    along."""

    number: int
    signed: str = ""
    text: str = ""


class Issue(Value):
    """One issue.

    at      the moment up to which it tells
    since   where the one before ended; "" for the first
    """

    number: int
    name: str
    at: str
    since: str
    zone: str
    stories: tuple[Story, ...] = ()
    letters: tuple[ColumnLetter, ...] = ()
    open: tuple[Open, ...] = ()
    deadlines: tuple[Due, ...] = ()

    @property
    def quiet(self) -> bool:
        """Whether nothing happened that is worth a letter."""
        return not self.stories and not self.letters

    def without(self, games: frozenset[str]) -> Issue:
        """The issue as it may be shown when these games have been closed since."""
        if not games:
            return self
        return replace(
            self,
            stories=tuple(one for one in self.stories if one.game not in games),
            open=tuple(one for one in self.open if one.game not in games),
            deadlines=tuple(one for one in self.deadlines if one.game not in games),
        )


class Kept(Value):
    """An issue as the store keeps it. `upto`: game -> the number of its last event that was looked at, so that what
    happens is told once, however late it comes."""

    issue: Issue
    upto: dict[str, int] = field(default_factory=dict)
