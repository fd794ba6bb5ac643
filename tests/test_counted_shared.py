"""What a letter may cost where judges share a store on a server: ways there and back, and commits.

Counted, so that it does not creep up again: each way costs the judge a tenth of a millisecond of its processor on one
machine, and as long as the network takes between two.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pgserver import server
from tests.test_counted import SEATS, Office

FLOOD = 256  # letters: two shifts
TRIPS, COMMITS = 92, 12  # for all of them
ONE_TRIPS, ONE_COMMITS = 46, 6  # for a letter that comes by itself


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    made = Office(tmp_path_factory.mktemp("shared"), store=server().url())
    made.post(2 * SEATS)
    made.turn(2 * SEATS)
    yield made
    made.house.close()


def cost(office: Office, letters: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Ways to the server and commits until so many letters are answered."""
    engine = office.house.store.storage.engine
    commit, commits = engine.commit, []
    monkeypatch.setattr(engine, "commit", lambda *words, **named: (commits.append(1), commit(*words, **named)))
    before: int = engine.trips  # type: ignore[attr-defined]
    office.post(letters)
    office.turn(letters)
    return engine.trips - before, len(commits)  # type: ignore[attr-defined]


def test_a_full_mailbox_goes_to_the_server_a_few_times_a_shift(shared: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    trips, commits = cost(shared, FLOOD, monkeypatch)
    assert trips <= TRIPS
    assert commits <= COMMITS


def test_a_letter_by_itself_stays_below_its_ceiling(shared: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    trips, commits = cost(shared, 1, monkeypatch)
    assert trips <= ONE_TRIPS
    assert commits <= ONE_COMMITS
