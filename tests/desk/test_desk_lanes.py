"""What must keep its order and what need not: lanes, the walk along the line of time, several judges at it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.mailroom.ordering_keys import HOUSE, Item, Waiting, along, lanes_of
from judge.desk.mailroom.outbox import GRACE
from judge.desk.timers import Timer
from judge.extras.postgres.mailroom import SharedMailroom
from judge.mail.reading import ReadingRules, read_message
from judge.post import Action, Bounce
from judge.store import open_store
from tests.desk.worlds import GAME, REPORT, current, events, seat_letter, small_game
from tests.harness import START, Judge, address_of, password_of
from tests.pgserver import server
from tests.tables import cases

ANN = "ann@example.test"


# ---- deadlines that have not settled ----------------------------------------------------------------------------


@pytest.mark.parametrize("up", [True, False])
def test_a_letter_stamped_after_a_deadline_waits_for_it_whether_the_judge_was_up_or_down(
    tmp_path: Path, up: bool
) -> None:
    judge = small_game(tmp_path, settle="10m")
    judge.with_game("other1", "bourse", "Lupus", "Ursa")
    judge.master("other1", "EXTEND 48h")
    deadline = judge.deadline(GAME)
    judge.post(
        address_of("Lupus"), seat_letter("Lupus", "SELL 100 LIRA\nBUY 100 MARKS"), at=deadline + timedelta(0, 90)
    )
    mine = f"<{judge.posted}@mail.test>"
    judge.post(address_of("Ursa"), "SIGNON Ursa@other1 ursa-pass\nSELL 5 LIRA", at=deadline + timedelta(0, 100))
    if up:
        subjects = [out.subject for out in judge.tick(deadline + timedelta(minutes=3))]
        assert any("other1" in subject for subject in subjects)  # another game's letters do not wait
        assert not any("[OK] lira7" in subject for subject in subjects)
    judge.tick(deadline + timedelta(minutes=10))
    assert current(judge).phase == "F1901M"
    assert [event for event in events(judge) if event["kind"] == "orders_stored"] == []
    answers = [out for out in judge.letters(address_of("Lupus")) if out.header("In-Reply-To") == mine]
    assert len(answers) == 1
    assert "after the deadline" in answers[0].flat
    assert judge.differences() == []


# ---- the walk ---------------------------------------------------------------------------------------------------


def item(minute: int, *lanes: str, waits: bool = False, timer: bool = False) -> Item:
    at = START + timedelta(minutes=minute)
    what = Timer(lanes[0], "deadline", at) if timer else Waiting(str(minute), at, f"{minute:03d}", frozenset(lanes))
    return Item(at, frozenset(lanes), what, waits)


def minutes(items: list[Item]) -> list[int]:
    return [int((one.place - START).total_seconds()) // 60 for one in items]


def walked(*items: Item, busy: str = "", letters: int = 9, timers: int = 9, games: int = 9) -> list[int]:
    line = sorted(items, key=lambda one: one.order)
    return minutes(along(line, letters, timers, games, lambda lane: lane not in busy.split()))


def test_what_shares_a_lane_with_something_left_behind_is_left_behind_as_well() -> None:
    line = item(1, "lira7", "@ann"), item(2, "mark2", "@ann"), item(3, "mark2", "@bob"), item(4, "franc3", "@cat")
    assert walked(*line) == [1, 2, 3, 4]
    assert walked(*line, busy="lira7") == [4]
    assert walked(*line, busy="@bob") == [1, 2, 4]


def test_nothing_of_a_game_follows_its_deadline_in_the_same_batch() -> None:
    line = item(1, "lira7"), item(2, "lira7", timer=True), item(3, "lira7"), item(4, "mark2")
    assert walked(*line) == [1, 2, 4]


def test_a_deadline_that_waits_holds_up_its_own_game_and_whoever_wrote_to_it_only() -> None:
    line = item(1, "lira7", timer=True, waits=True), item(2, "lira7", "@ann"), item(3, "mark2", "@ann"), item(4, HOUSE)
    assert walked(*line) == [4]
    assert walked(*line[:3], item(5, "mark2", "@bob")) == []
    assert walked(*line[:2], item(5, "mark2", "@bob")) == [5]


def test_what_may_reach_anywhere_goes_alone_after_all_before_it_and_before_all_after_it() -> None:
    line = item(1, "lira7"), item(2, HOUSE), item(3, "mark2")
    assert walked(*line) == [1]
    assert walked(*line[1:]) == [2]
    assert walked(*line, busy="lira7") == []


def test_a_batch_leaves_something_for_others() -> None:
    line = [item(n, f"game{n}") for n in range(6)]
    assert walked(*line, games=2) == [0, 1]
    assert walked(*line, letters=3) == [0, 1, 2]
    assert walked(item(0, "a", timer=True), item(1, "b", timer=True), item(2, "c"), timers=1) == [0, 2]


def test_what_is_about_more_games_than_a_batch_may_hold_goes_when_it_is_first() -> None:
    line = item(0, "a"), item(1, "b", "c", "d"), item(2, "e")
    assert walked(*line, games=2) == [0, 2]
    assert walked(*line[1:], games=2) == [1]


def test_at_one_instant_a_letter_stands_before_a_deadline() -> None:
    assert [type(one.what) for one in sorted([item(1, "a", timer=True), item(1, "a")], key=lambda o: o.order)] == [
        Waiting,
        Timer,
    ]


# ---- whose lanes a letter is in ---------------------------------------------------------------------------------


@cases("to", "text", "lanes")
def test_a_letter_is_in_the_lanes_of_the_games_it_names_and_its_sender(
    tmp_path: Path, to: str, text: str, lanes: list[str] | None
) -> None:
    judge = Judge(tmp_path, store=open_store("memory:"))
    raw = f"Delivered-To: {to}@judge.test\nFrom: {ANN}\nTo: {to}@judge.test\nSubject: x\nMessage-ID: <1@x>\n\n{text}\n"
    message = read_message(raw.encode(), ReadingRules("judge@judge.test"), START)
    found = lanes_of(judge.services, message)
    assert found == ({HOUSE} if lanes is None else {f"@{ANN}", *lanes})


@pytest.mark.parametrize(
    ("bounce", "lane"), [(Bounce("cid@example.test", "5.1.1", "hard", None), "@cid@example.test"), (None, f"@{ANN}")]
)
def test_a_bounce_is_in_the_lane_of_whom_it_speaks_of(tmp_path: Path, bounce: Bounce | None, lane: str) -> None:
    judge = Judge(tmp_path, store=open_store("memory:"))
    raw = f"Delivered-To: judge@judge.test\nFrom: {ANN}\nTo: judge@judge.test\nMessage-ID: <1@x>\n\nHELP\n"
    message = read_message(raw.encode(), ReadingRules("judge@judge.test"), START)
    assert lanes_of(judge.services, replace(message, action=Action.BOUNCE, bounce=bounce)) == {lane}


# ---- two judges -------------------------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Judge, Judge]]:
    """Two judges of one home and one store; letters are posted to the first."""
    url = server().url()
    judges = tuple(Judge(tmp_path, store=open_store(url)) for _ in range(2))
    one = judges[0]
    for name in ("lira7", "mark2"):
        one.with_game(name, "bourse", "Lupus", "Ursa")
    one.tick()
    yield judges[0], judges[1]
    for judge in judges:
        judge.app.store.close()


def room(judge: Judge) -> SharedMailroom:
    found = judge.app.timeline.room
    assert isinstance(found, SharedMailroom)
    return found


def post(judge: Judge, game: str, seat: str, minute: int, text: str = "SELL 1 LIRA") -> None:
    judge.post(
        address_of(seat), f"SIGNON {seat}@{game} {password_of(seat)}\n{text}", at=START + timedelta(minutes=minute)
    )


def test_while_one_judge_is_in_a_game_the_other_takes_only_what_is_independent_of_it(two: tuple[Judge, Judge]) -> None:
    one, other = two
    now = START + timedelta(hours=1)
    post(one, "lira7", "Lupus", 1)
    room(one).take_in(now)
    with room(one).shift(now) as first:
        assert minutes(list(first.items)) == [1]
        post(one, "lira7", "Ursa", 2)  # the same game
        post(one, "mark2", "Lupus", 3)  # the same sender
        room(one).take_in(now)
        with room(other).shift(now) as second:
            assert list(second.items) == []
            assert room(other).held_up
        post(one, "mark2", "Ursa", 0)  # neither: but Ursa's letter to lira7 comes later, and does not stand before it
        room(one).take_in(now)
        with room(other).shift(now) as second:
            assert minutes(list(second.items)) == [0]
    one.tick(now)
    assert len(one.letters(subject="[CHECK]")) == 4  # sold, and nothing bought


def test_a_judge_takes_its_share_of_the_games_that_nobody_is_in(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.postgres.mailroom.GAMES", 1)
    one, other = two
    now = START + timedelta(hours=1)
    for minute in range(4):
        post(one, "lira7", "Lupus", minute)
    post(one, "mark2", "Ursa", 4)
    assert not room(other).held_up  # there are two of them
    room(one).take_in(now)
    with room(one).shift(now) as first, room(other).shift(now) as second:
        assert minutes(list(first.items)) == [0, 1, 2, 3]
        assert minutes(list(second.items)) == [4]  # though all that stands before it is taken


def test_a_judge_that_shares_with_nobody_takes_all_games_and_answers_before_it_has_read_the_whole_mailbox(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.postgres.mailroom.GAMES", 1)
    monkeypatch.setattr("judge.extras.postgres.mailroom.FETCH", 2)
    one, other = two
    other.app.store.close()
    now = START + timedelta(hours=1)
    for minute, (game, seat) in enumerate((("lira7", "Lupus"), ("mark2", "Ursa"), ("lira7", "Ursa"))):
        post(one, game, seat, minute)
    assert room(one).take_in(now)
    with room(one).shift(now) as first:
        assert minutes(list(first.items)) == [0, 1]
    assert not room(one).take_in(now)
    with room(one).shift(now) as second:
        assert minutes(list(second.items)) == [0, 1, 2]
    assert len(one.tick(now)) == 3


def test_what_makes_a_shift_for_each_judge_is_taken_in_at_a_time(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.postgres.mailroom.FETCH", 1)
    one, other = two
    assert not room(other).held_up  # there are two of them
    for minute in range(3):
        post(one, "lira7", "Lupus", minute, f"SELL {minute + 1} LIRA")
    assert room(one).take_in(START + timedelta(hours=1))
    assert len(one.inbox.waiting) == 1


def test_while_the_mailbox_holds_more_only_letters_before_all_that_is_due_are_dealt_with(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.postgres.mailroom.FETCH", 1)
    one, other = two
    other.app.store.close()
    deadline = one.deadline("lira7")
    room(one).take_in(deadline)  # it has been searched once, to its end
    for minute in range(2):
        post(one, "mark2", "Ursa", minute, f"SELL {minute + 1} LIRA")
    assert room(one).take_in(deadline)
    with room(one).shift(deadline) as shift:
        assert minutes(list(shift.items)) == [0]
    assert one.game("lira7").phase == "S1901M"
    one.tick(deadline)
    assert one.game("lira7").phase == "F1901M"
    assert [e["phase"] for e in events(one, "mark2") if e["kind"] == "orders_stored"] == ["S1901M"] * 2


def test_what_one_judge_has_read_in_a_letter_is_not_read_again_by_another(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    now = START + timedelta(hours=1)
    read: list[str] = []
    monkeypatch.setattr(room(other), "read", lambda delivery: read.append(delivery.uid))
    post(one, "lira7", "Lupus", 1)
    room(one).take_in(now)
    other.tick(now)
    assert [event["kind"] for event in events(one, "lira7")].count("orders_stored") == 1
    assert read == []


def test_what_another_judge_changed_is_seen_in_the_next_batch(two: tuple[Judge, Judge]) -> None:
    one, other = two
    for minute, judge in enumerate((one, other, one, other), 1):
        post(one, "lira7", "Lupus", minute, f"SELL {minute} LIRA")
        room(one).take_in(START + timedelta(minutes=minute))
        judge.tick(START + timedelta(minutes=minute))
    versions = [event["data"]["version"] for event in events(one, "lira7") if event["kind"] == "orders_stored"]
    assert versions == [1, 2, 3, 4]
    assert one.differences() == other.differences() == []


def test_a_deadline_is_resolved_by_one_judge_after_a_search_by_any(two: tuple[Judge, Judge]) -> None:
    one, other = two
    deadline = one.deadline("lira7")
    before = deadline - timedelta(minutes=1)
    post(one, "lira7", "Lupus", int((before - START).total_seconds()) // 60)
    assert other.app.store.engine.hold(["emptying the mailbox"])  # somebody is at the mailbox, and does not get on
    assert one.tick(deadline) == []
    assert one.game("lira7").phase == "S1901M"
    other.app.store.engine.let_go(["emptying the mailbox"])
    one.clock.set(deadline)
    room(one).take_in(deadline)
    other.tick(deadline)
    assert [event["phase"] for event in events(one, "lira7") if event["kind"] == "orders_stored"] == ["S1901M"]
    assert one.game("lira7").phase == other.game("lira7").phase == "F1901M"
    one.tick(deadline)
    assert sum(event["kind"] == "phase_resolved" for event in events(one, "lira7")) == 1


def test_no_deadline_passes_letters_that_are_too_many_to_be_seen_at_once(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.extras.postgres.mailroom.WINDOW", 2)
    one, other = two
    deadline = one.deadline("lira7")
    minute = int((deadline - START).total_seconds()) // 60 - 10
    for n in range(3):
        post(one, "mark2", "Ursa", minute + n, f"SELL {n + 1} LIRA")
        post(one, "lira7", "Lupus", minute + n, f"SELL {n + 1} LIRA")
    one.tick(deadline)
    other.tick(deadline)
    for game in ("lira7", "mark2"):
        assert [e["phase"] for e in events(one, game) if e["kind"] == "orders_stored"] == ["S1901M"] * 3
        assert one.game(game).phase == "F1901M"


def test_a_shift_is_of_no_more_octets_than_memory_should_hold_and_of_one_letter_at_least(
    two: tuple[Judge, Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.desk.mailroom.own.IN_HAND", 100_000)
    one, _ = two
    now = START + timedelta(hours=1)
    for minute, size in enumerate((30_000,) * 7 + (150_000,) + (30_000,) * 4):
        post(one, "lira7", "Lupus", minute, f"SELL {minute + 1} LIRA\n-- \n" + "x" * size)
    room(one).take_in(now)
    shifts: list[list[int]] = []
    plain = SharedMailroom._free

    def noted(self: SharedMailroom, items: list[Item]) -> tuple[list[Item], bool]:
        taken, alone = plain(self, items)
        shifts.append([item.what.size for item in taken if isinstance(item.what, Waiting)])
        return taken, alone

    monkeypatch.setattr(SharedMailroom, "_free", noted)
    one.tick(now)
    assert sum(map(len, shifts)) == 12 and len(one.letters(subject="lira7")) >= 12
    assert all(sum(sizes) <= 100_000 or len(sizes) == 1 for sizes in shifts)
    assert [len(sizes) for sizes in shifts if sizes] == [3, 3, 1, 1, 3, 1]


def test_a_letter_being_sent_is_tried_by_another_judge_only_when_its_sender_is_gone(two: tuple[Judge, Judge]) -> None:
    one, other = two
    post(one, "lira7", "Lupus", 1)
    now = START + timedelta(minutes=1)
    one.relay.down = True
    taken = one.app.outbox
    one.app.timeline.tick(now)
    rows = taken._take(now, 10)
    assert [row["to"] for row in rows] == [address_of("Lupus")]
    later = now + GRACE + timedelta(minutes=1)
    assert other.app.outbox.flush(later).sent == 0  # the grace is over, but its sender lives
    one.app.store.close()
    for _ in range(200):
        if other.app.outbox.flush(later).sent:
            break
    assert [out.to for out in other.relay.sent] == [address_of("Lupus")]


def test_reports_and_deadlines_in_one_letter_work_the_same_through_a_shared_mailroom(two: tuple[Judge, Judge]) -> None:
    one, other = two
    for judge in (one, other):
        judge.tick(one.deadline("lira7"))
    one.master("lira7", REPORT)
    other.tick(one.deadline("lira7"))
    assert one.game("lira7").phase == other.game("lira7").phase != "F1901M"
    assert one.differences() == []
