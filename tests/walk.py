"""The ways of a letter and of a deadline through `judge/desk`, in files. `python -m tests.walk [-v]` prints both.

What is followed is the letter, or the game, as data. An entry is a call of a function that is given it: the message,
its block, the context that is made of it, its sheets; the game, its step, what is told of either. A stay is a run of
entries in one file; a return is a stay in a file that was visited before. No entries are: coming back to the caller;
making an object that keeps what it is given; asking the data for a property of its own; and a lookup: records, journal,
keys, limits and timers (`SHELVES`) are asked for one fact each, and hand nothing on. `whole` counts every round of
every loop; `read` counts each place a call is made from once, as somebody follows it who reads a loop once.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from judge import desk
from tests.test_counted import Services

DESK = f"{Path(desk.__file__).parent}/"
SHELVES = ("cabinet/", "services.py", "timers.py", "sheets/letter_context.py")
AT_WORK = frozenset(("Conversation", "Executor"))  # they hold the data and do things to it
LETTER = AT_WORK | frozenset(
    "Delivery Waiting Piece Message Identified Block LetterContext Passage Do Tell Quote Done Drafts Draft"
    " SheetView Said Brief Outgoing".split()
)
GAME = frozenset("Timer Game Step Closed Resolved Resolution Album Brief Outgoing".split())


@dataclass(frozen=True)
class Way:
    """The stays of one way, in order, by file."""

    stays: tuple[str, ...]

    @property
    def returns(self) -> int:
        return len(self.stays) - len(set(self.stays))

    @property
    def most(self) -> int:
        """How often the file is visited that is visited most."""
        return max(Counter(self.stays).values(), default=0)

    def __str__(self) -> str:
        often = ", ".join(f"{name} {n}" for name, n in Counter(self.stays).most_common(4) if n > 1)
        files = len(set(self.stays))
        return f"{len(self.stays)} stays in {files} files, {self.returns} returns ({often or 'none twice'})"


def followed(work: Callable[[], None], kinds: frozenset[str], begin: str = "") -> tuple[Way, Way, list[str]]:
    """The way of what is of these kinds through some work: whole, as it is read, and its entries by name. It begins
    with the function `begin`."""
    entries: list[tuple[str, str, object]] = []

    def called(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(DESK) or code.co_name.startswith(("<", "__")):
            return
        name = code.co_filename.removeprefix(DESK)
        given = [frame.f_locals.get(one) for one in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]
        of_its_own = len(given) == 1 and code.co_varnames[0] == "self" and type(given[0]).__name__ not in AT_WORK
        if name.startswith(SHELVES) or of_its_own or not any(map(is_followed, given)):
            return
        back = frame.f_back
        entries.append((name, code.co_name, (code, back and (back.f_code, back.f_lineno))))

    def is_followed(value: object) -> bool:
        first = value[0] if type(value) in (list, tuple) and value else value  # type: ignore[index]
        return type(first).__name__ in kinds

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    names = [name for _, name, _ in entries]
    entries = entries[names.index(begin) if begin else 0 :]
    seen: set[object] = set()
    once = [entry for entry in entries if not (entry[2] in seen or seen.add(entry[2]))]  # type: ignore[func-returns-value]
    return _way(entries), _way(once), [f"{file}:{name}" for file, name, _ in once]


def _way(entries: list[tuple[str, str, object]]) -> Way:
    stays: list[str] = []
    for file, _, _ in entries:
        if stays[-1:] != [file]:
            stays.append(file)
    return Way(tuple(stays))


def of_a_letter(services: Services) -> tuple[Way, Way, list[str]]:
    """A plain letter of orders by a known player."""
    services.post(1)
    return followed(lambda: services.turn(1), LETTER, "_one")


def of_a_deadline(services: Services, name: str) -> tuple[Way, Way, list[str]]:
    """The deadline of a game of eight."""
    return followed(lambda: services.deadline(name), GAME)


def main() -> None:
    services = Services(Path(tempfile.mkdtemp()), html=False)
    services.post(16)
    services.turn(16)  # what is made once is made
    services.deadline("game0")
    for what, (whole, read, entries) in (
        ("letter", of_a_letter(services)),
        ("deadline", of_a_deadline(services, "game1")),
    ):
        print(f"{what}, whole: {whole}\n{what}, read:  {read}")
        if "-v" in sys.argv:
            print("\n".join(f"  {entry}" for entry in entries))
    services.app.close()


if __name__ == "__main__":
    main()
