"""Who must never be answered (RFC 3834 and its older relatives): told by the head of a letter alone."""

from __future__ import annotations

import re

from judge.mail.reading import phrases
from judge.mail.reading.headers import Head, addresses, message_id, parameters
from judge.mail.reading.identity import Address, is_ours

_ROBOT_FIELDS = frozenset(
    {"x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-auto-respond", "x-autoreply-from"}
    | {"x-mail-autoreply", "x-vacation", "x-fc-machinegenerated", "x-ms-exchange-generated-message-source"}
    | {"x-failed-recipients"}
)
_ROBOT_SENDER = re.compile(
    r"(?:mailer-?daemon|mail-?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|bounces?|daemon|listserv|"
    r"majordomo|[\w.]+-(?:bounces|request|owner)|owner-[\w.-]+)(?:[+=][^@]*)?@"
)
_DAEMON = re.compile(r"(?:mailer-?daemon|mail-?daemon|postmaster|bounces?)(?:[+=-][^@]*)?@")
_LIST_FIELDS = ("list-id", "list-post", "mailing-list", "x-mailing-list", "list-unsubscribe")


def is_loop(head: Head, ours: Address, known: bool) -> bool:
    """Our own letter come back: our X-Loop, our From, or a Message-ID we know to have sent."""
    if any(is_ours(address, ours) for value in head.all("x-loop") for _, address in addresses(value)):
        return True
    senders = addresses(head.get("from"))
    if senders and is_ours(senders[0][1], ours):
        return True
    return known and bool(message_id(head))


def return_path(head: Head) -> str | None:
    """The envelope sender: "" for the null sender `<>`, None if the server wrote none."""
    if not head.has("return-path"):
        return None
    value = head.get("return-path")
    found = addresses(value)
    return found[0][1] if found else ""


def is_automatic(head: Head) -> bool:
    """A robot's letter by its head: Auto-Submitted, null sender, Precedence, auto-reply fields, a daemon's address."""
    submitted = parameters(head.get("auto-submitted"))[0].partition("(")[0].strip()
    if submitted and submitted != "no":
        return True
    if return_path(head) == "":
        return True
    precedence = head.get("precedence").strip().lower()
    if precedence.startswith(("bulk", "junk", "auto_reply", "auto-reply")):
        return True
    if head.has_any(_ROBOT_FIELDS):
        return True
    if (
        "autoresponder" in head.get("delivered-to").lower()
        or "autoresponder" in head.get("x-post-messageclass").lower()
    ):
        return True
    return any(_ROBOT_SENDER.match(address) for _, address in addresses(head.get("from"), 1))


def from_daemon(head: Head) -> bool:
    """A mail system speaks: null sender or MAILER-DAEMON and its kin."""
    return return_path(head) == "" or named_daemon(head)


def named_daemon(head: Head) -> bool:
    """MAILER-DAEMON and its kin by their address: nobody's absence note comes from there."""
    return any(_DAEMON.match(address) for _, address in addresses(head.get("from"), 1))


def from_list(head: Head) -> bool:
    """Came through a mailing list: never answered in public."""
    return head.has(*_LIST_FIELDS) or head.get("precedence").strip().lower() == "list"


def looks_like_absence(subject: str) -> bool:
    """A subject such as "Out of office": a hint only; people write such subjects too."""
    return bool(phrases.ROBOT_SUBJECT.search(subject[:200]))
