"""Beside the daemon: its log line a turn, its figures, its sign of life, and what a quiet hour is good for."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from judge.desk.cabinet.tally import Sent, Tally
from judge.desk.news import health
from judge.loglines import entry
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


if TYPE_CHECKING:
    from judge.app import App

log = logging.getLogger("judge")


class Meter(Protocol):
    """Tells the judge's figures where the settings want them; `counts` go on over a reload."""

    counts: object

    def turn(self, found: health.Figures, tally: Tally, sent: Sent, now: datetime, *, leave: bool) -> None: ...
    def close(self) -> None: ...


class Watch:
    """`opened` for each house (again after a reload), `turn` after each tick, `beat` while one takes long."""

    def __init__(self) -> None:
        self._meter: Meter | None = None
        self._counts: object = None  # since the judge began, over all its houses

    def opened(self, app: App) -> None:
        """SetupError when the figures cannot be told where the settings want them."""
        if setting := app.config.judge.metrics:
            meter: Meter = wanted("metrics").Meter(setting, app.config.home, self._counts)
            self._meter, self._counts = meter, meter.counts
        app.progress = self.beat

    def ready(self) -> None:
        notify("READY=1")

    def beat(self) -> None:
        notify("WATCHDOG=1")

    def turn(self, app: App, now: datetime, tally: Tally, sent: Sent) -> None:
        if tally.letters or tally.resolved or tally.reminders or sent.sent or sent.failed:
            log.info(
                "%s",
                entry(
                    "turn",
                    letters=tally.letters,
                    set_aside=tally.shunted,
                    deadlines=tally.resolved,
                    reminders=tally.reminders,
                    sent=sent.sent,
                    failed=sent.failed,
                    waiting=sent.waiting,
                ),
            )
        if tally.fault:
            log.warning("%s", entry("mailbox_fault", reason=tally.fault))
        if self._meter is not None:
            self._meter.turn(health.figures(app.services, now), tally, sent, now, leave=not app.leave)
        self.beat()

    def closed(self) -> None:
        """The house is closed: for a reload, or for good."""
        if self._meter is not None:
            self._meter.close()
        self._meter = None

    def stopping(self) -> None:
        notify("STOPPING=1")
