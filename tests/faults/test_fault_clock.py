"""Rows 46 to 50, 54 to 56 and 74: clocks, zones, stamps and the order of letters."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest

from judge.clock import SetClock
from judge.daemon import Daemon
from judge.desk.cabinet import schedule
from judge.desk.cabinet.schedule import Grid
from judge.mail.reading.stamp import parse_date
from tests.faults.rig import SEATS, START, Rig
from tests.faults.table import fault
from tests.tables import cases


class Wall(SetClock):
    """A clock that can be set apart from the seconds that pass."""

    def __init__(self, now: datetime) -> None:
        super().__init__(now)
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def go(self, **passed: float) -> None:
        span = timedelta(**passed)
        self.set(self.now() + span)
        self.seconds += span.total_seconds()


def watched(rig: Rig) -> tuple[Daemon, Wall]:
    """The daemon on a clock of its own, not waiting between turns."""
    wall = Wall(rig.clock.now())
    rig.close()
    rig.clock = wall  # type: ignore[assignment]
    daemon = Daemon(rig.app)
    rig.app.inbox.wait = lambda seconds: True  # type: ignore[method-assign]
    return daemon, wall


@fault(46)
def test_a_clock_that_jumps_ahead_resolves_nothing_until_it_is_set_or_explained(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    daemon, wall = watched(rig)
    daemon._turn()
    due = rig.deadline
    wall.set(due + timedelta(hours=1))  # days too early
    letter = rig.write(at=due - timedelta(days=1))
    for _ in range(3):
        wall.go(minutes=1)
        daemon._turn()
    assert rig.game.phase == "S1901M" and rig.answers(letter)
    assert caplog.text.count("clock_jumped") == 1
    wall.set(START + timedelta(minutes=4))  # somebody sets it
    daemon._turn()
    wall.go(days=5)
    daemon._turn()
    assert rig.game.phase == "F1901M"
    rig.rest()
    rig.check()


@fault(46)
def test_sighup_says_that_the_clock_is_right(rig: Rig) -> None:
    daemon, wall = watched(rig)
    daemon._turn()
    wall.set(rig.deadline + timedelta(hours=1))
    daemon._turn()
    assert rig.game.phase == "S1901M"
    daemon._counting = type(daemon._counting)(wall)  # what reading the settings again does
    daemon._turn()
    assert rig.game.phase == "F1901M"
    rig.rest()
    rig.check()


@fault(46)
def test_corrections_of_seconds_and_a_long_night_are_no_jump(rig: Rig) -> None:
    daemon, wall = watched(rig)
    for _ in range(100):
        wall.go(minutes=1)
        wall.set(wall.now() + timedelta(seconds=4))  # slewed hard, all day
        assert not daemon._clock_jumped()
    wall.go(days=5)  # asleep: the seconds counted say so too
    daemon._turn()
    assert rig.game.phase == "F1901M"
    rig.rest()
    rig.check()


@fault(47)
def test_a_clock_set_back_resolves_nothing_twice(rig: Rig) -> None:
    for seat in SEATS:
        rig.write(seat)
    rig.rest()
    due = rig.deadline
    rig.clock.set(due)
    rig.rest(minutes=0)
    assert rig.game.phase == "F1901M"
    rig.clock.set(due - timedelta(hours=1))
    late = rig.write(at=due - timedelta(hours=1), filed=False)
    rig.rest(minutes=1)
    rig.clock.set(due)
    rig.rest(minutes=0)
    assert len(rig.events("phase_resolved")) == 1
    assert rig.answers(late)
    rig.rest()
    rig.check()


@fault(48)
@cases("moment", "then")
def test_the_night_of_the_change_has_one_deadline_at_a_stated_instant(moment: str, then: str) -> None:
    grid = Grid.parse("DAILY 02:30 Europe/Berlin")
    assert grid.after(datetime.fromisoformat(moment + ":00+00:00")) == datetime.fromisoformat(then + ":00+00:00")


@fault(49)
def test_an_announced_deadline_outlives_a_change_of_its_zones_rules(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    announced = rig.deadline
    assert "16:00" in rig.game.schedule or announced > START

    class Moved(zoneinfo.ZoneInfo):
        def utcoffset(self, dt: datetime | None) -> timedelta:
            return timedelta(hours=9)

    monkeypatch.setattr(schedule, "ZoneInfo", Moved)
    rig.close()
    assert rig.deadline == announced
    rig.clock.set(announced - timedelta(minutes=1))
    rig.tick()
    assert rig.game.phase == "S1901M"
    rig.clock.set(announced)
    rig.tick()
    assert rig.game.phase == "F1901M"
    monkeypatch.undo()
    rig.rest()
    rig.check()


@fault(50)
def test_odd_days_and_seconds_are_days_and_seconds() -> None:
    grid = Grid.parse("DAILY 18:00 UTC")
    assert grid.after(datetime(2028, 2, 28, 18, tzinfo=UTC)) == datetime(2028, 2, 29, 18, tzinfo=UTC)
    assert grid.after(datetime(2026, 12, 31, 18, tzinfo=UTC)) == datetime(2027, 1, 1, 18, tzinfo=UTC)
    assert parse_date("Sat, 31 Dec 2016 23:59:60 +0000") in (
        None,
        datetime(2017, 1, 1, tzinfo=UTC),
        datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC),
    )


@fault(50)
@pytest.mark.parametrize("rig", [{"received_by": "mx.judge.test"}], indirect=True)
def test_a_letter_stamped_in_a_leap_second_is_handled(rig: Rig) -> None:
    rig.write(headers=["Received: from a by mx.judge.test with ESMTP id 1; Mon, 5 Jan 2026 11:59:60 +0000"])
    rig.rest()
    rig.check()


@fault(54)
def test_letters_that_overtake_each_other_count_in_the_order_of_our_stamps(rig: Rig) -> None:
    first = rig.clock.now()
    newer = rig.write(at=first + timedelta(seconds=40), headers=["Date: Mon, 5 Jan 2026 08:00:00 +0000"])
    older = rig.write(at=first + timedelta(seconds=10), headers=["Date: Mon, 5 Jan 2026 11:59:00 +0000"])
    rig.rest()
    assert rig.filed() == [older.number, newer.number]
    assert "v2" in str(rig.answers(newer)[0].mime["Subject"])
    rig.check()


@fault(55)
def test_an_answer_to_a_letter_of_an_earlier_phase_is_not_applied(rig: Rig) -> None:
    first = rig.write()
    rig.rest()
    token = str(rig.answers(first)[0].mime["Reply-To"])
    rig.clock.set(rig.deadline)
    rig.rest(minutes=0)
    stale = rig.write(text="SELL 1002 LIRA", to=token, signed=False, filed=False, headers=[f"Delivered-To: {token}"])
    rig.rest()
    assert len(rig.filed()) == 1
    (answer,) = rig.answers(stale)
    assert "S1901M" in answer.text or "Spring 1901" in answer.text or "earlier" in answer.text
    rig.check()


@fault(56)
@pytest.mark.parametrize("rig", [{"settle": "10m"}], indirect=True)
def test_the_second_of_the_deadline_is_in_time_and_what_comes_later_is_not(rig: Rig) -> None:
    due = rig.deadline
    rig.clock.set(due + timedelta(minutes=10))
    rig.write("Lupus", at=due)
    rig.write("Vulpes", at=due + timedelta(seconds=60))  # the tolerance
    late = rig.write("Corvus", at=due + timedelta(seconds=61), filed=False)
    rig.rest(minutes=0)
    (resolved,) = rig.events("phase_resolved")
    orders = resolved["data"]["orders"]
    assert orders["Lupus"] and orders["Vulpes"] and not orders["Corvus"]
    assert rig.answers(late)
    rig.rest()
    rig.check()


@fault(74)
def test_three_days_off_over_two_deadlines_give_the_results_of_a_judge_that_was_on(rig: Rig) -> None:
    due = rig.deadline
    rig.write("Lupus", at=due - timedelta(hours=5))
    rig.write("Vulpes", at=due - timedelta(hours=4))
    after = rig.write("Lupus", at=due + timedelta(hours=3))
    rig.report(at=due + timedelta(hours=6))
    rig.close()
    rig.clock.set(due + timedelta(days=8))
    rig.rest(minutes=0)
    first, second = rig.events("phase_resolved")
    assert first["phase"] == "S1901M" and str(rig.written[0].number) in str(first["data"]["orders"])
    assert second["phase"] == "F1901M" and str(after.number) in str(second["data"]["orders"])
    rig.rest()
    rig.check()
