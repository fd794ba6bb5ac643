"""One letter read: raw bytes in, a `Message` out. No bytes whatever make it raise."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from judge.core.plain import is_help
from judge.core.regex import regex
from judge.core.values import Value
from judge.mail.headers import deliverable
from judge.mail.reading import identity, phrases, robots
from judge.mail.reading.body import Body, read_body
from judge.mail.reading.headers import Head, addresses, message_id, message_ids, split_head, tidy
from judge.mail.reading.identity import Address
from judge.mail.reading.parts import Parts, walk
from judge.mail.reading.stamp import arrival, relay
from judge.post import Action, Authentication, Bounce, Line, Message, ReadingRules, Signatures

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
Feeds = Callable[[str], bool]
"""Whether an address reports the board of a game."""


class _Envelope(Value):
    """What the head says, before anybody looked at the body."""

    head: Head
    ours: Address
    sender: str
    sender_name: str
    credential: str
    resent: bool
    verdict: Authentication
    subject: str
    message_id: str
    known: bool
    known_ids: Callable[[str], bool] | None
    signed: str = ""


def read_message(
    raw: bytes,
    rules: ReadingRules,
    arrived: datetime | None = None,
    *,
    known_ids: Callable[[str], bool] | None = None,
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
    envelope = _checked(raw, body, _envelope(head, rules, known_ids), rules, signatures, feeds)
    message, late = _unjudged(head, body, envelope, rules, arrived, len(raw))
    try:
        return _judged(message, envelope, rules, body, late, said)
    except Exception:  # a letter must never kill the loop: worst case it is asked about
        return replace(message, warnings=("This letter could not be read. Please send it again as plain text.",))


def _envelope(head: Head, rules: ReadingRules, known_ids: Callable[[str], bool] | None) -> _Envelope:
    """What the head says of the sender's right to be believed."""
    ours = identity.our_address(rules.address, rules.reply, rules.plus)
    name, sender, several = _sender(head)
    verdict = identity.verdict(head, rules.trusted_authserv, sender)
    resent = head.has("resent-from", "resent-to", "resent-sender")
    own_id = message_id(head)
    return _Envelope(
        head=head,
        ours=ours,
        sender=sender,
        sender_name=name,
        credential=identity.credential(head, ours, resent=resent),
        resent=resent,
        verdict=Authentication.FAIL if several and verdict is Authentication.PASS else verdict,
        subject=tidy(head.get("subject")),
        message_id=own_id,
        known=bool(own_id and known_ids is not None and known_ids(own_id)),
        known_ids=known_ids,
    )


def _checked(
    raw: bytes,
    body: bytes,
    envelope: _Envelope,
    rules: ReadingRules,
    signatures: Signatures | None,
    feeds: Feeds | None,
) -> _Envelope:
    """The envelope with what proves its sender where no key does: what our mail server says, else a signature.

    Either proves that somebody wrote the letter once, and neither that they sent it to us, or sent it now: it holds for
    every copy. So it counts only for a letter whose To names us, and `signed` says which copies are one letter."""
    if rules.authentication == "off" or envelope.resent or identity.is_token(envelope.credential):
        return envelope
    verdict, domain = envelope.verdict, envelope.sender.rpartition("@")[2]
    fed = False
    if verdict is Authentication.NONE and signatures is not None:
        robot = robots.is_automatic(envelope.head)
        fed = robot and feeds is not None and feeds(envelope.sender)
        if (fed or not robot) and signatures(raw, domain) is not None:
            verdict = Authentication.PASS
    if verdict is not Authentication.PASS:
        return envelope
    fed = fed or (feeds is not None and not _sent_to_us(envelope) and feeds(envelope.sender))
    if not _sent_to_us(envelope, fed):
        return replace(envelope, verdict=Authentication.NONE)
    return replace(envelope, verdict=verdict, signed=_copy_mark(envelope.head, body))


def _sent_to_us(envelope: _Envelope, anybody: bool = False) -> bool:
    """Whether the letter's only To names us, or `anybody`. A second field of a kind may have been added on top of a
    signed one, and a Cc may be added where there was none."""
    head = envelope.head
    if any(len(head.all(name)) > 1 for name in _ONCE):
        return False
    return anybody or any(identity.is_ours(address, envelope.ours) for _, address in addresses(head.get("to")))


def _copy_mark(head: Head, body: bytes) -> str:
    """What all copies of a letter share whatever their unsigned fields say: From, Date and the body, blanks apart
    (RFC 6376 3.4, which lets them differ)."""
    found = hashlib.sha256()
    for name in ("from", "date"):
        found.update(" ".join(head.get(name).split()).encode("utf-8", "surrogatepass") + b"\0")
    found.update(_BLANKS.sub(b" ", body).strip())
    return found.hexdigest()[:32]


