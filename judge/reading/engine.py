"""The only door to lark: one parser a grammar, built at first use and cached under a folder of our own.

Never `cache=True`: that puts a pickle with a predictable name into the shared temporary folder.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.errors import SetupError
from judge.core.listing import listing
from judge.reading.faults import Fault, ShapeFault
from judge.reading.sources import Source

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

LONGEST = 300  # characters of a line
_EXPECTATIONS = 4  # no message names more


class Engine:
    """Text -> tree, or a Fault that says in words what was expected."""

    def __init__(self, source: Source, cache: Path | None = None) -> None:
        self.source, self._cache = source, cache

    @cached_property
    def _lark(self) -> Lark:
        """Made for the first text: a plain letter has no word that is read by a grammar. Raises SetupError."""
        return _build(self.source, self._cache)

    @property
    def _unexpected(self) -> type[UnexpectedInput]:
        from lark.exceptions import UnexpectedInput

        return UnexpectedInput

    def parse(self, text: str) -> Tree[Token]:
        """The tree of one line. Raises Fault, and nothing else, whatever the text."""
        if len(text) > LONGEST:
            raise Fault(f"The line has {len(text)} characters: more than {LONGEST} are not read.", LONGEST)
        try:
            return self._lark.parse(text)
        except self._unexpected as error:
            raise self._explain(text, error) from None

    def reads(self, text: str) -> bool:
        """Whether the shape of the text is right; names are not looked at."""
        try:
            self._lark.parse(text)
        except self._unexpected:
            return False
        return True

    def _explain(self, text: str, error: UnexpectedInput) -> Fault:
        column = _column(error, text)
        return ShapeFault(lambda: self._sentence(text, column, error), column, _word_at(text, column))

    def _sentence(self, text: str, column: int, error: UnexpectedInput) -> str:
        return self.sentences.get(_place(error)) or self._expectation(text, column, error)

    def _expectation(self, text: str, column: int, error: UnexpectedInput) -> str:
        say = self.source.say
        names = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
        words = sorted({say[name] for name in names if name in say})[:_EXPECTATIONS]
        found = _word_at(text, column)
        what = f"I cannot read {found!r} here" if found else "Something is missing at the end"
        return f"{what}: I expected {listing(words, 'or')}." if words else f"{what}."

    @cached_property
    def sentences(self) -> dict[tuple[int, str], str]:
        """Where the sample mistakes of the grammar stop -> what to answer; learned with the first line that has
        one. Raises SetupError if one is no mistake."""
        learned: dict[tuple[int, str], str] = {}
        for sample, sentence in self.source.wrong:
            try:
                self._lark.parse(sample)
            except self._unexpected as error:
                place = _place(error)
                if learned.setdefault(place, sentence) != sentence:
                    raise SetupError(f"Two sample mistakes stop at one place; the second is {sample!r}.") from None
            else:
                raise SetupError(f"The sample mistake {sample!r} of {self.source.slug}.lark can be read.")
        return learned


def _build(source: Source, cache: Path | None) -> Lark:
    import logging

    from lark import Lark
    from lark.exceptions import LarkError

    logging.getLogger("lark").setLevel(logging.CRITICAL)  # a spoilt cache file is built anew: nobody need know
    where: bool | str = False
    if cache is not None and _private(cache):
        where = str(cache / f"{source.slug}.grammar")
    try:
        return Lark(source.text, start="line", parser="lalr", lexer="contextual", maybe_placeholders=False, cache=where)
    except LarkError as error:
        raise SetupError(f"The grammar {source.slug}.lark is not in order: {error}") from error


def _private(folder: Path) -> bool:
    """Whether the cache may be used: a pickle that others can write is code of theirs in our process."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder.stat().st_mode & 0o022 == 0
    except OSError:
        return False


def _place(error: UnexpectedInput) -> tuple[int, str]:
    """The parser's state where it stopped and the kind of token it met ("" for characters that are none)."""
    state = getattr(error, "state", None)
    position = getattr(state, "position", state)
    token = getattr(error, "token", None)
    return (position if isinstance(position, int) else -1, token.type if token is not None else "")


def _column(error: UnexpectedInput, text: str) -> int:
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return len(text.rstrip())
    position: int | None = getattr(error, "pos_in_stream", None)
    return len(text) if position is None or position < 0 else min(position, len(text))


def _word_at(text: str, column: int) -> str:
    """The word that begins at a column."""
    return "".join(text[column:].split(maxsplit=1)[:1])[:40]
