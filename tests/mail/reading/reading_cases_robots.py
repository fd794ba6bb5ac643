"""Robots, bounces, lists, and who may be believed."""

from __future__ import annotations

from tests.mail.reading.reading_letters import ORDERS, TYPED, Case, dsn, letter, multi, part

ROBOT_CASES: dict[str, Case] = {
    "an absence note marked by Auto-Submitted": (
        letter("I am away.\nF Lon - ENG", more="Auto-Submitted: auto-replied\n"),
        "auto",
        [],
    ),
    "Auto-Submitted: no is a person": (letter(TYPED, more="Auto-Submitted: no\n"), "orders", ORDERS),
    "an absence note of an old program": (letter("away", more="X-Autoreply: yes\n"), "auto", []),
    "an absence note with Precedence": (letter("away", more="Precedence: auto_reply\n"), "auto", []),
    "an absence note known by its subject alone": (
        letter("I am on holiday.", to="judge@judge.test", subject="Automatische Antwort: Out of office"),
        "auto",
        [],
    ),
    "a player who writes such a subject": (letter(TYPED, subject="Out of office: my orders"), "orders", ORDERS),
    "a sender who takes no answer": (letter("F Lon - ENG", sender="no-reply@shop.test"), "auto", []),
    "a newsletter": (
        letter("sell 300 lira", to="judge@judge.test", more="List-Unsubscribe: <x:y>\nPrecedence: bulk\n"),
        "auto",
        [],
    ),
    "chatter from a list": (
        letter("What a lovely game.", more="List-Id: <games.lists.test>\nPrecedence: list\n"),
        "auto",
        [],
    ),
    "orders sent through a list": (
        letter(TYPED, more="List-Id: <games.lists.test>\nPrecedence: list\n"),
        "orders",
        ORDERS,
    ),
    "an unknown user": (dsn("failed", "5.1.1"), "bounce", []),
    "a forged delivery report": (dsn("failed", "5.1.1", to="judge@judge.test", path="evil@evil.test"), "bounce", []),
    "a complaint": (
        multi(
            "report; report-type=feedback-report",
            part("text/plain", "This is spam."),
            part("message/feedback-report", "Feedback-Type: abuse\nOriginal-Rcpt-To: ann@players.test\nUser-Agent: x"),
            part(
                "message/rfc822",
                "From: judge@judge.test\nTo: ann@players.test\nMessage-ID: <g9.r@judge.test>\n\nF Lon - ENG",
            ),
            sender="abuse@isp.test",
            to="judge+bounce.g9.ann.c17@judge.test",
        ),
        "complaint",
        [],
    ),
    "a null sender": (letter(TYPED, path=""), "auto", []),
    "our own letter": (letter(TYPED, sender="Judge <judge+g9.k3x7@judge.test>"), "loop", []),
    "our mark in a forwarder's copy": (letter(TYPED, more="X-Loop: judge@judge.test\n"), "loop", []),
}

IDENTITY_CASES: dict[str, Case] = {
    "unverified without a token": (letter(TYPED, to="judge@judge.test", dmarc="fail"), "unverified", []),
    "a game without a token is no credential": (
        letter(TYPED, to="judge+g9@judge.test", dmarc="fail"),
        "unverified",
        [],
    ),
    "a bounce address is no credential": (
        letter(TYPED, to="judge+bounce.g9.ann.c17@judge.test", dmarc="fail"),
        "auto",
        [],
    ),
    "no check at all is read": (letter(TYPED, to="judge@judge.test", dmarc="none"), "orders", ORDERS),
    "the token stands in To only": (
        letter(TYPED, dmarc="fail").replace(
            b"Delivered-To: judge+g9.k3x7@judge.test", b"Delivered-To: judge@judge.test"
        ),
        "orders",
        ORDERS,
    ),
    "a token of a copied stranger's address": (
        letter(TYPED, to="other+g9.k3x7@judge.test", dmarc="fail"),
        "unverified",
        [],
    ),
    "comments in the result cannot fool": (
        letter(TYPED, to="judge@judge.test").replace(
            b"dmarc=pass header.from=players.test", b"dmarc=fail (dmarc=pass; dmarc=pass) header.from=players.test"
        ),
        "unverified",
        [],
    ),
    "a pass of another domain is no pass": (
        letter(TYPED, to="judge@judge.test").replace(b"header.from=players.test", b"header.from=evil.test"),
        "unverified",
        [],
    ),
    "help from a forged sender is not answered": (
        letter("help", to="judge@judge.test", dmarc="fail"),
        "unverified",
        [],
    ),
}
