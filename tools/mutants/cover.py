"""What each test runs of the rooms where faults are made: a pytest plugin (`-p tools.mutants.cover`).

The rooms' files are marked as they are imported (places.py): a mark costs next to nothing, where a profiler makes tests
take ten times as long. What the tests of a file ran is kept in a file of the folder JUDGE_COVER names.
"""

from __future__ import annotations

import builtins
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import compress
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from tests import once
from tools.mutants.places import RUN, marked

ROOT = Path(__file__).resolve().parents[2]
MARKED = ("judge.kits", "judge.games", "judge.parse", "judge.desk")
STORIES = ROOT / "tests" / "stories"
MOST = 1 << 18  # stretches; there are a tenth of them
MANY = 300  # tests of one file that run the same place: more of them tell no more
_ran = bytearray(MOST)
_table: list[tuple[int, ...]] = []  # the keys of each stretch, by its number
_seen: dict[str, tuple[float, set[int]]] = {}  # test of the file at hand -> its seconds, and the keys of what it ran


class Seen(NamedTuple):
    """A test: how long it took, and how many places it ran."""

    test: str
    seconds: float
    places: int


class _Marking(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        name = self.get_filename(fullname)
        path = str(Path(name).resolve().relative_to(ROOT))
        tree = marked(path, Path(name).read_text("utf-8"), _table)
        return compile(tree, name, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(MARKED):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Marking(fullname, spec.loader.path)
        return spec


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Before anything of the judge is imported."""
    setattr(builtins, RUN, _ran)
    sys.meta_path.insert(0, _Finder())


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    if item.path.is_relative_to(STORIES):
        once.forget()  # a test before it may have played the story
    _ran[:] = bytes(MOST)
    began = time.process_time()
    yield
    if item.nodeid in _seen:  # it failed, and would fail over every fault
        del _seen[item.nodeid]
    else:
        seconds = round(time.process_time() - began, 3)
        _seen[item.nodeid] = seconds, {one for keys in compress(_table, _ran) for one in keys}
    if nextitem is None or nextitem.path != item.path:
        keep(Path(os.environ["JUDGE_COVER"]), item.path, _seen)
        _seen.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _seen[report.nodeid] = 0.0, set()


def keep(folder: Path, file: Path, seen: dict[str, tuple[float, set[int]]]) -> None:
    """Write down what the tests of a file ran: of each place those that run least besides."""
    tests = [Seen(test, seconds, len(ran)) for test, (seconds, ran) in seen.items()]
    by_place: dict[int, list[int]] = {}
    for number in sorted(range(len(tests)), key=lambda number: (tests[number].places, tests[number].seconds)):
        for one in seen[tests[number].test][1]:
            if len(numbers := by_place.setdefault(one, [])) < MANY:
                numbers.append(number)
    document = {"digest": _digest(file), "tests": tests, "places": by_place}
    _place(folder, file).write_text(json.dumps(document, separators=(",", ":")), "utf-8")


def is_kept(folder: Path, file: Path) -> bool:
    """Whether the file stands as it did when it was looked at."""
    place = _place(folder, file)
    return place.exists() and json.loads(place.read_text("utf-8"))["digest"] == _digest(file)


def read(folder: Path, files: Iterable[Path], wanted: set[int]) -> dict[int, list[Seen]]:
    """Of the places that are wanted: which tests of the files ran them."""
    found: dict[int, list[Seen]] = {one: [] for one in wanted}
    for file in files:
        document = json.loads(_place(folder, file).read_text("utf-8"))
        tests = [Seen(*one) for one in document["tests"]]
        for one in wanted:
            found[one] += [tests[number] for number in document["places"].get(str(one), ())]
    return found


def _place(folder: Path, file: Path) -> Path:
    return folder / f"{str(file.resolve().relative_to(ROOT)).replace('/', '.')}.json"


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
