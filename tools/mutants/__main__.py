"""`python -m tools.mutants [FILE ...]`: faults are put into files, one at a time, and the tests that run them are run.

Without files those that were changed since `--since` are taken, and where there are none, everything below ROOMS. What
the tests do not find is printed; those that cannot be found or need not be stand in explained.txt, with the reason.
The exit code is 1 where more than one in twenty is neither found nor explained.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain, count
from pathlib import Path
from queue import Queue
from subprocess import PIPE

from tools.mutants import cover
from tools.mutants.change import Made, changes, made
from tools.mutants.trial import UNMOVED

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / "mutants"
EXPLAINED = Path(__file__).with_name("explained.txt")
ROOMS = {
    "judge/kits": ("tests/kits", "tests/games", "tests/stories"),
    "judge/games": ("tests/games", "tests/stories", "tests/conformance"),
    "judge/parse": ("tests/parse", "tests/games", "tests/stories", "tools/mutants"),
    "judge/desk": ("tests/desk", "tests/zine", "tests/robots", "tests/stories", "tests/conformance", "tools/mutants"),
}
"""Where faults are made, and the tests that should find them: quick ones, all in one process."""
ANY_PLAY = "demo.py"
"""What scripted players of a demonstration do is any play: there are no faults in it unless it is named."""
LEFT_OUT = ("tests/desk/test_desk_browser.py", "tests/desk/test_desk_pages.py")
COPIED = ("judge", "grammar", "templates", "tests", "docs", "tools", "bench", "pyproject.toml", "README.md")
LONGEST = 10  # seconds of tests for one fault, by what they took when they were looked at
FEW = 15  # tests that are asked first
TELLING = "tests/stories/"  # letters of whole games, held to every word
TOLD = 2  # of these are asked, the quickest
NARROW = 300  # places: a test that runs no more is about them
MOMENTS = count(1_000_000_000)
"""What was compiled is known by the second and the size of its source: no two faults are written in one second, even
where a process that was late compiles the one before."""
SHARE = 20  # one in so many may be left


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files or folders below the checkout")
    parser.add_argument("--since", default="main", help="the commit that changed files are compared with")
    parser.add_argument("--sample", type=int, default=60, help="how many faults; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="another number makes other faults")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--look", action="store_true", help="look anew which test runs what")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds of tests for one fault")
    parser.add_argument("--log", type=Path, help="a file of outcomes: what stands there is not tried again")
    parser.add_argument("--again", action="store_true", help="try again what the tests did not find by the log")
    asked = parser.parse_args()
    paths = wanted(asked.files, asked.since)
    folders = sorted({one for room, near in ROOMS.items() for one in near if any(p.startswith(room) for p in paths)})
    files = [file for folder in folders for file in test_files(folder)]
    look(files, asked.workers, anew=asked.look)
    picked = sample(paths, asked.sample, asked.seed)
    print(f"{len(picked)} faults in {len({one.change.path for one in picked})} of {len(paths)} files", flush=True)
    tests = cover.read(KEPT, files, {place for one in picked for place in (*one.places, *one.beside)})
    asks = {one: chosen(one, tests, asked.longest) for one in picked}
    left = [one for one in tried(asks, asked.workers, Log(asked.log, asked.again)) if one is not None]
    known = explained()
    new = [one for one in left if mark(one) not in known]
    print(f"{len(picked) - len(left)} found, {len(left) - len(new)} explained, {len(new)} neither")
    for one in sorted(new, key=lambda one: (one.change.path, one.line)):
        print(f"\n{one.change.path}:{one.line} {one.function or '(module)'}\n  - {one.old}\n  + {one.new}")
    return int(len(new) * SHARE > len(picked))


def wanted(files: list[str], since: str) -> list[str]:
    """The files to put faults into."""
    if not files:
        words = ["git", "diff", "--name-only", "--merge-base", since, "--", *ROOMS]
        told = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, check=False)
        files = [name for name in told.stdout.split() if (ROOT / name).exists()] or list(ROOMS)
    paths = [
        path for name in files for path in ([ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*"))
    ]
    chosen = {
        path
        for path in paths
        if path.suffix == ".py" and (path.name != ANY_PLAY or str(path.relative_to(ROOT)) in files)
    }
    return sorted(str(path.relative_to(ROOT)) for path in chosen)


def test_files(folder: str) -> list[Path]:
    """The files of tests below a folder."""
    return [file for file in sorted((ROOT / folder).rglob("test_*.py")) if str(file.relative_to(ROOT)) not in LEFT_OUT]


def look(files: list[Path], workers: int, *, anew: bool) -> None:
    """Run the tests of those files that were not looked at as they stand now, and keep what each of them runs."""
    files = [file for file in files if anew or not cover.is_kept(KEPT, file)]
    if not files:
        return
    print(f"Looking what the tests of {len(files)} files run ...", flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "pytest", "-p", "tools.mutants.cover", "-m", "not slow"]
    words += ["-n", str(workers if workers > 1 else 0), "--dist", "loadfile", *map(str, files)]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "JUDGE_COVER": str(KEPT)}, capture_output=True, text=True)
    if done.returncode > 1:  # what fails by itself is left out
        sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
    for file in files:
        if not cover.is_kept(KEPT, file):  # all of its tests are slow
            cover.keep(KEPT, file, {})


def sample(paths: list[str], count: int, seed: int) -> list[Made]:
    """Faults drawn from all that can be made: the same for a seed, and in one file whatever becomes of others."""
    every = [change for path in paths for change in changes(ROOT, path)]
    every.sort(key=lambda one: hashlib.sha256(f"{seed} {one}".encode()).digest())
    picked: list[Made] = []
    for change in every:
        if count and len(picked) == count:
            break
        if (one := made(ROOT, change)) is not None:
            picked.append(one)
    return picked


def tried(asks: dict[Made, list[str]], workers: int, log: Log) -> list[Made | None]:
    """Each fault, or None where one of its tests found it."""
    with tempfile.TemporaryDirectory(prefix="judge-mutants.") as folder, ThreadPoolExecutor(workers) as pool:
        benches: Queue[Bench] = Queue()
        for number in range(workers):
            benches.put(Bench(Path(folder) / str(number)))

        def one(fault: Made) -> Made | None:
            found = log.known(fault)
            if found is None:
                bench = benches.get()
                try:
                    found = bench.finds(fault, asks[fault])
                finally:
                    benches.put(bench)
                log.note(fault, found)
            print("." if found else "S", end="", flush=True)
            return None if found else fault

        left = list(pool.map(one, asks))
        while not benches.empty():
            bench = benches.get()
            if failed := bench.unsound():
                sys.exit(f"\n{failed} found something, and fails without a fault too: use --look and a fresh log.")
            bench.close()
    print()
    return left


def copy(place: Path) -> Path:
    """A checkout of one's own, compiled."""
    place.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
        else:
            shutil.copy(source, place / name)
    return place


