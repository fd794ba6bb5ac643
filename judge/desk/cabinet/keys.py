"""Credentials: passwords, reply tokens, and the small secrets mailed for confirmation.

A reply token stands behind the plus sign of the judge's own address: `judge+lira7.3-12-<mac>@`. It is bound to
game, seat number, the seat's nonce and the round of the game, and is compared in constant time. Where press is answered
its author stands in front, `judge+lira7.press-4-3-12-<mac>@`: such a key carries press to that author and nothing else.

Of a key the row of the outbox keeps all but the secret, and a mark that only the right key has: so an answer that names
the letter by its Message-ID stands for the key, as long as the key itself would be good, and nobody who reads the store
has the keys of letters long gone.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.errors import InputError, NoRoom
from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.files import Recent
from judge.durable import write
from judge.entropy import Entropy, word

if TYPE_CHECKING:
    from argon2 import PasswordHasher

STEM = regex(r"([a-z][a-z0-9_-]{0,19})\.(?:press-(\d{1,6}|m|x)-)?(\d{1,6})-(\d{1,6})", re.ASCII)
"""Of a reply token, all but its secret: game, author of press (a seat, m for the master, x for nobody), seat, round."""
_TOKEN = regex(STEM.pattern + r"-([a-z2-7]{16})", re.ASCII)
_REMEMBERED = 4096
_ALLOCATION = -22  # ARGON2_MEMORY_ALLOCATION_ERROR
_NO_MEMORY = "This machine has no memory to check a password just now: nothing was done. It is tried again later."
MASTERS_SEAT = 0  # in a reply token; seats are counted from 1
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"  # of base 32
_PAIRS = tuple(one + other for one in _LETTERS for other in _LETTERS)
_SHIFTS = range(70, -1, -10)  # eight pairs of ten bits


class SlowHasher:
    """Argon2id with 19 MiB and two passes: about 16 ms, once for each new or wrong password. Raises NoRoom where this
    machine has not that much memory just now."""

    def __init__(self, memory_kib: int = 19 * 1024, passes: int = 2) -> None:
        self._cost = passes, memory_kib

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher  # most commands see no password

        return PasswordHasher(time_cost=self._cost[0], memory_cost=self._cost[1], parallelism=1)

    def hash(self, password: str) -> str:
        from argon2.exceptions import HashingError

        try:
            return self._hasher.hash(password)
        except (HashingError, MemoryError) as fault:
            raise NoRoom(_NO_MEMORY) from fault

    def verify(self, stored: str, password: str) -> bool:
        from argon2.exceptions import VerificationError
        from argon2.low_level import error_to_str

        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, ValueError) as fault:
            if str(fault) == error_to_str(_ALLOCATION):  # argon2 tells it as it tells a digest that it cannot read
                raise NoRoom(_NO_MEMORY) from fault
            return False
        except MemoryError as fault:
            raise NoRoom(_NO_MEMORY) from fault


class Token(Value):
    """A reply token as it stood in an address; whether it is right only `Keys.matches` can say. `author`: of the press
    that it answers, "" for one that speaks for its seat."""

    game: str
    seat: int
    round: int
    mac: str
    author: str = ""


class Keys:
    """Makes and checks credentials with one secret of the home (`var/secrets/key`)."""

    def __init__(self, secret: bytes, hasher: SlowHasher, entropy: Entropy) -> None:
        self._secret = secret
        self._hasher = hasher
        self._entropy = entropy
        self._known: Recent[bytes, None] = Recent(_REMEMBERED)
        self._decoy = ""
        self._kept_mac = lru_cache(_REMEMBERED)(self.mac)  # every letter to one seat has the same

    def hash(self, password: str) -> str:
        return self._hasher.hash(password)

    def right(self, stored: str, password: str, anew: bool = False) -> bool:
        """Whether the password fits. A verified one is remembered as a keyed digest, never as itself; `anew` does the
        work all the same, so that nobody can tell a right one by the time it takes."""
        mark = self._digest(f"{stored}|{password}")
        if mark in self._known and not anew:
            return True
        if not stored and not self._decoy:
            self._decoy = self._hasher.hash("no password is this one")
        # the decoy costs the same time, so a seat that does not exist cannot be told apart
        if not self._hasher.verify(stored or self._decoy, password) or not stored:
            return False
        self._known.keep(mark, None)
        return True

    def _digest(self, *parts: object) -> bytes:
        return hmac.digest(self._secret, "|".join(map(str, parts)).encode(), "sha256")

    def mac(self, *parts: object) -> str:
        bits = int.from_bytes(self._digest(*parts)[:10], "big")
        return "".join([_PAIRS[bits >> shift & 1023] for shift in _SHIFTS])

    def token(self, game: str, seat: int, nonce: str, round_: int, author: str = "") -> str:
        """What stands behind the plus sign of Reply-To."""
        mac = self._kept_mac(*_bound(game, seat, nonce, round_, author))
        return f"{game}.{f'press-{author}-' if author else ''}{seat}-{round_}-{mac}"

    def answer(self, tail: str) -> str:
        """What proves that a reply key is the one that a letter had."""
        return self._kept_mac("answer", tail)

    def matches(self, token: Token, nonce: str) -> bool:
        return same(self.mac(*_bound(token.game, token.seat, nonce, token.round, token.author)), token.mac)

    def letter(self, *parts: object) -> str:
        """A letter's name, which stands in its Message-ID and its boundaries. It is keyed: what it is made of, such as
        the number of an event, would else be found by trying, and with it how many letters others have sent."""
        return self._digest("letter", *parts).hex()[:32]

    def bounce_mark(self, key: str) -> str:
        """Half a secret beside a letter's key in its envelope sender: 40 bits, so that the address stays short."""
        return self.mac("bounce", key)[:8]

    def unsubscribing(self, game: str, address: str) -> str:
        """What ends a reader's subscription, in the address of List-Unsubscribe; it is good for nothing else."""
        return self.mac("unsubscribe", game, address)

    def secret_word(self, bits: int = 60) -> str:
        """A word for a confirmation letter, a made password or a nonce."""
        return word(self._entropy, bits)


