"""Words of the correspondence and names of games and seats as a line takes them; and names nearly right, which are
proposed and never taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from judge.core import words
from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.regex import regex
from judge.desk.cabinet.records import Game, Status
from judge.desk.sheets.letter_context import LetterContext

if TYPE_CHECKING:
    from judge.reading import Clause

SHORTEST = 3  # letters of a name, or of its beginning


def known_game(context: LetterContext, name: str, line: Callable[[str], str] | None = None) -> Game:
    """The game of that name. The InputError for any other offers the `line` with the one name that is near it."""
    game = context.services.files.named(name)
    if game is not None:
        return game
    near = _game(context, name)
    told = f"There is no game called {name!r} here."
    if not near:
        raise InputError(told, hint="LIST shows the games.")
    raise InputError(told, hint=f"Did you mean {near}?", offer=line(near) if line else "")


def _game(context: LetterContext, name: str) -> str:
    """The one open game that was probably meant: its name is near, begins so, or it is the one of its kind that is
    forming."""
    games = [game for game in context.services.files.games() if game.house["open"] == "yes"]
    near = one_near(name, (game.key for game in games if game.status is Status.FORMING))
    near = near or one_near(name, (game.key for game in games))
    if near:
        return near
    wanted = fold(name)
    for found in (
        [game.key for game in games if len(wanted) >= SHORTEST and game.key.startswith(wanted)],
        [game.key for game in games if game.variant == wanted and game.status is Status.FORMING],
    ):
        if len(found) == 1:
            return found[0]
    return ""


def one_near(name: str, known: Iterable[str]) -> str:
    """The one of the names that is a slip away; "" if none is, or several are."""
    from rapidfuzz.distance import OSA

    wanted = fold(name)
    found = [one for one in known if len(wanted) >= SHORTEST and OSA.distance(wanted, fold(one), score_cutoff=1) <= 1]
    return found[0] if len(found) == 1 else ""


_ONE_WORD = regex(r"[^\W_](?:[\w.'-]*[\w.])?")


def quoted(name: str) -> str:
    """A name as a line takes it."""
    return name if _ONE_WORD.fullmatch(name) else f'"{name}"'


def join_line(word: words.Join) -> str:
    seat = f" AS {quoted(word.seat)}" if word.seat else ""
    prefer = f" PREFER {' '.join(word.preferences)}" if word.preferences else ""
    return f"JOIN {word.game}{seat}{prefer}"


def as_line(command: Command, clause: Clause) -> str:
    """A word of the correspondence as a line of its own, whatever sentence it was made of."""
    word = words.word_of(type(command))
    bare = isinstance(command, words.Resign) or (isinstance(command, words.Ready) and command.ready)
    return word.verb if word is not None and bare else clause.text.strip(" .!")


def as_block(command: Command) -> str:
    """Press with its text as it would be written, so that YES can send exactly it; "" for anything else."""
    if isinstance(command, words.Announce):
        return f"ANNOUNCE\n{command.text}\nENDANNOUNCE"
    if not isinstance(command, words.Press):
        return ""
    to = ", ".join(map(quoted, command.to)) or "EVERYBODY"
    return f"{'GREY ' if command.grey else ''}PRESS TO {to}\n{command.text}\nENDPRESS"
