"""What tests of the archive share."""

from __future__ import annotations

import pytest

from judge.extras.site import poster
from judge.extras.zine import paper


@pytest.fixture
def no_posters(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which games end: of each a poster would take seconds. test_site_poster.py has them."""
    monkeypatch.setattr(poster, "png", lambda made: b"")
    monkeypatch.setattr(paper, "there", lambda: False)
