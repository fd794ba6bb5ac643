"""Figures for Prometheus: over HTTP on loopback, or as a text file for the node exporter's textfile collector.

The figures are taken in the daemon's own thread, once a turn; whoever asks is given those of the last turn, so that
no other thread ever touches the store. No label holds a game, a seat or an address: only counts leave the judge.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge import __version__
from judge.core.errors import SetupError
from judge.desk.timers import Sent, Tally
from judge.keeper.figures import Figures
from judge.loglines import Log
from judge.mail.connect import is_loopback

if TYPE_CHECKING:
    from prometheus_client.registry import CollectorRegistry

log = Log("judge")
REMEDY = 'Write metrics = "127.0.0.1:9464", or the name of a file such as "var/judge.prom".'


Counts = Counter[str]
"""What the daemon did since it started, by the names of COUNTERS."""

COUNTERS = {
    "letters": "Letters handled",
    "set_aside": "Letters set aside because handling them failed",
    "resolved": "Deadlines resolved",
    "reminders": "Reminders queued",
    "sent": "Letters taken by the mail server",
    "failed": "Letters refused by the mail server",
    "faults": "Turns in which the mailbox could not be used",
}


class Gauge:
    """The last turn's figures, as a collector of the Prometheus client."""

    def __init__(self) -> None:
        self._turn: tuple[Figures, Counts, datetime, bool, bool] | None = None

    def set(self, found: Figures, counts: Counts, now: datetime, mailbox_up: bool, leave: bool = True) -> None:
        self._turn = (found, counts, now, mailbox_up, leave)

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        def gauge(name: str, words: str, value: float) -> Any:
            return GaugeMetricFamily(f"judge_{name}", words, value=value)

        yield GaugeMetricFamily("judge_info", "Always 1; the version is its label", labels=["version"])
        if self._turn is None:
            return
        found, counts, now, up, leave = self._turn
        for name, words in COUNTERS.items():
            yield CounterMetricFamily(f"judge_{name}", words, value=counts[name])
        games = GaugeMetricFamily("judge_games", "Games by status", labels=["status"])
        for status, count in sorted(found.games.items()):
            games.add_metric([status], count)
        yield games
        yield gauge("up_to", "Time of the last turn, seconds since 1970", now.timestamp())
        yield gauge("mailbox_up", "1 if the mailbox could be used in the last turn", up)
        yield gauge("mailbox_leave", "0 if the provider takes the judge's tokens no more", leave)
        yield gauge("outbox_letters", "Letters waiting to be sent", found.waiting)
        yield gauge("outbox_oldest_seconds", "How long the oldest of them has waited", _age(now, found.oldest))
        yield gauge("inbox_letters", "Letters in the embedded mailbox", found.unread)
        yield gauge("inbox_oldest_seconds", "How long the oldest of them has lain", _age(now, found.unread_since))
        yield gauge("deadlines_overdue", "Deadlines whose time has come, not resolved", found.overdue)
        yield gauge("quarantine_letters", "Letters that are set aside now", found.set_aside)
        spent = GaugeMetricFamily("judge_budget_spent_letters", "Letters sent today, by budget", labels=["budget"])
        for what, count in sorted(found.spent.items()):
            spent.add_metric([what], count)
        yield spent
        yield gauge("budget_withheld_letters", "Letters not sent today because of the mail budget", found.withheld)
        yield gauge("disk_free_bytes", "Free octets under var/", found.disk)
        yield gauge(
            "backup_time",
            "Time of the last back-up, seconds since 1970, 0 for none",
            found.backup.timestamp() if found.backup else 0,
        )


class Meter:
    """The figures of a running judge, told where `[judge] metrics` wants them. SetupError on a bad setting."""

    def __init__(self, setting: str, home: Path, counts: Counts | None = None) -> None:
        self.counts, self._gauge = counts or Counts(), Gauge()
        self._write, self.close = open_sink(setting, home, self._gauge)

    def turn(self, found: Figures, tally: Tally, sent: Sent, now: datetime, *, leave: bool) -> None:
        """After each turn of the daemon."""
        self.counts.update(letters=tally.letters, set_aside=tally.shunted, resolved=tally.resolved)
        self.counts.update(reminders=tally.reminders, sent=sent.sent, failed=sent.failed, faults=bool(tally.fault))
        self._gauge.set(found, self.counts, now, not tally.fault, leave)
        try:
            self._write()
        except OSError as fault:
            log.warning("metrics_not_written", reason=fault.strerror)


def _age(now: datetime, since: datetime | None) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0


def registry_of(gauge: Gauge) -> CollectorRegistry:
    try:
        from prometheus_client.registry import CollectorRegistry
    except ImportError:
        raise SetupError(
            "[judge] metrics needs the Prometheus client, which is not installed.",
            "pip install 'prometheus-client>=0.21,<1', or take the setting out.",
        ) from None
    registry = CollectorRegistry(auto_describe=False)
    registry.register(gauge)
    return registry


def text_of(gauge: Gauge) -> str:
    """The figures in Prometheus' text format."""
    registry = registry_of(gauge)
    from prometheus_client import generate_latest

    told = generate_latest(registry).decode().replace("judge_info 0.0\n", "")
    return f'{told}judge_info{{version="{__version__}"}} 1.0\n'


def open_sink(setting: str, home: Path, gauge: Gauge) -> tuple[Callable[[], None], Callable[[], None]]:
    """Where figures go by `[judge] metrics`: what to call after each turn, and at the end. SetupError on a bad one."""
    host, _, port = setting.rpartition(":")
    if not port.isdecimal():
        return _file(home / setting, gauge), _nothing
    if not is_loopback(host.strip("[]")) or not 0 < int(port) < 65536:
        raise SetupError(f"[judge] metrics is {setting!r}: figures are told on this machine only.", REMEDY)
    registry = registry_of(gauge)
    from prometheus_client import start_http_server

    try:
        server, _thread = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as fault:
        raise SetupError(f"[judge] metrics: {setting} cannot be opened: {fault.strerror}.", REMEDY) from None

    def close() -> None:
        server.shutdown()
        server.server_close()

    return _nothing, close


def _nothing() -> None: ...


def _file(path: Path, gauge: Gauge) -> Callable[[], None]:
    """Written beside and renamed in, as the collector wants it."""
    if not path.parent.is_dir():
        raise SetupError(f"[judge] metrics: there is no folder {path.parent}.", REMEDY)
    registry_of(gauge)

    def write() -> None:
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_text(text_of(gauge), "utf-8")
        os.replace(part, path)

    return write
