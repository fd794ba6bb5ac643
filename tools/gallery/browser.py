"""Chromium without a window: photographs of pages, and how wide they really are."""

from __future__ import annotations

import html as markup
import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

WIDTHS = (375, 1200)
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--allow-file-access-from-files",
)
PATIENCE = 60


class Size(NamedTuple):
    """What a page takes when its window has a given width: wider than that means it scrolls. `scroll` begins each
    table that scrolls within the page, with its whole width behind it."""

    width: int
    height: int
    scroll: tuple[str, ...]


@dataclass(frozen=True)
class Browser:
    """A Chromium that is there."""

    program: str

    @classmethod
    def found(cls) -> Browser | None:
        program = next((path for path in map(shutil.which, NAMES) if path), None)
        return cls(program) if program else None

    def measure(self, page: Path, width: int) -> Size:
        """The size of a page in a window `width` wide, and what on it is too wide for that."""
        script = (
            "<script>const f=document.querySelector('iframe');onload=()=>{const d=f.contentDocument;"
            "const r=d.documentElement,s=[...d.querySelectorAll('.wide')].filter(e=>e.scrollWidth>e.clientWidth+1)"
            ".map(e=>e.innerText.slice(0,40)+' '+e.scrollWidth);"
            "document.title=JSON.stringify([r.scrollWidth,r.scrollHeight,s])}</script>"
        )
        told = self._run(_framed(page, width, 200) + script, page.parent, "--virtual-time-budget=3000", "--dump-dom")
        found = re.search(r"<title>(\[.*\])</title>", told)
        if not found:
            raise RuntimeError(f"Chromium did not measure {page.name}")
        wide, height, scroll = json.loads(markup.unescape(found[1]))
        return Size(wide, height, tuple(" ".join(one.split()) for one in scroll))

    def photograph(self, page: Path, to: Path, *, width: int, tall: int, dark: bool = False) -> None:
        """The page as a picture, as much of it as `tall` pixels show."""
        self._run(
            _framed(page, width, tall),
            page.parent,
            f"--screenshot={to}",
            f"--window-size={max(width, 500)},{tall}",
            f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        )
        if width < 500:
            from PIL import Image

            with Image.open(to) as picture:
                picture.crop((0, 0, width, picture.height)).save(to)

    def printed(self, page: Path, to: Path) -> None:
        """The page as it comes out of a printer, as PDF."""
        self._start(page, f"--print-to-pdf={to}", "--no-pdf-header-footer")

    def complaints(self, page: Path) -> list[str]:
        """What the browser's console says of a page: faults, files that are missing, blocked requests."""
        told = self._start(page, "--enable-logging=stderr", "--log-level=0", "--virtual-time-budget=3000", "--dump-dom")
        return [line for line in told.stderr.split("\n") if "CONSOLE" in line]

    def _start(self, page: Path, *flags: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as profile:
            return subprocess.run(
                [self.program, *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=True,
            )

    def _run(self, html: str, folder: Path, *flags: str) -> str:
        with tempfile.TemporaryDirectory() as profile:
            frame = folder / f".frame-{Path(profile).name}.html"
            frame.write_text("<!DOCTYPE html><title></title>" + html, "utf-8")
            try:
                done = subprocess.run(
                    [self.program, *FLAGS, f"--user-data-dir={profile}", *flags, frame.as_uri()],
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=True,
                )
            finally:
                frame.unlink()
            return done.stdout


def _framed(page: Path, width: int, height: int) -> str:
    """The page in a frame of just that width: a window cannot be made as narrow as a phone."""
    inner = markup.escape(page.read_text("utf-8"))
    return (
        "<style>body{margin:0}iframe{border:0;display:block}</style>"
        f'<iframe width="{width}" height="{height}" srcdoc="{inner}"></iframe>'
    )
