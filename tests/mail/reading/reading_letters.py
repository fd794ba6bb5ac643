"""How the letters of these tests are put together: heads, parts and encodings after the shapes real programs use.

A case is (raw letter, action, lines). The judge is judge@judge.test, its mail server mx.judge.test.
"""

import quopri

from judge.mail.reading import ReadingRules

RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
ORDERS = ["F Lon - ENG", "A Lvp - Yor", "F Edi - NTH"]
TYPED = "\n".join(ORDERS)

TRACE = (
    "Return-Path: <{path}>\nDelivered-To: {to}\n"
    "Received: from mail.players.test (mail.players.test [192.0.2.10])\n"
    "\tby mx.judge.test (Postfix) with ESMTPS id 4XyZ; Thu, 19 Nov 2026 21:14:07 +0000 (UTC)\n"
    "Authentication-Results: mx.judge.test; spf=pass smtp.mailfrom=players.test;\n"
    "\tdmarc={dmarc} header.from=players.test\n"
)


def head(
    to: str = "judge+g9.k3x7@judge.test",
    path: str = "ann@players.test",
    dmarc: str = "pass",
    subject: str = "Re: [G9] Spring 1903: orders due",
    sender: str = "Ann Archer <ann@players.test>",
    more: str = "",
) -> bytes:
    """The head of a letter from Ann, without the blank line."""
    text = TRACE.format(path=path, to=to, dmarc=dmarc) + (
        f"From: {sender}\nTo: {to}\nSubject: {subject}\n"
        "Date: Thu, 19 Nov 2026 21:14:05 +0000\nMessage-ID: <x1@mail.players.test>\nMIME-Version: 1.0\n"
    )
    return (text + more).encode()


def letter(text: str, charset: str = "utf-8", settings: str = "", **fields: str) -> bytes:
    """A plain text letter."""
    kind = f"Content-Type: text/plain; charset={charset}{settings}\nContent-Transfer-Encoding: 8bit\n\n"
    return head(**fields) + kind.encode() + text.encode(charset) + b"\n"


def html(text: str, **fields: str) -> bytes:
    body = quopri.encodestring(text.encode())
    return (
        head(**fields)
        + b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + body
    )


def part(kind: str, body: str | bytes, more: str = "") -> bytes:
    data = body.encode() if isinstance(body, str) else body
    return f"Content-Type: {kind}\n{more}\n".encode() + data


def multi(kind: str, *pieces: bytes, boundary: str = "b1", **fields: str) -> bytes:
    start = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    mark = b"--" + boundary.encode()
    return head(**fields) + start + b"".join(mark + b"\n" + piece + b"\n" for piece in pieces) + mark + b"--\n"


def both(text: str, markup: str, **fields: str) -> bytes:
    return multi(
        "alternative", part("text/plain; charset=utf-8", text), part("text/html; charset=utf-8", markup), **fields
    )


def dsn(action: str, status: str, to: str = "judge+bounce.g9.ann.c17@judge.test", path: str = "") -> bytes:
    report = (
        "Reporting-MTA: dns; mx.players.test\n\nFinal-Recipient: rfc822; ann@players.test\n"
        f"Action: {action}\nStatus: {status}\nDiagnostic-Code: smtp; 550 {status} no such user"
    )
    returned = (
        "From: Game Judge <judge@judge.test>\nTo: ann@players.test\nMessage-ID: <g9.s1903.result.ann@judge.test>\n"
    )
    return multi(
        'report; report-type="delivery-status"',
        part("text/plain", "I could not deliver your letter.\nF Lon - ENG"),
        part("message/delivery-status", report),
        part("message/rfc822", returned + "\nF Lon - ENG"),
        to=to,
        path=path,
        sender="MAILER-DAEMON@players.test",
        more="Auto-Submitted: auto-replied\n",
    )
