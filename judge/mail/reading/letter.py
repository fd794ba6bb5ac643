"""One letter read: raw bytes in, a `Message` out. No bytes whatever make it raise."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core.addressing import Addressing
from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions
from judge.mail.headers import deliverable
from judge.mail.reading import identity, robots
from judge.mail.reading.body import Body, read_body
from judge.mail.reading.headers import Head, addresses, message_id, message_ids, split_head, tidy
from judge.mail.reading.parts import walk
from judge.mail.reading.stamp import arrival, relay
from judge.order_hints import is_help
from judge.post import Action, Authentication, Bounce, Line, Message, ReadingRules, Signatures

_RE = expressions("mail")
SIZE_LIMIT = 25 * 1024 * 1024  # bytes of a letter that is read at all
WARNINGS_LIMIT = 30

_ONCE = ("from", "to", "subject", "date", "message-id", "content-type")  # fields of which a letter has one at most
_BLANKS = regex(rb"[ \t\r\n]+")
_PASSWORD_LINE = regex(r"(?:SIGN ?ON\s+\S+@\S+\s+\S|MASTER\s+\S+\s+\S)", re.IGNORECASE)
_DMARC_WARNING = (
    "The sender could not be verified; the letter counts only if the password in it is right, which is checked later."
)


Said = Callable[[tuple[str, ...], str], frozenset[str]]
"""(Message-IDs answered, oldest first; the credential) -> marks of every line of those letters of ours."""
KnownIds = Callable[[str], bool]
Feeds = Callable[[str], bool]
"""Whether an address reports the board of a game."""


class _Incoming(Value):
    """A letter that is being read, by what rules, and who is asked about it (see `read_message`)."""

    raw: bytes
    head: Head
    body: bytes
    ours: Addressing
    rules: ReadingRules
    known_ids: KnownIds | None
    said: Said | None
    signatures: Signatures | None
    feeds: Feeds | None


def read_message(
    raw: bytes,
    rules: ReadingRules,
    arrived: datetime | None = None,
    *,
    known_ids: KnownIds | None = None,
    said: Said | None = None,
    signatures: Signatures | None = None,
    feeds: Feeds | None = None,
) -> Message:
    """Read a letter. `arrived` is the mailbox's time; `known_ids` tells whether we sent a letter of that Message-ID,
    `said` what stood in the letters this one answers, `signatures` whether a signature of the sender's domain holds,
    `feeds` whether the sender reports a board: such a letter counts for that whoever it was sent to, and though a robot
    wrote it.

    Never raises. Only the lines of a message whose action is ORDERS may be applied; the lines of ASK, NO_ORDERS
    and UNVERIFIED are there to be shown, or applied once a password in them has proved the sender.
    """
    head, body = split_head(raw[: SIZE_LIMIT + 1])
    ours = identity.our_address(rules.address, rules.reply, rules.plus)
    letter = _Incoming(raw, head, body, ours, rules, known_ids, said, signatures, feeds)
    message, late = _unjudged(letter, arrived)
    message = _proved(message, letter)
    try:
        return _judged(message, letter, late)
    except Exception:  # a letter must never kill the loop: worst case it is asked about
        return replace(message, warnings=("This letter could not be read. Please send it again as plain text.",))


def _unjudged(letter: _Incoming, arrived: datetime | None) -> tuple[Message, str]:
    """The message as far as its head tells, to be asked about so far; and a warning about its stamp, or ""."""
    head, ours, rules = letter.head, letter.ours, letter.rules
    when, late = arrival(head, rules.received_by, arrived)
    key, former_key = _keys(head, letter.body)
    name, sender, several = _sender(head)
    verdict = identity.verdict(head, rules.trusted_authserv, sender)
    resent = not head.keys().isdisjoint(("resent-from", "resent-to", "resent-sender"))
    recipients = tuple(
        dict.fromkeys(a for field in ("to", "cc") for value in head.get(field, [])[:5] for _, a in addresses(value))
    )
    message = Message(
        key=key,
        former_key=former_key,
        arrived=when,
        sender=sender,
        sender_name=name,
        recipients=recipients,
        subject=tidy(head.top("subject")),
        message_id=message_id(head),
        references=_references(head),
        action=Action.ASK,
        lines=(),
        credential=identity.credential(head, ours, resent=resent),
        verdict=Authentication.FAIL if several and verdict is Authentication.PASS else verdict,
        resent=resent,
        cc_others=not all(map(ours.owns, recipients)),
        size=len(letter.raw),
        relay=relay(head, rules.received_by),
        listed=robots.from_list(head),
    )
    return message, late


def _proved(message: Message, letter: _Incoming) -> Message:
    """The message with what proves its sender where no key does: what our mail server says, else a signature.

    Either proves that somebody wrote the letter once, and neither that they sent it to us, or sent it now: it holds for
    every copy. So it counts only for a letter whose To names us, and `signed` says which copies are one letter."""
    head, ours, signatures, feeds = letter.head, letter.ours, letter.signatures, letter.feeds
    if letter.rules.authentication == "off" or message.resent or identity.is_token(message.credential):
        return message
    verdict, fed = message.verdict, False
    if verdict is Authentication.NONE and signatures is not None:
        robot = robots.is_automatic(head)
        fed = robot and feeds is not None and feeds(message.sender)
        if (fed or not robot) and signatures(letter.raw, message.sender.rpartition("@")[2]) is not None:
            verdict = Authentication.PASS
    if verdict is not Authentication.PASS:
        return message
    fed = fed or (feeds is not None and not _sent_to_us(head, ours) and feeds(message.sender))
    if not _sent_to_us(head, ours, fed):
        return replace(message, verdict=Authentication.NONE)
    return replace(message, verdict=verdict, signed=_copy_mark(head, letter.body))


def _sent_to_us(head: Head, ours: Addressing, anybody: bool = False) -> bool:
    """Whether the letter's only To names us, or `anybody`. A second field of a kind may have been added on top of a
    signed one, and a Cc may be added where there was none."""
    if any(len(head.get(name, [])) > 1 for name in _ONCE):
        return False
    return anybody or any(ours.owns(address) for _, address in addresses(head.top("to")))


def _copy_mark(head: Head, body: bytes) -> str:
    """What all copies of a letter share whatever their unsigned fields say: From, Date and the body, blanks apart
    (RFC 6376 3.4, which lets them differ)."""
    found = hashlib.sha256()
    for name in ("from", "date"):
        found.update(" ".join(head.top(name).split()).encode("utf-8", "surrogatepass") + b"\0")
    found.update(_BLANKS.sub(b" ", body).strip())
    return found.hexdigest()[:32]


def _judged(message: Message, letter: _Incoming, late: str) -> Message:
    head, ours, known_ids, said = letter.head, letter.ours, letter.known_ids, letter.said
    known = known_ids is not None and bool(message.message_id) and known_ids(message.message_id)
    if known or robots.is_loop(head, ours):
        return replace(message, action=Action.LOOP)
    automatic = robots.is_automatic(head)
    if message.size > SIZE_LIMIT:
        warning = "This letter is larger than 25 MB and was not read. Please send plain text."
        return replace(message, action=Action.AUTO) if automatic else replace(message, warnings=(warning,))
    to_bounces = robots.is_bounce_tail(message.credential)
    if (
        automatic
        and "multipart/" not in head.top("content-type").lower()
        and not (to_bounces and robots.from_daemon(head))
    ):
        return replace(message, action=Action.AUTO)
    parts = walk(head, letter.body)
    found = robots.report(head, parts, ours, message.credential if to_bounces else "")
    if isinstance(found, Bounce):
        return _bounced(message, found, known_ids)
    calendar_answer = any(
        mime == "text/calendar" and settings.get("method", "").lower() == "reply" for mime, settings in parts.mimes
    )
    if found is Action.AUTO or automatic or calendar_answer or to_bounces:
        return replace(message, action=Action.AUTO)
    marks = said(message.references, message.credential) if said is not None else frozenset()
    return _from_a_person(message, letter, read_body(parts, message.subject, marks), late)


def _bounced(message: Message, bounce: Bounce, known_ids: KnownIds | None) -> Message:
    """A report about a letter of ours; one that names a letter we never sent, or none of our addresses, is doubtful."""
    warnings: tuple[str, ...] = ()
    if bounce.message_id is not None and known_ids is not None:
        if not known_ids(bounce.message_id):
            warnings = ("This report names a letter that was never sent from here.",)
    elif not bounce.reply_key:
        warnings = ("This report came to no bounce address and proves nothing by itself.",)
    action = Action.COMPLAINT if bounce.kind == "complaint" else Action.BOUNCE
    return replace(message, action=action, bounce=bounce, warnings=warnings)


def _from_a_person(message: Message, letter: _Incoming, body: Body, late: str) -> Message:
    warnings = ([late] if late else []) + body.warnings
    token = identity.is_token(message.credential)
    action = _action(message, body, token)
    if message.cc_others and action is Action.ORDERS:
        others = [address for address in message.recipients if not letter.ours.owns(address)]
        warnings.append(f"Other people got a copy of this letter: {', '.join(others[:5])}.")
    if message.listed and action is not Action.AUTO:
        warnings.append("This letter came through a mailing list, whose readers may have seen it.")
    if action is not Action.AUTO and not token:
        action, warning = _verified(action, message, letter.rules, body.lines)
        warnings += [warning] if warning else []
    if action is Action.ASK and body.question:
        warnings.insert(0, body.question)
    lines = () if action is Action.AUTO else tuple(body.lines)
    told = tuple(dict.fromkeys(warnings))[:WARNINGS_LIMIT]
    return replace(message, action=action, lines=lines, warnings=told, asides=body.asides)


def _action(message: Message, body: Body, token: bool) -> Action:
    """What a person's letter asks for, its identity apart."""
    wanted = [line.text for line in body.lines if line.text]
    if wanted and _RE.judge_subject.match(message.subject) and _RE.judge_opening.match(wanted[0][:100]):
        return Action.AUTO  # another judge, or this one, whose marks of a robot somebody took off
    if body.question:
        return Action.ASK
    if (wanted and len(wanted) <= 3 and is_help(wanted[0])) and not _more_than_help(wanted):
        return Action.HELP
    if body.orders:
        return Action.ORDERS
    if not wanted and is_help(message.subject):
        return Action.HELP
    if message.listed:
        return Action.AUTO
    speaks = token and not message.credential.startswith("confirm.")  # a robot's answer would confirm anything
    if robots.looks_like_absence(message.subject) and not speaks:
        return Action.AUTO
    return Action.NO_ORDERS


