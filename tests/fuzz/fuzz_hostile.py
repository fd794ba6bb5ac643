"""Letters of people who mean no good, aimed at a running game: forged, guessed, stolen, flooding, or merely mad."""

from __future__ import annotations

from random import Random

from tests.fuzz import fuzz_letters, fuzz_lines

JUDGE = "judge@judge.test"
STRANGERS = ("mallory@evil.test", "eve@evil.test", "trudy@evil.test", "MAILER-DAEMON@evil.test")


def aimed(r: Random, game: str, seats: dict[str, str], tokens: tuple[str, ...], number: int) -> bytes:
    """A letter against a game. `seats`: name -> address; `tokens`: reply addresses that honest players were given.

    No letter holds a whole token or a right password: with those it would be that player's own.
    """
    if r.random() < 0.35:
        return _renumbered(fuzz_letters.letter(r), number)
    victim = r.choice(sorted(seats))
    sender = r.choice((*STRANGERS, seats[victim], f'"{victim}" <{r.choice(STRANGERS)}>'))
    to = r.choice((JUDGE, JUDGE, _spoilt(r, r.choice(tokens)), f"judge+{game}@judge.test", "judge+copy.x.y@judge.test"))
    head = [
        f"From: {sender}",
        f"To: {to}",
        f"Delivered-To: {to}",
        f"Subject: {r.choice(('orders', f'Re: [OK] {game} S1901M', ''))}",
        f"Message-ID: <h{number}@evil.test>",
        *r.sample(HEADS, r.randint(0, 2)),
    ]
    lines = [r.choice(OPENERS).format(seat=victim, game=game)]
    for _ in range(r.randint(0, 6)):
        lines.append(
            r.choice(WORDS).format(seat=victim, game=game)
            if r.random() < 0.5
            else fuzz_lines.line(r, r.choice(("session", "bourse")))
        )
    return "\n".join([*head, "Content-Type: text/plain; charset=utf-8", "", *lines, ""]).encode("utf-8", "replace")


def _renumbered(raw: bytes, number: int) -> bytes:
    """With an identity of its own, so that it is no letter sent twice."""
    return f"Message-ID: <h{number}@evil.test>\n".encode() + raw


def _spoilt(r: Random, address: str) -> str:
    """A reply address with its secret part changed: a guess."""
    local, _, domain = address.partition("@")
    head, secret = local[:-16], local[-16:]
    at = r.randrange(16)
    other = r.choice([letter for letter in "abcdefgh234567" if letter != secret[at]])
    return f"{head}{secret[:at]}{other}{secret[at + 1 :]}@{domain}"


HEADS = (
    "Reply-To: mallory@evil.test",
    "Return-Path: <>",
    "Auto-Submitted: no",
    "List-Id: <x.y>",
    "Authentication-Results: mx.judge.test; dmarc=pass",
    "In-Reply-To: <lira7.root@judge.test>",
    "X-Failed-Recipients: lupus@example.test",
    "Resent-From: judge@judge.test",
    "Sender: gm@example.test",
    "Received: by mx.judge.test; Fri, 1 Jan 2100 00:00:00 +0000",
    "Date: Fri, 1 Jan 1971 00:00:00 +0000",
    "Cc: results@list.test",
    "Precedence: bulk",
)
OPENERS = (
    'SIGNON "{seat}"@{game} guess',
    'SIGNON "{seat}"@{game}',
    "MASTER {game} gm-guess",
    "MASTER {game}",
    "REGISTER Mallory",
    "SUBSCRIBE {game}",
    "JOIN {game} AS Mallory PASSWORD moonlight",
    'TAKEOVER "{seat}"@{game}',
    "CREATE evil9 bourse",
    "LIST {game}",
    "HELP",
    "UNSUBSCRIBE {game}",
    "CONFIRM aaaaaaaaaaaa",
    "PING",
    "AS {seat}",
    "hello",
)
WORDS = (
    "PROCESS S1901M",
    "ROLLBACK TO S1901M because",
    "EJECT {seat}",
    "REPLACE {seat} BY mallory@evil.test",
    "SET PASSWORD mallory9",
    "SET ADDRESS mallory@evil.test",
    "RESIGN",
    "SELL ALL LIRA",
    "CLEAR ALL",
    "READY",
    "END DRAW",
    "PAUSE",
    "EXTEND 240h",
    "RESULT F1901 CENTRES A 34",
    "END",
    "PRESS TO {seat}",
    "x",
    "ENDPRESS",
    "BROADCAST",
    "STATUS",
    "HISTORY",
    "STATEMENT",
    "QUARANTINE LIST",
    "RESEND STATEMENT {seat}",
    "WHO IS MISSING",
    "PREVIEW",
    "SIGNOFF",
    "UNSUBSCRIBE ALL",
)
