"""Pages in a real browser: a phone's width is enough. Without Chromium the test is left out, and says so."""

import re
from pathlib import Path

import pytest

from judge.games import slugs
from tests.axe import faults, pale
from tests.demos import played
from tests.harness import Out
from tools.gallery.browser import Browser
from tools.gallery.letters import letters

PHONE = 375
CUT = 102_000  # octets of words or of a page, of which some mail programs show no more

pytestmark = [pytest.mark.slow, pytest.mark.real]


SMALLEST = """told(Math.min(14, ...[...document.querySelectorAll(".wide tbody :is(td, th)")]
  .filter((cell) => cell.innerText.trim() && !cell.matches(".graph, .faint"))
  .map((cell) => parseFloat(getComputedStyle(cell).fontSize))));"""


@pytest.mark.parametrize("slug", ["bourse", "troubleshooter", "economic4", "capitalist"])
def test_neither_the_widest_pages_nor_their_tables_scroll_on_a_phone_and_figures_are_14_px(
    slug: str, browser: Browser, tmp_path: Path
) -> None:
    folder = played(slug)
    widest: dict[str, str] = {}
    for path in sorted((folder / "var/mail/out/new").iterdir()):
        out = Out("", path.read_bytes())
        for piece in out.mime.walk():
            payload = piece.get_payload(decode=True)
            if piece.get_content_type() == "text/html" and isinstance(payload, bytes) and out.json:
                kind = " and ".join(part["schema"].rpartition("/")[2] for part in out.machines)
                widest[kind] = max(widest.get(kind, ""), payload.decode("utf-8"), key=len)
    assert {"results", "results and statement"} <= set(widest)
    pages = [tmp_path / f"page{number}.html" for number in range(len(widest))]
    for page, html in zip(pages, widest.values(), strict=True):
        page.write_text(html, "utf-8")
    sizes = browser.measure_all(pages, PHONE)
    assert [(size.width, size.scroll) for size in sizes] == [(PHONE, ())] * len(pages)
    assert browser.asked(pages, SMALLEST, PHONE) == [14] * len(pages)
    for page, html in zip(pages, widest.values(), strict=True):  # programs that drop the style sheet too
        page.write_text(re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL), "utf-8")
    assert browser.asked(pages, SMALLEST, PHONE) == [14] * len(pages)


@pytest.mark.parametrize("slug", slugs())
def test_axe_finds_nothing_on_letters_and_all_their_words_stand_out(slug: str, tmp_path: Path) -> None:
    """One letter of each kind, as the gallery takes them out of the mailbox; none is so long that a program cuts it."""
    pages = []
    for shown in letters(slug, played(slug)):
        assert len(shown.html.encode()) < CUT and len(shown.text.encode()) < CUT, shown.name
        if shown.html:
            pages.append(tmp_path / f"{shown.name}.html")
            pages[-1].write_text(shown.html, "utf-8")
            for name, content in shown.files.items():
                (tmp_path / name).write_bytes(content)
    assert len(pages) > 1
    for dark in (False, True):
        assert faults(pages, 390, dark=dark, letters=True) == {}
        assert pale(pages, dark=dark)[1] == []
