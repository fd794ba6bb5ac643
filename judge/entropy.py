"""The only place that draws secrets."""

import base64
import hashlib
import secrets
from typing import Protocol


class Entropy(Protocol):
    def bytes(self, count: int) -> bytes: ...


class SystemEntropy:
    """The machine's own source."""

    def bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)


class SeededEntropy:
    """Repeatable secrets for tests and demos; never for a game that matters."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._drawn = 0

    def bytes(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self._drawn += 1
            out += hashlib.sha256(self._seed + self._drawn.to_bytes(8, "big")).digest()
        return out[:count]


def word(entropy: Entropy, bits: int = 50) -> str:
    """A secret in lower-case letters and digits that survives being read aloud (base 32)."""
    count = -(-bits // 5)
    return base64.b32encode(entropy.bytes(-(-count * 5 // 8))).decode().lower().rstrip("=")[:count]