class Log:
    """What came of each fault, so that a run that was cut off goes on where it was."""

    def __init__(self, path: Path | None, again: bool = False) -> None:
        """`again`: what was not found counts as not tried."""
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        outcomes = {line.split()[1]: line.split()[0] == "found" for line in lines}
        self._known = {name: found for name, found in outcomes.items() if found or not again}

    def known(self, fault: Made) -> bool | None:
        """Whether it was found; None where it was not tried in the file as it stands now."""
        return self._known.get(self._name(fault))

    def note(self, fault: Made, found: bool) -> None:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                told = f"{fault.change.path}:{fault.line} {fault.function or '(module)'} - {fault.old} + {fault.new}"
                file.write(f"{'found' if found else 'left'} {self._name(fault)} {told}\n")

    @staticmethod
    def _name(fault: Made) -> str:
        return hashlib.sha256(f"{fault.change.path}\n{fault.text}".encode()).hexdigest()[:24]


def chosen(fault: Made, tests: Mapping[int, Sequence[cover.Seen]], longest: float = LONGEST) -> list[str]:
    """The tests that run the first of the fault's places that any test runs, as many as may be waited for. First those
    of files about the module, and of these those that run what few run of the same function; then, where it decides
    what comes next, some that go each of the ways; then the quickest stories; then those that run little else; then the
    quickest of each file, for tests of one file are much alike. What takes long comes last: instead of one such test
    many others are asked."""
    asked = next((tests[place] for place in fault.places if tests.get(place)), ())
    rare: Counter[str] = Counter()
    for place in fault.beside:
        for one in tests.get(place, ()):
            rare[one.test] += 1000 // len(tests[place])
    strange = {one: not is_about(one.test.partition("::")[0], fault.change.path) for one in asked}
    quick = [one for one in asked if one.seconds * FEW <= longest]
    first = sorted(quick, key=lambda one: (strange[one], -rare[one.test], one.seconds, one.test))[:FEW]
    ways = [one for place in fault.beyond for one in spread(tests.get(place, ()))[:FEW] if one in quick]
    told = sorted((one for one in asked if one.test.startswith(TELLING)), key=lambda one: (one.seconds, one.test))[
        :TOLD
    ]
    others = spread(one for one in asked if one.places <= NARROW), spread(one for one in asked if one.places > NARROW)
    near = [[one for one in some if not strange.get(one, True)] for some in others]
    far = [[one for one in some if strange.get(one, True)] for some in others]
    found, left = [], longest
    for one in dict.fromkeys((*first, *ways, *told, *chain(*near, *far))):
        if one.test.isascii() and one.test.isprintable() and (one.seconds <= left or not found):
            left -= one.seconds
            found.append(one.test)
    return found


