"""How a word of the correspondence is declared: in front of its class, and in the text beside the module.

What it does is not said here but at the desk, which binds a handler to the class (`desk/words/binding.py`).
"""

from collections.abc import Callable, Mapping
from enum import Enum, Flag, auto
from inspect import cleandoc
from typing import Any, Self, TypeVar

from judge.core.command import Command
from judge.core.errors import InputError, SetupError
from judge.core.regex import regex
from judge.core.tables import tables, verbs
from judge.core.values import Value
from judge.core.variant import Help

C = TypeVar("C", bound=Command)


class Place(Flag):
    """Where in a letter a word may stand."""

    OUTSIDE = auto()
    PLAYER = auto()
    MASTER = auto()


ANYWHERE = Place.OUTSIDE | Place.PLAYER | Place.MASTER
INSIDE = Place.PLAYER | Place.MASTER
NOWHERE = Place(0)


class Reach(Enum):
    """What a word outside any block may change. Letters that touch different things need not wait for one another."""

    SENDER = "its sender alone"
    GAME = "the game it names in its field `game`, and its sender"
    JUDGE = "anything"


class Word(Value):
    """A word of the correspondence.

    command   the class of what is asked for; whether it can be undone is said there (`final`)
    rule      the rule of the grammar that reads it
    place     where in a letter it may stand
    grammar   its own rules and terminals, below those that `grammar/session.lark` has for all
    help      what HELP says of it, with whole-line examples
    also      other first words of it, for which a misspelt word may be taken too
    common    first words of it that begin many a sentence: no misspelt word is taken for them
    loose     takes any text behind it, and begins sentences too: with small letters and a full stop it is none
    aims      says for whom or for what the lines below it are meant: where it fails, they are not carried out
    by_sheets goes by the sheets on file, so those above it in a master's letter are filed first
    guarded   in whose letters it waits for YES where it stands in a sentence; the master's words do unless they say
    reach     what it may change where it stands outside any block
    waits     asked for one's own address: from a sender that is not verified it waits for his answer
    yields    a game may have an order that begins like it: then it is that order; and where the word may not stand, the
              line is no word at all
    """

    command: type[Command]
    rule: str
    place: Place
    grammar: str
    help: Help
    also: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    loose: bool = False
    aims: bool = False
    by_sheets: bool = False
    guarded: Place = NOWHERE
    reach: Reach = Reach.JUDGE
    waits: bool = False
    yields: bool = False

    @property
    def verb(self) -> str:
        """What it is called."""
        return self.help.verb

    @property
    def firsts(self) -> tuple[str, ...]:
        """The words that a line of it may begin with."""
        return (self.verb, *self.also, *self.common)


WORDS: dict[str, Word] = {}
"""Every word by its grammar rule, in the order in which HELP lists them: that of their declarations."""

_OF: dict[type[Command], Word] = {}
_RULE = regex(r"\s*(\w+):")


def word(place: Place, *, guarded: Place | None = None, **more: Any) -> Callable[[type[C]], type[C]]:
    """Declare the class below to be a word (the fields are those of Word). Its HELP and its grammar, of which the first
    rule is its own, stand under its name in the text beside its module."""
    if guarded is None:
        guarded = Place.MASTER if place is Place.MASTER else NOWHERE

    def declare(command: type[C]) -> type[C]:
        package, _, module = command.__module__.rpartition(".")
        manual, _, grammar = tables(package, module)[command.__name__].partition("\n\n")
        (help_,) = verbs(manual)
        found = _RULE.match(grammar)
        if found is None:
            raise SetupError(f"The grammar of {help_.verb} does not begin with its rule.")
        declared = Word(command, found[1], place, cleandoc(grammar), help_, guarded=guarded, **more)
        taken = {first for other in WORDS.values() for first in other.firsts}
        if declared.rule in WORDS or taken.intersection(declared.firsts):
            raise SetupError(f"There is a word {declared.verb} already, or one that begins like it.")
        WORDS[declared.rule] = _OF[command] = declared
        return command

    return declare


def word_of(command: type[Command]) -> Word | None:
    """The declaration of a class of commands; None for orders of a game."""
    return _OF.get(command)


def grammar() -> str:
    """The grammar of every word, and the rule `line` over them."""
    return "\n\n".join([f"line: {' | '.join(WORDS)}", *(one.grammar for one in WORDS.values())]) + "\n"


Fields = Mapping[str, Any]


class Passworded(Command):
    """A word that takes a password."""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(**with_password(fields))


def with_password(fields: Fields) -> Fields:
    """Passwords are 4 to 64 printable characters. None at all is left to the desk, which knows who asks."""
    secret = fields.get("password", "")
    if secret and not (4 <= len(secret) <= 64 and secret.isprintable() and " " not in secret):
        raise InputError("A password has 4 to 64 printable characters and no spaces.", hint="Choose another.")
    return {"password": "", **fields}