def _bound(game: str, seat: int, nonce: str, round_: int, author: str) -> tuple[str | int, ...]:
    """What a reply token is made from."""
    return ("press", game, seat, nonce, round_, author) if author else ("reply", game, seat, nonce, round_)


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing. What came by mail may hold any letters."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def read_token(credential: str) -> Token | None:
    """The parts of a reply token, or None for anything else."""
    match = _TOKEN.fullmatch(credential.lower())
    return Token(match[1], int(match[3]), int(match[4]), match[5], match[2] or "") if match else None


class Digest(str):
    """A password of which only the digest is known: it was chosen in a letter that had to wait."""


def check_password(password: str) -> str:
    """The password itself, if it may be one: 4 to 64 printable characters without spaces, case-sensitive."""
    if not 4 <= len(password) <= 64 or not password.isprintable() or any(ch.isspace() for ch in password):
        raise InputError("A password has 4 to 64 printable characters and no spaces.")
    return password


def kept_secret(path: Path, entropy: Entropy, written: Callable[[bytes], str] = bytes.hex) -> bytes:
    """32 bytes in a file that only we can read, made if absent and durable before anything depends on it. They are in
    its first line; `written` makes all of it."""
    try:
        return bytes.fromhex(path.read_text("ascii").partition("\n")[0])
    except FileNotFoundError:
        value = entropy.bytes(32)
        write(path, written(value))
        return value


CONFIRM = "confirm."


def bond(keys: Keys, tail: str) -> str:
    """What is kept of a reply key; "" of one that proves nothing. A token to be mailed back is kept as it is: what it
    opens stands in the store under its name."""
    if tail.startswith(CONFIRM):
        return tail
    stem, _, _ = tail.rpartition("-")
    return f"{stem} {keys.answer(tail)}" if STEM.fullmatch(stem) else ""
