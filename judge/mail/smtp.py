"""A relay that speaks SMTP: MAIL, RCPT and DATA walked by hand, so that every attempt ends in one of four outcomes.

smtplib's own `sendmail` cannot tell "never arrived" from "arrived, but the answer was lost". Here the body and the
final dot are sent apart: a line that breaks before the dot has carried nothing; one that breaks after it may have.
"""

import logging
import smtplib
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256

from judge.core.errors import InputError, MailFault
from judge.core.regex import regex
from judge.mail import headers
from judge.mail.outbound import Parcel
from judge.mail.server import CONNECT_TIMEOUT, Security, Server, back_off
from judge.post import Outcome, Receipt

log = logging.getLogger(__name__)

_LINE_END = regex(rb"\r\n|\r|\n")
_LONE = regex(rb"\r(?!\n)|(?<!\r)\n")
# what a 5xx says of the recipient, the size or the content, by its enhanced code
_OTHERS = regex(r"5\.(?:1\.(?:[1236]|10)|[236]\.\d+)\b")
KEPT = 60.0  # seconds an idle connection is trusted
_NO_ANSWER = -1  # smtplib's code for a reply it could not read
# what a 5xx says of us and our login, not of the letter: the keeper can cure it, so the letter waits
_OUR_FAULT = frozenset({502, 503, 530, 534, 535, 538})


@dataclass(eq=False)
class _Fault(Exception):
    """Why an attempt ended early; `lost` when the connection is of no more use, `stale` when it had been idle, `slow`
    when no answer came in time."""

    receipt: Receipt
    lost: bool = False
    stale: bool = False
    slow: bool = False


