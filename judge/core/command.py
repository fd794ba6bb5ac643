"""Commands: what a player asks for, as a frozen value that knows the line of the letter it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from typing import Any, ClassVar, Self

from judge.core.values import Value


class Final(Enum):
    """Whether what a word does can be undone. What cannot is done only if every line above it in its block was."""

    NO = "no"
    IF_IT_ENDS_A_PHASE = "if it ends a phase"
    YES = "yes"


class Command(Value, kw_only=True):
    """Base of every order. Subclasses are frozen dataclasses, as they are below it, of ints, strings and tuples.

    section    the part of the sheet it belongs to: `class Sell(Command, section="trades")`
    of_letter  fields that belong to the letter and are no part of the order itself: they are not put on file (ClassVar)
    final      whether it cannot be undone; said where the word is declared: `class Start(Command, final=Final.YES)`
    form       the order as we print it, where its fields fill it in: `form="SELL {amount} {currency}"`
    replaces   the `key`, likewise: `replaces="{power}"`
    line       the line of the letter, for answers
    hat        the power or corporation the sender speaks for (`AS FRANCE`); "" for the seat itself
    """

    section: ClassVar[str] = ""
    of_letter: ClassVar[tuple[str, ...]] = ("line",)
    final: ClassVar[Final] = Final.NO
    form: ClassVar[str] = ""
    replaces: ClassVar[str] = ""

    line: int = field(default=0, compare=False)
    hat: str = ""

    def __init_subclass__(cls, **options: Any) -> None:
        for name in ("section", "final", "form", "replaces"):
            if name in options:
                setattr(cls, name, options.pop(name))
        super().__init_subclass__(**options)

    def key(self) -> str:
        """What a later order of an amended section replaces, such as the unit; "" where whole sections are replaced."""
        return self.replaces.format_map(vars(self))

    def covers(self, other: Command) -> bool:
        """Whether it takes the place of another order that an earlier letter brought, though its key is another one."""
        return False

    def blank(self) -> bool:
        """Whether it only says that its section is written (`Italy: 0`): told and kept once, where no other stands."""
        return False

    def rides(self) -> bool:
        """Whether it waits for a later phase when it is sent with the orders of a movement (a build, D-7)."""
        return False

    def canonical(self) -> str:
        """The order as we print it. Reading this text again gives an equal command."""
        if not self.form:
            raise NotImplementedError
        return self.form.format_map(vars(self))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """Build from what the grammar found: child rule name -> int, canonical name, text, or tuple of these."""
        return cls(**fields)


Vocabulary = Mapping[str, type[Command]]
"""Grammar rule name -> command class."""

Sheet = tuple[Command, ...]
"""The standing commands of one seat, sections in their order, lines as written (amended sections by key)."""


def section_of(sheet: Sheet, name: str) -> Sheet:
    """The commands of one section, as written."""
    return tuple(command for command in sheet if command.section == name)


Orders = Mapping[str, Sheet]
"""Seat -> sheet, in sorted seat order, so that the order of arrival cannot matter. MASTER may be among them."""


class Sheets(dict[str, Sheet]):
    """Orders, and who wrote to give some although none of them stood (`wrote`): that is no silence."""

    def __init__(self, sheets: Orders, wrote: Iterable[str] = ()) -> None:
        super().__init__(sheets)
        self.wrote = frozenset(wrote)


def heard(orders: Orders, seat: str) -> bool:
    """Whether anything came from a seat: orders, or a letter of which nothing stood."""
    return bool(orders.get(seat)) or seat in wrote(orders)


def wrote(orders: Orders) -> frozenset[str]:
    """Who wrote to give orders, and has none because nothing of it stood."""
    return orders.wrote if isinstance(orders, Sheets) else frozenset()
