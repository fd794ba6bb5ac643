"""The world most tests of the desk begin in."""

from pathlib import Path

import pytest

from tests.desk.worlds import small_game
from tests.harness import Judge


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """A running Bourse of three players."""
    return small_game(tmp_path)
