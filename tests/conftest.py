"""What several folders of tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge import config
from tests.mailserver.site import site
from tests.stores import ON_SERVER, ServerTemplate

__all__ = ["site"]

if ON_SERVER:

    @pytest.fixture(autouse=True, scope="session")
    def _homes_on_the_server() -> None:
        config.TEMPLATE = ServerTemplate(config.TEMPLATE)

    @pytest.fixture(autouse=True)
    def _places_on_the_server() -> Iterator[None]:
        from tests.pgserver import lent, take_back

        before = len(lent)
        yield
        take_back(before)
