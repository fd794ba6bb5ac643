"""Words before pictures: a deadline is committed in words, its letters wait for their pictures a set time, and whoever
dies on the way loses nothing and sends nothing twice."""

import os
import signal
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.app import App, open_app
from judge.app.studio import TRIES
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.core.errors import StoreFault
from judge.desk.news import drawings
from judge.desk.services import Services
from judge.entropy import SeededEntropy
from judge.render.drawing import Drawn, draw
from tests.desk.test_desk_pages import SEATS, season, world
from tests.desk.worlds import GAME
from tests.forked import ended, forked
from tests.harness import HASHER, MASTER, START, Judge, Out, address_of, founded, only
from tests.stores import sqlite_only


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return world(tmp_path)


READERS = ["results@list.test", MASTER, *(address_of(seat) for seat in SEATS)]


def still_to_draw(services: Services) -> bool:
    """Whether anything is to be drawn."""
    return bool(services.store.table("drawings").range("due", None, None, 1))


def in_words(judge: Judge) -> list[Out]:
    """The deadline, by a judge that draws nothing."""
    judge.clock.set(judge.deadline(GAME))
    before = len(judge.relay.sent)
    judge.app.turn(judge.clock.now())
    return judge.relay.sent[before:]


def drawn(judge: Judge) -> list[Out]:
    before = len(judge.relay.sent)
    drawings.draw_all(judge.services)
    judge.app.turn(judge.clock.now())
    return judge.relay.sent[before:]


def row(judge: Judge) -> dict[str, Any]:
    (found,) = judge.app.store.table("drawings").all()
    return dict(found)


# ---- the usual way --------------------------------------------------------------------------------------------------


def test_a_deadline_is_committed_in_words_and_its_letters_wait_for_their_pictures(judge: Judge) -> None:
    assert in_words(judge) == []
    waiting = [letter for letter in judge.app.store.table("outbox").all() if letter["status"] == "queued"]
    assert len(waiting) == len(READERS)
    assert {letter["due"] > judge.clock.now().isoformat() for letter in waiting} == {True}
    assert sorted(letter["key"] for letter in waiting) == sorted(row(judge)["rows"])
    assert len(drawn(judge)) == len(waiting)
    assert not still_to_draw(judge.services)


def test_letters_drawn_later_are_those_drawn_in_the_same_turn_byte_for_byte(tmp_path: Path) -> None:
    one, other = world(tmp_path / "a"), world(tmp_path / "b")
    at_once = season(one)
    other.orders(GAME, "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST")
    assert in_words(other) == []
    assert [out.raw for out in drawn(other)] == [out.raw for out in at_once]


def test_other_letters_go_at_once_while_pictures_are_drawn(judge: Judge) -> None:
    in_words(judge)
    judge.clock.set(judge.after(seconds=2))
    judge.post(address_of("Lupus"), f"SIGNON Lupus@{GAME} lupus-pass\nSTATUS\nSIGNOFF")
    before = len(judge.relay.sent)
    judge.app.turn(judge.clock.now())
    (answer,) = judge.relay.sent[before:]
    assert answer.to == address_of("Lupus") and len(drawn(judge)) == len(READERS)


def test_without_a_wait_letters_go_in_words_at_once(tmp_path: Path) -> None:
    judge = world(tmp_path, pictures="0m")
    letters = in_words(judge)
    results = only(letters, address_of("Lupus"), "results")
    assert "text/html" in results.kinds and "image/jpeg" not in results.kinds
    assert "<img" not in results.page and not still_to_draw(judge.services)


# ---- when the time is over ------------------------------------------------------------------------------------------


def test_letters_whose_time_is_over_go_once_and_in_words(tmp_path: Path) -> None:
    judge = world(tmp_path, archive_url="https://judge.test")
    in_words(judge)
    letters = judge.tick(judge.after(minutes=2))
    assert sorted(out.to for out in letters) == sorted(READERS)
    for out in letters:
        assert "image/jpeg" not in out.kinds and "image/png" not in out.kinds
        assert "<img" not in out.page
        assert "https://judge.test/games/" in out.text
    assert judge.tick(judge.after(minutes=2)) == []
    assert not still_to_draw(judge.services)


