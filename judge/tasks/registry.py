"""The tasks by name, and what a task is given to work with."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from judge.core.errors import InputError
from judge.house import House

PLACES = {
    **dict.fromkeys(("new", "start", "player", "join", "process", "rollback"), "games"),
    **dict.fromkeys(("import", "shelve", "unshelve", "forget", "zine", "letter_in", "letter_out"), "care"),
    "once": "turns",
}
"""Task -> the module of this package whose function `TASK_` carries it out; imported when it is first wanted."""

DRAINED = frozenset({"process", "once"})
"""Not between two batches, only when every letter that lies in the mailbox was handled: what came before counts."""

SEVERAL = frozenset({"once"})
"""Makes commits of its own, as a turn does, so it is in no batch and its outcome is not kept: it may be repeated."""


@dataclass
class Work:
    """One task being carried out: the house, the time, and what it says and leaves behind."""

    house: House
    at: datetime
    said: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)
    code: int = 0
    gone: list[Path] = field(default_factory=list)

    def say(self, *lines: str) -> None:
        """On standard output."""
        self.said += lines

    def warn(self, *lines: str) -> None:
        """On standard error."""
        self.warned += lines

    def take_away(self, path: Path) -> None:
        """Remove a file, once what the task wrote is durable."""
        self.gone.append(path)


def task(name: str) -> Callable[..., None]:
    """The function of a task. InputError for a name that there is not."""
    if name not in PLACES:
        raise InputError(
            f"The running judge knows no command {name!r}.",
            hint="It is of another version than this command: start it anew.",
        )
    found: Callable[..., None] = getattr(importlib.import_module(f"judge.tasks.{PLACES[name]}"), f"{name}_")
    return found


def of_names(given: Any) -> bool:
    """Whether the task's arguments are what a line of JSON can hold: a mapping of names."""
    return isinstance(given, dict) and all(isinstance(name, str) for name in given)
