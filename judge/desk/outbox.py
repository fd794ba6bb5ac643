"""Sending what is queued: stored bytes, one recipient at a time, four outcomes, patience for days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import MailFault
from judge.desk.office import Office
from judge.desk.records import iso
from judge.mail.connect import Outbox as Relay
from judge.mail.outbound import Parcel
from judge.post import Outcome, Receipt

Row = dict[str, Any]

BATCH = 200
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
GIVE_UP = timedelta(days=5)
GRACE = timedelta(minutes=2)
MAX_UNKNOWN = 2
KEEP_SENT = timedelta(days=30)


@dataclass(frozen=True)
class Sent:
    """What one flush did."""

    sent: int = 0
    waiting: int = 0
    failed: int = 0


class Outbox:
    """Claims, sends, marks. Where sending twice would leave two letters, a `try` is written before."""

    def __init__(self, office: Office, relay: Relay, crash: Callable[[str], None] = lambda point: None) -> None:
        self._office = office
        self._relay = relay
        self._table = office.store.table("outbox")
        self._crash = crash
        self._bodies: dict[str, str] = {}

    def flush(self, now: datetime, limit: int = 100_000) -> Sent:
        """Send everything due. A relay that cannot be reached leaves the rest for later."""
        sent = failed = 0
        while limit > 0:
            rows = self._due(now, min(BATCH, limit))
            if not rows:
                break
            limit -= len(rows)
            done, bad, reached = self._batch(rows, now)
            sent, failed = sent + done, failed + bad
            if not reached:
                break
        return Sent(sent, self.waiting(), failed)

    def waiting(self) -> int:
        return self._table.tally("status", "queued") + self._table.tally("status", "trying")

    def _due(self, now: datetime, limit: int) -> list[Row]:
        """What is to be sent now, oldest first; letters being tried come again when their grace is over."""
        rows: list[Row] = []
        for status in ("queued", "trying"):
            found = self._table.range("due", None, iso(now), limit - len(rows), within=("status", status))
            rows += [dict(row) for row in found]
            if len(rows) >= limit:
                break
        return rows

    def _batch(self, rows: list[dict[str, Any]], now: datetime) -> tuple[int, int, bool]:
        if not self._relay.safe_to_repeat:
            with self._office.store.batch():
                for row in rows:
                    self._save(row, status="trying", due=iso(now + GRACE), tries=row["tries"] + 1)
            self._crash("try")
        parcels = [Parcel(row["key"], self._sender(row), row["to"], self._raw(row)) for row in rows]
        try:
            receipts = self._relay.send_many(parcels)
            reached = any(receipt.outcome is not Outcome.RETRY for receipt in receipts)
        except MailFault as fault:
            receipts, reached = [Receipt(Outcome.RETRY, 0, str(fault))] * len(rows), False
        results = list(zip(rows, receipts, strict=True))
        self._crash("sent")
        with self._office.store.batch():
            for row, receipt in results:
                self._mark(row, receipt, now)
        sent = sum(receipt.outcome is Outcome.SENT for _, receipt in results)
        failed = sum(receipt.outcome is Outcome.REFUSED for _, receipt in results)
        return sent, failed, reached

    def _raw(self, row: Mapping[str, Any]) -> bytes:
        """The stored bytes; the copies of a letter to many share the row that holds all but the head."""
        ref = row.get("body", "")
        if ref and ref not in self._bodies:
            self._bodies.clear()
            self._bodies[ref] = str((self._table.fetch(ref) or {"raw": ""})["raw"])
        raw: str = row["raw"] + self._bodies.get(ref, "")
        return raw.encode("ascii")

    def _sender(self, row: Mapping[str, Any]) -> str:
        """The envelope sender: bounces come back to an address that names the letter."""
        local, _, domain = self._office.config.judge.address.rpartition("@")
        return f"{local}+b.{row['key'][:16]}@{domain}"

    def _mark(self, row: dict[str, Any], receipt: Receipt, now: datetime) -> None:
        if receipt.outcome is Outcome.SENT:
            self._save(row, status="sent", due=iso(now + KEEP_SENT), raw="")
        elif receipt.outcome is Outcome.REFUSED:
            self._save(row, status="failed", due=iso(now + KEEP_SENT), error=f"{receipt.code} {receipt.text}"[:200])
            self._tell_master(row, receipt, now)
        else:
            unknown = row.get("unknown", 0) + (receipt.outcome is Outcome.UNKNOWN)
            tries = row["tries"] if not self._relay.safe_to_repeat else row["tries"] + 1
            wait = min(FIRST_WAIT * 2 ** min(tries, 10), LONGEST_WAIT)
            old = now - datetime.fromisoformat(row["at"]) > GIVE_UP
            if old or unknown > MAX_UNKNOWN:
                self._save(row, status="failed", due=iso(now + KEEP_SENT), error=receipt.text[:200])
                self._tell_master(row, receipt, now)
            else:
                self._save(
                    row, status="queued", due=iso(now + wait), tries=tries, unknown=unknown, error=receipt.text[:200]
                )

    def _save(self, row: dict[str, Any], **changes: Any) -> None:
        row.update(changes)
        self._table.put(row["key"], {key: value for key, value in row.items() if key != "key"})

    def _tell_master(self, row: Mapping[str, Any], receipt: Receipt, now: datetime) -> None:
        game = self._office.files.game(row["game"]) if row["game"] else None
        if game is None or row["to"] == game.master:
            return
        self._office.letters.to_master(
            game, cause=f"{row['key']}:failed", kind="undelivered", template="session/undelivered.txt",
            data={"to": row["to"], "error": f"{receipt.code or ''} {receipt.text}".strip(), "kind": row["kind"]},
            now=now,
        )  # fmt: skip

    def tidy(self, now: datetime) -> int:
        """Forget letters sent or given up long ago."""
        gone = 0
        with self._office.store.batch():
            for status in ("sent", "failed", "body"):
                for row in self._table.find("status", status, order="due", limit=2000):
                    if row["due"] < iso(now):
                        self._table.drop(row["key"])
                        gone += 1
        return gone
