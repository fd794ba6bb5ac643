"""The games. Every sub-package that names a VARIANT is one; nothing has to be registered.

Looking for slugs imports no game: a sub-package is read only when its variant is asked for.
"""

import pkgutil
from functools import cache
from importlib import import_module

from judge.core.errors import InputError
from judge.core.values import Value
from judge.core.variant import Variant


@cache
def slugs() -> tuple[str, ...]:
    """The names of the packages here, sorted: candidates, not yet imported."""
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg))


class Package(Value):
    """What came of importing a sub-package: its rules (the present ones and earlier editions), or why it has none.

    VARIANT names the present rules; EARLIER, if it is there, those that running games may still be played by.
    """

    editions: tuple[Variant, ...] = ()
    fault: str = ""


@cache
def _load(slug: str) -> Package:
    """A package that cannot be imported costs nobody else anything: it is left out, and the doctor names it."""
    try:
        module = import_module(f"{__name__}.{slug}")
    except Exception as fault:  # whatever a stranger's module may raise
        return Package(fault=f"{type(fault).__name__}: {fault}")
    present = getattr(module, "VARIANT", None)
    return Package((present, *getattr(module, "EARLIER", ()))) if present is not None else Package()


def broken() -> dict[str, str]:
    """Slug -> the last line of the traceback, of every package that cannot be imported. Imports them all."""
    return {slug: fault for slug in slugs() if (fault := _load(slug).fault)}


def edition(slug: str, rules_version: int) -> Variant | None:
    """The rules a running game is pinned to, or None when this judge does not have them."""
    known = _load(slug).editions if slug in slugs() else ()
    return next((edition for edition in known if edition.info.rules_version == rules_version), None)


def variant(slug: str) -> Variant:
    """The rules of one game, imported now if need be. InputError lists the games when there is none of that name."""
    wanted = slug.lower()
    found = _load(wanted) if wanted in slugs() else Package()
    if found.editions:
        return found.editions[0]
    known = f"There are {', '.join(variants())}."
    if found.fault:
        raise InputError(f"The game {slug} cannot be loaded here: {found.fault}.", hint=known)
    raise InputError(f"There is no game called {slug!r}.", hint=known)


def variants() -> dict[str, Variant]:
    """Slug -> present rules of every game, sorted. Imports them all."""
    return {slug: found.editions[0] for slug in slugs() if (found := _load(slug)).editions}
