"""When a page of the archive shows its first words, and its last picture, over a slow 4G line.

    python bench/paint.py SITE [page ...]

SITE is a folder that `judge archive -o` wrote; without pages, those of its games that show a board. A Chromium asks for
them and gets each file as late as the line would bring it: 150 ms there and back, four times that before the first
answer (name, connection, TLS, request), 1.6 Mbit a second for all together, words packed. Needs no network.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tools.gallery.browser import FLAGS, Browser

ROUND, OCTETS = 0.150, 200_000  # seconds, a second
KINDS = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}
PACKED = (".html", ".css", ".svg")
PAINTS = "JSON.stringify(performance.getEntriesByType('paint').map(one => [one.name, one.startTime]))"


def wire(path: Path) -> int:
    """How many octets of a file come: words packed, pictures as they are."""
    content = path.read_bytes()
    return len(gzip.compress(content, 6) if path.suffix in PACKED else content)


class Line:
    """A browser, and the line it is at the end of."""

    def __init__(self, site: Path, program: str, profile: str) -> None:
        self.site, self.number, self.free, self.late = site, 0, 0.0, list[tuple[float, str, Path]]()
        ours, theirs = os.pipe(), os.pipe()

        def joined() -> None:
            """The browser reads from 3 and writes to 4."""
            for number, end in ((3, os.dup(ours[0])), (4, os.dup(theirs[1]))):
                os.dup2(end, number)

        command = [program, *FLAGS, f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        self.browser = subprocess.Popen(command, close_fds=False, preexec_fn=joined, stderr=subprocess.DEVNULL)
        os.close(ours[0])
        os.close(theirs[1])
        self.out, self.back, self.rest = ours[1], theirs[0], b""
        os.set_blocking(self.back, False)
        tab = self.call("Target.getTargets")["targetInfos"][0]["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]}

    def send(self, method: str, **params: Any) -> int:
        self.number += 1
        told = {"id": self.number, "method": method, "params": params, **getattr(self, "session", {})}
        os.write(self.out, json.dumps(told).encode() + b"\0")
        return self.number

    def call(self, method: str, **params: Any) -> Any:
        number = self.send(method, **params)
        while True:
            told = self.heard()
            if told and told.get("id") == number:
                return told["result"]

    def heard(self) -> Any:
        """The next message, None if there is none; what is due on the line is handed over meanwhile."""
        while self.late and self.late[0][0] <= time.monotonic():
            _, request, path = self.late.pop(0)
            head = [{"name": "Content-Type", "value": KINDS.get(path.suffix, "text/plain")}]
            body = base64.b64encode(path.read_bytes()).decode()
            self.send("Fetch.fulfillRequest", requestId=request, responseCode=200, responseHeaders=head, body=body)
        with contextlib.suppress(BlockingIOError):
            self.rest += os.read(self.back, 1 << 20)
        told, end, rest = self.rest.partition(b"\0")
        if not end:
            time.sleep(0.002)
            return None
        self.rest = rest
        return json.loads(told)

    def opened(self, page: Path) -> tuple[float, float, int]:
        """Milliseconds to the first words and to the last octet, and how many octets came."""
        self.call("Fetch.enable")
        octets, begun, brought = 0, time.monotonic(), set[Path]()
        self.free = begun
        self.send("Page.enable")
        self.send("Page.navigate", url=f"https://games.test/{page.relative_to(self.site)}")
        quiet = begun
        while self.late or time.monotonic() < quiet + 2:
            told = self.heard()
            if told and told.get("method") == "Fetch.requestPaused":
                path = self.site / unquote(urlsplit(told["params"]["request"]["url"]).path).lstrip("/")
                if not path.is_file():
                    self.send("Fetch.failRequest", requestId=told["params"]["requestId"], errorReason="Failed")
                    continue
                size = 0 if path in brought else wire(path)
                wait = 0.0 if path in brought else ROUND if brought else 4 * ROUND
                self.free = max(self.free, time.monotonic() + wait) + size / OCTETS
                self.late.append((self.free, told["params"]["requestId"], path))
                brought.add(path)
                octets, quiet = octets + size, max(quiet, self.free)
        told = self.call("Runtime.evaluate", expression=PAINTS)["result"]["value"]
        first = dict(json.loads(told)).get("first-contentful-paint", 0.0)
        return first, (self.free - begun) * 1000, octets


def main(site: Path, pages: Sequence[Path]) -> None:
    found = Browser.found()
    if found is None:
        sys.exit("there is no Chromium to open pages with")
    shown = pages or [one for one in sorted(site.glob("games/*/*.html")) if one.stem in ("index", "live")]
    for page in shown:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            line = Line(site, found.program, profile)
            try:
                first, last, octets = line.opened(page)
            finally:
                line.browser.kill()
                line.browser.wait()
        print(f"{page.relative_to(site)!s:<40} first {first:6.0f} ms   all {last:6.0f} ms   {octets / 1000:6.1f} kB")


if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve()
    main(root, [root / name for name in sys.argv[2:]])
