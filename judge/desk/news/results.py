"""What is mailed when a phase is resolved: results, what each opens with for its reader, and the last letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from judge.core.dice import Draw
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.core.variant import Duty
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status
from judge.desk.news import press, publish
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Head, Look
from judge.desk.writing.machine import DiceTold, EndTold, FinalPart, ResultsPart, StatementPart, notices_told

if TYPE_CHECKING:
    from judge.desk.news.pictures import Album
    from judge.render.page import Picture
    from judge.render.template_renderer import TemplateRenderer

Notice = Mapping[str, Any]
SHORT = "Short: "  # begins the line of a lead that the subject has too
FATES = ("board.results", "board.retreats", "board.adjustments")


def awaiting_pictures(
    services: Services, game: Game, seqs: Sequence[int], at: datetime, *, final: bool = False, key: str = ""
) -> AbstractContextManager[Album]:
    """Letters written inside this context are about one resolved phase, and those that were over at once after it; they
    wait until its pictures are drawn. `final`: the last letter's; `key` names what is told again."""
    from judge.desk.news import drawings  # draws: a judge without a deadline to resolve starts faster

    return drawings.awaited(services, game, seqs, at, drawings.FINAL if final else drawings.RESULTS, key)


def resolved(services: Services, game: Game, album: Album, at: datetime, opened: Sequence[str] = ()) -> None:
    """One letter a person: to the list and its readers the results, to each player the same behind what is his alone.
    `game` is already in its next phase; `opened`: seats that are open from now on."""
    event = album.event
    cause = Cause(at, f"{game.key}#{event['seq']}")
    openings = Openings(services, game, album, cause, opened, awaited=True)
    results(openings, publish.heads_of(services.files.seats(game.key).values(), openings.head))
    for one in (event, *album.later):
        if own := publish.parts(services, game, publish.private(one["data"]["notices"], MASTER)):
            told, key = {"parts": own, "result_phase": one["phase"]}, f"{game.key}#{one['seq']}"
            services.letters.to_master(game, Brief(key, "notices", told, at, template="session/master_notices.txt"))
    album.not_drawn(album.faults, cause)


def results(openings: Openings, heads: Sequence[Head] = ()) -> None:
    """The public results of a resolved phase; `heads`: what the copies of players begin with."""
    services, game, album, cause = openings.services, openings.game, openings.album, openings.cause
    event, phase = album.event, str(album.event["phase"])
    machine, *more = (machine_result(game, one) for one in (event, *album.later))
    data = result_data(services, game, event, album.later, rest=f"HISTORY {phase}")
    public = publish.public(event["data"]["notices"])
    look = publish.look(services, game, public, openings.calendar, album.results, rest=f"HISTORY {phase}")
    if look.page:
        later = [_later(services, game, one, marked=True) for one in album.later]
        look = replace(look, marked={**look.marked, "later": later})
    data["press"] = press.bundled(services, game, phase)
    if openings.opened:
        data["opened"] = services.renderer.answer("vacated", {"opened": openings.opened, "game": game.key})
    brief = Brief(cause.key, "results", data, cause.at, template=publish.names(game, "results"), phase=phase, look=look)
    services.letters.to_everybody(game, replace(brief, machine=machine, more=tuple(more)), heads=heads)


def _later(services: Services, game: Game, event: Mapping[str, Any], *, marked: bool = False) -> dict[str, Any]:
    """A phase that was over at once, as the results of the one before it tell it."""
    data, phase = event["data"], event["phase"]
    public, without = publish.public(data["notices"]), () if marked else None
    return {
        "phase": phase,
        "words": services.calendar(game).words(phase),
        "parts": publish.parts(services, game, public, without, f"HISTORY {phase}"),
        **{key: data[key] for key in ("draws", "link", "secret")},
    }


def result_data(
    services: Services, game: Game, event: Mapping[str, Any], later: Sequence[Mapping[str, Any]] = (), rest: str = ""
) -> dict[str, Any]:
    """What the results template gets: parts rendered from public notices, dice. `rest`: the word that brings what is
    too long for a letter."""
    data, ended = event["data"], [event, *later][-1]["data"]["ended"]
    corrected = services.journal.undone(game.key, event["phase"])
    links = [played.link for played in game.played if played.link < data["link"]]  # 1 belongs to the start
    return {
        "title": services.variant(game).info.title,
        "result_phase": event["phase"],
        "result_words": services.calendar(game).words(event["phase"]),
        **{key: data[key] for key in ("revision", "draws", "link", "secret")},
        "correction": _correction(services, game, event, corrected) if data["revision"] > 1 else [],
        "parts": publish.parts(services, game, publish.public(data["notices"]), rest=rest),
        "anchor": game.anchor,
        "previous_link": max(links, default=1),
        "archive": services.config.page_of(game.key, str(event["phase"])),
        "wrote": list(data.get("wrote", ())),
        "opened": "",
        "later": [_later(services, game, one) for one in later],
        "ended": ended,
        "next_phase": "" if ended else game.phase,
        "next_words": "" if ended else services.calendar(game).words(game.phase),
    }


def in_words(services: Services, game: Game, event: Mapping[str, Any], zone: str, at: datetime, **other: Any) -> str:
    """The public results of a resolved phase as they stand in another letter; `other`: what the template gets
    otherwise."""
    values = {
        **services.letters.context(game, zone, at),
        **result_data(services, game, event),
        "press": press.bundled(services, game, event["phase"]),
        **other,
    }
    return services.renderer.letter(publish.names(game, "results"), values)[1]


