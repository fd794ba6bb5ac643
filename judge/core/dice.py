"""Dice that anybody can check.

A 32-byte tip is hashed CHAIN times to the anchor, which the start mail prints. The n-th resolution uses link n;
one SHA-256 of link n gives link n-1, and link 0 is the anchor. A draw is an HMAC over phase, label and counter, so
draws do not depend on the order in which they are asked for. See docs/dice.md.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from judge.core.values import Value

CHAIN = 4096
APART = 64  # links from one that is kept to the next
_SPAN = 1 << 64

T = TypeVar("T")


def link(tip: bytes, number: int, kept: Sequence[bytes] = ()) -> bytes:
    """Link `number` of the chain: 0 is the anchor, CHAIN the tip itself. `kept`: what `written` keeps below the tip,
    which saves most of the way."""
    if not 0 <= number <= CHAIN:
        raise ValueError(f"a chain has links 0 to {CHAIN}, not {number}")
    nearest = min((CHAIN - number) // APART, len(kept))
    return _hashed((tip, *kept)[nearest], CHAIN - number - nearest * APART)


def written(tip: bytes) -> str:
    """What a file keeps of a chain: its tip, and below it every APART-th link, so that none is far away."""
    lines, value = [tip.hex()], tip
    for number in range(CHAIN - APART, 0, -APART):
        value = _hashed(value, APART)
        lines.append(f"link {number}: {value.hex()}")
    return "\n".join(lines)


def follows(later: bytes, earlier: bytes, steps: int = 1) -> bool:
    """Whether hashing `later` so many times gives `earlier`."""
    return hmac.compare_digest(_hashed(later, steps), earlier)


def _hashed(value: bytes, times: int) -> bytes:
    sha256 = hashlib.sha256
    for _ in range(times):
        value = sha256(value).digest()
    return value


def draw(secret: bytes, phase: str, label: str, sides: int) -> int:
    """A number from 1 to `sides`, every one equally likely (rejection sampling over 64-bit words)."""
    if sides < 1:
        raise ValueError("a die has at least one side")
    limit = _SPAN - _SPAN % sides
    counter = 0
    while True:
        digest = hmac.new(secret, f"{phase}|{label}|{counter}".encode(), hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % sides + 1
        counter += 1


class Draw(Value):
    """One published draw: label, number of sides, what came up."""

    label: str
    sides: int
    value: int


class Dice:
    """The dice of one resolution. Remembers what was drawn, so that every draw can be published."""

    def __init__(self, secret: bytes, phase: str) -> None:
        self._secret = secret
        self.phase = phase
        self._drawn: dict[str, Draw] = {}

    @property
    def secret(self) -> str:
        """The link of the chain, in hex, to be told when the phase is over."""
        return self._secret.hex()

    @property
    def drawn(self) -> tuple[Draw, ...]:
        return tuple(self._drawn[label] for label in sorted(self._drawn))

    def roll(self, label: str, sides: int) -> int:
        """1 to `sides`; the same label always gives the same number within a resolution."""
        value = draw(self._secret, self.phase, label, sides)
        self._drawn[label] = Draw(label, sides, value)
        return value

    def choose(self, label: str, items: Sequence[T]) -> T:
        """One of `items`, which the caller has put in a fixed order."""
        return items[self.roll(label, len(items)) - 1]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """All of `items` in random order, drawn one by one as `label/1`, `label/2` ..."""
        left = list(items)
        out: list[T] = []
        while len(left) > 1:
            out.append(left.pop(self.roll(f"{label}/{len(out) + 1}", len(left)) - 1))
        return (*out, *left)
