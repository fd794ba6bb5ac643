"""A full mailbox: answers leave shift by shift, and a judge that is asked to end does so after the letter in hand."""

import os
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import load
from judge.desk.cabinet.records import instant
from judge.desk.mailroom.own import BATCH
from judge.desk.timeline import DEADLINES
from judge.post import Message
from tests.harness import founded
from tests.keeper.homes import bourse_home
from tests.stores import sqlite_only

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LETTERS = 2 * BATCH + 10


def full_home(folder: Path) -> App:
    """A home with a Bourse and a mailbox full of letters of one player."""
    home = bourse_home(folder / "home")
    for number in range(LETTERS):
        path = home / "var" / "mail" / "in" / "new" / f"{number:05d}"
        path.write_text(
            f"From: ann@example.test\nTo: judge@localhost\nMessage-ID: <{number}@example.test>\n\n"
            f"SIGNON Lupus@lira7 ann-pass\nSELL {number + 1} LIRA\n"
        )
        stamp = NOW.timestamp() - LETTERS + number
        os.utime(path, (stamp, stamp))
    app = open_app(load(home), clock=SetClock(NOW))
    app.outbox.flush(NOW)
    return app


def letters_out(app: App) -> int:
    return len(list((app.config.home / "var" / "mail" / "out" / "new").iterdir()))


def letters_in(app: App) -> int:
    """Letters not dealt with: in the mailbox, or in the store where several judges take them from there."""
    in_store = [row for row in app.store.table("mailroom").all() if not row["key"].startswith("raw:")]
    return len(in_store) + len(list((app.config.home / "var" / "mail" / "in" / "new").iterdir()))


def test_the_answers_of_a_shift_leave_before_the_next_shift_is_read(tmp_path: Path) -> None:
    app = full_home(tmp_path)
    seen: list[tuple[int, int]] = []
    before = letters_out(app)
    app.progress = lambda: seen.append((letters_in(app), letters_out(app) - before))
    app.once(NOW)
    app.close()
    assert len(seen) > 2 and seen[-1][0] == 0
    assert all(now[0] < before[0] and now[1] > before[1] for before, now in pairwise(seen))


def test_a_judge_that_is_asked_to_end_does_so_within_the_letter_in_hand_and_loses_none(tmp_path: Path) -> None:
    app = full_home(tmp_path)
    handled = 0
    handle = app.timeline.handle

    def count(message: object, raw: bytes) -> None:
        nonlocal handled
        handled += 1
        app.stopping = handled == 7
        handle(message, raw)  # type: ignore[arg-type]

    app.timeline.handle = count  # type: ignore[assignment]
    tally, _ = app.once(NOW)
    assert (handled, tally.letters, letters_in(app)) == (7, 6, LETTERS - 6)
    app.close()
    again = open_app(load(app.config.home), clock=SetClock(NOW))
    tally, _ = again.once(NOW)
    assert (tally.letters, letters_in(again)) == (LETTERS - 6, 0)
    again.close()


def test_a_letter_that_comes_while_many_games_are_resolved_does_not_wait_for_the_last(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    app = open_app(load(home), clock=SetClock(NOW))
    for number in range(DEADLINES * 3):
        people = {seat: f"{seat}@more{number}.test" for seat in ("Corvus", "Vulpes")}
        founded(app, f"more{number}", people, password="a-pass")
    due = max(instant(game.deadline) for game in app.services.files.games() if game.deadline)
    app.once(due - timedelta(hours=1))
    late = home / "var" / "mail" / "in" / "new" / "late"
    seen: list[tuple[int, int]] = []
    moment, resolved = due + timedelta(hours=1), 0
    while True:
        tally, _ = app.turn(moment)
        resolved += tally.resolved
        seen.append((resolved, tally.letters))
        if len(seen) == 1:
            late.write_text("From: eve@example.test\nTo: judge@localhost\nMessage-ID: <late@example.test>\n\nHELP\n")
            os.utime(late, (moment.timestamp(), moment.timestamp()))
            letter_in(home, "last", "Corvus@more9.test", "SIGNON Corvus@more9 a-pass\nSTATUS", moment)
        if not tally.more:
            break
    app.close()
    assert seen[0] == (DEADLINES, 0) and seen[1][1] == 1
    assert seen[2][1] == 1 and tally.letters == 0  # the deadline of the last game came first, since its player writes
    assert resolved > DEADLINES * 3


def letter_in(home: Path, name: str, sender: str, text: str, at: datetime) -> None:
    path = home / "var" / "mail" / "in" / "new" / name
    path.write_text(f"From: {sender}\nTo: judge@localhost\nMessage-ID: <{name}@example.test>\n\n{text}\n")
    os.utime(path, (at.timestamp(), at.timestamp()))


@sqlite_only("several judges share a common mailroom out in lanes")
def test_who_writes_one_letter_is_not_held_up_by_who_wrote_hundreds(tmp_path: Path) -> None:
    app = full_home(tmp_path)
    letter_in(app.config.home, "one", "eve@example.test", "HELP", NOW - timedelta(seconds=1))
    first: list[list[str]] = []

    def look() -> None:
        rows = app.store.table("outbox").all()
        first.append([row["to"] for row in rows if row["to"] == "eve@example.test"])

    app.progress = look
    tally, _ = app.once(NOW)
    app.close()
    assert first[0] == ["eve@example.test"] and len(first) > 2
    assert tally.letters == LETTERS + 1


@sqlite_only("several judges share a common mailroom out in lanes")
def test_a_letter_passes_none_of_its_own_game_however_many_wait(tmp_path: Path) -> None:
    app = full_home(tmp_path)
    ready = "SIGNON Grey Wolf@lira7 bob-pass\nSELL 5 LIRA"
    letter_in(app.config.home, "bobs", "bob@example.test", ready, NOW - timedelta(seconds=1))
    handled: list[str] = []
    handle = app.timeline.handle

    def note(message: Message, raw: bytes) -> None:
        handled.append(message.sender)
        handle(message, raw)

    app.timeline.handle = note  # type: ignore[assignment]
    app.once(NOW)
    app.close()
    assert handled == ["ann@example.test"] * LETTERS + ["bob@example.test"]
