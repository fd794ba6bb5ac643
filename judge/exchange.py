"""A game out of one judge and into another, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from judge.core.errors import InputError
from judge.desk.office import Office
from judge.desk.records import Status, instant

TABLES = ("events", "snapshots", "orders", "seats", "lists", "deadlines", "press")


def export_game(office: Office, name: str) -> Iterator[str]:
    """Every row of a game: its record first, the people who sit in it, its dice tip, then its tables."""
    game = office.files.game(name)
    if game is None:
        raise InputError(f"There is no game called {name!r} here.")
    yield _line("games", office.store.table("games").fetch(game.key))
    yield _line("secret", {"key": game.key, "tip": office.tip(game.key).hex()})
    for seat in office.files.seats(game.key).values():
        person = office.store.table("players").fetch(seat.address) if seat.address else None
        if person is not None:
            yield _line("players", person)
    for table in TABLES:
        for doc in sorted(office.store.table(table).find("game", game.key), key=lambda doc: str(doc["key"])):
            yield _line(table, dict(doc))


def _line(table: str, doc: Any) -> str:
    return json.dumps({"table": table, "doc": doc}, ensure_ascii=False, sort_keys=True)


def import_game(office: Office, lines: Iterable[str]) -> tuple[str, int]:
    """Take a game in, whole or not at all. InputError when a line cannot be read or the game is here already."""
    count, name = 0, ""
    with office.store.batch():
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                table, doc = row["table"], row["doc"]
                key = doc.pop("key")
            except (ValueError, KeyError, TypeError, AttributeError):
                raise InputError("this is no row of a game", where=f"line {number}") from None
            if table == "games":
                if office.files.game(key) is not None:
                    raise InputError(f"There is a game called {key} here already.")
                name = key
            if table == "secret":
                _keep_tip(office, key, doc["tip"])
            elif table == "players":
                if office.store.table("players").fetch(key) is None:
                    office.store.table("players").put(key, doc)
            elif table in (*TABLES, "games"):
                office.store.table(table).put(key, doc)
            else:
                raise InputError(f"there is no table {table!r}", where=f"line {number}")
            count += 1
    office.files.forget()
    if not name:
        raise InputError("the file holds no game")
    return name, count


def _keep_tip(office: Office, game: str, tip: str) -> None:
    path = office.secrets / "dice" / game
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(0o600)
    path.write_text(tip, "ascii")


def check_times(office: Office) -> list[str]:
    """Running games whose deadline has no timer: for the doctor."""
    wrong = []
    for game in office.files.games():
        timers = office.store.table("deadlines").find("game", game.key)
        if game.status is Status.ACTIVE and not game.locked and not any(t["kind"] == "deadline" for t in timers):
            wrong.append(f"{game.key} has no timer for its deadline {instant(game.deadline)}")
    return wrong
