"""A bounded memory."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """A bounded memory: the oldest entry goes first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[object, T] = {}

    def get(self, key: object) -> T | None:
        return self._kept.get(key)

    def put(self, key: object, value: T) -> T:
        if len(self._kept) >= self._size:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = value
        return value
