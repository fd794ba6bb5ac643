"""Who must never be answered (RFC 3834 and its older relatives): told by the head of a letter alone; and
delivery reports (RFC 3464), complaints (RFC 5965) and the letters of mail systems that know neither."""

import re

from judge.core.addressing import Addressing
from judge.core.regex import regex
from judge.expressions import expressions, words
from judge.mail.reading.headers import Head, addresses, message_id, parameters, split_head, tidy
from judge.mail.reading.identity import BOUNCE_PREFIXES
from judge.mail.reading.parts import Parts
from judge.post import Action, Bounce

_RE = expressions("mail")
_ROBOT_FIELDS = words("mail", "robot_fields")
_LIST_FIELDS = ("list-id", "list-post", "mailing-list", "x-mailing-list", "list-unsubscribe")


def is_loop(head: Head, ours: Addressing) -> bool:
    """Our own letter come back: our X-Loop, or our From."""
    named = [pairs for value in head.get("x-loop", []) for pairs in addresses(value)] + addresses(head.top("from"))[:1]
    return any(ours.owns(address) for _, address in named)


def return_path(head: Head) -> str | None:
    """The envelope sender: "" for the null sender `<>`, None if the server wrote none."""
    if "return-path" not in head:
        return None
    value = head.top("return-path")
    found = addresses(value)
    return found[0][1] if found else ""


def is_automatic(head: Head) -> bool:
    """A robot's letter by its head: Auto-Submitted, null sender, Precedence, auto-reply fields, a daemon's address."""
    submitted = parameters(head.top("auto-submitted"))[0].partition("(")[0].strip()
    if submitted and submitted != "no":
        return True
    if return_path(head) == "":
        return True
    precedence = head.top("precedence").strip().lower()
    if precedence.startswith(("bulk", "junk", "auto_reply", "auto-reply")):
        return True
    if not head.keys().isdisjoint(_ROBOT_FIELDS):
        return True
    if "autoresponder" in f"{head.top('delivered-to')} {head.top('x-post-messageclass')}".lower():
        return True
    return any(_RE.robot_sender.match(address) for _, address in addresses(head.top("from"), 1))


def from_daemon(head: Head) -> bool:
    """A mail system speaks: null sender or MAILER-DAEMON and its kin."""
    return return_path(head) == "" or named_daemon(head)


def named_daemon(head: Head) -> bool:
    """MAILER-DAEMON and its kin by their address: nobody's absence note comes from there."""
    return any(_RE.daemon_sender.match(address) for _, address in addresses(head.top("from"), 1))


def from_list(head: Head) -> bool:
    """Came through a mailing list: never answered in public."""
    return not head.keys().isdisjoint(_LIST_FIELDS) or head.top("precedence").strip().lower() == "list"


def looks_like_absence(subject: str) -> bool:
    """A subject such as "Out of office": a hint only; people write such subjects too."""
    return bool(_RE.robot_subject.search(subject[:200]))


_STATUS = regex(r"[245]\.\d{1,3}\.\d{1,3}")
_IN_TEXT = regex(r"[\w.+=-]{1,64}@[\w-]+(?:\.[\w-]+){1,8}")
_STATUS_IN_TEXT = regex(r"(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])")
_OF_A_RECIPIENT = {"final-recipient", "original-recipient", "action"}
_SOFT_HARD = ("5.2.2", "5.2.3", "5.3.4", "5.2.0", "5.7.")  # full, too large, policy: the address itself lives


def is_bounce_tail(text: str) -> bool:
    """Whether what stands behind our plus sign is the tail of an envelope sender of ours."""
    return text.startswith(BOUNCE_PREFIXES) or text in ("bounce", "bounces", "b")


def report(head: Head, parts: Parts, ours: Addressing, reply_key: str) -> Bounce | Action | None:
    """What a delivery report or a complaint tells; AUTO for a receipt and the like, None for any other letter.
    `reply_key` is the tail of the bounce address it came to, or ""."""
    kinds = {mime for mime, _ in parts.mimes}
    top, settings = parts.mimes[0] if parts.mimes else ("", {})
    kind = settings.get("report-type", "").lower() if top == "multipart/report" else ""
    if kind == "feedback-report" or "message/feedback-report" in kinds:
        return _complaint(parts, reply_key)
    if kind == "disposition-notification" or "message/disposition-notification" in kinds:
        return Action.AUTO
    told = "message/delivery-status" in kinds and (top == "multipart/report" or from_daemon(head))
    if told or kind == "delivery-status":
        return _delivery_report(parts, reply_key)
    if top == "multipart/report":
        return Action.AUTO
    if reply_key and from_daemon(head) and (named_daemon(head) or _says_so(head, parts)):
        return _free_text_report(head, parts, ours, reply_key)
    return None


