"""Deadlines on the nights when clocks are put forward and back: one instant each, told alike everywhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet.records import instant
from tests.desk.worlds import GAME, current, filed
from tests.harness import Judge, address_of

ORDERS = "SELL 100 LIRA\nBUY 100 MARKS"
SKIPPED = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 01:30 in London is not there; 02:30 BST is an hour later
DOUBLED = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # the second 01:30, in GMT; the first was 00:30 UTC


def game(folder: Path, before: datetime, schedule: str = "SUN 01:30 Europe/London") -> Judge:
    """A game whose first deadline is the next of the grid."""
    judge = Judge(folder)
    judge.clock.set(before)
    judge.with_game(GAME, "bourse", "Lupus", "Ursa", schedule=schedule)
    return judge


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_a_deadline_in_that_hour_is_one_instant_and_the_next_is_at_its_hour_again(
    tmp_path: Path, due: datetime
) -> None:
    judge = game(tmp_path, due - timedelta(days=4))
    assert judge.deadline(GAME) == due
    judge.tick(due - timedelta(seconds=1))
    assert current(judge).phase == "S1901M"
    judge.tick(due + timedelta(minutes=2))
    assert current(judge).phase == "F1901M"
    following = judge.deadline(GAME)
    assert following - due == timedelta(days=7) - (timedelta(hours=1) if due is SKIPPED else timedelta())
    judge.tick(judge.after(hours=2))
    assert current(judge).phase == "F1901M" and len(current(judge).played) == 1  # the second such hour resolves nothing


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_a_letter_counts_by_the_instant_and_not_by_the_hour_on_the_wall(tmp_path: Path, due: datetime) -> None:
    judge = game(tmp_path, due - timedelta(days=4))
    judge.clock.set(due - timedelta(minutes=50))  # in autumn the wall shows 01:40, past the hour of the deadline
    judge.orders(GAME, "Lupus", ORDERS)
    assert len(filed(judge, "Lupus")) == 2
    judge.tick(due + timedelta(minutes=2))
    played = current(judge).played[-1]
    assert judge.services.journal.event(GAME, played.event)["data"]["orders"]["Lupus"]
    judge.orders(GAME, "Ursa", f"FOR S1901M:\n{ORDERS}")
    assert not filed(judge, "Ursa") and not filed(judge, "Ursa", "S1901M")


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
@pytest.mark.parametrize("before", [True, False], ids=["over the change", "after it"])
def test_an_extension_is_so_many_hours_whatever_the_clocks_do(tmp_path: Path, due: datetime, before: bool) -> None:
    schedule = "SAT 18:00 Europe/London" if before else "SUN 01:30 Europe/London"
    judge = game(tmp_path, due - timedelta(days=4), schedule)
    old = judge.deadline(GAME)
    judge.master(GAME, "EXTEND 24h")
    assert judge.deadline(GAME) - old == timedelta(hours=24)
    told = judge.letters(address_of("Lupus"), "")[-1].text
    assert f"{judge.deadline(GAME):%H:%M} UTC" in " ".join(told.split())
    judge.resolve(GAME)
    assert instant(current(judge).deadline).astimezone(UTC) > old + timedelta(days=6)


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_deadline_with_a_time_of_that_night_is_the_instant_that_the_grid_would_have(
    tmp_path: Path, due: datetime
) -> None:
    judge = game(tmp_path, due - timedelta(days=4), "FRI 18:00 Europe/London")
    judge.master(GAME, f"DEADLINE {due:%Y-%m-%d} 01:30")
    assert judge.deadline(GAME) == due


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_the_hour_of_a_letter_that_tells_the_deadline_is_one_that_the_wall_shows(tmp_path: Path, due: datetime) -> None:
    judge = game(tmp_path, due - timedelta(days=4))
    told = judge.orders(GAME, "Lupus", "STATUS")[0].flat
    wall = "02:30 BST" if due is SKIPPED else "01:30 GMT"
    assert f"{wall} (01:30 UTC)" in told
