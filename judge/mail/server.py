"""What is known of a mail server before it is called, and where the keeper keeps what opens it: environment, systemd, a
file, or the answer of a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.errors import MailFault, SetupError
from judge.core.values import Value

if TYPE_CHECKING:
    import ssl  # loaded only where a server is called: a judge with a Maildir starts sooner

BACK_OFF = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)  # seconds after the first, second ... failure in a row

CONNECT_TIMEOUT = 10.0  # seconds at most for a connection to stand: letters wait meanwhile


class Security(StrEnum):
    """How a connection is kept from being read."""

    TLS = "tls"  # from the first byte
    STARTTLS = "starttls"  # insisted on: a server that does not offer it is not logged in to
    PLAIN = "plain"  # on loopback only

    @classmethod
    def of(cls, scheme: str) -> Security:
        if scheme.endswith("+starttls"):
            return cls.STARTTLS
        return cls.TLS if scheme in ("imaps", "smtps") else cls.PLAIN


class Server(Value):
    """Address and credentials; the password shows in no repr. `context` is None for plain connections only. `token`
    gives an access token that takes the password's place; True says that the last one was refused. It may raise
    MailFault."""

    host: str
    port: int
    security: Security
    user: str = ""
    password: str = field(default="", repr=False)
    context: ssl.SSLContext | None = field(default=None, repr=False)
    timeout: float = 30.0
    token: Callable[[bool], str] | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def back_off(failures: int) -> float:
    """Seconds to wait after so many failures in a row; 0 after none."""
    return BACK_OFF[min(failures, len(BACK_OFF)) - 1] if failures else 0.0


# ---- passwords and tokens ----------------------------------------------------------------------------------------


PATIENCE = 30.0  # seconds for a command to answer
CREDENTIALS = {"JUDGE_IMAP_PASSWORD": "imap-password", "JUDGE_SMTP_PASSWORD": "smtp-password"}
SHARED = "mail-password"
"""Names of systemd credentials (LoadCredential=mail-password:/etc/judge/password)."""


def password_from(
    environ: Mapping[str, str], variable: str, password_file: Path | None = None, command: str = ""
) -> str:
    """The password in the environment, else systemd's credential, else the first line of the file, else of what the
    command prints, else ""; SetupError if that cannot be had."""
    if environ.get(variable):
        return environ[variable]
    folder = environ.get("CREDENTIALS_DIRECTORY")
    for name in (CREDENTIALS.get(variable, ""), SHARED) if folder else ():
        path = Path(str(folder)) / name
        if name and path.is_file():
            return _first_line(path, f"Correct the credential {name}, or set {variable}.")
    if password_file is not None:
        return _first_line(password_file, f"Correct [mail] password_file, or set {variable}.")
    if not command:
        return ""
    try:
        return said_by(command, "password_command")
    except MailFault as fault:
        raise SetupError(f"{fault}.", f"Run it by hand as the judge's user, or set {variable}.") from None


def said_by(command: str, setting: str) -> str:
    """The first line that a command prints; MailFault where it prints none. No shell reads it."""
    import shlex
    import subprocess

    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, timeout=PATIENCE, check=False, encoding="utf-8"
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise MailFault(f"[mail] {setting} cannot be run: {type(error).__name__}") from None
    line = done.stdout.partition("\n")[0].strip("\r")
    if done.returncode or not line:
        told = done.stderr.strip().partition("\n")[0][:200] or "it printed nothing"
        raise MailFault(f"[mail] {setting} failed with {done.returncode}: {told}")
    return line


def _first_line(path: Path, remedy: str) -> str:
    try:
        return path.read_text("utf-8").partition("\n")[0].strip("\r")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8 text"
        raise SetupError(f"the password file {path} cannot be read: {reason}.", remedy) from None


# ---- the name server ---------------------------------------------------------------------------------------------


SECONDS = 3.0


def ask(name: str, kind: str, seconds: float = SECONDS) -> list[str]:
    """The records of a name as text; [] where there are none. MailFault when nobody answered in time."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name.rstrip(".") + ".", kind, lifetime=seconds, raise_on_no_answer=False)
    except dns.resolver.NXDOMAIN:
        return []
    except (dns.exception.DNSException, OSError) as fault:
        raise MailFault(f"no answer from DNS about {name}: {type(fault).__name__}") from None
    if answer.rrset is None:
        return []
    if kind == "TXT":
        return [b"".join(record.strings).decode("ascii", "replace") for record in answer.rrset]
    return [record.to_text() for record in answer.rrset]
