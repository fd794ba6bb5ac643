"""What is public of a game, gathered for its pages. Nothing reaches a page by another way.

Public notices, `standing(state, None)`, public press, seats under their names; people only when the game is over and
tells who was who. No page needs a password, a token, an address or a sheet, so none of them is read here.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any

from judge.core.codec import digest, pack
from judge.core.notice import PUBLIC
from judge.core.picture import Board
from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import GameInfo
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import pictures, press, results
from judge.desk.news.pictures import CROWD
from judge.desk.services import Services
from judge.render import charts
from judge.render.charts import Turn

START = "start"
Event = Mapping[str, Any]


def shown(services: Services) -> list[Game]:
    """The games of the archive, by name: those LIST shows. A closed game (open=no) is nobody else's business."""
    return [game for game in services.files.games() if game.shown]


class Place(Value):
    """A page of a game's story: its start, a resolved phase, or one that was taken back and is not yet played again.

    page   the last part of its address, `f1901m`
    seq    number of the event it tells; 0 for the start, whose event is looked for when it is wanted
    undone how often the phase was taken back
    """

    phase: str
    words: str
    seq: int
    undone: int = 0
    standing: bool = True

    @property
    def page(self) -> str:
        return self.phase.lower()


class Facts:
    """One game as everybody may know it, read once for one run."""

    def __init__(self, services: Services, game: Game) -> None:
        self.services = services
        self.game = game
        self._events: dict[int, Event] = {}

    @property
    def info(self) -> GameInfo:
        return self.services.variant(self.game).info

    @property
    def finished(self) -> bool:
        return self.game.status is Status.FINISHED

    @cached_property
    def places(self) -> list[Place]:
        """The story in order: the start, what was played, what was taken back."""
        game = self.game
        if not game.snapshot:
            return []
        undone: dict[str, list[int]] = {}
        for event in self.services.journal.of_kind(game.key, "rolled_back"):
            for phase, seq in event["data"]["masked"]:
                undone.setdefault(phase, []).append(int(seq))
        played = {one.phase for one in game.played}
        words = self.info.calendar.words
        return [
            Place(START, "Start", 0),
            *(Place(p.phase, words(p.phase), p.event, len(undone.get(p.phase, ()))) for p in game.played),
            *(
                Place(phase, words(phase), seqs[-1], len(seqs), standing=False)
                for phase, seqs in undone.items()
                if phase not in played
            ),
        ]

    def event(self, seq: int) -> Event:
        if seq not in self._events:
            self._events[seq] = self.services.journal.event(self.game.key, seq)
        return self._events[seq]

    @cached_property
    def started(self) -> Event:
        """The opening. It stands among the first events: only sign-ons and settings come before it."""
        journal, key = self.services.journal, self.game.key
        found = (journal.event(key, seq) for seq in range(1, journal.length(key) + 1))
        return next(event for event in found if event["kind"] == "started")

    def taken_back(self, place: Place) -> Event:
        """The rollback that masked a phase last."""
        found = self.services.journal.of_kind(self.game.key, "rolled_back")
        return next(e for e in reversed(found) if any(phase == place.phase for phase, _ in e["data"]["masked"]))

    # ---- charts and boards ------------------------------------------------------------------------------------

    def turns(self, until: int | None = None) -> list[Turn]:
        """Public notices of the phases up to an event, for charts. Of a crowd the last phase alone, as in letters."""
        played = [p.event for p in self.game.played if until is None or p.event <= until]
        if len(self.seats) > CROWD:
            played = played[-1:]
        events = [self.event(seq) for seq in played]
        return [(e["phase"], [n for n in e["data"]["notices"] if n["audience"] == PUBLIC]) for e in events]

    def charts_now(self) -> list[charts.Chart]:
        """The game's charts to this day; the scores first when it is over."""
        return pictures.final_charts(self.services, self.game, self.turns())

    def board(self, place: Place | None = None) -> Board | None:
        """The board now, or with the orders of a phase. None where none is public."""
        if place is None:
            return pictures.board_of(self.services, self.game)
        return pictures.resolved_board(self.services, self.game, self.event(place.seq))

    @cached_property
    def standing(self) -> Shown:
        variant = self.services.variant(self.game)
        return variant.standing(self.services.journal.state(variant, self.game), None)

    # ---- people and press -------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """By order of joining: name, role, power, vacant."""
        return [
            {
                "name": s.name,
                "role": str(s.role),
                "power": s.power,
                "vacant": s.vacant and not self.finished,
                "robot": s.robot,
            }
            for s in self.services.files.seats(self.game.key).values()
        ]

    @cached_property
    def people(self) -> dict[str, str]:
        """Seat -> who sat there, when the game is over and tells it; else nobody."""
        return dict(results.who_was_who(self.services, self.game)) if self.finished else {}

    @cached_property
    def spoken(self) -> list[dict[str, Any]]:
        """Public press, in order of arrival."""
        return press.published(self.services, self.game)

    def press(self, phase: str) -> list[dict[str, Any]]:
        return [item for item in self.spoken if (item["phase"] or START) == phase]

    # ---- marks ------------------------------------------------------------------------------------------------

    def mark(self, owing: Sequence[str] | None = None) -> str:
        """Changes when anything on the game's own pages does. No event is read for it. `owing`: who has still to write,
        where the game tells."""
        game = self.game
        taken = [[place.phase, place.seq, place.undone] for place in self.places]
        return digest(
            [
                [*_PUBLIC_FACE(game), [pack(one) for one in game.played]],
                taken,
                self.seats,
                sorted(self.people.items()),
                [item["seq"] for item in self.spoken],
                owing,
            ]
        )

    def mark_of(self, place: Place, around: Sequence[Place | None]) -> str:
        """Changes when anything on a phase's page does: its event never changes, so its number stands for it."""
        beside = [other.page if other else "" for other in around]
        seats = self.seats if place.phase == START else []
        spoken = [int(item["seq"]) for item in self.press(place.phase)]
        return digest([self.game.key, self.game.anchor, pack(place), beside, seats, spoken])


_PUBLIC_FACE = attrgetter(
    *"key variant rules_version status options house schedule phase deadline locked held_back revision".split(),
    *"snapshot acts anchor ended settled created".split(),
)
"""The fields of a game that its page tells, beside what was played."""