def _delivery_report(parts: Parts, reply_key: str) -> Bounce:
    """The first recipient's fate in a multipart/report; unknown fields stay empty."""
    fields: list[Head] = []
    returned = ""
    for mime, body in parts.reports:
        if mime == "message/delivery-status":
            # its groups of fields are parted by blank lines
            blocks = re.split(rb"\n[ \t]*\n", body.replace(b"\r\n", b"\n"))
            fields += [split_head(block.strip() + b"\n\n")[0] for block in blocks[:50] if block.strip()]
        elif mime in ("message/rfc822", "message/rfc822-headers", "text/rfc822-headers", "message/global-headers"):
            returned = returned or message_id(split_head(body)[0])
    group = next((head for head in fields if head.keys() & _OF_A_RECIPIENT), Head())
    address = _recipient(group.top("original-recipient")) or _recipient(group.top("final-recipient"))
    status = _STATUS.search(group.top("status"))
    code = status.group() if status else None
    kind = _kind(group.top("action").strip().lower(), code, group.top("diagnostic-code"))
    return Bounce(address, code, kind, returned or None, reply_key)


def _recipient(value: str) -> str:
    found = addresses(value.partition(";")[2] or value, 1)
    return found[0][1] if found else ""


def _kind(action: str, status: str | None, said: str = "") -> str:
    """hard: the address is dead; soft: it may come back; delay: nothing has failed yet. A status x.0.0 says nothing
    but its class (RFC 3463 3.1), which servers fill in by default: then the words of the diagnostic decide."""
    if action.startswith(("delayed", "relayed", "expanded", "delivered")):
        return "delay"
    if status is not None and status.endswith(".0.0") and (_RE.full.search(said) or _RE.no_such.search(said)):
        return "soft" if _RE.full.search(said) else "hard"
    if status is None or status.startswith("4") or status.startswith(_SOFT_HARD):
        return "soft"
    return "hard" if status.startswith("5") else "delay"


def _says_so(head: Head, parts: Parts) -> bool:
    """Whether a letter without a report part tells of a failure at all: an absence note does not."""
    text = _said_above(parts)
    words = (_STATUS_IN_TEXT, _RE.no_such, _RE.full, _RE.still_trying, _RE.failed)
    return "x-failed-recipients" in head or any(pattern.search(text) for pattern in words)


def _said_above(parts: Parts) -> str:
    """What the mail system itself says, above the letter it encloses."""
    return _RE.enclosed.split(" ".join(part.text[:4000] for part in parts.texts if not part.html)[:8000], maxsplit=1)[0]


def _free_text_report(head: Head, parts: Parts, ours: Addressing, reply_key: str) -> Bounce:
    """A mail system's letter without a report part. The address is a hint: the tail of our own address tells who."""
    failed = addresses(head.top("x-failed-recipients"), 1)
    address = failed[0][1] if failed else ""
    text = _said_above(parts)
    if not address:
        found = (match.group().lower() for match in _IN_TEXT.finditer(text))
        address = next((item for item in found if not ours.owns(item)), "")
    code = _STATUS_IN_TEXT.search(text)
    # only plain words for an address that does not exist are hard
    kind = "hard" if _RE.no_such.search(text) and not _RE.full.search(text) else "soft"
    if _RE.still_trying.search(text):
        kind = "delay"
    elif code is not None:
        kind = _kind("failed", code[1])
    return Bounce(address, code[1] if code else None, kind, None, reply_key)


def _complaint(parts: Parts, reply_key: str) -> Bounce:
    """An abuse report: who complained and about which letter, as far as it says."""
    address, returned = "", ""
    for mime, body in parts.reports:
        head = split_head(body.lstrip())[0]
        if mime == "message/feedback-report":
            address = _recipient(head.top("original-rcpt-to")) or address
        else:
            returned = returned or message_id(head)
            address = address or _recipient(head.top("to"))
    return Bounce(address, None, "complaint", tidy(returned, 250) or None, reply_key)
