"""The words of the correspondence are all bound to what carries them out: a word that is not stops the judge here.

The files of `desk/words` are found by themselves, like the games, so that a new one needs no list.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from judge.core.command import Command
from judge.core.errors import SetupError
from judge.core.words import Place
from judge.desk import words
from judge.desk.sheets.sitting import Sitting
from judge.desk.words.binding import handler, refuse_when_over, unbound

for _found in iter_modules(words.__path__):
    import_module(f"{words.__name__}.{_found.name}")


def check() -> None:
    """Raises SetupError if a word has nothing that carries it out."""
    if lacking := unbound():
        raise SetupError(f"No handler in judge/desk/words is bound to {', '.join(lacking)}.")


def carry_out(sitting: Sitting, command: Command) -> bool:
    """What the word does, for whoever speaks; False where it is no word of theirs. InputError where a key of a finished
    game does not open it."""
    refuse_when_over(sitting, command)
    found = handler(command, _spoken(sitting))
    if found is not None:
        found(sitting, command)
    return found is not None


def masters(command: Command) -> bool:
    """Whether a word is one of the master's."""
    return handler(command, (Place.MASTER,)) is not None


def _spoken(sitting: Sitting) -> tuple[Place, ...]:
    """As whom somebody speaks, first of all: a master who speaks for a player keeps his own words."""
    if sitting.seat is not None:
        return (Place.PLAYER, Place.OUTSIDE, *((Place.MASTER,) if sitting.acting_master else ()))
    return (Place.MASTER, Place.OUTSIDE) if sitting.master else (Place.OUTSIDE,)
