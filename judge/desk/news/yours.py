"""What a results letter opens with: what one seat's orders did, what it has, where it stands, what it owes next.

Made of notices born for that seat, of the public fates of its own units, and of what its STATUS would say; nothing of
it is anybody else's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from judge.core.abilities import Placed
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.core.variant import Duty
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Head, Look
from judge.desk.writing.machine import StatementPart, notices_told

if TYPE_CHECKING:
    from judge.desk.news.pictures import Album
    from judge.render.page import Picture
    from judge.render.template_renderer import TemplateRenderer

Notice = Mapping[str, Any]
SHORT = "Short: "  # begins the line of a lead that the subject has too
FATES = ("board.results", "board.retreats", "board.adjustments")


@dataclass(eq=False, repr=False)
class Openings:
    """What everybody's letter of one resolved phase opens with; what they share is looked up once.

    opened   seats that are open from now on
    awaited  the letters wait for their pictures
    """

    services: Services
    game: Game
    album: Album
    cause: Cause
    opened: Sequence[str] = ()
    awaited: bool = False

    def __post_init__(self) -> None:
        self._seen: tuple[str, Shown | None] = ("", None)
        self.event = self.album.event
        final = [self.event, *self.album.later][-1]
        self.last = bool(self.game.played) and self.game.played[-1].event == final["seq"]
        self.ended = final["data"]["ended"]
        self.over = self.ended is not None

    def head(self, seat: SeatRecord, further: bool = False) -> Head:
        """The opening for one seat. `further`: its reader has the results with those of another seat of his."""
        own = publish.private(self.event["data"]["notices"], seat.name)
        phase, (short, lead) = str(self.event["phase"]), self._lead(seat)
        main = self.services.calendar(self.game).main(Phase.parse(phase))
        brief = Brief(
            self.cause.key,
            f"statement.{seat.number}",
            {
                "headed": False,
                "result_phase": phase,
                "result_words": self.services.calendar(self.game).words(phase),
                "revision": self.event["data"]["revision"],
                "parts": self._parts(seat, own),
                "ended": self.ended,
                "lead": lead,
                "own": self._private(seat.name) if self.last else None,
                "score_unit": self.services.variant(self.game).info.score_unit,
                "further": further,
                "last": self.last,
                "asked": str(self._duties.get(seat.name, "")),  # "" where that cannot be said
                "samples": publish.samples(self.services, self.game, seat.name) if self.last and not self.over else [],
                "misses": seat.misses if self.last and main else 0,
                "larger": "" if self.services.letters.plain_for(seat.address) else self._larger,
                "open_now": seat.name in self.opened,
                "wrote": seat.name in self.event["data"].get("wrote", ()),
                "meant": seat.name in self.event["data"].get("meant", ()),
            },
            self.cause.at,
            phase=phase,
            template=publish.names(self.game, "statement"),
            machine=StatementPart(self.game.key, phase, seat.name, self.event["data"]["revision"], notices_told(own)),
            look=self._look(seat, own),
        )
        return Head(seat=seat, brief=brief, short=short)

    @cached_property
    def _calendar(self) -> bytes:
        """The next deadline as a calendar entry."""
        return publish.deadline_entry(self.services, self.game, self.cause.at)

    @cached_property
    def _larger(self) -> str:
        """The word that brings the board's picture large, where the letter shows it and no web page does."""
        judge = self.services.config.judge
        board = any(notice["kind"] in (*FATES, "board.ownership") for notice in self.event["data"]["notices"])
        return f"MAP {self.event['phase']}" if judge.html and board and not judge.archive_url else ""

    @cached_property
    def _duties(self) -> Mapping[str, Duty]:
        """What the open phase asks of each seat: must, may or none."""
        return self.services.agenda(self.game).duties if self.last and self.game.status is Status.ACTIVE else {}

    def _lead(self, seat: SeatRecord) -> tuple[str, str]:
        """What happened to the reader, for the subject and in a sentence or three; nothing in a letter about a phase of
        some time ago."""
        if not self.last:
            return "", ""
        told = self.event["data"]["notices"]
        context = {
            "public": self._public,
            "private": self._private(seat.name),
            "seat": seat.name,
            "rows": self._fates(self.event, seat.name),
            "taken": [row for one in told if one["kind"] == "treasury.captured" for row in one["data"]["rows"]],
            "ended": self.ended,
            "score_unit": self.services.variant(self.game).info.score_unit,
        }
        words = self.services.renderer.part((f"{self.game.variant}/lead.txt", "lib/lead.txt"), context) or ""
        first, _, rest = words.strip().partition("\n")
        short, lead = (first.removeprefix(SHORT), rest) if first.startswith(SHORT) else ("", words)
        return short, " ".join(lead.split())

    # ---- parts ------------------------------------------------------------------------------------------------

    def _look(self, seat: SeatRecord, own: Sequence[Notice]) -> Look:
        if self.album.words_alone or not self.services.config.judge.html:
            return Look(page=False, calendar=self._calendar)
        pictures = [*(self.album.own(seat.name) if self.awaited else ()), *self.album.statement(seat.name)]
        marked = {"parts": self._parts(seat, own, pictures)}
        return Look(marked=marked, pictures=pictures, calendar=self._calendar)

    def _parts(self, seat: SeatRecord, own: Sequence[Notice], pictures: Sequence[Picture] | None = None) -> list[str]:
        """The fates of the seat's units, what was told to it alone, also of phases that were over at once, and how it
        stands; with `pictures` marked for a page."""
        services, game = self.services, self.game
        renderer, without = (services.renderer, None) if pictures is None else (services.renderer.marking, ())
        parts = [*self._done(self.event, seat.name, renderer), *publish.parts(services, game, own, pictures)]
        for later in self.album.later:
            mine = publish.private(later["data"]["notices"], seat.name)
            parts += [*self._done(later, seat.name, renderer), *publish.parts(services, game, mine, without)]
        if not self.last or self.over:
            return parts
        stand = self._standing(seat, own, renderer)
        return [*parts, stand] if stand else parts

    def _standing(self, seat: SeatRecord, own: Sequence[Notice], renderer: TemplateRenderer) -> str:
        """How the seat stands now, shortly; where nothing came of the phase for it alone, what STATUS would say."""
        context = {
            "public": self._public,
            "private": self._private(seat.name),
            "seat": seat.name,
            "game": self.game.key,
            "phase": self.game.phase,
            "kinds": [str(notice["kind"]) for notice in own],
            "over": False,
        }
        stand = (renderer.part((f"{self.game.variant}/stand.txt", "lib/stand.txt"), context) or "").strip("\n")
        if stand or own:
            return stand
        return publish.status(self.services, self.game, seat.name, marked=renderer is self.services.renderer.marking)

    def _private(self, seat: str) -> Shown:
        """What the seat alone may see now; each is asked for several times running."""
        known = self._seen[1] if self._seen[0] == seat else None
        if known is None:
            known = self.services.variant(self.game).standing(self._after, seat)
            self._seen = seat, known
        return known

    @cached_property
    def _after(self) -> Any:
        return self.services.state(self.game)

    @cached_property
    def _public(self) -> Shown:
        return self.services.variant(self.game).standing(self._after, None)

    def _done(self, event: Mapping[str, Any], seat: str, renderer: TemplateRenderer) -> list[str]:
        """The same in words."""
        rows = self._fates(event, seat)
        told = {"rows": rows, "powers": sorted({row["power"] for row in rows}), "phase": event["phase"]}
        done = renderer.part(("lib/yours.txt",), told) if rows else None
        return [done.strip("\n")] if done else []

    def _fates(self, event: Mapping[str, Any], seat: str) -> list[Mapping[str, Any]]:
        """What became of the units the seat gave orders to."""
        public = publish.public(event["data"]["notices"])
        rows = [row for notice in public if notice["kind"] in FATES for row in notice["data"]["orders"]]
        variant = self.services.variant(self.game)
        powers = variant.speaks_for(self.album.before(event), seat) if rows and isinstance(variant, Placed) else ()
        return [row for row in rows if row["power"] in powers]