def _more_than_help(wanted: list[str]) -> bool:
    """Whether anything but a call for help and short thanks or a name stands in the letter."""
    return any(len(text.split()) > 3 or any(c.isdigit() for c in text) for text in wanted[1:] if not is_help(text))


def _verified(action: Action, message: Message, rules: ReadingRules, lines: list[Line]) -> tuple[Action, str]:
    """The action a letter without a token is good for, by what is known of its sender."""
    if rules.authentication == "off":
        return action, ""
    if message.resent:
        return Action.UNVERIFIED, "This letter was passed on by somebody else, so its sender proves nothing."
    strict = rules.authentication == "require"
    if message.verdict is Authentication.PASS or (message.verdict is Authentication.NONE and not strict):
        return action, ""
    if not strict and action is Action.ORDERS and any(_PASSWORD_LINE.match(line.text) for line in lines):
        return action, _DMARC_WARNING
    return Action.UNVERIFIED, "The sender of this letter could not be verified."


def _sender(head: Head) -> tuple[str, str, bool]:
    """(name, address, whether the From fields name several domains). What nobody could write to is no address."""
    found = [pair for value in head.get("from", [])[:5] for pair in addresses(value, 20)]
    if not found:
        found = addresses(head.top("sender"), 1)
    if not found:
        return tidy(head.top("from"), 100), "", False
    sites = {address.rpartition("@")[2] for _, address in found}
    name, address = found[0]
    return name, address if deliverable(address) else "", len(sites) > 1


def _references(head: Head) -> tuple[str, ...]:
    ids = message_ids(head.top("references"))
    return ids + tuple(item for item in message_ids(head.top("in-reply-to"), 5) if item not in ids)


def _keys(head: Head, body: bytes) -> tuple[str, str]:
    """The letter's key and its former one: Date is part of it only where there is no Message-ID (adr/0014)."""
    former = _digest(head, ("message-id", "from", "date"), body)
    if not message_ids(head.top("message-id"), 1):
        return former, ""
    return _digest(head, ("message-id", "from"), body), former


def _digest(head: Head, fields: tuple[str, ...], body: bytes) -> str:
    """Of these fields and the body's bytes, line ends as LF."""
    digest = hashlib.sha256()
    for name in fields:
        digest.update("\0".join(head.get(name, [])).encode("utf-8", "surrogatepass") + b"\0\0")
    digest.update(body.replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def report(message: Message) -> dict[str, Any]:
    """What `judge read` prints of a letter: action, lines (of ORDERS only) and warnings."""
    lines = [line.text for line in message.lines if line.text] if message.action is Action.ORDERS else []
    return {"action": str(message.action), "lines": lines, "warnings": list(message.warnings)}
