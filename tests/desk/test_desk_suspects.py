"""Letters that end a judge, where several share a store: who is blamed, and who is not."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from judge.extras.postgres.suspects import SharedSuspects
from judge.store import Store, open_store
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
    session = dying.session
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
