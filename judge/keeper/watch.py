"""Beside the daemon: its log line a turn, its figures, its sign of life, and what a quiet hour is good for."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from judge.desk.cabinet.tally import Sent, Tally
from judge.desk.news import health
from judge.loglines import entry


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
    from judge.house import House
    from judge.keeper.metrics import Counts, Gauge

log = logging.getLogger("judge")


class Watch:
    """`opened` for each house (again after a reload), `turn` after each tick, `beat` while one takes long."""

    def __init__(self) -> None:
        self._counts: Counts | None = None
        self._gauge: Gauge | None = None
        self._write: Callable[[], None] = lambda: None
        self._close: Callable[[], None] = lambda: None

    def opened(self, house: House) -> None:
        """SetupError when the figures cannot be told where the settings want them."""
        setting = house.config.judge.metrics
        if setting:
            from judge.keeper.metrics import Counts, Gauge, open_sink  # only who wants figures pays for loading it

            self._counts, self._gauge = self._counts or Counts(), Gauge()
            self._write, self._close = open_sink(setting, house.config.home, self._gauge)
        house.progress = self.beat

    def ready(self) -> None:
        notify("READY=1")

    def beat(self) -> None:
        notify("WATCHDOG=1")

    def turn(self, house: House, now: datetime, tally: Tally, sent: Sent) -> None:
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
        if self._gauge is not None and self._counts is not None:
            self._counts.add(tally, sent)
            self._gauge.set(health.figures(house.office, now), self._counts, now, not tally.fault, not house.leave)
            try:
                self._write()
            except OSError as fault:
                log.warning("%s", entry("metrics_not_written", reason=fault.strerror))
        self.beat()

    def closed(self) -> None:
        """The house is closed: for a reload, or for good."""
        self._close()
        self._write, self._close = (lambda: None), (lambda: None)
        self._gauge = None

    def stopping(self) -> None:
        notify("STOPPING=1")
