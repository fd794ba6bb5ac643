"""A golden story played: what its letters say, and what happened in its games. Each is played once in a run."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from judge.core.codec import unpack_sheet
from judge.core.notice import MASTER
from judge.core.shown import Shown
from judge.desk.news.pictures import resolved_board
from tests.harness import Judge, Out
from tests.once import memory, once
from tests.stories.teller import Teller

HERE = Path(__file__).parent
STORIES = sorted(path.parent for path in HERE.glob("*/*/story.txt"))


@dataclass(frozen=True)
class Played:
    """`told` is the golden text, `differences` what a replay finds wrong, `happened` (kind, data) of every notice;
    ("phase", (id, options, pace)) and ("picture", board) of each resolved phase, and ("end", reason) of games that
    finished. `shown` is (game, view, what it shows) of all that could be looked at before each phase was resolved:
    `public`, `private`, `master`, and the `forecast` of each sheet."""

    told: str
    sent: tuple[Out, ...]
    differences: tuple[str, ...]
    happened: tuple[tuple[str, Any], ...]
    shown: tuple[tuple[str, str, Shown], ...]


def played(story: Path) -> Played:
    return once(f"story.{story.parent.name}.{story.name}", lambda: _play(story))


def _play(story: Path) -> Played:
    with TemporaryDirectory(dir=memory()) as folder:
        teller = Teller(Path(folder))
        teller.play((story / "story.txt").read_text("utf-8"))
        judge = teller.the
        sent, found = tuple(judge.relay.sent), tuple(_happened(judge))
        shown = tuple(_shown(judge))
        return Played("\n".join(teller.told), sent, tuple(judge.differences()), found, shown)


def _happened(judge: Judge) -> Iterator[tuple[str, Any]]:
    services = judge.services
    for game in services.files.games():
        variant = services.variant(game)
        for event in services.journal.of_kind(game.key, "phase_resolved"):
            yield from ((str(notice["kind"]), notice["data"]) for notice in event["data"]["notices"])
            yield "picture", resolved_board(services, game, event)
            state = services.journal.at_snapshot(variant, game.key, event["data"]["before"])
            yield "phase", (event["phase"], game.options, variant.agenda(state).pace)
        if game.ended:
            yield "end", game.ended["reason"]


def _shown(judge: Judge) -> Iterator[tuple[str, str, Shown]]:
    services = judge.services
    for game in services.files.games():
        variant = services.variant(game)
        for event in services.journal.of_kind(game.key, "phase_resolved"):
            data = event["data"]
            state = services.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
            sheets = {seat: unpack_sheet(variant.vocabulary, sheet) for seat, sheet in data["orders"].items()}
            yield game.variant, "public", variant.standing(state, None)
            for seat in sorted(variant.agenda(state).duties):
                yield game.variant, "private", variant.standing(state, seat)
                yield game.variant, "forecast", variant.forecast(state, seat, sheets.get(seat, ()))
            yield game.variant, "master", variant.standing(state, MASTER)
            yield game.variant, "forecast", variant.forecast(state, MASTER, sheets.get(MASTER, ()))