def _correction(services: Services, game: Game, event: Mapping[str, Any], undone: Sequence[int]) -> list[str]:
    """What changed against the last masked results, each fact with what it was and what it is, and whether the dice
    were kept."""
    if not undone:
        return []
    from judge.render.changes import changes  # reads pages: few results are corrected

    old = services.journal.event(game.key, undone[-1])
    parts = [publish.parts(services, game, publish.public(one["data"]["notices"]), ()) for one in (old, event)]
    lines = changes(*map("\n".join, parts))
    kept = old["data"]["link"] == event["data"]["link"]
    dice = "The dice are those of the first time." if kept else "Orders were changed, so new dice were used."
    return [*(lines or ["Nothing changed."]), dice]


def machine_result(game: Game, event: Mapping[str, Any]) -> ResultsPart:
    """The JSON part of a result: exactly the public notices."""
    data = event["data"]
    draws = tuple(Draw(**draw) for draw in data["draws"])
    dice = DiceTold(event["phase"], data["link"], data["secret"], game.anchor, draws)
    return ResultsPart(game.key, event["phase"], data["revision"], dice, notices_told(publish.public(data["notices"])))


def statement(services: Services, game: Game, seat: SeatRecord, event: Mapping[str, Any], cause: Cause) -> None:
    """What is one seat's own of a resolved phase, again and by itself."""
    from judge.desk.news.pictures import Album

    if seat.address:
        opening = Openings(services, game, Album(services, game, event), cause).head(seat)
        services.letters.to_seat(game, seat, opening.brief)


def ended(services: Services, game: Game, phase: str, seq: int, at: datetime) -> None:
    """The last letter: final standings, who was who where the game tells it, the end of the dice chain."""
    from judge.render.charts import turning_points

    over = game.ended or {"reason": "", "scores": {}, "winners": ()}
    secret = services.dice_link(game.key, game.link).hex()
    with awaiting_pictures(services, game, [seq], at, final=True) as album:
        data = {
            "ended": game.ended,
            "score_unit": services.variant(game).info.score_unit,
            "people": who_was_who(services, game),
            "race": album.race,
            "turns": turning_points(album.race),
            "page": services.config.page_of(game.key) if game.shown else "",
            "final_phase": phase,
            "anchor": game.anchor,
            "link": game.link,
            "secret": secret,
        }
        end = EndTold(over["reason"], over["scores"], tuple(over["winners"]))
        machine = FinalPart(game.key, end, DiceTold(phase, game.link, secret, game.anchor))
        cause, template = f"{game.key}:end:{game.round}", publish.names(game, "final")
        brief = Brief(cause, "final", data, at, template=template, machine=machine, phase=phase)
        look = publish.look(services, game, (), publish.deadline_entry(services, game, at), album.final)
        services.letters.to_everybody(game, replace(brief, look=look))
    album.not_drawn(album.faults, Cause(at, f"{game.key}#{album.event['seq']}"))


def who_was_who(services: Services, game: Game) -> list[tuple[str, str]]:
    """(seat, name of who sat there) for a game that is over, where it tells that; else nothing. Whom `judge join` has
    seated may have given no name."""
    if game.house["reveal"] != "yes" or game.status is not Status.FINISHED:
        return []
    found = []
    for seat in services.files.seats(game.key).values():
        person = services.files.person(seat.address) if seat.address else None
        unknown = "gave no name" if seat.address else "a robot" if seat.robot else "nobody at the end"
        found.append((seat.name, person.name if person and person.name else unknown))
    return found


# ---- what a letter opens with: made of notices born for one seat, of the public fates of its own units, and of what
# its STATUS would say; nothing of it is anybody else's


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
        # what a seat alone may see now is asked for several times running
        self._private = lru_cache(1)(lambda seat: self.services.variant(self.game).standing(self._after, seat))
        self.event = self.album.event
        final = [self.event, *self.album.later][-1]
        self.last = bool(self.game.played) and self.game.played[-1].event == final["seq"]
        self.ended = final["data"]["ended"]
        self.over = self.ended is not None

    def head(self, seat: SeatRecord, further: bool = False) -> Head:
        """The opening for one seat. `further`: its reader has the results with those of another seat of his."""
        own = publish.private(self.event["data"]["notices"], seat.name)
        phase, (short, lead) = str(self.event["phase"]), self._lead(seat)
        calendar = self.services.calendar(self.game)
        brief = Brief(
            self.cause.key,
            f"statement.{seat.number}",
            {
                "headed": False,
                "result_phase": phase,
                "result_words": calendar.words(phase),
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
                "misses": seat.misses if self.last and calendar.main(Phase.parse(phase)) else 0,
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
    def calendar(self) -> bytes:
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
            **self._seen(seat),
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
            return Look(page=False, calendar=self.calendar)
        pictures = [*(self.album.own(seat.name) if self.awaited else ()), *self.album.statement(seat.name)]
        marked = {"parts": self._parts(seat, own, pictures)}
        return Look(marked=marked, pictures=pictures, calendar=self.calendar)

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
            **self._seen(seat),
            "game": self.game.key,
            "phase": self.game.phase,
            "kinds": [str(notice["kind"]) for notice in own],
            "over": False,
        }
        stand = (renderer.part((f"{self.game.variant}/stand.txt", "lib/stand.txt"), context) or "").strip("\n")
        if stand or own:
            return stand
        return publish.status(self.services, self.game, seat.name, marked=renderer is self.services.renderer.marking)

    def _seen(self, seat: SeatRecord) -> dict[str, Any]:
        """How things stand now, for whom."""
        return {"public": self._public, "private": self._private(seat.name), "seat": seat.name}

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
        powers = variant.speaks_for(self.album.before(event), seat) if rows else ()
        return [row for row in rows if row["power"] in powers]
