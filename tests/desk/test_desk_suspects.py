"""Letters that end a judge, where several share a store: who is blamed, and who is not."""

import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.desk import timers
from judge.desk.cabinet.crash_guard import DEATHS, PAUSE, Suspects
from judge.desk.mailroom.ordering_keys import Waiting
from judge.desk.mailroom.own import OwnMailroom, Piece
from judge.desk.timers import Timer
from judge.extras.postgres import kept
from judge.extras.postgres.mailroom import SharedMailroom, SharedSuspects
from judge.post import Delivery
from judge.store import Store, open_store
from tests.desk.worlds import GAME, small_game
from tests.harness import START, Judge, address_of, password_of
from tests.pgserver import server

ROW = "suspects:handling"


@pytest.fixture
def stores() -> Iterator[tuple[Store, Store]]:
    """Of two judges."""
    url = server().url()
    both = open_store(url), open_store(url)
    yield both
    for store in both:
        store.close()


def die(dying: Store, living: Store) -> None:
    """As far as the other can see, which is when the server has noticed."""
    session = dying.engine.session
    dying.close()
    while living.lives(session):
        time.sleep(0.01)


def test_what_a_judge_died_over_is_suspected_and_what_it_had_alone_in_hand_is_counted(
    stores: tuple[Store, Store],
) -> None:
    dying, living = (SharedSuspects(store, ROW) for store in stores)
    dying.deaths(["x", "y"])
    dying.take(["x", "y"])
    assert living.deaths(["x"]) == {}  # it is being handled
    die(*stores)
    assert living.deaths(["x", "y", "z"]) == {"x": 0, "y": 0}
    living.take(["x"])
    assert living.deaths(["y"]) == {"y": 0}
    assert living.deaths(["x"]) == {}  # it lived through that


def test_deaths_over_one_letter_add_up_over_judges(stores: tuple[Store, Store]) -> None:
    dying, living = (SharedSuspects(store, ROW) for store in stores)
    dying.deaths(["x"])
    dying.take(["x"], 2)
    die(*stores)
    assert living.deaths(["x"]) == {"x": 3}


def test_a_judge_that_dies_in_the_pause_before_a_letter_clears_it(stores: tuple[Store, Store]) -> None:
    dying, living = (SharedSuspects(store, ROW) for store in stores)
    dying.deaths(["x"])
    dying.take(["x"], 2, pausing=True)
    die(*stores)
    assert living.deaths(["x"]) == {}


def test_what_waits_no_more_is_forgotten(stores: tuple[Store, Store]) -> None:
    dying, living = (SharedSuspects(store, ROW) for store in stores)
    dying.deaths(["x", "y"])
    dying.take(["x", "y"])
    die(*stores)
    assert living.deaths(["y"], ["y", "z"]) == {"y": 0}
    living.take(["y"])
    assert stores[1].table("house").fetch(ROW)["suspects"] == {}  # type: ignore[index]


# ---- Letters that end whoever reads or handles them, without ending anybody: a life ends by what no ... ------------


NOW = START + timedelta(hours=1)


class Died(BaseException):
    """The end of a judge."""


def post(judge: Judge, *texts: str, at: datetime = START) -> None:
    """Letters of one player, a minute after one another."""
    for number, text in enumerate(texts, 1):
        said = f"SIGNON Lupus@{GAME} {password_of('Lupus')}\n{text}"
        judge.post(address_of("Lupus"), said, at=at + timedelta(minutes=number))


# ---- a store that judges share ----------------------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Judge, SharedMailroom, list[float]]]:
    """A judge whose lives end when something is raised, its room, and how long it has slept."""
    judge = Judge(tmp_path, store=open_store(server().url()))
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(judge.app.store, "lives", lambda session: False)
    room = judge.app.timeline.room
    assert isinstance(room, SharedMailroom)
    yield judge, room, slept
    judge.app.store.close()


def test_whoever_reads_a_deadly_letter_dies_three_times_over_it_alone_and_then_it_is_set_aside(
    shared: tuple[Judge, SharedMailroom, list[float]],
) -> None:
    judge, room, slept = shared
    plain = room.read

    def read(delivery: Delivery) -> Piece:
        if b"666" in delivery.raw:
            raise Died
        return plain(delivery)

    room.read = read
    post(judge, "SELL 1 LIRA", "SELL 666 LIRA", "SELL 2 LIRA")
    for pauses in (0, 0, 1, 2):
        with pytest.raises(Died):
            room.take_in(NOW)
        assert slept == [PAUSE] * pauses
        judge.inbox.handed.clear()  # the next judge sees what was not put away
    assert room.take_in(NOW) is False
    assert slept == [PAUSE] * 2 and [one["reason"] for one in judge.services.shunt.listing()] == [
        "The judge died 3 times while it had this letter alone in hand. It was not read again."
    ]
    assert sorted(judge.inbox.settled.values()) == ["Done", "Done", "Shunt"]


