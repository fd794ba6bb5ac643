"""What is public of every open game since the last issue, gathered for the next one.

What counts as new goes by the numbers of events, not by clocks: what is handled late is told in the next issue, once.
Nothing is read here but public notices, `standing(state, None)`, public press and seats under their names.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from judge.core.picture import Board
from judge.core.values import Value
from judge.desk.cabinet.records import Game, Played, SeatRecord, Status, instant, iso
from judge.desk.news import pictures, publish, results
from judge.desk.services import Services
from judge.extras.facts import Facts
from judge.extras.pictures import tried
from judge.extras.zine import reader_letters
from judge.extras.zine.issue import (
    Chart,
    ColumnLetter,
    Due,
    Ending,
    Issue,
    Kept,
    Open,
    Place,
    Press,
    Result,
    Story,
    TakenBack,
    Words,
)
from judge.loglines import Log
from judge.render import charts
from judge.render.text import by_score

log = Log("judge.extras.zine")

FIRST = timedelta(days=7)  # what the first issue tells of
IN_FULL = 6  # phases of a game; earlier ones are named
DEADLINES = 40


class Since(Value):
    """What is new in a game: events above a number, or, where it was never looked at, since a moment."""

    seq: int | None
    moment: datetime

    def new(self, seq: int, at: str) -> bool:
        return seq > self.seq if self.seq is not None else instant(at) >= self.moment


def issue(services: Services, number: int, before: Kept | None, at: datetime) -> Kept:
    """The issue that would go out at that moment."""
    since = instant(before.issue.at) if before else at - FIRST
    games = services.files.games()
    upto = {game.key: services.journal.length(game.key) for game in games}
    public = [game for game in games if game.shown]
    stories = [
        story
        for game in public
        if (known := before.upto.get(game.key) if before else None) != upto[game.key]
        and (story := told(services, game, Since(known, since))) is not None
    ]
    made = Issue(
        number=number,
        name=name_of(services),
        at=iso(at),
        since=before.issue.at if before else "",
        zone=zone_of(services),
        stories=tuple(sorted(stories, key=lambda one: (one.ending is None, not one.results, one.game))),
        letters=tuple(ColumnLetter(one.number, one.signed, one.text) for one in reader_letters.let_in(services.store)),
        open=tuple(found for game in public if (found := opening(services, game)) is not None),
        deadlines=tuple(sorted(deadlines(services, public), key=lambda one: (one.at, one.game))[:DEADLINES]),
    )
    return Kept(made, upto)


def name_of(services: Services) -> str:
    judge = services.config.judge
    return judge.zine_name or f"The {judge.name} Gazette"


def zone_of(services: Services) -> str:
    """The zone of the zine's schedule, which its times are told in; else the judge's."""
    parts = services.config.judge.zine.split()
    return parts[2] if len(parts) == 3 else services.config.judge.zone


# ---- one game -----------------------------------------------------------------------------------------------------


def told(services: Services, game: Game, since: Since) -> Story | None:
    """What is new of a game; None for nothing. A game that cannot be told costs its own story alone."""
    try:
        return _Teller(services, game, since).story()
    except Exception:
        log.exception("zine_fault", game=game.key)
        return None


class _Teller(Facts):
    """One game being told."""

    def __init__(self, services: Services, game: Game, since: Since) -> None:
        super().__init__(services, game)
        self.since = since

    def story(self) -> Story | None:
        game, services = self.game, self.services
        played = self._played()
        begun = not (game.played and not played) and self._begun()
        spoken = self._press(played)
        undone = self._undone()
        if not (played or begun or spoken or undone):
            return None
        events = [self.event(one.event) for one in played[-IN_FULL:]]
        over = self.finished
        return Story(
            game=game.key,
            title=self.info.title,
            variant=game.variant,
            status=str(game.status),
            locked=game.locked,
            looked=game.held_back,
            phase=self.info.calendar.words(game.phase) if game.phase and not over else "",
            deadline=game.deadline if game.status is Status.ACTIVE and not game.locked else "",
            zone=game.zone(),
            begun=begun,
            players=tuple(_named(seat) for seat in services.files.seats(game.key).values()) if begun else (),
            results=tuple(map(self._result, events)),
            earlier=tuple(self.info.calendar.words(one.phase) for one in played[:-IN_FULL]),
            taken_back=undone,
            press=spoken,
            standing=self._standing(),
            ending=self._ending() if over and played else None,
            chart=tried(self._chart, None, game.key),
            board=tried(lambda: self._last_board(events), None, game.key),
        )

    def _played(self) -> list[Played]:
        """The phases resolved since, oldest first."""
        found: list[Played] = []
        for played in reversed(self.game.played):
            at = self.event(played.event)["at"] if self.since.seq is None else ""
            if not self.since.new(played.event, at):
                break
            found.append(played)
        return found[::-1]

    def _begun(self) -> bool:
        return bool(self.game.snapshot) and self.since.new(int(self.started["seq"]), self.started["at"])

    def _undone(self) -> tuple[TakenBack, ...]:
        """Phases that were taken back and wait to be played again."""
        again = {one.phase for one in self.game.played}
        found: dict[str, TakenBack] = {}
        for event in self.services.journal.of_kind(self.game.key, "rolled_back"):
            if self.since.new(int(event["seq"]), event["at"]):
                for phase, _ in event["data"]["masked"]:
                    if phase not in again:
                        found[phase] = TakenBack(self.info.calendar.words(phase), event["data"]["reason"])
        return tuple(found.values())

    def _result(self, event: Mapping[str, Any]) -> Result:
        services, game, data = self.services, self.game, event["data"]
        notices = publish.public(data["notices"])
        return Result(
            phase=str(event["phase"]),
            title=self.info.calendar.words(event["phase"]),
            at=event["at"],
            words=Words(
                "\n\n".join(publish.parts(services, game, notices)),
                "\n\n".join(publish.parts(services, game, notices, ())),
            ),
            revision=int(data["revision"]),
            changes=tuple(results.result_data(services, game, event)["correction"]) if data["revision"] > 1 else (),
        )

    def _press(self, played: Sequence[Played]) -> tuple[Press, ...]:
        """What everybody has read since: at once, or with results that are told here."""
        phases = {one.phase for one in played}
        return tuple(
            Press(item["from"], item["text"], item["at"])
            for item in self.spoken
            if (self.since.new(item["seq"], item["at"]) if item["out"] else item["phase"] in phases)
        )

    def _standing(self) -> Words:
        if not self.game.snapshot or self.game.status is Status.FORMING:
            return Words()
        services, game = self.services, self.game
        data = {"public": self.standing}
        names = (f"{game.variant}/digest.txt",)
        text, marked = services.renderer.part(names, data), services.renderer.marking.part(names, data)
        return Words((text or "").rstrip("\n"), (marked or "").rstrip("\n"))

    def _ending(self) -> Ending | None:
        ended = self.game.ended
        if not ended:
            return None
        people = self.people
        scores, winners = ended["scores"], ended["winners"]
        places = [
            Place(str(rank), seat, score, seat in winners, people.get(seat, ""))
            for rank, seat, score in by_score(scores, winners)
        ]
        places += [Place("", seat, "", seat in winners, people.get(seat, "")) for seat in winners if seat not in scores]
        words = self.services.renderer.part(("site/ending.txt",), {"ended": ended}) or ""
        return Ending(words.strip(), self.info.score_unit, tuple(sorted(places, key=lambda one: not one.won)))

    def _chart(self) -> Chart | None:
        """The one chart that says most: of the scores when it is over, else the first of the game."""
        found = self.charts_now()[:1] if self.game.played else []
        return Chart(found[0].name, charts.draw(found[0]), found[0].alt) if found else None

    def _last_board(self, events: Sequence[Mapping[str, Any]]) -> Board | None:
        """The board as it stands, or after the last results."""
        if events and self.finished:
            return pictures.resolved_board(self.services, self.game, events[-1])
        return self.board()


def _named(seat: SeatRecord) -> str:
    return f"{seat.called} ({seat.power.title()})" if seat.power and seat.power != seat.name else seat.called


# ---- all games ----------------------------------------------------------------------------------------------------


def opening(services: Services, game: Game) -> Open | None:
    """How somebody new may get into a game; None where he may not."""
    variant = services.known_variant(game)
    if variant is None:
        return None
    seats = list(services.files.seats(game.key).values())
    found = Open(game.key, variant.info.title, game.variant, len(seats), comment=game.house["comment"])
    if game.status is Status.FORMING:
        return found
    vacant = tuple(seat.name for seat in seats if seat.vacant)
    if game.status not in (Status.ACTIVE, Status.PAUSED) or not (vacant or services.takes_newcomers(game)):
        return None
    words = variant.info.calendar.words(game.phase)
    return Open(game.key, found.title, game.variant, len(seats), words, vacant, found.comment)


def deadlines(services: Services, games: Sequence[Game]) -> Iterator[Due]:
    """The deadlines of the games that run."""
    for game in games:
        variant = services.known_variant(game)
        if variant is not None and game.status is Status.ACTIVE and game.deadline and not game.locked:
            words = variant.info.calendar.words(game.phase)
            yield Due(game.key, variant.info.title, words, game.deadline, game.zone())
