"""Raw letters go when they have been kept long enough (`[judge] keep_letters`); what they said stays in the journal."""

import contextlib
from dataclasses import replace
from datetime import datetime

from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause, Status
from judge.desk.news import publish
from judge.desk.services import Services

HANDLED = (".Done", ".Shunt")  # folders of the embedded mailbox


def prune(services: Services, now: datetime) -> int:
    """Remove handled letters, and letters taken off the list of those set aside, that are older than the setting.

    Letters not handled yet, those still set aside, and what others may yet fetch are never touched. On an IMAP server
    the folders are the server's own: its expiry (Dovecot: `autoexpunge`) does the same.
    """
    age = services.config.keep_letters
    if age is None:
        return 0
    waiting = {row["reference"] for row in services.shunt.listing()}
    paths = list((services.config.var / "shunt").glob("*.*"))
    folder = services.config.folder_of(services.config.mail.inbox)
    if folder is not None:
        paths += [path for name in HANDLED for path in (folder / name / "cur").glob("*")]
    removed = 0
    for path in paths:
        with contextlib.suppress(OSError):
            if path.stem not in waiting and path.stat().st_mtime < (now - age).timestamp():
                path.unlink()
                removed += 1
    return removed


def hold_unknown(services: Services, now: datetime) -> list[str]:
    """Hold every running game whose rules this judge does not have, and tell its master; returns their names.

    Nothing of such a game is read or written beyond its status. Letters for it are set aside whole; when its rules
    are installed again, the master's RESUME lets it go on, and QUARANTINE RELEASE handles what was set aside. Where
    no daemon runs (`judge once`), the game's next deadline does the same.
    """
    held = []
    with services.store.batch():
        for status in (Status.ACTIVE, Status.PAUSED):
            for doc in services.store.table("games").find("status", str(status)):
                game = services.files.game(doc["key"])
                if game is None or services.known_variant(game) is not None:
                    continue
                try:
                    services.variant(game)
                except InputError as fault:
                    game = services.files.save_game(replace(game, status=Status.HELD, reason=fault.message))
                    services.log_event(game, "held", Cause(now), data={"reason": fault.message})
                    publish.held(services, game, fault.message, now)
                    held.append(game.key)
    return held
