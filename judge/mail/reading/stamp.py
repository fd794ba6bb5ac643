"""When a letter arrived: the stamp of our own mail server, else the mailbox's, else the moment it was fetched."""

from __future__ import annotations

import ipaddress
import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from judge.mail.reading.headers import Head, strip_comments
from judge.post import Stamp

AHEAD = timedelta(minutes=2)  # a stamp later than the mailbox's by more than this is a wrong clock
BEHIND = timedelta(minutes=15)
FUTURE = "The stamp of the judge's mail server lies in the future; the mailbox's time was taken."
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BY = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)
_PEER = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f:.]{3,45})\]")
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


def relay(head: Head, received_by: str) -> str:
    """The machine that handed the letter to our own mail server: its address as our server wrote it, an IPv6 one by
    its network, which one owner has whole; "" where no line of our own says so."""
    line = _our_line(head, received_by.strip().lower()) if received_by.strip() else ""
    before = line.rpartition(" by ")[0]  # what the other machine calls itself stands before what our server saw
    for found in reversed(_PEER.findall(before[:2000])):
        try:
            spot = ipaddress.ip_address(found)
        except ValueError:
            continue
        return str(spot if spot.version == 4 else ipaddress.ip_network((spot, 64), strict=False))
    return ""


def _our_stamp(head: Head, name: str) -> datetime | None:
    line = _our_line(head, name)
    return _after_semicolon(line) if line else None


def _our_line(head: Head, name: str) -> str:
    """The topmost Received that our own mail server wrote when it took the letter from another machine."""
    for value in head.all("received")[:20]:
        text = strip_comments(value)
        found = _BY.search(text)
        if found is None or found.group(1).lower().rstrip(".") != name or _LOCAL_DELIVERY.search(text):
            continue
        return value
    return ""


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
