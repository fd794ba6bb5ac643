"""When a letter arrived: the stamp of our own mail server, else the mailbox's, else the moment it was fetched."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from judge.mail.reading.headers import Head, strip_comments
from judge.post import Stamp

AHEAD = timedelta(minutes=2)  # a stamp later than the mailbox's by more than this is a wrong clock
BEHIND = timedelta(minutes=15)
FUTURE = "The stamp of our mail server lies in the future; the mailbox's time was taken."
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BY = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)
_LOCAL_DELIVERY = re.compile(r"\bwith\s+L?LMTP|\bwith\s+LMTPS?A?\b|\bwith\s+local\b", re.IGNORECASE)


def arrival(head: Head, received_by: str, arrived: datetime | None) -> tuple[datetime, Stamp, str]:
    """(UTC time, its source, warning or "").

    `received_by` is the name our own mail server writes behind "by"; only the topmost such line counts, local
    deliveries inside our own house passed over. Without one the mailbox's `arrived` counts. With neither, the
    best guess for showing a letter is the topmost Received, then Date, and the source says FETCH.
    """
    mailbox = _utc(arrived) if arrived is not None else None
    ours = _our_stamp(head, received_by.strip().lower()) if received_by.strip() else None
    if ours is not None and mailbox is not None and ours - mailbox > AHEAD:
        return mailbox, Stamp.MAILBOX, FUTURE
    if ours is not None:
        late = mailbox is not None and mailbox - ours > BEHIND
        return ours, Stamp.RECEIVED, "Our mail server held this letter back; its own stamp counts." if late else ""
    if mailbox is not None:
        return mailbox, Stamp.MAILBOX, ""
    guess = _after_semicolon(head.get("received")) or parse_date(head.get("date"))
    return guess or _EPOCH, Stamp.FETCH, ""


def _our_stamp(head: Head, name: str) -> datetime | None:
    for value in head.all("received")[:20]:
        text = strip_comments(value)
        found = _BY.search(text)
        if found is None or found.group(1).lower().rstrip(".") != name or _LOCAL_DELIVERY.search(text):
            continue
        return _after_semicolon(value)
    return None


def _after_semicolon(value: str) -> datetime | None:
    return parse_date(value.rpartition(";")[2]) if ";" in value else None


def parse_date(value: str) -> datetime | None:
    """An RFC 5322 date in UTC (a time without zone, or `-0000`, is UTC); None for rubbish."""
    try:
        return _utc(parsedate_to_datetime(value.strip()[:200]))
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def _utc(when: datetime) -> datetime:
    if when.tzinfo is None:
        return when.replace(tzinfo=UTC)
    try:
        return when.astimezone(UTC)
    except OverflowError:
        return _EPOCH