def _unjudged(
    head: Head, body: bytes, envelope: _Envelope, rules: ReadingRules, arrived: datetime | None, size: int
) -> tuple[Message, str]:
    """The message as far as its head tells, to be asked about so far; and a warning about its stamp, or ""."""
    when, stamp, late = arrival(head, rules.received_by, arrived)
    key, former_key = _keys(head, body)
    recipients = tuple(
        dict.fromkeys(a for field in ("to", "cc") for value in head.all(field)[:5] for _, a in addresses(value))
    )
    message = Message(
        key=key,
        former_key=former_key,
        arrived=when,
        stamp=stamp,
        sender=envelope.sender,
        sender_name=envelope.sender_name,
        recipients=recipients,
        subject=envelope.subject,
        message_id=envelope.message_id,
        references=_references(head),
        action=Action.ASK,
        lines=(),
        credential=envelope.credential,
        verdict=envelope.verdict,
        resent=envelope.resent,
        cc_others=any(not identity.is_ours(address, envelope.ours) for address in recipients),
        size=size,
        signed=envelope.signed,
        relay=relay(head, rules.received_by),
        listed=robots.from_list(head),
    )
    return message, late


def _judged(
    message: Message, envelope: _Envelope, rules: ReadingRules, body: bytes, late: str, said: Said | None
) -> Message:
    if robots.is_loop(envelope.head, envelope.ours, envelope.known):
        return replace(message, action=Action.LOOP)
    if message.size > SIZE_LIMIT:
        return _oversize(message, envelope)
    mime = envelope.head.get("content-type").lower()
    automatic = robots.is_automatic(envelope.head)
    if automatic and "multipart/" not in mime and not _to_bounces(envelope):
        return replace(message, action=Action.AUTO)
    parts = walk(envelope.head, body)
    report = _report(message, envelope, parts)
    if report is not None:
        return report
    if automatic or _calendar_answer(parts) or robots.is_bounce_tail(envelope.credential):
        return replace(message, action=Action.AUTO)
    ours = said(message.references, message.credential) if said is not None else frozenset()
    return _from_a_person(message, envelope, rules, read_body(parts, message.subject, ours), late)


def _oversize(message: Message, envelope: _Envelope) -> Message:
    if robots.is_automatic(envelope.head):
        return replace(message, action=Action.AUTO)
    return replace(message, warnings=("This letter is larger than 25 MB and was not read. Please send plain text.",))


def _to_bounces(envelope: _Envelope) -> bool:
    return robots.is_bounce_tail(envelope.credential) and robots.from_daemon(envelope.head)


def _report(message: Message, envelope: _Envelope, parts: Parts) -> Message | None:
    """The message of a delivery report, a complaint or a receipt; None if it is none of these."""
    kinds = {mime for mime, _ in parts.mimes}
    top, settings = parts.mimes[0] if parts.mimes else ("", {})
    kind = settings.get("report-type", "").lower() if top == "multipart/report" else ""
    key = envelope.credential if robots.is_bounce_tail(envelope.credential) else ""
    if kind == "feedback-report" or "message/feedback-report" in kinds:
        return _bounced(message, envelope, Action.COMPLAINT, robots.complaint(parts, key))
    if kind == "disposition-notification" or "message/disposition-notification" in kinds:
        return replace(message, action=Action.AUTO)
    daemon = top == "multipart/report" or robots.from_daemon(envelope.head)
    if kind == "delivery-status" or (daemon and "message/delivery-status" in kinds):
        return _bounced(message, envelope, Action.BOUNCE, robots.delivery_report(parts, key))
    if top == "multipart/report":
        return replace(message, action=Action.AUTO)
    told = key and robots.from_daemon(envelope.head)
    if told and (robots.named_daemon(envelope.head) or robots.says_so(envelope.head, parts)):
        bounce = robots.free_text_report(envelope.head, parts, envelope.ours, key)
        return _bounced(message, envelope, Action.BOUNCE, bounce)
    return None


def _bounced(message: Message, envelope: _Envelope, action: Action, bounce: Bounce) -> Message:
    """A report about a letter of ours; one that names a letter we never sent, or none of our addresses, is doubtful."""
    warnings: tuple[str, ...] = ()
    if bounce.message_id is not None and envelope.known_ids is not None:
        if not envelope.known_ids(bounce.message_id):
            warnings = ("This report names a letter that was never sent from here.",)
    elif not bounce.reply_key:
        warnings = ("This report came to no bounce address and proves nothing by itself.",)
    return replace(message, action=action, bounce=bounce, warnings=warnings)


def _calendar_answer(parts: Parts) -> bool:
    return any(
        mime == "text/calendar" and settings.get("method", "").lower() == "reply" for mime, settings in parts.mimes
    )


