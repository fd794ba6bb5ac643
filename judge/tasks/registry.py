"""The tasks by name, what a task is given to work with, and what came of those that were asked for."""

import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from judge.app import App
from judge.core.errors import InputError
from judge.desk.cabinet.records import instant, iso
from judge.desk.services import Services
from judge.tasks.wire import Answer, Request

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

    app: App
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


# ---- what came of requests ---------------------------------------------------------------------------------------


# Kept in the store with what they wrote: whoever asks again with the same id gets the same answer, whatever died in
# between. A row stands in the table of the house, in the same commit as everything the task wrote. Files that a task
# takes away go after that commit; the row names them until they are gone, and whoever carries out the next task
# finishes it.

PREFIX = "request:"
KEPT = timedelta(days=2)


def mark_of(services: Services, request: Request) -> str:
    """Tells a command from others, without holding what stood in it."""
    return services.keys.mac("request", request.task, json.dumps(request.given, sort_keys=True))


def known(services: Services, request: Request) -> Answer | None:
    """The answer of this very request, if it was carried out. InputError when its id was given to another command."""
    row = services.store.table("house").fetch(PREFIX + request.id)
    if row is None:
        return None
    if row["mark"] != mark_of(services, request):
        raise InputError(f"The request {request.id} was another command.", hint="Give each command an id of its own.")
    return Answer(code=row["code"], said=list(row["said"]), warned=list(row["warned"]))


def keep(services: Services, request: Request, work: Work) -> None:
    """Inside the task's batch: what came of it. What is older than two days goes."""
    table = services.store.table("house")
    for row in _rows(services):
        if instant(row["at"]) < work.at - KEPT and not row["gone"]:
            table.drop(row["key"])
    table.put(
        PREFIX + request.id,
        {
            "at": iso(work.at),
            "mark": mark_of(services, request),
            "task": request.task,
            "code": work.code,
            "said": work.said,
            "warned": work.warned,
            "gone": [str(path) for path in work.gone],
        },
    )


def finish(services: Services) -> None:
    """After the commit, and before the next task: the files that are to go do."""
    for row in _rows(services):
        if row["gone"]:
            for name in row["gone"]:
                Path(name).unlink(missing_ok=True)
            with services.store.batch():
                services.store.table("house").put(row["key"], {**row, "gone": []})


def done_before(services: Services, request: Request) -> str:
    """For a refusal: that the same command was carried out already, if it was lately. "" if it was not."""
    mark = mark_of(services, request)
    same = [row for row in _rows(services) if row["mark"] == mark]
    if not same:
        return ""
    last = max(same, key=lambda row: str(row["at"]))
    said = " ".join(last["said"])
    return f"The same command was carried out at {instant(last['at']):%Y-%m-%d %H:%M:%S} UTC and said: {said}"


def _rows(services: Services) -> list[dict[str, Any]]:
    return [dict(row) for row in services.store.table("house").all() if str(row.get("key", "")).startswith(PREFIX)]
