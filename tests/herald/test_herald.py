"""Notices outside letters: what is told, when, and that they are never in the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from judge.config import NotifySettings
from judge.herald import GIVE_UP, Herald
from tests.harness import Judge


class Web:
    """A webhook in memory; `down` refuses."""

    def __init__(self) -> None:
        self.got: list[Mapping[str, Any]] = []
        self.down = False

    def post(self, url: str, told: Mapping[str, Any]) -> None:
        if self.down:
            raise OSError("down")
        self.got.append(told)

    @property
    def what(self) -> list[str]:
        return [str(one["what"]) for one in self.got]


def at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    try:
        work()
        done.set_result(None)
    except Exception as fault:
        done.set_exception(fault)
    return done


def heralded(folder: Path, games: str = "all") -> tuple[Judge, Web]:
    judge, web = Judge(folder), Web()
    config = replace(judge.house.config, notify=NotifySettings("https://hooks.test/x", games))
    judge.house.config = judge.office.config = judge.office.letters.config = config
    judge.house.__dict__["herald"] = Herald(judge.office, web.post, at_once)
    return judge, web


def played(judge: Judge, name: str = "lira7", **options: str) -> None:
    judge.new(name, "bourse", **options)
    judge.join(name, "Lupus", "Ursus")
    judge.start(name)
    judge.tick()


def test_a_game_tells_its_start_the_day_before_a_deadline_results_and_a_seat(tmp_path: Path) -> None:
    judge, web = heralded(tmp_path)
    played(judge)
    judge.tick(judge.deadline("lira7") - timedelta(hours=23))
    judge.resolve("lira7")
    judge.orders("lira7", "Ursus", "RESIGN")
    assert web.what == ["started", "eve", "results", "seat_open"]
    assert web.got[2]["phase"] == "S1901M" and web.got[2]["deadline"] > web.got[1]["deadline"]


def test_only_what_is_public_is_told_and_of_closed_or_practice_games_nothing(tmp_path: Path) -> None:
    judge, web = heralded(tmp_path)
    played(judge, open="no")
    judge.say("ann@example.test", "REGISTER Ann\nJOIN PRACTICE bourse")
    judge.reply(judge.letters("ann@")[0], "")
    judge.resolve("lira7")
    assert web.got == []
    played(judge, "lira8")
    fields = {"schema", "judge", "game", "variant", "what", "phase", "deadline", "page", "at", "text"}
    assert all(set(one) == fields and "@" not in str(one) for one in web.got)


def test_a_keeper_may_name_the_games(tmp_path: Path) -> None:
    judge, web = heralded(tmp_path, "lira8")
    played(judge)
    played(judge, "lira8")
    assert [one["game"] for one in web.got] == ["lira8"]


def test_what_is_not_taken_is_tried_again_later_and_not_for_ever(tmp_path: Path) -> None:
    judge, web = heralded(tmp_path)
    web.down = True
    played(judge)
    sent = [out for out in judge.relay.sent if "start" in out.subject]
    assert sent, "letters do not wait for it"
    web.down = False
    judge.tick(judge.after(seconds=30))
    assert web.got == [], "not at once"
    judge.tick(judge.after(minutes=2))
    assert web.what == ["started"]
    web.down = True
    judge.resolve("lira7")
    for _ in range(3):
        judge.tick(judge.after(hours=7))
    judge.tick(judge.clock.now() + GIVE_UP)
    judge.tick(judge.after(hours=7))
    assert not [row for row in judge.office.store.table("notices").all() if row["told"]["what"] == "results"]


def test_a_notice_is_posted_once_though_two_judges_look(tmp_path: Path) -> None:
    judge, web = heralded(tmp_path)
    played(judge)
    Herald(judge.office, web.post, at_once).turn(judge.clock.now())
    assert web.what == ["started"]
