"""The archive in a real browser. Without Chromium the tests are left out, and say so."""

from pathlib import Path

import pytest

from tests.demos import archived
from tools.gallery.browser import Browser

PHONE = 375

pytestmark = [pytest.mark.slow, pytest.mark.real]


@pytest.fixture(scope="module", params=["troubleshooter", "economic4"])
def site(request: pytest.FixtureRequest) -> Path:
    return archived(request.param)


def widest(site: Path) -> list[Path]:
    """The longest page of each kind."""
    kinds: dict[str, Path] = {}
    for path in sorted(site.rglob("*.html")):
        kind = path.stem if path.stem in ("index", "start", "about") else str(path.parent.name == "rules")
        kinds[f"{path.parent == site}{kind}"] = max(
            kinds.get(f"{path.parent == site}{kind}", path), path, key=lambda one: one.stat().st_size
        )
    return list(kinds.values())


def test_no_page_scrolls_sideways_on_a_phone(site: Path, browser: Browser) -> None:
    pages = widest(site)
    sizes = browser.measure_all(pages, PHONE)
    assert [page for page, size in zip(pages, sizes, strict=True) if size.width > PHONE] == []


def test_the_browser_has_nothing_to_complain_of(site: Path, browser: Browser) -> None:
    assert browser.complaints(widest(site)) == []


def test_a_phase_can_be_printed(site: Path, browser: Browser, tmp_path: Path) -> None:
    page = next(iter(sorted(site.glob("games/*/s1901m.html")) or sorted(site.glob("games/*/[sfw]*.html"))))
    browser.printed(page, tmp_path / "phase.pdf")
    assert (tmp_path / "phase.pdf").read_bytes().startswith(b"%PDF-")


def test_the_tables_of_a_phase_fit_a_phone(site: Path, browser: Browser) -> None:
    pages = sorted(site.glob("games/*/f1901m.html"))
    assert pages and [size.scroll for size in browser.measure_all(pages, 390)] == [()] * len(pages)
