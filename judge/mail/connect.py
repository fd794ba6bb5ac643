"""From the addresses in the settings to mailboxes and relays.

    maildir:PATH                         a Maildir, relative to the home
    imaps://user@host:993/INBOX          implicit TLS           smtps://user@host:465
    imap+starttls://user@host/INBOX      STARTTLS, insisted on  smtp+starttls://user@host:587
    imap://…, smtp://127.0.0.1:25        plain, on loopback only

Passwords never stand in an address: they come from JUDGE_IMAP_PASSWORD and JUDGE_SMTP_PASSWORD or from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from judge.core.addressing import Addressing
from judge.core.errors import SetupError
from judge.core.values import Value
from judge.mail.maildir import MaildirBox, utc_now
from judge.mail.maildir_relay import MaildirRelay
from judge.mail.outbound import Parcel
from judge.mail.server import Security, Server
from judge.post import Delivery, Receipt

if TYPE_CHECKING:
    import ssl

    from judge.mail.door import Door

TIMEOUT = 30.0  # seconds for every answer of a server
_PORTS = {"imaps": 993, "imap+starttls": 143, "imap": 143, "smtps": 465, "smtp+starttls": 587, "smtp": 25}


class Inbox(Protocol):
    """Where letters come in. All methods may raise `MailFault`; the caller backs off and tries again."""

    @property
    def last_search(self) -> datetime | None:
        """When the last complete search began: what had arrived before then was seen. None before the first."""

    @property
    def retry_after(self) -> float:
        """Seconds to wait before the next attempt: 0 when all is well, else 1, 2, 4 .. 60."""

    def fetch(self, limit: int, until: datetime | None = None) -> Sequence[Delivery]:
        """Letters not handed over yet, stamped no later than `until`, oldest first."""

    def release(self, uids: Sequence[str]) -> None:
        """Give letters back that could not be dealt with."""

    def settle(self, uids: Sequence[str], folder: str) -> None:
        """Put handled letters away: `folder` is "Done" or "Shunt". Idempotent; an absent uid is no error."""

    def wait(self, seconds: float) -> bool:
        """Sleep until mail arrives or the time is over; True if something may have arrived."""

    def close(self) -> None: ...
    @property
    def stuck(self) -> Collection[str]:
        """Letters that the mailbox does not let us read or put away, for whoever keeps it."""

    def again(self, uid: str) -> Delivery | None:
        """A letter that was handed over and not settled, once more; None if it is gone. MailFault if nobody knows."""

    def wake(self) -> None: ...
    def check(self) -> str:
        """ "" or what is wrong, in words (for `judge doctor`)."""


class Outbox(Protocol):
    """Where letters go out."""

    safe_to_repeat: bool  # sending the same key twice leaves one letter (a Maildir): no `try` record is needed

    @property
    def retry_after(self) -> float:
        """Seconds until the relay is called again: 0 when all is well."""

    def send(self, key: str, sender: str, recipient: str, raw: bytes) -> Receipt: ...
    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]: ...
    def close(self) -> None: ...
    def check(self) -> str:
        """ "" or what is wrong, in words (for `judge doctor`)."""


class Access(Value):
    """What opens a server besides its address; the password shows in no repr."""

    password: str = field(default="", repr=False)
    ca_file: Path | None = None
    timeout: float = TIMEOUT
    token: Callable[[bool], str] | None = field(default=None, repr=False)


def open_mailbox(url: str, home: Path, access: Access | None = None, now: Callable[[], datetime] = utc_now) -> Inbox:
    """The mailbox behind `[mail] inbox`. A server is called at the first use, not here. SetupError on a bad address."""
    setting = "[mail] inbox"
    if url.startswith("maildir:"):
        return MaildirBox(_folder(url, home, setting), now)
    server, path = _server(url, setting, ("imaps", "imap+starttls", "imap"), "JUDGE_IMAP_PASSWORD", access or Access())
    if not server.user:
        raise SetupError(f"{setting} names no user.", "Write imaps://user@host/INBOX.")
    from judge.mail.imap import ImapBox  # only who needs it pays for loading it

    return ImapBox(server, path.strip("/") or "INBOX", now)


def open_relay(
    url: str, home: Path, access: Access | None = None, self_copy: Callable[[str], str] | None = None, plain: str = ""
) -> Outbox:
    """The relay behind `[mail] outbox`. `self_copy` gives for a letter's key the secret address that gets a copy in the
    same transaction (servers only); `plain` is the sender for a server that takes no other. SetupError on a bad
    address."""
    setting = "[mail] outbox"
    if url.startswith("maildir:"):
        return MaildirRelay(_folder(url, home, setting))
    server, _ = _server(url, setting, ("smtps", "smtp+starttls", "smtp"), "JUDGE_SMTP_PASSWORD", access or Access())
    from judge.mail.smtp import SmtpRelay

    return SmtpRelay(server, self_copy, plain=plain)


def open_door(
    setting: str,
    inbox: str,
    home: Path,
    address: str | Addressing,
    now: Callable[[], datetime] = utc_now,
    wake: Callable[[], None] | None = None,
) -> Door:
    """The SMTP door behind `[mail] door` ("127.0.0.1:8025"), dropping letters for `address` into the Maildir `inbox`;
    not yet started. SetupError on a bad setting, a taken port, or an inbox that is no Maildir."""
    from judge.mail.door import Door, own_certificate

    host, _, port = setting.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise SetupError(f"[mail] door is {setting!r}.", "Write host:port, such as 127.0.0.1:8025, or leave it out.")
    if not inbox.startswith("maildir:"):
        raise SetupError("[mail] door needs a Maildir as inbox.", "Take the door out: letters come by IMAP.")
    place, context = _folder(inbox, home, "[mail] inbox"), own_certificate(home / "var/secrets/door.pem")
    return Door(host.strip("[]"), int(port), place, address, now, wake, context=context)


def _folder(url: str, home: Path, setting: str) -> Path:
    path = url.removeprefix("maildir:")
    if not path:
        raise SetupError(f"{setting} names no folder.", "Write maildir:var/mail/in, relative to the home.")
    return home / path


def _server(url: str, setting: str, schemes: tuple[str, ...], variable: str, access: Access) -> tuple[Server, str]:
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError as error:
        raise SetupError(f"{setting} is no address of a server: {error}.", f"Write {schemes[0]}://user@host.") from None
    if parts.password is not None:
        raise SetupError(f"{setting} holds a password.", f"Take it out and set {variable} or [mail] password_file.")
    if parts.scheme not in schemes or not host:
        known = ", ".join(f"{scheme}://" for scheme in schemes)
        raise SetupError(f"{setting} is {url!r}.", f"It begins with maildir: or one of {known} and names a host.")
    security = Security.of(parts.scheme)
    if security is Security.PLAIN and not is_loopback(host):
        raise SetupError(
            f"{setting} would send mail and passwords to {host} in the clear.",
            f"Use {schemes[0]}:// or {schemes[1]}://; plain is for this machine only.",
        )
    user = unquote(parts.username or "")
    if user and not access.password and access.token is None:
        raise SetupError(
            f"{setting} needs a password for {user}.", f"Set {variable}, [mail] password_file or password_command."
        )
    context = None if security is Security.PLAIN else tls(access.ca_file)
    token = access.token if user else None
    place = port or _PORTS[parts.scheme]
    server = Server(host, place, security, user, access.password, context, access.timeout, token)
    return server, unquote(parts.path)


def tls(ca_file: Path | None) -> ssl.SSLContext:
    """Certificates and host names are always verified; what stands in the keeper's own file replaces the system's: a
    CA, or the very certificate of a server."""
    import ssl

    try:
        context = ssl.create_default_context(cafile=None if ca_file is None else str(ca_file))
    except (OSError, ssl.SSLError) as error:
        raise SetupError(
            f"the CA file {ca_file} cannot be used: {getattr(error, 'strerror', None) or error}.",
            "Correct [mail] ca_file: one or more certificates in PEM form.",
        ) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file is not None:
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # a server's certificate need not be a CA's
    return context


def is_loopback(host: str) -> bool:
    """localhost, 127.0.0.0/8 or ::1, by its spelling (no name is looked up)."""
    import ipaddress

    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