def spread(tests: Iterable[cover.Seen]) -> list[cover.Seen]:
    """The quickest test of each file, then the next of each."""
    of_file: Counter[str] = Counter()
    found: list[tuple[int, float, cover.Seen]] = []
    for one in sorted(tests, key=lambda one: (one.seconds, one.test)):
        file = one.test.partition("::")[0]
        found.append((of_file[file], one.seconds, one))
        of_file[file] += 1
    return [one for *_, one in sorted(found)]


@cache
def is_about(file: str, path: str) -> bool:
    """Whether a file of tests has the name of a module of the judge, or imports it."""
    if Path(file).stem.endswith(f"_{Path(path).stem}"):
        return True
    package, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    text = (ROOT / file).read_text("utf-8") if (ROOT / file).exists() else ""
    return re.search(rf"from {package}(\.{name} import|\s+import\b[^\n]*\b{name}\b)", text) is not None


def stages(tests: list[str]) -> list[list[str]]:
    """The tests in two parts: most faults are found by the few that come first."""
    return [part for part in (tests[:FEW], tests[FEW:]) if part]


class Bench:
    """A checkout of its own, and two processes there that run tests: a warm one, which finds most faults and is quick,
    and a cold one, which is asked about the others."""

    def __init__(self, place: Path) -> None:
        self.place = copy(place)
        self._good: set[tuple[bool, str]] = set()  # quick or not, files with a test that passes here without a fault
        self._failed: dict[bool, set[str]] = {True: set(), False: set()}  # tests that found something, by the same
        env = {**os.environ, "PYTHONPATH": str(place), "PYTHONHASHSEED": "0"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        words = [sys.executable, "-m", "tools.mutants.trial"]
        self._warm, self._cold = (
            subprocess.Popen([*words, *more], cwd=place, env=env, stdin=PIPE, stdout=PIPE, text=True)
            for more in (["warm"], [])
        )
        for trial in (self._warm, self._cold):
            assert trial.stdout is not None
            trial.stdout.readline()

    def finds(self, fault: Made, tests: list[str]) -> bool:
        """Whether one of the tests fails over the fault, and over nothing else."""
        parts = stages(tests)
        for some in parts:
            if (found := self._finds(fault, some, quick=True)) is None:
                return any(self._finds(fault, each, quick=False) for each in parts)
            if found:
                return True
        return any(self._finds(fault, some, quick=False) for some in parts[:1])

    def _finds(self, fault: Made, tests: list[str], quick: bool) -> bool | None:
        """None where the warm process can do nothing with the fault."""
        path = self.place / fault.change.path
        sound = path.read_text("utf-8")
        while tests:
            self._write(path, fault.text)
            try:
                code = self._run(tests, quick, fault.change.path if quick else "")
            finally:
                self._write(path, sound)
            failed = (self.place / "failed.txt").read_text("utf-8")
            if code in (0, UNMOVED):
                return False if code == 0 else None
            if not failed:  # nothing was run: the module cannot be imported any more, or the tests have other names
                if self._run(tests, quick) != 0:
                    told = (self.place / "told.txt").read_text("utf-8")
                    sys.exit(f"The tests are not those that were looked at: use --look.\n{told[-2000:]}")
                return True
            here = quick, failed.partition("::")[0]
            if here in self._good or self._run([failed], quick) == 0:
                self._good.add(here)
                self._failed[quick].add(failed)
                return True
            tests = [test for test in tests if test != failed]  # it fails here whatever the judge does
        return False

    def unsound(self) -> str:
        """The first test that found something and fails without a fault; "" where all of them pass."""
        for quick, tests in self._failed.items():
            if tests and self._run(sorted(tests), quick) != 0:
                return (self.place / "failed.txt").read_text("utf-8")
        return ""

    def _run(self, tests: list[str], quick: bool, path: str = "") -> int:
        """pytest's exit code for these tests; the warm process is told which file has a fault, if any has."""
        (self.place / "tests.txt").write_text("\n".join(tests), "utf-8")
        trial = self._warm if quick else self._cold
        assert trial.stdin is not None and trial.stdout is not None
        trial.stdin.write(f"tests.txt {path}\n")
        trial.stdin.flush()
        return int(trial.stdout.readline())

    def close(self) -> None:
        for trial in (self._warm, self._cold):
            assert trial.stdin is not None
            trial.stdin.close()
            trial.wait(60)

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        moment = next(MOMENTS)
        os.utime(path, (moment, moment))


def mark(fault: Made) -> tuple[str, str, str]:
    return fault.change.path, fault.old, fault.new


def explained() -> set[tuple[str, str, str]]:
    """What stands in explained.txt: path, line, changed line; what follows until the next path is the reason."""
    found, lines = set(), EXPLAINED.read_text("utf-8").splitlines()
    for at, line in enumerate(lines):
        if line.startswith("judge/"):
            found.add(
                (line.strip(), lines[at + 1].strip().removeprefix("- "), lines[at + 2].strip().removeprefix("+ "))
            )
    return found


if __name__ == "__main__":
    sys.exit(main())
