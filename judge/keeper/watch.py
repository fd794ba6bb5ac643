"""Beside the daemon: its log line a turn, its figures, its sign of life, and what a quiet hour is good for."""

import contextlib
import os
import socket
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.app import App
from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.timers import Sent, Tally
from judge.desk.writing.letterform import Brief
from judge.keeper.figures import figures
from judge.loglines import Log
from judge.optional import wanted


def notify(state: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Send `READY=1`, `WATCHDOG=1`, `STOPPING=1` or `STATUS=words`. False where nobody listens; never raises."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
        wire.sendto(state.encode(), "\0" + address[1:] if address[0] == "@" else address)
        return True
    return False


log = Log("judge")


class Watch:
    """`opened` for each house (again after a reload), `turn` after each tick."""

    def __init__(self) -> None:
        self._meter: Any = None  # tells the figures where the settings want them (extras/metrics.py)
        self._counts: Any = None  # since the judge began, over all its houses

    def opened(self, app: App) -> None:
        """SetupError when the figures cannot be told where the settings want them."""
        if setting := app.config.judge.metrics:
            self._meter = wanted("metrics").Meter(setting, app.config.home, self._counts)
            self._counts = self._meter.counts

    def turn(self, app: App, now: datetime, tally: Tally, sent: Sent) -> None:
        if tally.letters or tally.resolved or tally.reminders or sent.sent or sent.failed:
            log.info(
                "turn",
                letters=tally.letters,
                set_aside=tally.shunted,
                deadlines=tally.resolved,
                reminders=tally.reminders,
                sent=sent.sent,
                failed=sent.failed,
                waiting=sent.waiting,
            )
        if tally.fault:
            log.warning("mailbox_fault", reason=tally.fault)
        if self._meter is not None:
            self._meter.turn(figures(app.services, now), tally, sent, now, leave=not app.leave)
        notify("WATCHDOG=1")

    def closed(self) -> None:
        """The house is closed: for a reload, or for good."""
        if self._meter is not None:
            self._meter.close()
        self._meter = None


def clock_jumped(services: Services, ahead: str, now: datetime) -> None:
    """Tell the keeper that deadlines wait, because the clock was set ahead by so much."""
    with services.store.batch():
        services.letters.to_keeper(Brief(f"clock:{now.isoformat()}", "jumped", {"ahead": ahead}, now))


# ---- what a quiet hour is good for -----------------------------------------------------------------------------------


HANDLED = (".Done", ".Shunt")  # folders of the embedded mailbox


def prune(services: Services, now: datetime) -> int:
    """Raw letters go when they have been kept long enough (`[judge] keep_letters`); their words stay in the journal.

    Removes handled letters, and letters taken off the list of those set aside, that are older than the setting.

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
