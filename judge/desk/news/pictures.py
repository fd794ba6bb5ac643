"""The pictures of a game's letters: charts, and whatever else is drawn of a phase.

A picture is drawn from notices its readers may see. A fault in drawing costs the picture, never the letter.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from judge.core.notice import PUBLIC
from judge.core.picture import Board
from judge.desk.cabinet.records import Game
from judge.desk.news.boards import resolved_board
from judge.desk.office import Office
from judge.render import charts, raster
from judge.render.board import jpeg
from judge.render.charts import Chart, Turn, boxes
from judge.render.page import Picture

log = logging.getLogger(__name__)

MOST_BYTES = 250_000  # of all pictures of a letter, so that the whole of it stays below 400 KB
MOST_PAGES = 200  # more seats than this: statements are words alone
CROWD = 24  # more seats than this: no pictures of each seat's own. A deadline draws few, never hundreds

BOARD = 900  # pixels: some 150 kB, so that charts have their room

Event = Mapping[str, Any]
T = TypeVar("T")


class Album:
    """Draws for one resolved phase, reading the journal once. `faults` says what could not be drawn, and why."""

    def __init__(self, office: Office, game: Game, event: Event) -> None:
        self.office = office
        self.game = game
        self.event = event
        self.faults: list[str] = []

    def results(self) -> list[Picture]:
        """The pictures of the public results: the board on top, then the charts beside what they show."""
        return self._kept([self._board(), *self._beside(charts.public_figures, self._turns(PUBLIC), self._drawn)])

    def _board(self) -> Picture | None:
        board = self._tried(lambda: resolved_board(self.office, self.game, self.event), None)
        if board is None:
            return None
        phase, config = str(self.event["phase"]), self.office.config
        cid = f"board.{self.game.key}.{phase.lower()}@{config.domain}"
        page = config.page_of(self.game.key, phase)
        large = f"{page}#board" if page else ""
        return self._tried(
            lambda: Picture(cid, "image/jpeg", jpeg(board, width=BOARD), _alt(board), BOARD, large=large), None
        )

    def statement(self, seat: str) -> list[Picture]:
        """The pictures of one seat's statement; none in games of very many."""
        if self._many:
            return []
        return self._kept(self._beside(charts.private_figures, self._turns(PUBLIC, seat), self._in_boxes))

    def final(self) -> list[Picture]:
        """The pictures of the last letter."""
        over = self.game.ended or {"scores": {}, "winners": ()}
        unit = self.office.variant(self.game).card.score_unit
        nothing: list[Chart] = []
        found = self._tried(
            lambda: charts.final_figures(self._turns(PUBLIC), over["scores"], over["winners"], unit), nothing
        )
        return self._kept(self._drawn(chart, "", ".final") for chart in found)

    def _beside(
        self,
        figures: Callable[[Sequence[Turn]], dict[str, list[Chart]]],
        turns: Sequence[Turn],
        draw: Callable[[Chart, str], Picture | None],
    ) -> Iterable[Picture | None]:
        nothing: dict[str, list[Chart]] = {}
        found = self._tried(lambda: figures(turns), nothing)
        return [draw(chart, kind) for kind in found for chart in found[kind]]

    def _in_boxes(self, chart: Chart, beside: str) -> Picture | None:
        """What one reader gets alone: a page draws it for next to nothing, a raster takes 40 ms."""
        return self._tried(lambda: Picture(chart.name, "", b"", chart.alt, beside=beside, boxes=boxes(chart)), None)

    def _drawn(self, chart: Chart, beside: str, tail: str = "") -> Picture | None:
        cid = f"{chart.name}.{self.game.key}.{self.event['phase'].lower()}{tail}@{self.office.config.domain}"
        return self._tried(
            lambda: Picture(cid, "image/png", raster.chart(charts.draw(chart)), chart.alt, beside=beside), None
        )

    def _tried(self, work: Callable[[], T], without: T) -> T:
        try:
            return work()
        except Exception as fault:
            log.exception("a picture of %s %s could not be drawn", self.game.key, self.event["phase"])
            self.faults.append(f"{type(fault).__name__}: {fault}")
            return without

    @staticmethod
    def _kept(pictures: Iterable[Picture | None]) -> list[Picture]:
        """As many as a letter can carry, the first first."""
        kept: list[Picture] = []
        room = MOST_BYTES
        for picture in pictures:
            if picture is not None and len(picture.content) <= room:
                kept.append(picture)
                room -= len(picture.content)
        return kept

    @property
    def words_alone(self) -> bool:
        """Whether statements go out without a page."""
        return len(self.office.files.seats(self.game.key)) > MOST_PAGES

    @cached_property
    def _many(self) -> bool:
        return len(self.office.files.seats(self.game.key)) > CROWD

    @cached_property
    def _events(self) -> list[Event]:
        """The resolved phases up to this one, those taken back left out. Of a crowd the last alone: curves of hundreds
        say nothing, and reading their pasts costs seconds."""
        if self._many:
            return [self.event]
        journal, key = self.office.journal, self.game.key
        before = [played.event for played in self.game.played if played.event < self.event["seq"]]
        return [*(journal.event(key, seq) for seq in before), self.event]

    def _turns(self, *readers: str) -> list[Turn]:
        return [
            (event["phase"], [n for n in event["data"]["notices"] if n["audience"] in readers])
            for event in self._events
        ]


def _alt(board: Board) -> str:
    """Short: the letter itself says in words what the picture shows."""
    return " ".join(f"{part.rstrip('.')}." for part in ("The board", board.title, board.caption) if part)
