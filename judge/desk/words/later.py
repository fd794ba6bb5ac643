"""Words that wait: until the address they came from has shown, by an answer, that it meant them."""

from __future__ import annotations

from collections.abc import Callable

from judge.core import words
from judge.core.errors import InputError
from judge.core.regex import regex
from judge.desk.sheets.letter_context import LetterContext, Waiting
from judge.post import Action

_ONE_WORD = regex(r"[^\W_](?:[\w.'-]*[\w.])?")


def must_wait(context: LetterContext) -> bool:
    """Whether nobody knows yet that the sender reads what is sent to his address."""
    if context.proved:
        return False
    return unverified(context) or not context.services.files.proved(context.message.sender)


def unverified(context: LetterContext) -> bool:
    """Whether the letter may be somebody else's: then its writer is told nothing."""
    return context.message.action is Action.UNVERIFIED and not context.proved


def wait(
    context: LetterContext,
    text: str,
    check: Callable[[], object] = lambda: None,
    note: str = "",
    password: str = "",
    asks: bool = False,
) -> None:
    """Let a word wait. What `check` finds in its way is told at once (InputError), but never to a forger. Of a password
    a digest is kept, and of one in a letter that anybody may have written nothing."""
    kept = ""
    try:
        check()
        kept = context.services.keys.hash(password) if password and not unverified(context) else ""
    except InputError:
        if not unverified(context):
            raise
    context.waiting.append(Waiting(text, kept, note, asks))


def quoted(name: str) -> str:
    """A name as a line takes it."""
    return name if _ONE_WORD.fullmatch(name) else f'"{name}"'


def join_line(word: words.Join) -> str:
    seat = f" AS {quoted(word.seat)}" if word.seat else ""
    prefer = f" PREFER {' '.join(word.preferences)}" if word.preferences else ""
    return f"JOIN {word.game}{seat}{prefer}"


def create_line(word: words.Create) -> str:
    settings = "".join(f' {key}="{value}"' for key, value in word.settings)
    return f"CREATE {word.game} {word.variant}{settings}"


def register_line(name: str, zone: str) -> str:
    return f"REGISTER {name}{', ' if name and zone else ''}{zone}".rstrip()
