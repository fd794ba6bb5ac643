"""What a mail server offers at a port, found out before there is a password: which security, and whose certificate."""

import hashlib
import socket
import ssl

from judge.core.values import Value
from judge.mail.connect import is_loopback

WAIT = 8.0  # seconds


class Offer(Value):
    """`scheme` for judge.toml: imaps, imap+starttls, imap, and the same of smtp; "" where nothing fits or answers.
    `certificate`: in PEM, where nobody known here vouches for it."""

    scheme: str = ""
    certificate: str = ""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as server programs print it."""
        raw = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.certificate)).hexdigest().upper()
        return ":".join(raw[at : at + 2] for at in range(0, len(raw), 2))


def offer(kind: str, host: str, port: int) -> Offer:
    """Tried in this order: TLS at once, STARTTLS, and on this machine itself plain. `kind` is imap or smtp."""
    for scheme, begin in ((f"{kind}s", ""), (f"{kind}+starttls", kind)):
        try:
            certificate = _certificate(begin, host, port, ssl.create_default_context())
        except ssl.SSLCertVerificationError:
            blind = ssl.create_default_context()
            blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
            return Offer(scheme, _certificate(begin, host, port, blind))  # nothing secret is sent
        except ssl.SSLError:
            continue  # no TLS here
        except OSError:
            return Offer()
        if certificate:
            return Offer(scheme)
    return Offer(kind if is_loopback(host) else "")


def _certificate(kind: str, host: str, port: int, context: ssl.SSLContext) -> str:
    """The server's, in PEM, once TLS is begun, behind STARTTLS where a `kind` is named; "" where none is offered."""
    with socket.create_connection((host, port), WAIT) as line:
        if kind and not _starttls(kind, line):
            return ""
        with context.wrap_socket(line, server_hostname=host) as session:
            return ssl.DER_cert_to_PEM_cert(session.getpeercert(binary_form=True) or b"")


def _starttls(kind: str, line: socket.socket) -> bool:
    """Whether it may be begun now on this line, which greets first."""
    imap = kind == "imap"
    ask, end = (b"a CAPABILITY\r\n", b"\na OK") if imap else (b"EHLO x\r\n", b"\n250 ")
    begin, good = (b"b STARTTLS\r\n", b"b OK") if imap else (b"STARTTLS\r\n", b"220")
    line.settimeout(WAIT)
    line.recv(4096)
    line.sendall(ask)
    told = b""
    while end not in b"\n" + told and (more := line.recv(4096)):
        told += more
    if b"STARTTLS" not in told.upper():
        return False
    line.sendall(begin)
    return line.recv(4096).startswith(good)
