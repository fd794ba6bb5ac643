"""One reader for all tests of this room: building its parsers takes longer than most tests."""

from __future__ import annotations

import pytest

from judge.reading import Reader
from tests.harness import shared_reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    return shared_reader()
