"""Programs that some tests need: where one is missing, its tests are left out, or fail with REQUIRE_ALL=1."""

import os

import pytest

from tools.gallery.browser import Browser


def required(there: object, what: str) -> None:
    if not there and os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL is set, but {what} is missing")
    if not there:
        pytest.skip(f"{what} is missing here")


def browser() -> Browser:
    found = Browser.found()
    required(found is not None, "Chromium")
    return found  # type: ignore[return-value]
