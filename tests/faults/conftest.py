"""What every test of this folder has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.desk.cabinet import crash_guard
from tests.faults.rig import Rig


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault(number): the row of the fault table that a test proves")


@pytest.fixture
def rig(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A whole judge between two small servers and two breaking proxies; examined when the test is over."""
    monkeypatch.setattr(crash_guard, "PAUSE", 0.05)  # seconds before it takes up again what a life has ended over
    options = getattr(request, "param", {})
    with Rig(tmp_path, **options) as rig:
        yield rig
        assert rig.examined, "the invariants were not asked for: end the test with rig.check()"
