"""What reading gives: plain values between this room and the desk.

The texts of `line`, `reason`, `caret` and `suggestion` are safe to print: a password on the line is masked before
any of them is made.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property

from judge.core.command import Command, Vocabulary
from judge.core.values import Value
from judge.core.variant import Names
from judge.core.words import MasterOn, Place, SignOn
from judge.post import Line


class Understood(Value):
    """A line (or a piece of one) that was read."""

    line: Line
    commands: tuple[Command, ...]

    @property
    def word(self) -> Command:
        """What it is where it is a word of the correspondence."""
        return self.commands[0]


class Garbled(Value):
    """A line (or a piece of one) that was meant as an order and could not be read.

    reason      a sentence, with the rule number where a rule refuses it
    column      where reading stopped, from 0, in the text of the line
    caret       two lines for a fixed-width letter: the text around the place, and a caret under it
    hint        the way out: a form or an example ("" if there is none)
    suggestion  the line (or the piece, with its verb) repaired, if a near miss was found that can be read whole:
                never carried out
    order_like  False for a line that was only perhaps meant for the judge
    """

    line: Line
    reason: str
    column: int
    caret: str
    hint: str = ""
    suggestion: str = ""
    order_like: bool = True


class Chatter(Value):
    """A line that does not look like an order: a greeting, a remark, a thank-you."""

    line: Line


Reading = Understood | Garbled | Chatter


class Grammar(Value):
    """What the desk lends for reading a game's orders. Make one a game (or a set of options) and keep it.

    slug        names `grammar/<slug>.lark`
    vocabulary  grammar rule name -> command class
    names       kind (a rule of the grammar) -> canonical name -> spellings
    """

    __eq__, __hash__ = object.__eq__, object.__hash__

    slug: str
    vocabulary: Vocabulary
    names: Names

    @cached_property
    def key(self) -> str:
        """The same for equal grammars, so that what was built for one serves the other."""
        classes = {rule: f"{cls.__module__}.{cls.__qualname__}" for rule, cls in self.vocabulary.items()}
        names = {kind: {name: list(ways) for name, ways in table.items()} for kind, table in self.names.items()}
        text = json.dumps([self.slug, classes, names], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


Item = Line | Understood | Garbled
"""Part of a block: a line still to be read, or something gathered over several lines (press, a report)."""


class Block(Value):
    """Part of a letter that is said by one seat.

    opener    the sign-on; None for lines outside any block and for the first block of a reply-token letter;
              Garbled for a sign-on that cannot be read: nobody speaks for the items below it, so none may count
    place     which words may stand in it (`PLAYER | MASTER` where only the token tells)
    line      the line of the opener, masked; None without one
    warnings  sentences about the block, such as a press text that was never closed
    lines     the block's lines as they came, the opener apart: read again they give the same items
    """

    opener: SignOn | MasterOn | Garbled | None
    place: Place
    items: tuple[Item, ...]
    line: Line | None = None
    warnings: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