def test_pictures_that_come_too_late_change_nothing(judge: Judge) -> None:
    in_words(judge)
    (task,) = drawings.tasks(judge.services)
    done = draw(task)
    before = len(judge.relay.sent)
    judge.clock.set(judge.after(minutes=2))
    judge.app.turn(judge.clock.now())
    sent = judge.relay.sent[before:]
    assert len(sent) == len(READERS)
    drawings.finish(judge.services, done)
    assert judge.tick() == [] and judge.tick(judge.after(hours=2)) == []


def test_a_letter_that_was_tried_keeps_the_bytes_it_was_tried_with(judge: Judge) -> None:
    in_words(judge)
    outbox, bodies = judge.app.store.table("outbox"), judge.app.store.table("bodies")
    key = row(judge)["rows"][-1]
    letter = dict(outbox.fetch(key) or {})
    outbox.put(key, {**{name: value for name, value in letter.items() if name != "key"}, "tries": 1})
    before = {str(one["key"]): dict(one) for one in bodies.all()}
    drawings.draw_all(judge.services)
    assert {str(one["key"]): dict(one) for one in bodies.all()} == before
    assert drawings.draw_all(judge.services) == 0  # nothing is left to be drawn


# ---- deaths ---------------------------------------------------------------------------------------------------------


def dying(folder: Path, point: str) -> None:
    """A judge that ends itself at this point of a deadline."""

    def die(*given: object) -> Any:
        os._exit(DEAD)

    def crash(reached: str) -> None:
        if reached == point and (point != "sent" or not still_to_draw(app.services)):
            die()

    app = opened(folder)
    if point in POINTS:
        setattr(drawings, POINTS[point], die)
    else:
        app.timeline.crash = app.outbox.crash = crash
    app.once(due(app))


POINTS = {"drawing": "draw", "drawn": "finish", "put in": "_put_in"}
DEAD = 9


def opened(folder: Path) -> App:
    (folder / "var/mail/in/new").mkdir(parents=True, exist_ok=True)
    judge = JudgeSettings(name="TEST", address="judge@judge.test", list="results@list.test")
    config = Config(folder, judge, MailSettings(settle="0m"))
    return open_app(config, clock=SetClock(START), entropy=SeededEntropy("dying"), hasher=HASHER)


def due(app: App) -> Any:
    """The clock at the deadline of the game."""
    app.clock.set(START + timedelta(days=3))  # type: ignore[attr-defined]
    return app.clock.now()


def begun(folder: Path) -> App:
    app = opened(folder)
    game = founded(app, GAME, SEATS, at=START, password="password")
    with app.store.batch():
        app.services.files.save_game(game.due((START + timedelta(days=3)).isoformat()))
        from judge.desk import timers

        timers.set_for(app.services, app.services.files.game(GAME), START)  # type: ignore[arg-type]
    drawings.draw_all(app.services)
    app.outbox.flush(START)
    return app


@pytest.mark.slow
@sqlite_only("a home is opened by one process after another")
@pytest.mark.parametrize("point", ["handled", "committed", "settled", "drawing", "drawn", "put in", "sent"])
def test_a_death_at_any_point_of_a_deadline_loses_no_letter_and_doubles_none(point: str, tmp_path: Path) -> None:
    begun(tmp_path).close()
    out = tmp_path / "var/mail/out/new"
    for path in out.iterdir():
        path.unlink()
    assert ended(forked(lambda: dying(tmp_path, point))) == DEAD
    app = opened(tmp_path)
    app.once(due(app))
    app.close()
    letters = [Out("", path.read_bytes()) for path in out.iterdir()]
    told = sorted(str(letter.mime["To"]) for letter in letters)
    assert told == sorted(READERS)
    assert all(b"PRICES after" in letter.part("text/plain") for letter in letters)
    assert all("image/jpeg" in letter.kinds for letter in letters)


