"""The games. Every sub-package that names a VARIANT is one; nothing has to be registered.

Looking for slugs imports no game: a sub-package is read only when its variant is asked for.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from judge.core.errors import InputError
from judge.core.variant import Variant


@cache
def slugs() -> tuple[str, ...]:
    """The names of the packages here, sorted: candidates, not yet imported."""
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg))


@cache
def _load(slug: str) -> Variant | None:
    return getattr(import_module(f"{__name__}.{slug}"), "VARIANT", None)


def variant(slug: str) -> Variant:
    """The rules of one game, imported now if need be. InputError lists the games when there is none of that name."""
    wanted = slug.lower()
    found = _load(wanted) if wanted in slugs() else None
    if found is None:
        raise InputError(f"There is no game called {slug!r}.", hint=f"There are {', '.join(variants())}.")
    return found


def variants() -> dict[str, Variant]:
    """Slug -> rules of every game, sorted. Imports them all."""
    return {slug: found for slug in slugs() if (found := _load(slug)) is not None}
