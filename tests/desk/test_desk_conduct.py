"""The records of who was reliable, game by game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import Game
from judge.desk.cabinet.reliability import Conduct
from judge.desk.phases import committing
from judge.store import Store, open_store
from tests.desk.worlds import small_game
from tests.harness import MASTER, address_of

ANN, BOB = "ann@example.test", "bob@example.test"
GAME = Game("lira7", "bourse", 1, MASTER, "", "2026-01-01", house={"practice": "no"})
PRACTICE = replace(GAME, key="try1", house={"practice": "yes"})


@pytest.fixture
def store() -> Store:
    return open_store("memory:")


@pytest.mark.parametrize(
    ("game", "address", "counts"), [(GAME, ANN, True), (GAME, "", False), (PRACTICE, ANN, False), (PRACTICE, "", False)]
)
def test_a_person_s_deeds_count_in_games_that_are_no_practice(
    store: Store, game: Game, address: str, counts: bool
) -> None:
    with store.batch():
        for _ in range(2):
            reliability.left(store, game, address)
            reliability.took_over(store, game, address)
            reliability.finished(store, game, address)
        reliability.phase(store, game, "S1901M", {ANN: True} if address else {})
    assert len(store.table("records")) == counts
    if counts:
        assert reliability.of(store, ANN) == Conduct(sheets=1, left=2, finished=1, taken_over=2)


def test_a_phase_played_again_counts_once_and_as_it_was_played_last(store: Store) -> None:
    with store.batch():
        reliability.phase(store, GAME, "S1901M", {ANN: True, BOB: False})
        reliability.phase(store, GAME, "F1901M", {ANN: True})
        reliability.phase(store, GAME, "S1901M", {ANN: False, BOB: True})
    assert reliability.of(store, ANN) == Conduct(sheets=1, missed=1)
    assert reliability.of(store, BOB) == Conduct(sheets=1)


def test_a_record_follows_who_has_another_address(store: Store) -> None:
    with store.batch():
        reliability.phase(store, GAME, "S1901M", {ANN: True})
        reliability.move(store, ANN, BOB)
    assert (reliability.of(store, ANN), reliability.of(store, BOB)) == (Conduct(), Conduct(sheets=1))


@pytest.mark.parametrize(
    ("record", "share"),
    [
        (Conduct(), None),
        (Conduct(sheets=4), None),
        (Conduct(sheets=5), 100),
        (Conduct(sheets=2, missed=2), None),
        (Conduct(sheets=2, missed=3), 40),
        (Conduct(sheets=4, left=1), 57),  # a seat that was left is three phases missed
        (Conduct(missed=5), 0),
    ],
)
def test_five_sheets_awaited_make_a_share_of_a_hundred(record: Conduct, share: int | None) -> None:
    assert record.share == share


def test_a_deadline_missed_counts_against_who_sits_there_and_a_seat_without_an_address_has_no_record(
    tmp_path: Path,
) -> None:
    judge = small_game(tmp_path, "Lupus", "Ursa")
    seat = judge.services.files.seat("lira7", "Ursa")
    assert seat is not None
    with judge.app.store.batch():
        judge.services.files.save_seat(replace(seat, address=""))
        committing.count_misses(judge.services, judge.game("lira7"), {})
    assert [(row["address"], row["missed"]) for row in judge.app.store.table("records").all()] == [
        (address_of("Lupus"), ["S1901M"])
    ]