class SmtpRelay:
    """Letters out through a mail server. One connection is kept; one recipient a transaction, beside the self-copy.

    After a failed call the server is left alone for 1, 2, 4 .. 60 s: letters meanwhile get RETRY at once."""

    safe_to_repeat = False

    def __init__(
        self,
        server: Server,
        self_copy: Callable[[str], str] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        plain: str = "",
    ) -> None:
        """`plain` is the sender for a server that takes no other of ours ("" if there is none).
        `self_copy` gives for a letter's key the address (it must hold a secret) that gets the same letter in the
        same transaction: its arrival proves that the relay took it."""
        self.server = server
        self._self_copy = self_copy
        self._monotonic = monotonic
        self._link: smtplib.SMTP | None = None
        self._used = False  # a transaction has ended well on this connection
        self._last_used = 0.0
        self._failures = 0
        self._not_before = 0.0
        self._plain = plain
        self._keyed_taken = False  # a sender with a key in it was good enough
        self.plain_senders = False  # the server refuses senders with a key, and takes the plain one

    @property
    def retry_after(self) -> float:
        """Seconds until the server is called again; 0 when all is well."""
        return max(0.0, self._not_before - self._monotonic()) if self._failures else 0.0

    def send(self, key: str, sender: str, recipient: str, raw: bytes) -> Receipt:
        """One attempt. SENT: the relay answered 250. RETRY: surely not taken. REFUSED: 5xx, trying again is no use.
        UNKNOWN: the line broke between the final dot and its answer. Never raises."""
        try:
            parcel = Parcel(key, _spot(sender), _spot(recipient), raw)
            copy = _spot(self._self_copy(key)) if self._self_copy else ""
        except InputError as error:
            return Receipt(Outcome.REFUSED, 501, str(error))
        try:
            try:
                receipt = self._transact(self._connected(), parcel, copy)
            except _Fault as fault:
                if not fault.stale:
                    raise
                self._hang_up()  # the server had tired of waiting for us: the same again on a new line
                receipt = self._transact(self._connected(), parcel, copy)
        except _Fault as fault:
            if fault.lost:
                self._hang_up()
            if fault.slow:
                self._leave_alone()  # or each letter of a batch would wait for it in turn
            return fault.receipt
        self._failures = 0
        self._used = True
        self._last_used = self._monotonic()
        return receipt

    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]:
        """One receipt for each, in order."""
        return [self.send(one.key, one.sender, one.recipient, one.raw) for one in parcels]

    def check(self) -> str:
        """Call the server, log in and hang up: "" or what is wrong (for `judge doctor`)."""
        self.close()
        self._failures = 0
        try:
            self._connected()
        except _Fault as fault:
            return fault.receipt.text
        self._failures = 0
        self.close()
        return ""

    def check_sender(self, sender: str, recipient: str = "") -> str:
        """Whether the server takes this envelope sender: "" or what it says (for `judge doctor`)."""
        try:
            link = self._connected()
            code, words = self._ask(link, f"MAIL FROM:<{sender}>", opening=True)
            if code == 250 and recipient:  # many servers judge the sender only when they know the recipient
                code, words = self._ask(link, f"RCPT TO:<{recipient}>")
            _declined(link, code, words)
        except _Fault as fault:
            return fault.receipt.text
        finally:
            self.close()
        return "" if code in (250, 251) else f"{self.server} answered {code} {words}"

    def close(self) -> None:
        """Say goodbye, but do not wait long for an answer."""
        if self._link is not None:
            with suppress(OSError, smtplib.SMTPException):
                if self._link.sock is not None:
                    self._link.sock.settimeout(1.0)
                self._link.quit()
        self._hang_up()

    # -- the connection -----------------------------------------------------------------------------------------------

    def _connected(self) -> smtplib.SMTP:
        if self._link is not None and self._used and self._monotonic() - self._last_used > KEPT:
            self.close()
        if self._link is not None:
            return self._link
        if self.retry_after > 0:
            raise _Fault(_later(0, f"{self.server} is called again in {self.retry_after:.0f} s", called=False))
        try:
            self._link = link = self._dial()
            self._greet(link)
        except (OSError, smtplib.SMTPException, ValueError, MailFault) as error:
            self._hang_up()
            self._leave_alone()
            receipt = _later(*_said(error, self.server), called=False)
            log.warning("the relay %s cannot be used: %s", self.server, receipt.text)
            raise _Fault(receipt) from None  # an answer to AUTH may hold what we sent
        self._used = False
        return link

    def _leave_alone(self) -> None:
        self._failures += 1
        self._not_before = self._monotonic() + back_off(self._failures)

    def _dial(self) -> smtplib.SMTP:
        server = self.server
        patience = min(server.timeout, CONNECT_TIMEOUT)
        if server.security is Security.TLS:
            link: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=patience, context=server.context)
        else:
            link = smtplib.SMTP(server.host, server.port, timeout=patience)
        if link.sock is not None:
            link.sock.settimeout(server.timeout)
            # body and dot are two writes: do not let the second wait for the answer to the first
            link.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def _greet(self, link: smtplib.SMTP) -> None:
        _expect(link.ehlo(), 250)
        if self.server.security is Security.STARTTLS:
            if not link.has_extn("starttls"):
                raise smtplib.SMTPNotSupportedError("the server offers no STARTTLS: nothing is sent in the clear")
            _expect(link.starttls(context=self.server.context), 220)
            _expect(link.ehlo(), 250)
        if self.server.token is None:
            if self.server.user:
                link.login(self.server.user, self.server.password)
            return
        try:
            _bear(link, self.server.user, self.server.token(False))
        except smtplib.SMTPAuthenticationError:  # renewed once, for our clock may be wrong
            _bear(link, self.server.user, self.server.token(True))

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None

    # -- the transaction ----------------------------------------------------------------------------------------------

    def _transact(self, link: smtplib.SMTP, parcel: Parcel, copy: str) -> Receipt:
        mail_options, rcpt_options = _options(link, parcel, copy)
        sender = self._plain_of(parcel.sender) if self.plain_senders else parcel.sender
        try:
            return self._carry(link, parcel, copy, sender, mail_options, rcpt_options)
        except _Fault as fault:
            if fault.lost or not self._may_be_plainer(sender, fault.receipt):
                raise
            receipt = self._carry(link, parcel, copy, self._plain_of(sender), mail_options, rcpt_options)
        self.plain_senders = True
        log.warning("%s takes no sender with a key in it: letters go out under the plain address", self.server)
        return receipt

    def _plain_of(self, sender: str) -> str:
        return (self._plain or sender) if sender else ""

    def _may_be_plainer(self, sender: str, receipt: Receipt) -> bool:
        """Whether a refusal may be the sender's, who has a key in his address: servers say so at MAIL, at RCPT or after
        the whole letter. Not where such a sender was good before: then it is the recipient's or the letter's."""
        refused = receipt.outcome is Outcome.REFUSED and not _OTHERS.match(receipt.text)
        return refused and not self._keyed_taken and sender != self._plain_of(sender)

    def _carry(
        self, link: smtplib.SMTP, parcel: Parcel, copy: str, sender: str, mail_options: str, rcpt_options: str
    ) -> Receipt:
        """The transaction under this sender."""
        code, words = self._ask(link, f"MAIL FROM:<{sender}>{mail_options}", opening=True)
        if code != 250:
            raise _declined(link, code, words)
        code, words = self._ask(link, f"RCPT TO:<{parcel.recipient}>{rcpt_options}")
        if code not in (250, 251):
            raise _declined(link, code, words)
        if copy:  # its refusal does not matter: without a copy the letter is only sent once more in doubt
            self._ask(link, f"RCPT TO:<{copy}>{' NOTIFY=NEVER' if rcpt_options else ''}")
        code, words = self._ask(link, "DATA")
        if code != 354:
            raise _declined(link, code, words)
        try:
            link.send(_stuffed(parcel.raw))
        except (OSError, smtplib.SMTPException) as error:
            raise _Fault(_later(*_said(error, self.server)), lost=True, slow=_timed_out(error)) from None
        receipt = self._finish(link)
        self._keyed_taken = self._keyed_taken or sender != self._plain_of(sender)
        return receipt

    def _ask(self, link: smtplib.SMTP, command: str, opening: bool = False) -> tuple[int, str]:
        """Send a command before the final dot and read the answer; a broken line means: not taken."""
        try:
            link.send((command + "\r\n").encode("utf-8"))
            code, words = link.getreply()
        except (OSError, smtplib.SMTPException) as error:
            stale = opening and self._used
            raise _Fault(_later(*_said(error, self.server)), True, stale, _timed_out(error)) from None
        if code == 421 or code == _NO_ANSWER:
            raise _Fault(_later(code, _words(words)), lost=True, stale=opening and self._used)
        return code, _words(words)

    def _finish(self, link: smtplib.SMTP) -> Receipt:
        try:
            link.send(b".\r\n")
            code, answer = link.getreply()
        except (OSError, smtplib.SMTPException) as error:
            text = _said(error, self.server)[1]
            receipt = Receipt(Outcome.UNKNOWN, 0, f"after the final dot: {text}")
            raise _Fault(receipt, lost=True, slow=_timed_out(error)) from None
        words = _words(answer)
        if 200 <= code < 300:
            return Receipt(Outcome.SENT, code, words)
        if not 400 <= code < 600:
            raise _Fault(Receipt(Outcome.UNKNOWN, max(code, 0), words), lost=True)
        raise _Fault(replace(_judged(code, words), content=True), lost=code == 421)