# ---- the process beside ---------------------------------------------------------------------------------------------


class Studio:
    """A judge with a process that draws, and what it says when it has drawn."""

    def __init__(self, judge: Judge) -> None:
        self.judge, self.woken = judge, threading.Event()
        judge.app.beside = True
        judge.app.studio._wake = self.woken.set

    def turn(self) -> list[Out]:
        before = len(self.judge.relay.sent)
        self.judge.app.turn(self.judge.clock.now())
        return self.judge.relay.sent[before:]

    def wait(self) -> None:
        assert self.woken.wait(60)
        self.woken.clear()


@pytest.mark.slow
def test_a_process_beside_the_judge_draws_the_same_and_wakes_it(tmp_path: Path) -> None:
    alone, beside = world(tmp_path / "a"), world(tmp_path / "b")
    studio = Studio(beside)
    beside.clock.set(beside.deadline(GAME))
    assert studio.turn() == []  # words are committed, a process has begun to draw
    studio.wait()
    letters = studio.turn()
    in_words(alone)
    assert [out.raw for out in letters] == [out.raw for out in drawn(alone)]
    process = beside.app.studio._hand.process  # type: ignore[union-attr]
    beside.app.studio.close()
    assert process.poll() is not None


@pytest.mark.slow
def test_a_process_that_is_killed_is_followed_by_another_and_what_kills_them_goes_in_words(judge: Judge) -> None:
    studio = Studio(judge)
    judge.clock.set(judge.deadline(GAME))
    for _ in range(TRIES):
        assert studio.turn() == []
        judge.app.studio._hand.process.kill()  # type: ignore[union-attr]
        studio.wait()
    letters = studio.turn()
    assert len(letters) == len(READERS) + 1
    (told,) = [out for out in letters if "could not be drawn" in out.text]
    assert told.to == MASTER and not any("image/jpeg" in out.kinds for out in letters)
    assert not judge.app.studio.busy


@pytest.mark.parametrize("fault", [OSError(11, "no more processes"), RuntimeError("no more threads")])
def test_where_no_process_can_be_started_letters_go_in_words_and_the_judge_goes_on(
    tmp_path: Path, monkeypatch: Any, fault: Exception
) -> None:
    def none(*given: Any, **named: Any) -> Any:
        raise fault

    judge = world(tmp_path)
    studio = Studio(judge)
    monkeypatch.setattr(f"judge.app.studio.{'subprocess.Popen' if isinstance(fault, OSError) else '_Hand'}", none)
    judge.clock.set(judge.deadline(GAME))
    letters = studio.turn()
    assert sorted(out.to for out in letters) == sorted([*READERS, MASTER])
    (told,) = [out for out in letters if out.to == MASTER and "could not be drawn" in out.text]
    assert "could not be drawn" in told.text and "could not be started" in told.text
    assert not judge.app.studio.busy and not still_to_draw(judge.services)


