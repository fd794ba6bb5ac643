"""A game out of one judge and into another, as JSON lines: `{"table", "doc"}`, each doc with its "key". Finished
games go out of the live tables into `var/finished/GAME.jsonl`, and back, so that the store stays small for years.

What moves: the game's record with its master's password digest, its seats with theirs, the people who sit there, the
subscribers, sheets, timers, press, the whole journal with its snapshots, and the tip of its dice chain. What does not:
reply tokens (they are bound to the old judge's own key; players sign on with their passwords, and the next letter
brings new tokens), the use of the marks at seats that people have left (that key made them), letters not sent yet, and
letters held for confirmation.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge import __version__
from judge.audit import replay_game
from judge.core import dice
from judge.core.errors import InputError
from judge.desk import timers
from judge.desk.cabinet.records import Cause, Game, Status, game_of, instant, iso
from judge.desk.services import Services
from judge.durable import write
from judge.keeper.forget import issues_in, unlink

FORMAT = 2

HEADER = "judge"
TABLES = ("events", "snapshots", "orders", "seats", "lists", "deadlines", "press", "counters")
KNOWN = frozenset({HEADER, "games", "secret", "players", *TABLES})


def export_game(services: Services, name: str) -> Iterator[str]:
    """Every row of a game: what wrote it, its record, its dice tip, the people who sit in it, then its tables."""
    game = services.files.game(name)
    if game is None:
        raise InputError(f"There is no game called {name!r} here.")
    yield _line(HEADER, {"key": "export", "format": FORMAT, "version": __version__, "at": iso(services.clock.now())})
    yield _line("games", services.store.table("games").fetch(game.key))
    yield _line("secret", {"key": game.key, "tip": services.chain(game.key)[0].hex()})
    people = {seat.address for seat in services.files.seats(game.key).values() if seat.address}
    for address in sorted({*people, *services.files.subscribers(game.key)}):
        person = services.store.table("players").fetch(address)
        if person is not None:
            yield _line("players", person)
    for table in TABLES:
        for doc in sorted(services.store.table(table).find("game", game.key), key=lambda doc: str(doc["key"])):
            yield _line(table, dict(doc))


def _line(table: str, doc: Any) -> str:
    return json.dumps({"table": table, "doc": doc}, ensure_ascii=False, sort_keys=True)


# ---- coming in ----------------------------------------------------------------------------------------------------

Row = tuple[str, str, dict[str, Any]]  # table, key, the rest


def import_game(services: Services, lines: Iterable[str]) -> tuple[str, int]:
    """Take a game in, whole or not at all; returns its name and the number of rows.

    Everything is read first, then written as one commit, and every phase is computed again before that commit.
    InputError when a line cannot be read, the game is here already, its rules are not, or its replay differs.
    """
    rows = [row for number, text in enumerate(lines, 1) if text.strip() and (row := _row(text, f"line {number}"))]
    game = _the_game(services, rows)
    try:
        with services.store.batch():
            for table, key, doc in rows:
                if table == "secret":
                    tip = bytes.fromhex(doc["tip"])
                    write(tip_file(services, key), dice.written(tip))  # before the store speaks of the game
                elif table == "players":
                    if services.store.table("players").fetch(key) is None:
                        services.store.table("players").put(key, doc)
                elif table != HEADER:
                    services.store.table(table).put(key, doc)
            services.files.forget()
            _prove(services, game)
            _wait_if_late(services, game)
    except BaseException:
        services.files.forget()
        raise
    return game.key, len(rows)


def _prove(services: Services, game: Game) -> None:
    """Everything that came in is read once and every phase computed again. InputError when the game is not whole."""
    try:
        services.files.seats(game.key)
        services.files.sheets(game.key, game.phase)
        if game.status is not Status.FORMING:
            services.journal.state(services.variant(game), game)
        for moment in (game.deadline, game.cutoff):
            if moment:
                instant(moment)
        differences = replay_game(services, game).differences
    except Exception as fault:  # a row of a wrong shape may fail anywhere in the rules
        differences = (f"a row of it cannot be read ({str(fault) or 'it says no more'})",)
    if differences:
        raise InputError(f"{game.key} is not whole: {differences[0]}.", hint="Export it again.")


def _row(text: str, where: str) -> Row:
    try:
        row = json.loads(text)
        table, doc = row["table"], row["doc"]
        key = doc.pop("key")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError("this is no row of a game", where=where) from None
    if not isinstance(table, str) or table not in KNOWN:
        raise InputError(f"there is no table {table!r}", where=where)
    if not isinstance(key, str) or not key:
        raise InputError(f"{key!r} is no key of a row", where=where)
    if table == HEADER and doc.get("format") not in range(FORMAT + 1):
        raise InputError("this was written by a newer judge", where=where, hint="Install that one.")
    return table, key, doc


def _the_game(services: Services, rows: list[Row]) -> Game:
    """The one game the rows belong to. InputError when they are of none or of several, or it cannot come in."""
    found = [(key, doc) for table, key, doc in rows if table == "games"]
    if len(found) != 1:
        raise InputError("the file holds no game" if not found else "the file holds several games")
    name, doc = found[0]
    try:
        game = game_of({"key": name, **doc})
    except Exception:
        raise InputError(f"the record of {name} cannot be read", hint="Export it again.") from None
    if services.files.game(name) is not None:
        raise InputError(f"There is a game called {name} here already.")
    services.variant(game)  # its rules must be here
    for table, key, row in rows:
        if table in TABLES and row.get("game") != name:
            raise InputError(f"{table} {key} is of another game than {name}")
    _check_tip(game, [doc for table, _, doc in rows if table == "secret"])
    return game


def _check_tip(game: Game, secrets: list[dict[str, Any]]) -> None:
    """Without its tip a game would roll dice that nobody committed to."""
    try:
        tips = [bytes.fromhex(doc["tip"]) for doc in secrets]
    except (ValueError, KeyError, TypeError):
        tips = []
    if len(tips) != 1 or dice.link(tips[0], 0).hex() != game.anchor:
        raise InputError(f"the file lacks the tip of {game.key}'s dice chain", hint="Export it with `judge export`.")


def tip_file(services: Services, game: str) -> Path:
    return services.secrets / "dice" / game


def _wait_if_late(services: Services, game: Game) -> None:
    """A game whose deadline passed on the way waits for its master: letters may have gone to the old judge."""
    now = services.clock.now()
    if game.status is not Status.ACTIVE or not game.deadline or instant(game.deadline) > now:
        return
    game = services.files.save_game(replace(game, status=Status.PAUSED, reason="moved to another judge"))
    timers.clear(services, game.key)
    services.log_event(game, "paused", Cause(now), actor="MASTER", data={"reason": game.reason})


def check_times(services: Services) -> list[str]:
    """Running games whose deadline has no timer: for the doctor."""
    wrong = []
    for game in services.files.games():
        timers = services.store.table("deadlines").find("game", game.key)
        if game.status is Status.ACTIVE and not game.locked and not any(t["kind"] == "deadline" for t in timers):
            wrong.append(f"{game.key} has no timer for its deadline {instant(game.deadline)}")
    return wrong


ENDED = ("sent", "failed")  # letters that go with their game


def shelve(
    services: Services, name: str, *, moved: bool = False, take_away: Callable[[Path], None] = unlink
) -> tuple[str, int]:
    """Take a finished game out of the store; returns its name and how many rows went. The file is on the disk before
    anything is taken away. `moved`: also a running one, which goes on at another judge. `take_away` removes a file
    when the store's part is durable."""
    game = services.files.game(name)
    if game is None:
        on_shelf = ", ".join(services.shelved()) or "none"
        raise InputError(f"There is no game called {name!r} here.", hint=f"Shelved: {on_shelf}.")
    if game.status is not Status.FINISHED and not moved:
        raise InputError(
            f"{game.key} is {game.status}: only finished games are shelved.",
            hint="A game that went on to another judge: judge shelve --moved.",
        )
    outbox = services.store.table("outbox")
    letters = outbox.find("game", game.key)
    if any(row["status"] not in ENDED for row in letters):
        raise InputError(f"Letters of {game.key} wait to be sent.", hint="Shelve it when they are gone.")
    write(services.shelf / f"{game.key}.jsonl", "\n".join(export_game(services, game.key)) + "\n")
    count = 1
    with services.store.batch():
        for table in (*TABLES, "bodies", "outbox"):
            rows = letters if table == "outbox" else services.store.table(table).find("game", game.key)
            for row in rows:
                services.store.table(table).drop(str(row["key"]))
                if table == "outbox":
                    services.store.table("octets").discard(str(row["key"]))
            count += len(rows)
        proposed = services.store.table("proposals")
        for row in [row for row in proposed.all() if f"{game.key}/" in str(row.get("who", row["key"]))]:
            proposed.drop(str(row["key"]))
        services.store.table("games").drop(game.key)
        if (issues := issues_in(services.store)) is not None:
            issues.leaves(services, game)
    services.files.forget()
    # the tip goes with the game: a new game of this name must never roll dice that were revealed
    take_away(tip_file(services, game.key))
    return game.key, count


def unshelve(services: Services, name: str, *, take_away: Callable[[Path], None] = unlink) -> tuple[str, int]:
    """Bring a game back as it was; every phase is computed again on the way in."""
    path = services.shelf / f"{name.lower()}.jsonl"
    if name.lower() not in services.shelved():
        raise InputError(f"{name!r} is not on the shelf.", hint=f"Shelved: {', '.join(services.shelved()) or 'none'}.")
    with path.open(encoding="utf-8") as lines:
        found = import_game(services, lines)
    take_away(path)
    return found
