"""Which function carries out which word of the correspondence, bound to it where it is written; and how much
of what a master does is told to everybody, and how many strangers they may bring: a judge must not write to anybody as
often as a master likes.

`@handles` is for what a word does at the desk: it is called with the letter context and the word. A word with two
meanings has a handler for each (`by`). Words that say how the block around them is taken are bound by the counter
(`@steers`).
"""

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

from judge.core import words
from judge.core.command import Command
from judge.core.errors import InputError, SetupError
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.cabinet.records import Status
from judge.desk.sheets.letter_context import LetterContext
from judge.optional import extra

C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=Callable[..., None])
Handler = Callable[[LetterContext, C], None]

OPEN_AFTER_THE_END = (
    *(words.HelpWord, words.ListGames, words.Rules, words.Ping, words.Record),
    *(words.Status, words.History, words.Statement, words.Resend),
    *(words.MapWord, words.Prices, words.Holdings, words.Summary, words.Who),
    *(words.Press, words.Announce),  # talk after the end, which changes nothing
    words.Rollback,  # the master takes the end back
)
"""All that a key of a finished game opens: such keys lie about for years, in old letters and old lists of passwords."""

OF_EXTRAS = {
    "adjusting": (words.Adjust,),
    "robots.words": (words.Practice,),
    "standby": (words.Standby,),
    "views": (words.CalendarWord, words.Holdings, words.MapWord, words.Prices, words.Summary, words.Who),
    "votes": (words.Ask,),
    "zine.words": (words.Letter, words.Print, words.Refuse),
}
"""Modules of the extras -> the words that they carry out."""

A_LETTER = 20  # things that one letter tells everybody
A_DAY = 100  # that one game tells everybody
NEWCOMERS = Limit(12, DAY)  # addresses that nobody knows, brought into one game

_HANDLERS: dict[tuple[type[Command], words.Place], Handler[Any]] = {}
_STEERS: dict[type[Command], Callable[[Any, Any], None]] = {}


def handles(command: type[C], by: words.Place | None = None) -> Callable[[Handler[C]], Handler[C]]:
    """Bind the function below to a word, wherever it may stand, or only in the letters of those named."""

    def bind(handler: Handler[C]) -> Handler[C]:
        for place in by or _place(command):
            _bound(_HANDLERS, (command, place), handler)
        return handler

    return bind


def steers(*commands: type[Command]) -> Callable[[F], F]:
    """Bind the method below to words that say how the block around them is taken. It is called with the block."""

    def bind(handler: F) -> F:
        for command in commands:
            _place(command)
            _bound(_STEERS, command, handler)
        return handler

    return bind


def handler(command: Command, places: Iterable[words.Place]) -> Handler[Any] | None:
    """What carries a word out for somebody who speaks from the first of these places that has a handler."""
    found = (_HANDLERS.get((type(command), place)) for place in places)
    return next((one for one in found if one is not None), None)


def steering(command: Command) -> Callable[[Any, Any], None] | None:
    """What carries out a word that steers its block."""
    return _STEERS.get(type(command))


def refuse_when_over(context: LetterContext, command: Command) -> None:
    """InputError for a word that a key of a finished game does not open."""
    game = context.game
    if game is not None and game.status is Status.FINISHED and not isinstance(command, OPEN_AFTER_THE_END):
        back = "ROLLBACK TO and a phase takes its end back. " if context.master or context.acting_master else ""
        raise InputError(
            f"{game.key} is over: its passwords and reply addresses only let you look at it.",
            hint=f"{back}Write what else you want in a letter of its own, which is no answer to this game.",
        )


def lacking(extra: str) -> InputError:
    """Refuses a word of an extra that is not installed, or that the settings do not want."""
    return InputError(f"This judge has no {extra}.", hint="LIST shows its games.")


def _without(extra: str, context: LetterContext, word: Command) -> None:
    raise lacking(extra)


def unbound() -> list[str]:
    """The words that nobody carries out, or not in every place where they may stand."""
    return [
        f"{word.verb} ({place.name})"
        for word in words.WORDS.values()
        for place in word.place
        if word.command not in _STEERS and (word.command, place) not in _HANDLERS
    ]


def _place(command: type[Command]) -> words.Place:
    word = words.word_of(command)
    if word is None:
        raise SetupError(f"{command.__name__} is no word of the correspondence, so nothing can be bound to it.")
    return word.place


def _bound(table: dict[Any, Any], key: Any, handler: Callable[..., None]) -> None:
    if key in table:
        raise SetupError(f"{key} is carried out by {table[key].__name__} already, and by {handler.__name__} too.")
    table[key] = handler


# ---- what the counter asks -------------------------------------------------------------------------------------------


def check() -> None:
    """Find the files of this room by themselves, like the games, so that a new one needs no list; some
    words are carried out by extras. Raises SetupError if a word has nothing that carries it out."""
    room = import_module("judge.desk.words")
    for found in iter_modules(room.__path__):
        import_module(f"{room.__name__}.{found.name}")
    for name, commands in OF_EXTRAS.items():
        if extra(name) is None:
            for command in commands:
                handles(command)(partial(_without, name.partition(".")[0]))
    if lacking := unbound():
        raise SetupError(f"No handler in judge/desk/words is bound to {', '.join(lacking)}.")


def carry_out(context: LetterContext, command: Command) -> bool:
    """What the word does, for whoever speaks; False where it is no word of theirs. InputError where a key of a finished
    game does not open it."""
    refuse_when_over(context, command)
    found = handler(command, _spoken(context))
    if found is not None:
        found(context, command)
    return found is not None


def masters(command: Command) -> bool:
    """Whether a word is one of the master's."""
    return handler(command, (words.Place.MASTER,)) is not None


def _spoken(context: LetterContext) -> tuple[words.Place, ...]:
    """As whom somebody speaks, first of all: a master who speaks for a player keeps his own words."""
    if context.seat is not None:
        return (words.Place.PLAYER, words.Place.OUTSIDE, *((words.Place.MASTER,) if context.acting_master else ()))
    return (words.Place.MASTER, words.Place.OUTSIDE) if context.master else (words.Place.OUTSIDE,)


def may_tell_everybody(context: LetterContext) -> None:
    """Count one more thing that all readers of the game get a letter about. InputError for one too many."""
    limits, game = context.services.limits, context.the_game()
    letter, day = f"tells:{context.message.key}", f"tells:{game.key}:{context.at:%Y-%m-%d}"
    spans = ((letter, A_LETTER, "in one letter", "in another"), (day, A_DAY, "a day in one game", "another day"))
    for name, most, span, way_out in spans:
        if limits.used(name) >= most:
            raise InputError(f"Everybody is told {most} things {span}; this was not done.", hint=f"Send it {way_out}.")
    for name in (letter, day):
        limits.add(name, context.at, 1)


def may_write_to_newcomer(context: LetterContext, address: str) -> None:
    """Count somebody who is written to and has not asked for it. InputError for one too many a day."""
    services, game = context.services, context.the_game()
    if services.files.proved(address) or services.files.seats_of(address):
        return
    if not services.limits.take(f"newcomers:{game.key}", context.at, NEWCOMERS):
        raise InputError(
            f"{NEWCOMERS.count} addresses a day that nobody knows here may be brought into a game; {address} was not.",
            hint="Whoever registers first may come at any time.",
        )
