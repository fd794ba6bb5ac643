"""What every test of this folder has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.rig import Rig


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault(number): the row of the fault table that a test proves")


@pytest.fixture(autouse=True)
def _row(request: pytest.FixtureRequest) -> None:
    """Notes the rows a test stands for."""
    rows = [str(mark.args[0]) for mark in request.node.iter_markers("fault")]
    request.node.user_properties.append(("fault_rows", " ".join(rows)))


@pytest.fixture
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """A whole judge between two small servers and two breaking proxies; examined when the test is over."""
    options = getattr(request, "param", {})
    with Rig(tmp_path, **options) as rig:
        yield rig
        assert rig.examined, "the invariants were not asked for: end the test with rig.check()"
        for name in ("sends", "lost", "doubled"):
            request.node.user_properties.append((f"fault_{name}", getattr(rig.examined, name)))
