"""From trees to commands, by names alone.

- a rule of the vocabulary becomes a command: `read` of its class gets a field for each rule below it;
- a rule that is a kind of names is words: the lexicon gives the canonical name;
- any other rule is a field: its token's value, or a tuple of the values of the rules below it; the same rule
  several times over gives a tuple too;
- a rule that the grammar refuses raises its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judge.core.command import Command, Vocabulary
from judge.core.errors import InputError
from judge.reading import numbers
from judge.reading.faults import Fault
from judge.reading.lexicon import Lexicon

if TYPE_CHECKING:
    from lark import Token, Tree

Value = Callable[[str], Any]
Adapt = Callable[[Mapping[str, Any]], Mapping[str, Any]]

TEXT_TERMINALS = ("WORD", "TEXT", "NONSPACE", "GAME", "SEAT", "KEY", "ZONE", "ADDRESS")

VALUES: Mapping[str, Value] = {
    **dict.fromkeys(TEXT_TERMINALS, str),
    "NUMBER": numbers.amount,
    "MONEY": numbers.money,
    "QUOTED": lambda text: text[1:-1].strip(),
}
"""Terminal -> what its text means. Any other terminal that stays in the tree is a keyword: its name is its value."""


class Builder:
    """Turns the trees of one grammar into commands of one vocabulary."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        lexicon: Lexicon,
        refuse: Mapping[str, str],
        values: Mapping[str, Value] = VALUES,
        adapt: Mapping[str, Adapt] | None = None,
    ) -> None:
        """`values` gives a terminal's meaning; `adapt` mends the fields of a rule before its class reads them."""
        self._vocabulary = vocabulary
        self._values = values
        self._adapt = adapt or {}
        self._lexicon = lexicon
        self._kinds = frozenset(lexicon.kinds)
        self._refuse = refuse

    def commands(self, tree: Tree[Token], line: int, hat: str) -> tuple[Command, ...]:
        """The commands of a line in the order written. Raises Fault."""
        return tuple(replace(self.command(found), line=line, hat=hat) for found in self._found(tree))

    def command(self, tree: Tree[Token]) -> Command:
        """One command from the tree of its rule. Raises Fault."""
        cls = self._vocabulary[tree.data]
        fields: Mapping[str, Any] = self._fields(tree)
        adapt = self._adapt.get(tree.data)
        try:
            return cls.read(adapt(fields) if adapt else fields)
        except InputError as error:
            raise Fault(error.message, _start(tree), hint=error.hint) from None
        except (TypeError, ValueError, KeyError):
            raise Fault("This order is not complete, or holds too much.", _start(tree)) from None

    def _found(self, tree: Tree[Token]) -> Iterator[Tree[Token]]:
        if tree.data in self._vocabulary:
            yield tree
        elif tree.data in self._refuse:
            raise Fault(self._refuse[tree.data], _start(tree))
        else:
            for child in tree.children:
                if not isinstance(child, str):
                    yield from self._found(child)

    def _fields(self, tree: Tree[Token]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        several: set[str] = set()
        for child in tree.children:
            if isinstance(child, str):
                continue
            name = str(child.data)
            value = self._value(child)
            if name not in fields:
                fields[name] = value
            elif name in several:
                fields[name] += (value,)
            else:
                several.add(name)
                fields[name] = (fields[name], value)
        return fields

    def _value(self, tree: Tree[Token]) -> Any:
        if tree.data in self._refuse:
            raise Fault(self._refuse[tree.data], _start(tree))
        children = tree.children
        if tree.data in self._kinds:
            text = " ".join(child for child in children if isinstance(child, str))
            return self._lexicon.resolve(str(tree.data), text, _start(tree))
        if len(children) == 1 and isinstance(children[0], str):
            return self._token(children[0])
        if any(isinstance(child, str) for child in children):
            return " ".join(str(self._token(child)) for child in children if isinstance(child, str))
        return tuple(self._value(child) for child in children if not isinstance(child, str))

    def _token(self, token: Token) -> Any:
        value = self._values.get(token.type)
        if value is None:
            return token.type
        try:
            return value(str(token))
        except Fault as fault:
            raise fault.moved(token.start_pos or 0) from None
        except InputError as error:
            raise Fault(error.message, token.start_pos or 0, hint=error.hint) from None


def _start(tree: Tree[Token]) -> int:
    """The column of the first token below a tree."""
    return next((one.start_pos or 0 for one in tree.scan_values(lambda one: isinstance(one, str))), 0)
