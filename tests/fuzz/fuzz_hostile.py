"""Letters of people who mean no good, aimed at a running game: forged, guessed, stolen, flooding, or merely mad."""

from random import Random

from tests.fuzz import fuzz_letters, fuzz_lines
from tests.tables import rows

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


HEADS = tuple(rows(__file__, "HEADS"))
OPENERS = tuple(rows(__file__, "OPENERS"))
WORDS = tuple(rows(__file__, "WORDS"))
