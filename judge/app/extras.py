"""What a judge can run without: the one place from which `judge.extras` is loaded."""

from datetime import datetime
from importlib import import_module
from typing import Any, Protocol

from judge.core.errors import SetupError
from judge.store import Store

EXTRAS = "judge.extras"


class Caretaker(Protocol):
    """Keeps the archive of public results; `more`: pages wait for the next turn."""

    more: bool

    def after(self, now: datetime, *, happened: bool, resolved: bool, busy: bool = False) -> None: ...


class Announcements(Protocol):
    """Posts public news elsewhere."""

    def turn(self, now: datetime) -> None: ...
    def close(self) -> None: ...


def extra(name: str) -> Any:
    """A module of `judge.extras`; None where that folder is not installed."""
    try:
        return import_module(f"{EXTRAS}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name != EXTRAS:
            raise
        return None


def wanted(name: str) -> Any:
    """A module of `judge.extras` that the settings or the keeper ask for. SetupError where it is not installed."""
    module = extra(name)
    if module is None:
        part = name.partition(".")[0]
        raise SetupError(f"This installation of the judge has no {part}.", remedy="Install the package judge.extras.")
    return module


def issues_in(store: Store) -> Any:
    """The module of the zine's issues; None where there is none and the store holds none. SetupError where it holds
    some and the zine is not installed: what is to be forgotten in them would stay."""
    return wanted("zine.issues") if store.table("issues").fetch("last") is not None else extra("zine.issues")
