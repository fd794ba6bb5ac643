"""Runs tests in a checkout again and again: `python -m tools.mutants.trial`, one file of test names a line.

Which test failed first stands in failed.txt afterwards.

What takes long to import and is not the judge's is imported once; each run is a fork, so that it meets the judge's own
files as they stand then. Answers with the exit code of pytest, or -1 where the tests do not come to an end.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

HEAVY = (
    "aiosmtpd.controller",
    "argon2",
    "click.testing",
    "css_inline",
    "dkim",
    "hypothesis.strategies",
    "icalendar",
    "imapclient",
    "jinja2",
    "jsonschema.validators",
    "lark",
    "msgspec",
    "numpy",
    "PIL.Image",
    "psycopg",
    "pytest",
    "rapidfuzz",
    "resvg_py",
    "tinydb",
)
UNMOVED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # by what is imported already
ENOUGH = 400  # seconds of work after which tests have been stopped by the fault


class First:
    """Notes the test that failed."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            Path("failed.txt").write_text(report.nodeid, "utf-8")


def run(names: str) -> int:
    """pytest's exit code for the tests named in a file."""
    Path("failed.txt").write_text("", "utf-8")
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        told = os.open("told.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(told, 1)
        os.dup2(told, 2)
        import pytest

        words = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *UNMOVED, f"@{names}"]
        os._exit(int(pytest.main(words, plugins=[First()])))
    return _awaited(child)


def _awaited(child: int) -> int:
    """A fault that lets tests go on for ever is stopped by the work they did, however busy the machine is."""
    while True:
        pid, status, _ = os.wait4(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if _work(child) > ENOUGH:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -1
        time.sleep(0.05)


def _work(pid: int) -> float:
    """Seconds of work a process has done."""
    with suppress(OSError, IndexError), open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def main() -> None:
    os.environ["JUDGE_TEST_CACHE"] = str(Path("built").resolve())  # grammars and templates, by what stands in them
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        print(run(line.strip()), flush=True)


if __name__ == "__main__":
    main()
