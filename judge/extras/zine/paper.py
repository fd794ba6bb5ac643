"""An issue on paper: a PDF of its page, by WeasyPrint, which is an extra and loaded when something is to be printed.

It takes many seconds and much memory. The daemon has it done by a process of its own (`Press`), which gets plain values
and gives bytes.
"""

import contextlib
import importlib.util
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from pathlib import Path

from judge.core.errors import SetupError
from judge.core.picture import Board
from judge.core.values import Value
from judge.desk.services import Services
from judge.extras.zine import page
from judge.extras.zine.issue import Issue

REMEDY = "pip install 'weasyprint>=70,<71'"
POLITE = 10  # letters go first
PATIENCE = 600  # seconds that one print may take


def there() -> bool:
    """Whether it can be printed here at all."""
    return importlib.util.find_spec("weasyprint") is not None


class Job(Value):
    """What is printed, in plain values."""

    html: str
    boards: Mapping[str, Board]
    identifier: str


def job(services: Services, issue: Issue) -> Job:
    """An issue to be printed."""
    stamp = datetime.fromisoformat(issue.at)
    return Job(*page.laid_for_paper(services, issue), f"zine {issue.number} {stamp:%Y-%m-%d}")


def pdf(services: Services, issue: Issue) -> bytes:
    """The printed edition. SetupError where WeasyPrint is not installed, or lacks what it needs of the machine."""
    return printed(job(services, issue))


def printed(wanted: Job) -> bytes:
    """The bytes of a job."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except ImportError:
        raise SetupError("WeasyPrint is not installed, so nothing can be printed.", REMEDY) from None
    except OSError as fault:
        raise SetupError(f"WeasyPrint lacks a library of this machine: {fault}.", "Install Pango (libpango).") from None
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # else fontTools writes the hour into each font that it cuts
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    alone = URLFetcher(allowed_protocols=("data",), fail_on_errors=True)  # nothing is fetched from anywhere
    html = HTML(string=page.with_boards(wanted.html, wanted.boards), url_fetcher=alone)
    made = html.write_pdf(pdf_identifier=wanted.identifier.encode(), pdf_variant="pdf/ua-1")
    assert isinstance(made, bytes)
    return made


class Press:
    """Prints beside the judge, one job at a time. `wake` is called, from another thread, when one is done."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._wanted = ""
        self._made: bytes | Exception | None = None

    @property
    def ready(self) -> bool:
        """Whether an issue waits to be fetched."""
        return self._made is not None

    def pdf(self, wanted: Callable[[], Job], mark: str) -> bytes | None:
        """The bytes of a job that `mark` stands for, as `printed` gives them; None while it is made, or another is."""
        if self._made is not None and self._wanted == mark:
            made, self._made, self._wanted = self._made, None, ""
            if isinstance(made, Exception):
                raise made
            return made
        if not self._wanted:
            self._wanted = mark
            threading.Thread(target=self._work, args=(wanted(),), name="press", daemon=True).start()
        return None

    def drop(self, but: Collection[str]) -> None:
        """What is done and none of these is wanted no more: its issue has changed."""
        if self._made is not None and self._wanted not in but:
            self._made, self._wanted = None, ""

    def _work(self, wanted: Job) -> None:
        command = [sys.executable, "-c", "from judge.extras.zine.paper import main; main()"]
        try:
            done = subprocess.run(
                command,
                input=pickle.dumps(wanted),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=True,
            )
            self._made = pickle.loads(done.stdout)
        except subprocess.CalledProcessError as fault:
            if fault.returncode == -signal.SIGTERM:  # the judge is ended too: no fault of the issue
                self._wanted = ""
                return
            self._made = fault
        except Exception as fault:
            self._made = fault
        self._wake()


def main() -> None:
    """A process that prints one job of its standard input. If memory runs out it goes before its judge does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with its judge
    with contextlib.suppress(OSError):
        os.nice(POLITE)
        Path("/proc/self/oom_score_adj").write_text("900", "ascii")
    made: bytes | Exception
    try:
        made = printed(pickle.load(sys.stdin.buffer))
    except SetupError as fault:
        made = fault
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.buffer.write(pickle.dumps(made))
