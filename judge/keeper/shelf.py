"""Finished games out of the live tables into `var/finished/GAME.jsonl`, and back: the store stays small for years."""

from collections.abc import Callable
from pathlib import Path

from judge.core.errors import InputError
from judge.desk.cabinet.records import Status
from judge.desk.office import Office
from judge.durable import write
from judge.house.extras import issues_in
from judge.keeper.moving import TABLES, export_game, import_game, tip_file

ENDED = ("sent", "failed")  # letters that go with their game


def _unlink(path: Path) -> None:
    path.unlink(missing_ok=True)


def shelve(
    office: Office, name: str, *, moved: bool = False, take_away: Callable[[Path], None] = _unlink
) -> tuple[str, int]:
    """Take a finished game out of the store; returns its name and how many rows went. The file is on the disk before
    anything is taken away. `moved`: also a running one, which goes on at another judge. `take_away` removes a file
    when the store's part is durable."""
    game = office.files.game(name)
    if game is None:
        on_shelf = ", ".join(office.shelved()) or "none"
        raise InputError(f"There is no game called {name!r} here.", hint=f"Shelved: {on_shelf}.")
    if game.status is not Status.FINISHED and not moved:
        raise InputError(
            f"{game.key} is {game.status}: only finished games are shelved.",
            hint="A game that went on to another judge: judge shelve --moved.",
        )
    outbox = office.store.table("outbox")
    letters = outbox.find("game", game.key)
    if any(row["status"] not in ENDED for row in letters):
        raise InputError(f"Letters of {game.key} wait to be sent.", hint="Shelve it when they are gone.")
    write(office.shelf / f"{game.key}.jsonl", "\n".join(export_game(office, game.key)) + "\n")
    count = 1
    with office.store.batch():
        for table in (*TABLES, "bodies", "outbox"):
            rows = letters if table == "outbox" else office.store.table(table).find("game", game.key)
            for row in rows:
                office.store.table(table).drop(str(row["key"]))
                if table == "outbox":
                    office.store.table("octets").discard(str(row["key"]))
            count += len(rows)
        proposed = office.store.table("proposals")
        for row in [row for row in proposed.all() if f"{game.key}/" in str(row.get("who", row["key"]))]:
            proposed.drop(str(row["key"]))
        office.store.table("games").drop(game.key)
        if (issues := issues_in(office.store)) is not None:
            issues.leaves(office, game)
    office.files.forget()
    # the tip goes with the game: a new game of this name must never roll dice that were revealed
    take_away(tip_file(office, game.key))
    return game.key, count


def unshelve(office: Office, name: str, *, take_away: Callable[[Path], None] = _unlink) -> tuple[str, int]:
    """Bring a game back as it was; every phase is computed again on the way in."""
    path = office.shelf / f"{name.lower()}.jsonl"
    if name.lower() not in office.shelved():
        raise InputError(f"{name!r} is not on the shelf.", hint=f"Shelved: {', '.join(office.shelved()) or 'none'}.")
    with path.open(encoding="utf-8") as lines:
        found = import_game(office, lines)
    take_away(path)
    return found
