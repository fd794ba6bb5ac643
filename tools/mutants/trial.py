"""Runs tests in a checkout again and again: `python -m tools.mutants.trial [warm]`, one file of test names a line.

It says when it is ready, for what it loads before must have no fault. Which test failed first stands in failed.txt
afterwards.

What takes long to import and is not the judge's is imported once; each run is a fork, so that it meets the judge's own
files as they stand then. Answers with the exit code of pytest, or -1 where the tests do not come to an end.

A `warm` one has played a game before, so that its runs begin at once. Behind the file of test names stands the file of
the judge that has a fault: its functions are put in the place of those that were loaded. Where that changes none of
them the answer is UNMOVED. What a function has done before cannot be changed that way: a fault that a warm run does not
find has to be looked for in a cold one.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
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
NO_WARNING = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # by what is imported already
UNMOVED = 99  # no exit code of pytest's
ENOUGH = 60  # seconds of work after which tests have been stopped by the fault


class First:
    """Notes the test that failed."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            Path("failed.txt").write_text(report.nodeid, "utf-8")


def run(names: str, path: str = "") -> int:
    """pytest's exit code for the tests named in a file, with the functions of a file of the judge as it stands now."""
    Path("failed.txt").write_text("", "utf-8")
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        told = os.open("told.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(told, 1)
        os.dup2(told, 2)
        if path and not put_in(path):
            os._exit(UNMOVED)
        import pytest

        words = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *NO_WARNING, f"@{names}"]
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


def put_in(path: str) -> bool:
    """Put the functions of a file in the place of those that were loaded; False where they are the same."""
    file, moved = str(Path(path).resolve()), False
    fresh = {
        _place(one): one for one in _codes(compile(Path(path).read_text("utf-8"), file, "exec", dont_inherit=True))
    }
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file:
            code = fresh.get(_place(one.__code__), one.__code__)
            if code != one.__code__:
                one.__code__, moved = code, True
    return moved


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def warm() -> None:
    """Play a little, so that what tests use is loaded, and grammars and templates are built."""
    from judge.house import opening
    from tests.harness import Judge, shared_pen, shared_reader

    theirs = opening.reader_of, opening.pen_of
    opening.reader_of, opening.pen_of = lambda *_: shared_reader(), lambda *_: shared_pen()
    for game, options, seats, orders in (
        ("bourse", {}, ("Lupus", "Ursa"), "SELL 100 LIRA"),
        ("diplomacy", {"empty": "hold"}, ("FRANCE", "ITALY"), "A PAR - BUR"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            judge = Judge(Path(folder))
            judge.new("warm", game, **options)
            judge.join("warm", *seats)
            judge.start("warm")
            judge.orders("warm", seats[0], orders)
            judge.resolve("warm")
            judge.house.close()
    opening.reader_of, opening.pen_of = theirs


def main() -> None:
    os.environ["JUDGE_TEST_CACHE"] = str(Path("built").resolve())  # grammars and templates, by what stands in them
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)
    if "warm" in sys.argv:
        warm()
    print("ready", flush=True)
    for line in sys.stdin:
        print(run(*line.split()), flush=True)


if __name__ == "__main__":
    main()
