"""What every test of this folder has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.rig import Rig


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault(number): the row of the fault table that a test proves")


@pytest.fixture
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """A whole judge between two small servers and two breaking proxies; examined when the test is over."""
    options = getattr(request, "param", {})
    with Rig(tmp_path, **options) as rig:
        yield rig
        assert rig.examined, "the invariants were not asked for: end the test with rig.check()"
