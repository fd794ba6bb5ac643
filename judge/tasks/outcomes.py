"""What came of requests, kept in the store with what they wrote: whoever asks again with the same id gets the same
answer, whatever died in between.

A row stands in the table of the house, in the same commit as everything the task wrote. Files that a task takes away
go after that commit; the row names them until they are gone, and whoever carries out the next task finishes it.
"""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from judge.core.errors import InputError
from judge.desk.cabinet.records import instant, iso
from judge.desk.office import Office
from judge.tasks.registry import Work
from judge.tasks.wire import Answer, Request

PREFIX = "request:"
KEPT = timedelta(days=2)


def mark_of(office: Office, request: Request) -> str:
    """Tells a command from others, without holding what stood in it."""
    return office.keys.mac("request", request.task, json.dumps(request.given, sort_keys=True))


def known(office: Office, request: Request) -> Answer | None:
    """The answer of this very request, if it was carried out. InputError when its id was given to another command."""
    row = office.store.table("house").fetch(PREFIX + request.id)
    if row is None:
        return None
    if row["mark"] != mark_of(office, request):
        raise InputError(f"The request {request.id} was another command.", hint="Give each command an id of its own.")
    return Answer(code=row["code"], said=list(row["said"]), warned=list(row["warned"]))


def keep(office: Office, request: Request, work: Work) -> None:
    """Inside the task's batch: what came of it. What is older than two days goes."""
    table = office.store.table("house")
    for row in _rows(office):
        if instant(row["at"]) < work.at - KEPT and not row["gone"]:
            table.drop(row["key"])
    table.put(
        PREFIX + request.id,
        {
            "at": iso(work.at),
            "mark": mark_of(office, request),
            "task": request.task,
            "code": work.code,
            "said": work.said,
            "warned": work.warned,
            "gone": [str(path) for path in work.gone],
        },
    )


def finish(office: Office) -> None:
    """After the commit, and before the next task: the files that are to go do."""
    for row in _rows(office):
        if row["gone"]:
            for name in row["gone"]:
                Path(name).unlink(missing_ok=True)
            with office.store.batch():
                office.store.table("house").put(row["key"], {**row, "gone": []})


def done_before(office: Office, request: Request) -> str:
    """For a refusal: that the same command was carried out already, if it was lately. "" if it was not."""
    mark = mark_of(office, request)
    same = [row for row in _rows(office) if row["mark"] == mark]
    if not same:
        return ""
    last = max(same, key=lambda row: str(row["at"]))
    said = " ".join(last["said"])
    return f"The same command was carried out at {_time(last['at'])} and said: {said}"


def _time(text: str) -> str:
    moment: datetime = instant(text)
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _rows(office: Office) -> list[dict[str, Any]]:
    return [dict(row) for row in office.store.table("house").all() if str(row.get("key", "")).startswith(PREFIX)]