def test_whoever_handles_a_deadly_letter_dies_three_times_over_it_alone_and_nobody_looks_into_it_again(
    shared: tuple[Judge, SharedMailroom, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, room, slept = shared
    post(judge, "SELL 666 LIRA", "SELL 1 LIRA")
    room.take_in(NOW)
    for pauses in (0, 0, 1, 2):
        with pytest.raises(Died), room.shift(NOW):
            raise Died
        assert slept == [PAUSE] * pauses
    looked: list[str] = []
    monkeypatch.setattr(kept, "reading", lambda row: looked.append(row["key"]))
    with room.shift(NOW) as shift, judge.app.store.batch():
        (item,) = shift.items
        assert isinstance(item.what, Waiting) and room.open(item.what) is None
    assert looked == []
    assert [one["reference"] for one in judge.services.shunt.listing()] == [item.what.key[:12]]


def test_a_letter_that_another_judge_has_dealt_with_since_it_was_seen_is_passed_over(
    shared: tuple[Judge, SharedMailroom, list[float]],
) -> None:
    judge, room, _ = shared
    post(judge, "SELL 1 LIRA", "SELL 2 LIRA")
    room.take_in(NOW)
    with room.shift(NOW) as shift, judge.app.store.batch():
        gone, here = (item.what for item in shift.items)
        assert isinstance(gone, Waiting) and isinstance(here, Waiting)
        for key in (gone.key, f"{gone.key}.raw"):
            judge.app.store.table("mailroom").discard(key)
        assert room.open(gone) is None
        assert (piece := room.open(here)) is not None and b"SELL 2" in piece.delivery.raw


# ---- a store of one judge ---------------------------------------------------------------------------------------


def test_a_deadline_that_stands_before_suspected_letters_goes_alone_and_with_empty_hands(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    deadline = judge.deadline(GAME)
    post(judge, "SELL 1 LIRA", "SELL 2 LIRA", at=deadline + timedelta(minutes=5))
    names = [Suspects.name(letter.raw) for letter in judge.inbox.waiting]
    note = tmp_path / "var" / "in-hand"
    note.write_text(json.dumps({"hand": names, "last": "", "deaths": 0}), "ascii")
    room = OwnMailroom(judge.services, judge.inbox, judge.app.timeline.room.read)  # type: ignore[arg-type]
    now = deadline + timedelta(hours=1)
    while room.take_in(now):
        pass
    found = []
    for _ in range(3):
        with room.shift(now) as shift:
            found.append(([type(item.what) for item in shift.items], json.loads(note.read_text("ascii"))["hand"]))
        with judge.app.store.batch():
            timers.clear(judge.services, GAME)
    assert found == [([Timer], []), ([Waiting], names[:1]), ([Waiting], names[1:])]


# ---- A letter in hand when the judge died: suspected after once, set aside after three times, and after none too
# soon.


ONE, OTHER = b"one letter", b"another letter"


class Lives:
    """A judge that dies over what it has in hand, again and again. `paused`: before which lives it waited."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.paused: list[float] = []
        self._open: list[AbstractContextManager[None]] = []  # a life that ends puts nothing down

    def begin(self) -> Suspects:
        return Suspects(self.path, self.paused.append)

    def die(self, *letters: bytes) -> Suspects:
        suspects = self.begin()
        self._open.append(suspects.holding(letters))
        self._open[-1].__enter__()
        return suspects


@pytest.fixture
def lives(tmp_path: Path) -> Lives:
    return Lives(tmp_path / "in-hand")


def test_a_letter_over_which_three_lives_in_a_row_ended_is_not_read_any_more(lives: Lives) -> None:
    assert not lives.begin().suspected(ONE)
    for life in range(1, DEATHS + 1):
        lives.die(ONE)
        suspects = lives.begin()
        assert suspects.suspected(ONE) and not suspects.suspected(OTHER)
        assert suspects.condemned(ONE) is (life == DEATHS) and not suspects.condemned(OTHER)
    assert lives.paused == [PAUSE] * (DEATHS - 1)


def test_of_several_in_hand_each_is_suspected_and_none_is_counted(lives: Lives) -> None:
    for _ in range(DEATHS + 1):
        lives.die(ONE, OTHER)
    suspects = lives.begin()
    assert suspects.suspected(ONE) and suspects.suspected(OTHER)
    assert not suspects.condemned(ONE) and not suspects.condemned(OTHER) and lives.paused == []


def test_a_death_over_another_letter_begins_the_count_anew(lives: Lives) -> None:
    for letter in (ONE, ONE, OTHER, ONE, ONE):
        lives.die(letter)
    assert not lives.begin().condemned(ONE)
    lives.die(ONE)
    assert lives.begin().condemned(ONE)


def test_what_was_dealt_with_or_failed_in_words_is_not_suspected(lives: Lives) -> None:
    for _ in range(2):
        lives.die(ONE)
    suspects = lives.begin()
    suspects.acquit(ONE)
    assert not suspects.suspected(ONE)
    with pytest.raises(ValueError, match="a fault"), suspects.holding([ONE]):
        raise ValueError("a fault")
    assert not lives.begin().suspected(ONE)
    lives.die(ONE)
    assert not lives.begin().condemned(ONE), "the count began anew"