def _declined(link: smtplib.SMTP, code: int, words: str) -> _Fault:
    """A transaction refused before its body: cleared, the connection kept if it still answers."""
    try:
        lost = link.rset()[0] != 250
    except (OSError, smtplib.SMTPException):
        lost = True
    return _Fault(_judged(code, words), lost=lost or code in _OUR_FAULT)


def _bear(link: smtplib.SMTP, user: str, token: str) -> None:
    """SASL OAUTHBEARER (RFC 7628), else XOAUTH2. To a refusal the server adds what is wrong, and waits for a word."""
    offered = link.esmtp_features.get("auth", "").upper().split()
    name = "OAUTHBEARER" if "OAUTHBEARER" in offered else "XOAUTH2"
    head = f"n,a={user.replace('=', '=3D').replace(',', '=2C')}," if name == "OAUTHBEARER" else f"user={user}"
    told = iter((f"{head}\x01auth=Bearer {token}\x01\x01",))
    link.auth(name, lambda challenge=None: next(told, "\x01"))


def _judged(code: int, words: str) -> Receipt:
    refused = 500 <= code < 600 and code not in _OUR_FAULT
    return Receipt(Outcome.REFUSED if refused else Outcome.RETRY, code, words)


def _options(link: smtplib.SMTP, parcel: Parcel, copy: str) -> tuple[str, str]:
    """Parameters of MAIL and RCPT by what the server offers; refuses what it can never carry."""
    mail, rcpt = "", ""
    if link.has_extn("size"):
        most = link.esmtp_features["size"].strip()
        if most.isdigit() and 0 < int(most) < len(parcel.raw):
            raise _Fault(Receipt(Outcome.REFUSED, 552, f"the relay takes {most} octets at most", content=True))
        mail += f" SIZE={len(parcel.raw)}"
    if any(not one.isascii() for one in (parcel.sender, parcel.recipient, copy)):
        if not link.has_extn("smtputf8"):
            raise _Fault(Receipt(Outcome.REFUSED, 553, "the relay carries no addresses outside ASCII (SMTPUTF8)"))
        mail += " BODY=8BITMIME SMTPUTF8"
    if link.has_extn("dsn"):
        # a report comes back only on failure, with the headers alone, and names the letter by our mark
        mail += f" RET=HDRS ENVID={sha256(parcel.key.encode('utf-8', 'replace')).hexdigest()[:32]}"
        rcpt = " NOTIFY=FAILURE"
    return mail, rcpt


def _stuffed(raw: bytes) -> bytes:
    """The stored bytes with dots doubled at line starts; lone CR or LF, which servers rightly refuse, made CRLF."""
    body = _LINE_END.sub(b"\r\n", raw) if _LONE.search(raw) else raw
    if not body.endswith(b"\r\n"):
        body += b"\r\n"
    if body.startswith(b"."):
        body = b"." + body
    return body.replace(b"\r\n.", b"\r\n..")


def _spot(address: str) -> str:
    return headers.checked(address) if address else ""


def _expect(answer: tuple[int, bytes], code: int) -> None:
    if answer[0] != code:
        raise smtplib.SMTPResponseException(answer[0], answer[1])


def _later(code: int, text: str, *, called: bool = True) -> Receipt:
    return Receipt(Outcome.RETRY, max(code, 0), text, called=called)


def _timed_out(error: Exception) -> bool:
    """smtplib tells a timeout as a server that hung up; what it really was stands in the context."""
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)


def _said(error: Exception, server: Server) -> tuple[int, str]:
    """Code and words for the log and the keeper, never holding the password."""
    if isinstance(error, smtplib.SMTPResponseException):
        answer = error.smtp_error
        words = _words(answer) if isinstance(answer, bytes) else headers.tidy(str(answer), 300)
        return error.smtp_code, f"{server} answered {error.smtp_code} {words}"
    if isinstance(error, UnicodeError):
        return 0, f"{server}: the user name or password cannot be sent in ASCII"
    return 0, f"{server}: {headers.tidy(str(error), 300) or type(error).__name__}"


def _words(answer: bytes) -> str:
    return headers.tidy(answer.decode("utf-8", "replace"), 300)
