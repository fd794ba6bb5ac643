"""The pictures of a game's letters: charts, and whatever else is drawn of a phase.

A picture is made of notices its readers may see. Here it is planned; it is drawn when its letters are committed
(`drawings`). A fault in either costs the picture, never the letter.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, TypeVar

from judge.core.abilities import Accounted
from judge.core.errors import InputError
from judge.core.notice import PUBLIC
from judge.core.picture import Board
from judge.core.shown import Shown
from judge.desk.cabinet.records import Cause, Game, Status
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief
from judge.render import charts
from judge.render.charts import Chart, Lines, Turn, boxes
from judge.render.drawing import CORNER, Corner, briefly, mime
from judge.render.page import Picture


def board_of(services: Services, game: Game, phase: str | None = None) -> Board | None:
    """The board now, or with `phase` (an id, or words such as `AUTUMN 1903`) its orders and what became of them.

    None where nothing of a board is public, or before the start. InputError for a phase that was not resolved; the open
    phase is the board now, without anything that is on file for it.
    """
    if not game.snapshot:
        return None
    wanted = str(services.calendar(game).parse(phase)) if phase else ""
    if not wanted or (wanted == game.phase and game.status is not Status.FINISHED):
        standing = services.standing(game, None)
        return _pictured(services, game, game.phase, standing, standing)
    found = next((played for played in reversed(game.played) if played.phase == wanted), None)
    if found is None:
        done = ", ".join(played.phase for played in game.played) or "none"
        raise InputError(f"{wanted} of {game.key} has not been played.", hint=f"Played: {done}.")
    return resolved_board(services, game, services.journal.event(game.key, found.event))


def resolved_board(services: Services, game: Game, event: Mapping[str, Any]) -> Board | None:
    """The picture of one resolved phase, out of its event."""
    variant = services.variant(game)
    data = event["data"]
    if "snapshot" in data:  # the start
        standing = variant.standing(services.journal.at_snapshot(variant, game.key, data["snapshot"]), None)
        return _pictured(services, game, str(event["phase"]), standing, standing)
    before = variant.standing(services.journal.replayed(variant, game.key, data["before"], tuple(data["acts"])), None)
    after = variant.standing(services.journal.at_snapshot(variant, game.key, data["after"]), None)
    notices = [(str(notice["kind"]), notice["data"]) for notice in data["notices"] if notice["audience"] == PUBLIC]
    return _pictured(services, game, str(event["phase"]), before, after, notices)


def _pictured(
    services: Services, game: Game, phase: str, before: Shown, after: Shown, notices: Sequence[tuple[str, Any]] = ()
) -> Board | None:
    """The board with the game's name and the phase above it; a finished game's last board says so."""
    variant = services.variant(game)
    board = variant.picture(before, after, notices)
    if board is None:
        return None
    over = game.status is Status.FINISHED and not board.deeds and board.caption
    caption = "the end" if over and phase == game.phase else board.caption
    return replace(board, title=f"{game.key} · {variant.info.calendar.words(phase)}", caption=caption)


def final_charts(services: Services, game: Game, turns: Sequence[Turn]) -> list[Chart]:
    """The charts of a game to this day, by its public notices; once it is over, its scores and what was secret too."""
    over = (game.ended if game.status is Status.FINISHED else None) or {"scores": {}, "winners": ()}
    variant, journal, fortunes = services.variant(game), services.journal, list[tuple[str, Mapping[str, int]]]()
    if game.status is Status.FINISHED and isinstance(variant, Accounted) and len(turns) == len(game.played):
        ends = [(one.phase, journal.event(game.key, one.event)["data"]["after"]) for one in game.played]
        fortunes = [(phase, variant.fortunes(journal.at_snapshot(variant, game.key, end))) for phase, end in ends]
    return charts.final_figures(turns, over["scores"], over["winners"], variant.info.score_unit, fortunes)


log = logging.getLogger(__name__)

MOST_BYTES = 250_000  # of all pictures of a letter, so that the whole of it stays below 400 KB
MOST_PAGES = 200  # more seats than this: statements are words alone
MOST_SCORES = 8  # rows of the scoreboard
CROWD = 24  # more seats than this: no pictures of each seat's own. A deadline draws few, never hundreds

Event = Mapping[str, Any]
T = TypeVar("T")


class Album:
    """Plans the pictures of one resolved phase, reading the journal once. `faults` says what could not be planned, and
    why."""

    def __init__(self, services: Services, game: Game, event: Event, later: Sequence[Event] = ()) -> None:
        """`later`: phases that were over at once after it, and are told of with it."""
        self.later = later
        self.services = services
        self.game = game
        self.event = event
        self.faults: list[str] = []
        self._played: dict[int, Any] = {}

    def results(self) -> list[Picture]:
        """The pictures of the public results: the board on top, then the charts beside what they show."""
        return self._results if self.wanted else []

    @cached_property
    def _results(self) -> list[Picture]:
        charted = [self._planned(*one) for one in self._figures(charts.public_figures, PUBLIC)]
        return [one for one in (self._board, self._scores, *charted) if one is not None]

    @cached_property
    def _scores(self) -> Picture | None:
        """Who stands where, which the page draws itself; in a crowd its table of results is enough."""
        found = None if self._many else self._tried(lambda: charts.scoreboard(self._turns(PUBLIC)), None)
        if found is None or len(found.scores[0].way) < 2:
            return None
        return Picture("standings", "", b"", found.leader, scores=found.document(MOST_SCORES))

    @property
    def wanted(self) -> bool:
        """Whether letters wait for pictures at all."""
        return self.services.config.judge.html and bool(self.services.config.pictures)

    def corner(self, seat: str) -> Picture | None:
        """The board round the units that a seat gave orders to; None where it has none on it, or in a crowd."""
        return None if self._stood is None or self._many else self._tried(lambda: self._corner(seat), None)

    def race_of(self, seat: str) -> Picture | None:
        """The way to the win with the seat's own curve in a colour; None where there is none, or in a crowd."""
        if not self.wanted or self._many:
            return None
        run = self._tried(lambda: charts.race(self._turns(PUBLIC), seat), None)
        if run is None or run[0] not in {notice["kind"] for notice in self.event["data"]["notices"]}:
            return None
        # below the seat's own statement, else at the top
        kinds = [str(one["kind"]) for one in self.event["data"]["notices"] if one["audience"] == seat]
        beside = next((kind for kind in ("ts.statement", "book.statement") if kind in kinds), "")
        found = self._planned(run[1], beside)
        return replace(found, cid=f"{self._seats.index(seat) + 1}.{found.cid}", alone=False, own=True)

    def own(self, seat: str) -> list[Picture]:
        """What is drawn for one seat alone."""
        return [one for one in (self.corner(seat), self.race_of(seat)) if one is not None]

    def owns(self) -> list[Picture]:
        """What is drawn for single seats, each picture once."""
        return list({one.cid: one for seat in self._seats for one in self.own(seat)}.values()) if self.wanted else []

    def _corner(self, seat: str) -> Picture | None:
        board, variant = self._stood, self.services.variant(self.game)
        if board is None:
            return None
        whose = sorted(variant.speaks_for(self.before(self.event), seat))
        stand = board.pieces if board.later is None else board.later
        units = {power: [one.text for one in stand if one.power == power] for power in whose}
        told = "; ".join(f"{power.title()}: {', '.join(texts)}" for power, texts in units.items() if texts)
        about = f"{self.game.key}.{self.event['phase'].lower()}@{self.services.config.domain}"
        cid = f"corner.{'-'.join(whose).lower()}.{about}"
        drawing, alt = Corner(board, tuple(whose)), f"The board round your units. {told}."
        return Picture(cid, mime(drawing), b"", alt, CORNER, drawing=drawing, own=True) if told else None

    @cached_property
    def _stood(self) -> Board | None:
        """The board, where letters show one with units."""
        board = self._board.drawing if self.wanted and self._board else None
        return board if isinstance(board, Board) and board.pieces else None

    def before(self, event: Event) -> Any:
        """The position in which a phase was played."""
        seq, data, variant = int(event["seq"]), event["data"], self.services.variant(self.game)
        if seq not in self._played:
            first = data["snapshot"] if "snapshot" in data else data["before"]
            acts = tuple(data.get("acts", ()))
            self._played[seq] = self.services.journal.replayed(variant, self.game.key, first, acts)
        return self._played[seq]

    @cached_property
    def _board(self) -> Picture | None:
        events = [self.event, *self.later]
        fought = (one for one in events if any(told["kind"] == "board.results" for told in one["data"]["notices"]))
        event = next(fought, self.event)
        board = self._tried(lambda: resolved_board(self.services, self.game, event), None)
        if board is None or ("snapshot" in event["data"] and not board.pieces):  # a start that is reported elsewhere
            return None
        phase, config = str(event["phase"]), self.services.config
        cid = f"board.{self.game.key}.{phase.lower()}@{config.domain}"
        page = config.page_of(self.game.key, phase)
        large = f"{page}#board" if page else ""
        return Picture(cid, mime(board), b"", briefly(board), large=large, drawing=board)

    def statement(self, seat: str) -> list[Picture]:
        """The pictures of one seat's statement; none in games of very many."""
        if self._many:
            return []
        # what one reader gets alone: a page draws it for next to nothing, a raster takes 40 ms
        found = [
            self._tried(partial(_boxed, *one), None) for one in self._figures(charts.private_figures, PUBLIC, seat)
        ]
        return [one for one in found if one is not None]

    def final(self) -> list[Picture]:
        """The pictures of the last letter: the board as it was left, then the charts."""
        if not self.wanted:
            return []
        board = self._board
        boards = [replace(board, cid=board.cid.replace("@", ".final@"))] if board else []
        return [*boards, *(self._planned(chart, "", ".final") for chart in self._final_charts)]

    @property
    def race(self) -> Lines | None:
        """The way to the scores, of all that is charted."""
        return charts.score_lines(self._final_charts)

    @cached_property
    def _final_charts(self) -> list[Chart]:
        return self._tried(lambda: final_charts(self.services, self.game, self._turns(PUBLIC)), list[Chart]())

    def _figures(
        self, figures: Callable[[Sequence[Turn]], dict[str, list[Chart]]], *readers: str
    ) -> list[tuple[Chart, str]]:
        """Charts of what these may read, each with the kind of notice that it stands beside."""
        found = self._tried(lambda: figures(self._turns(*readers)), dict[str, list[Chart]]())
        return [(chart, kind) for kind in found for chart in found[kind]]

    def _planned(self, chart: Chart, beside: str, tail: str = "") -> Picture:
        cid = f"{chart.name}.{self.game.key}.{self.event['phase'].lower()}{tail}@{self.services.config.domain}"
        alone = isinstance(chart, Lines) and chart.race
        return Picture(cid, mime(chart), b"", chart.alt, beside=beside, drawing=chart, alone=alone)

    def _tried(self, work: Callable[[], T], without: T) -> T:
        try:
            return work()
        except Exception as fault:
            log.exception("a picture of %s %s could not be drawn", self.game.key, self.event["phase"])
            self.faults.append(f"{type(fault).__name__}: {fault}")
            return without

    def not_drawn(self, faults: Sequence[str], cause: Cause) -> None:
        """To the master: letters go out without a picture."""
        if faults:
            data = {"faults": list(dict.fromkeys(faults)), "result_phase": self.event["phase"]}
            self.services.letters.to_master(self.game, Brief(cause.key, "not_drawn", data, cause.at))

    @property
    def words_alone(self) -> bool:
        """Whether statements go out without a page."""
        return len(self._seats) > MOST_PAGES

    @cached_property
    def _many(self) -> bool:
        return len(self._seats) > CROWD

    @cached_property
    def _seats(self) -> list[str]:
        return [seat.name for seat in self.services.files.seats(self.game.key).values()]

    @cached_property
    def _events(self) -> list[Event]:
        """The resolved phases up to this one, those taken back left out. Of a crowd the last alone: curves of hundreds
        say nothing, and reading their pasts costs seconds."""
        if self._many:
            return [self.event]
        journal, key = self.services.journal, self.game.key
        before = [played.event for played in self.game.played if played.event < self.event["seq"]]
        return [*(journal.event(key, seq) for seq in before), self.event]

    def _turns(self, *readers: str) -> list[Turn]:
        return [
            (event["phase"], [n for n in event["data"]["notices"] if n["audience"] in readers])
            for event in self._events
        ]


def _boxed(chart: Chart, beside: str) -> Picture:
    return Picture(chart.name, "", b"", chart.alt, beside=beside, boxes=boxes(chart))


def kept(pictures: Iterable[Picture]) -> list[Picture]:
    """As many as a letter can carry, the first first."""
    taken: list[Picture] = []
    room = MOST_BYTES
    for picture in pictures:
        if len(picture.content) <= room:
            taken.append(picture)
            room -= len(picture.content)
    return taken
