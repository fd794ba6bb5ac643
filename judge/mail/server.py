"""What is known of a mail server before it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

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


@dataclass(frozen=True)
class Server:
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
