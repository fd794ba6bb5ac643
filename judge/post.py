"""What passes between the post room and the desk: letters that came in, letters that go out.

Both are plain frozen data. `mail/` turns bytes into a `Message` and a `Letter` into bytes; `desk/` reads
and writes nothing else.
"""

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from enum import StrEnum

from judge.core.values import Value


class Action(StrEnum):
    """What is to be done with a letter, before anybody asks who wrote it."""

    ORDERS = "orders"  # there are lines to read
    HELP = "help"  # a plain call for help, nothing else
    ASK = "ask"  # answer with a question: orders only in a forward, an unreadable attachment ...
    NO_ORDERS = "no_orders"  # a person wrote, but nothing to do was found
    AUTO = "auto"  # a robot: never answered
    BOUNCE = "bounce"  # a delivery report about a letter of ours
    COMPLAINT = "complaint"  # an abuse report: stop optional mail
    LOOP = "loop"  # our own letter came back
    UNVERIFIED = "unverified"  # no credential and the sender could not be verified


class Authentication(StrEnum):
    """What our own mail server said of the sender (Authentication-Results)."""

    PASS = "pass"
    FAIL = "fail"
    NONE = "none"


class Line(Value):
    """A line of a letter as the order grammar sees it; `number` counts the lines read, from 1. `gap`: an empty line
    stood above it. `item`: it had a mark of a list in front, or stars around it."""

    number: int
    text: str
    gap: bool = field(default=False, compare=False)
    item: bool = field(default=False, compare=False)


class Bounce(Value):
    """A delivery report. `kind` is hard, soft or delay; `reply_key` is the tail of the address it came back to."""

    address: str
    status: str | None
    kind: str
    message_id: str | None
    reply_key: str = ""


class Message(Value):
    """A letter that came in. Times are UTC; addresses are lower-case; texts are free of control characters.

    key         digest of Message-ID, From and body: the same letter delivered twice has one key (adr/0014)
    former_key  the key that a judge before 0014 gave this letter, where it was another one ("" where it was not)
    credential  what stood behind the plus sign of our own address in the envelope headers ("" if nothing)
    resent      somebody passed the letter on (Resent-From): its From proves nothing
    cc_others   other people got a copy: a warning for the confirmation
    signed      digest of what a signature of the sender's domain proves, if one was checked here and held
    listed      it came through a mailing list, whose readers have seen it
    asides      the writer's own text that stands outside `lines`: below the signature mark
    relay       the machine that handed the letter to our own mail server, by its Received line ("" if not known)
    """

    key: str
    arrived: datetime
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    subject: str
    message_id: str
    references: tuple[str, ...]
    action: Action
    lines: tuple[Line, ...]
    warnings: tuple[str, ...] = ()
    credential: str = ""
    verdict: Authentication = Authentication.NONE
    resent: bool = False
    cc_others: bool = False
    bounce: Bounce | None = None
    size: int = 0
    signed: str = ""
    former_key: str = ""
    relay: str = ""
    listed: bool = False
    asides: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Under which it may have been dealt with, by this judge or by an earlier version of it."""
        return (self.key, self.former_key) if self.former_key else (self.key,)

    @property
    def vouched(self) -> bool:
        """Whether the mail server says that the sender wrote it."""
        return self.verdict is Authentication.PASS and not self.resent

    @property
    def refuted(self) -> bool:
        """Whether it says that the sender did not, or somebody else passed the letter on."""
        return self.verdict is Authentication.FAIL or self.resent


class LetterKind(StrEnum):
    """Decides the robot headers of a letter (RFC 3834): an answer, or something nobody asked for just now."""

    REPLY = "auto-replied"
    NOTICE = "auto-generated"


class Attachment(Value):
    """A further part of a letter: `content` as it is, `mime` such as application/json; `cid` makes it inline."""

    name: str
    mime: str
    content: bytes
    cid: str = ""


class Letter(Value):
    """A letter to one mailbox.

    key         stable: made from cause, recipient and kind; the Message-ID is made from it
    sent_at     the Date header, fixed when the letter is written, never when it is sent
    reply_key   goes behind the plus sign of Reply-To ("" for the plain address); a credential if it holds one
    root        thread roots, oldest first: every letter of a game and phase names the same ones
    list_id     set on results we send to our own subscribers: gives List-Id and List-Unsubscribe
    """

    key: str
    to: str
    subject: str
    text: str
    sent_at: datetime
    kind: LetterKind = LetterKind.REPLY
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    reply_key: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    root: tuple[str, ...] = ()
    list_id: str = ""
    unsubscribe: str = ""
    to_list: bool = False


class Delivery(Value):
    """Raw mail as a mailbox hands it over. `uid` is the mailbox's own handle, good until it is settled."""

    uid: str
    raw: bytes
    arrived: datetime


class Outcome(StrEnum):
    """What became of one attempt to send one letter to one recipient."""

    SENT = "sent"
    RETRY = "retry"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # the relay may or may not have taken it: the line broke after the final dot


class Receipt(Value):
    """`called`: False when the relay could not be reached at all, which says nothing of the letter. `content`: what was
    refused is what stands in the letter, not who gets it."""

    outcome: Outcome
    code: int = 0
    text: str = ""
    called: bool = True
    content: bool = False


Signatures = Callable[[bytes, str], "str | None"]
"""(raw letter, domain of its sender) -> whose signature holds for it: that domain, or one above it."""


class ReadingRules(Value):
    """How letters are read.

    address           our own address; sub-addresses (`judge+x@`) are ours too
    trusted_authserv  whose Authentication-Results are believed ("" for nobody's)
    authentication    off: never ask; warn: a failed check needs a token or password; require: a pass or a token
    received_by       the name our own mail server writes behind "by" in Received ("" if it stamps none)
    reply, plus       how keys stand in our address (core/addressing.py)
    """

    address: str
    trusted_authserv: str = ""
    authentication: str = "warn"
    received_by: str = ""
    reply: str = "plus"
    plus: str = "+"
