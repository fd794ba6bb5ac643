"""Chromium without a window: photographs of pages, and how wide they really are."""

from __future__ import annotations

import html as markup
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

WIDTHS = (390, 1280)
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
QUIETLY = ("--virtual-time-budget=3000", "--dump-dom")
_LONGER = "--virtual-time-budget=30000"
PATIENCE = 300  # seconds: a busy machine takes long
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


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
        return self.measure_all([page], width)[0]

    def measure_all(self, pages: Sequence[Path], width: int) -> list[Size]:
        """The sizes of several pages; starting a browser takes longer than looking at them."""
        script = (
            "<script>onload=()=>{document.title=JSON.stringify([...document.querySelectorAll('iframe')].map(f=>{"
            "const d=f.contentDocument,r=d.documentElement,"
            "s=[...d.querySelectorAll('.wide')].filter(e=>e.scrollWidth>e.clientWidth+1)"
            ".map(e=>e.innerText.slice(0,40)+' '+e.scrollWidth);"
            "return [r.scrollWidth,r.scrollHeight,s]}))}</script>"
        )
        told = self._run(_frames(pages, width) + script, pages[0].parent, *QUIETLY)
        found = re.search(r"<title>(\[.*\])</title>", told)
        sizes = json.loads(markup.unescape(found[1])) if found else []
        if len(sizes) != len(pages):
            raise RuntimeError(f"Chromium did not measure {', '.join(page.name for page in pages)}")
        return [Size(wide, tall, tuple(" ".join(one.split()) for one in scroll)) for wide, tall, scroll in sizes]

    def asked(
        self, pages: Sequence[Path], script: str, width: int, *, dark: bool = False, fragment: str = ""
    ) -> list[Any]:
        """What a script makes of each page: it calls `told(answer)` when it is done. `fragment`: what stands behind the
        # of their addresses."""
        gather = (
            "<script>setInterval(()=>{document.title=JSON.stringify([...document.querySelectorAll('iframe')]"
            ".map(f=>f.contentWindow.answer||null))},200)</script>"
        )
        scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        with _scripted(pages, script) as copies:
            told = self._run(_frames(copies, width, fragment) + gather, pages[0].parent, scheme, _LONGER, "--dump-dom")
        found = re.search(r"<title>(\[.*\])</title>", told, re.DOTALL)
        answers = json.loads(markup.unescape(found[1])) if found else [None] * len(pages)
        if None in answers:
            raise RuntimeError(f"Chromium did not answer for {pages[answers.index(None)]}")
        return [answer for (answer,) in answers]

    def photograph(
        self, page: Path, to: Path, *, width: int, tall: int, dark: bool = False, fragment: str = "", script: str = ""
    ) -> None:
        """The page as a picture, as much of it as `tall` pixels show; `script`: what is done on it before."""
        with _scripted([page], script) as copies:
            self._run(
                _frames(copies, width, fragment).replace('height="200"', f'height="{tall}"'),
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

    def complaints(self, pages: Sequence[Path]) -> list[str]:
        """What the browser's console says of pages: faults, files that are missing, blocked requests."""
        told = self._frame(_frames(pages, 1200), pages[0].parent, "--enable-logging=stderr", "--log-level=0", *QUIETLY)
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
        return self._frame(html, folder, *flags).stdout

    def _frame(self, html: str, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as profile:
            frame = folder / f"frame-{Path(profile).name}.htm"
            frame.write_text("<!DOCTYPE html><title></title>" + html, "utf-8")
            try:
                return subprocess.run(
                    [self.program, *FLAGS, f"--user-data-dir={profile}", *flags, frame.as_uri()],
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=True,
                )
            finally:
                frame.unlink()


@contextmanager
def _scripted(pages: Sequence[Path], script: str) -> Iterator[Sequence[Path]]:
    """Copies of pages that run a script, for their own policy allows none but theirs; without one the pages."""
    if not script:
        yield pages
        return
    copies = [page.with_name(f"{page.stem}.asked{number}.htm") for number, page in enumerate(pages)]
    ending = f"<script>function told(answer) {{ window.answer = [answer] }}\n{script}</script></body>"
    for page, copy in zip(pages, copies, strict=True):
        copy.write_text(_POLICY.sub("", page.read_text("utf-8")).replace("</body>", ending), "utf-8")
    try:
        yield copies
    finally:
        for copy in copies:
            copy.unlink()


def _frames(pages: Sequence[Path], width: int, fragment: str = "") -> str:
    """Pages one below the other, each in a frame of just that width: a window cannot be made as narrow as a phone."""
    frame = '<iframe width="{}" height="200" src="{}"></iframe>'
    style = "<style>body{margin:0}iframe{border:0;display:block}</style>"
    return style + "".join(frame.format(width, f"{page.as_uri()}#{markup.escape(fragment)}") for page in pages)
