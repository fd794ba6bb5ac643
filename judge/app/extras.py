"""What the app does with parts it can run without (`judge.optional` loads them)."""

from datetime import datetime
from typing import Any, Protocol

from judge.optional import extra, wanted
from judge.store import Store


class Caretaker(Protocol):
    """Keeps the archive of public results; `more`: pages wait for the next turn."""

    more: bool

    def after(self, now: datetime, *, happened: bool, resolved: bool, busy: bool = False) -> None: ...


class Announcements(Protocol):
    """Posts public news elsewhere."""

    def turn(self, now: datetime) -> None: ...
    def close(self) -> None: ...


def issues_in(store: Store) -> Any:
    """The module of the zine's issues; None where there is none and the store holds none. SetupError where it holds
    some and the zine is not installed: what is to be forgotten in them would stay."""
    return wanted("zine.issues") if store.table("issues").fetch("last") is not None else extra("zine.issues")