def _from_a_person(message: Message, envelope: _Envelope, rules: ReadingRules, body: Body, late: str) -> Message:
    warnings = ([late] if late else []) + body.warnings
    token = identity.is_token(envelope.credential)
    action = _action(envelope, body, token)
    if message.cc_others and action is Action.ORDERS:
        others = [a for a in message.recipients if not identity.is_ours(a, envelope.ours)]
        warnings.append(f"Other people got a copy of this letter: {', '.join(others[:5])}.")
    if robots.from_list(envelope.head) and action is not Action.AUTO:
        warnings.append("This letter came through a mailing list, whose readers may have seen it.")
    if action is not Action.AUTO and not token:
        action, warning = _verified(action, envelope, rules, body.lines)
        warnings += [warning] if warning else []
    if action is Action.ASK and body.question:
        warnings.insert(0, body.question)
    lines = () if action is Action.AUTO else tuple(body.lines)
    said = tuple(dict.fromkeys(warnings))[:WARNINGS_LIMIT]
    return replace(message, action=action, lines=lines, warnings=said, asides=body.asides)


def _action(envelope: _Envelope, body: Body, token: bool) -> Action:
    """What a person's letter asks for, its identity apart."""
    wanted = [line.text for line in body.lines if line.text]
    if wanted and phrases.JUDGE_SUBJECT.match(envelope.subject) and phrases.JUDGE_OPENING.match(wanted[0][:100]):
        return Action.AUTO  # another judge, or this one, whose marks of a robot somebody took off
    if body.question:
        return Action.ASK
    if (wanted and len(wanted) <= 3 and is_help(wanted[0])) and not _more_than_help(wanted):
        return Action.HELP
    if body.orders:
        return Action.ORDERS
    if not wanted and is_help(envelope.subject):
        return Action.HELP
    if robots.from_list(envelope.head):
        return Action.AUTO
    speaks = token and not envelope.credential.startswith("confirm.")  # a robot's answer would confirm anything
    if robots.looks_like_absence(envelope.subject) and not speaks:
        return Action.AUTO
    return Action.NO_ORDERS


def _more_than_help(wanted: list[str]) -> bool:
    """Whether anything but a call for help and short thanks or a name stands in the letter."""
    return any(len(text.split()) > 3 or any(c.isdigit() for c in text) for text in wanted[1:] if not is_help(text))


def _verified(action: Action, envelope: _Envelope, rules: ReadingRules, lines: list[Line]) -> tuple[Action, str]:
    """The action a letter without a token is good for, by what is known of its sender."""
    if rules.authentication == "off":
        return action, ""
    if envelope.resent:
        return Action.UNVERIFIED, "This letter was passed on by somebody else, so its sender proves nothing."
    strict = rules.authentication == "require"
    if envelope.verdict is Authentication.PASS or (envelope.verdict is Authentication.NONE and not strict):
        return action, ""
    if not strict and action is Action.ORDERS and any(_PASSWORD_LINE.match(line.text) for line in lines):
        return action, _DMARC_WARNING
    return Action.UNVERIFIED, "The sender of this letter could not be verified."


def _sender(head: Head) -> tuple[str, str, bool]:
    """(name, address, whether the From fields name several domains). What nobody could write to is no address."""
    found = [pair for value in head.all("from")[:5] for pair in addresses(value, 20)]
    if not found:
        found = addresses(head.get("sender"), 1)
    if not found:
        return tidy(head.get("from"), 100), "", False
    sites = {address.rpartition("@")[2] for _, address in found}
    name, address = found[0]
    return name, address if deliverable(address) else "", len(sites) > 1


def _references(head: Head) -> tuple[str, ...]:
    ids = message_ids(head.get("references"))
    return ids + tuple(item for item in message_ids(head.get("in-reply-to"), 5) if item not in ids)


def _keys(head: Head, body: bytes) -> tuple[str, str]:
    """The letter's key and its former one: Date is part of it only where there is no Message-ID (adr/0014)."""
    former = _digest(head, ("message-id", "from", "date"), body)
    if not message_ids(head.get("message-id"), 1):
        return former, ""
    return _digest(head, ("message-id", "from"), body), former


def _digest(head: Head, fields: tuple[str, ...], body: bytes) -> str:
    """Of these fields and the body's bytes, line ends as LF."""
    digest = hashlib.sha256()
    for name in fields:
        digest.update("\0".join(head.all(name)).encode("utf-8", "surrogatepass") + b"\0\0")
    digest.update(body.replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def report(message: Message) -> dict[str, object]:
    """What `judge read` prints of a letter: action, lines (of ORDERS only) and warnings."""
    lines = [line.text for line in message.lines if line.text] if message.action is Action.ORDERS else []
    return {"action": str(message.action), "lines": lines, "warnings": list(message.warnings)}
