"""Every test of this folder begins with empty mailboxes on servers that are up."""

import pytest

from tests.mailserver.site import Site


@pytest.fixture(autouse=True)
def empty(site: Site) -> None:
    site.empty()