def test_where_nothing_can_be_planned_letters_go_in_words_and_the_judge_goes_on(judge: Judge, monkeypatch: Any) -> None:
    in_words(judge)
    judge.services.sketches.clear()
    monkeypatch.setattr(drawings, "planned", lambda *given: 1 // 0)
    letters = Studio(judge).turn()
    assert sorted(out.to for out in letters) == sorted(READERS) and not still_to_draw(judge.services)


def test_pictures_that_nobody_knows_a_place_for_are_left_out(judge: Judge, monkeypatch: Any) -> None:
    in_words(judge)
    (task,) = drawings.tasks(judge.services)
    done = draw(task)
    judge.services.sketches.clear()
    monkeypatch.setattr(drawings, "planned", lambda *given: 1 // 0)
    assert drawings.finish(judge.services, done) == len(READERS)
    assert not any("image/jpeg" in out.kinds for out in judge.tick())


def test_a_store_that_fails_is_no_fault_of_planning(tmp_path: Path, monkeypatch: Any) -> None:
    def broken(*given: Any) -> Any:
        raise StoreFault("The disk is full.")

    judge = world(tmp_path)
    in_words(judge)
    judge.services.sketches.clear()
    monkeypatch.setattr(judge.services.journal, "event", broken)
    with pytest.raises(StoreFault):
        list(drawings.tasks(judge.services))
    monkeypatch.undo()
    assert len(drawn(judge)) == len(READERS)


@pytest.mark.slow
def test_a_process_that_hangs_is_ended_when_its_letters_have_gone_and_the_next_draws(judge: Judge) -> None:
    studio = Studio(judge)
    judge.clock.set(judge.deadline(GAME))
    assert studio.turn() == []
    process = judge.app.studio._hand.process  # type: ignore[union-attr]
    process.send_signal(signal.SIGSTOP)
    judge.clock.set(judge.after(minutes=2))
    assert len(studio.turn()) == len(READERS)
    assert process.wait(60) and not judge.app.studio.busy
    judge.post(MASTER, f"MASTER {GAME} gm-secret\nRESEND RESULTS")
    studio.woken.clear()
    assert [out.to for out in studio.turn()] == [MASTER]
    while not (letters := studio.turn()):
        studio.wait()
    assert "image/jpeg" in only(letters, address_of("Ursa"), "results").kinds
    judge.app.studio.close()


def test_a_sketch_of_a_resolution_that_was_undone_is_not_drawn(tmp_path: Path) -> None:
    """Another judge may have resolved the phase otherwise, and its letters have the same keys."""
    judge, other = world(tmp_path / "a"), world(tmp_path / "b")
    for one, what in ((judge, "LIRA"), (other, "CROWNS")):
        one.orders(GAME, "Lupus", f"SELL 300 {what}\nBUY MARKS WITH REST")
        in_words(one)
    (key,) = judge.services.sketches
    assert drawn_of(judge) != drawn_of(other)
    judge.services.sketches[key] = other.services.sketches[key]
    other.services.sketches.clear()
    assert drawn_of(judge) != drawn_of(other)


def drawn_of(judge: Judge) -> dict[str, bytes]:
    (task,) = drawings.tasks(judge.services)
    return dict(draw(task).pictures)


# ---- what comes after the results ------------------------------------------------------------------------------------


def test_public_letters_of_a_game_wait_behind_its_results(judge: Judge) -> None:
    in_words(judge)
    judge.clock.set(judge.after(seconds=2))
    before = len(judge.relay.sent)
    judge.post(MASTER, f"MASTER {GAME} gm-secret\nROLLBACK TO S1901M REASON typo\nANNOUNCE: Sorry.")
    judge.app.turn(judge.clock.now())
    assert {out.to for out in judge.relay.sent[before:]} == {MASTER}  # the answer waits for nothing
    first, second, third = (out for out in drawn(judge) if out.to == "results@list.test")
    assert first.machine("results") and "image/jpeg" in first.kinds
    assert "ypo" in second.text and "Sorry." in third.text
    assert not judge.tick(judge.after(minutes=2))


def test_public_letters_that_wait_go_with_the_results_when_the_time_is_over(judge: Judge) -> None:
    in_words(judge)
    judge.clock.set(judge.after(seconds=2))
    judge.post(MASTER, f"MASTER {GAME} gm-secret\nANNOUNCE: Sorry.")
    judge.app.turn(judge.clock.now())
    judge.clock.set(judge.after(minutes=2))
    before = len(judge.relay.sent)
    judge.app.turn(judge.clock.now())
    got = [out.text for out in judge.relay.sent[before:] if out.to == "results@list.test"]
    assert ["Sorry." in text for text in got] == [False, True]


def test_an_answer_for_letters_of_another_judge_is_let_be(judge: Judge) -> None:
    assert drawings.finish(judge.services, Drawn("nothing")) == 0
