"""What is slow to make and only looked at is made once in a run, by whichever test process asks for it first."""

import fcntl
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_known: dict[str, Any] = {}
_shared: list[Path] = []


def memory() -> str | None:
    """Where homes of tests stand that pytest does not make: with the others, in memory where there is enough of it."""
    return os.environ.get("PYTEST_DEBUG_TEMPROOT")


def until_the_end() -> Path:
    """A new folder that stands as long as any of the test processes of this run (conftest.py)."""
    return Path(tempfile.mkdtemp(dir=os.environ["JUDGE_TEST_CACHE"]))


def share_in(folder: Path) -> None:
    """The folder that all test processes of this run see."""
    _shared[:] = [folder]


def forget() -> None:
    """From now on this process makes everything anew, for itself."""
    _known.clear()
    _shared.clear()


def once(name: str, make: Callable[[], T]) -> T:
    """What `make` returned, here or in another process: something that can be pickled and that nobody changes."""
    if name not in _known:
        _known[name] = _from_others(_shared[0] / f"once.{name}", make) if _shared else make()
    return _known[name]  # type: ignore[no-any-return]


def _from_others(place: Path, make: Callable[[], T]) -> T:
    with open(f"{place}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # who comes second waits for the first, and goes on where that one failed
        if place.exists():
            return pickle.loads(place.read_bytes())  # type: ignore[no-any-return]
        made = make()
        fresh = place.with_name(f"{place.name}.{os.getpid()}")
        fresh.write_bytes(pickle.dumps(made))
        fresh.rename(place)
        return made
