"""Running games are pinned to the rules they were begun with."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.core.errors import InputError
from judge.desk.cabinet.records import Status
from judge.desk.news import publish
from judge.desk.office import Office


def hold_unknown(office: Office, now: datetime) -> list[str]:
    """Hold every running game whose rules this judge does not have, and tell its master; returns their names.

    Nothing of such a game is read or written beyond its status. Letters for it are set aside whole; when its rules
    are installed again, the master's RESUME lets it go on, and QUARANTINE RELEASE handles what was set aside. Where
    no daemon runs (`judge once`), the game's next deadline does the same.
    """
    held = []
    with office.store.batch():
        for status in (Status.ACTIVE, Status.PAUSED):
            for doc in office.store.table("games").find("status", str(status)):
                game = office.files.game(doc["key"])
                if game is None or office.known_variant(game) is not None:
                    continue
                try:
                    office.variant(game)
                except InputError as fault:
                    game = office.files.save_game(replace(game, status=Status.HELD, reason=fault.message))
                    office.log_event(game, "held", now, data={"reason": fault.message})
                    publish.held(office, game, fault.message, now)
                    held.append(game.key)
    return held
