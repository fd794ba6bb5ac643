"""What the stations on the way of a letter hand on to one another."""

from __future__ import annotations

from dataclasses import field

from judge.core import words
from judge.core.command import Command
from judge.core.values import Value
from judge.desk.cabinet.keys import Token
from judge.desk.cabinet.records import Speaker
from judge.desk.sheets.drafts import Written
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.sheets.shown import SheetView
from judge.parse import Block
from judge.post import Message


class Identified(Value):
    """A letter, and who speaks in it.

    speaker  in its first block, if nobody signs on there
    token    the reply key it bears, whether it is right or not
    word     what its address asks for, in place of its lines
    """

    message: Message
    blocks: tuple[Block, ...] = ()
    speaker: Speaker | None = None
    token: Token | None = None
    word: Command | None = None


class WrittenFor(Value):
    """The phase that a letter was written for, where that is not the open one ("" where it is): bare orders are asked
    back. `late`: its stamp says so, and not only the letter of ours that it answers."""

    phase: str = ""
    late: bool = False


OPEN_PHASE = WrittenFor()


class Done(Value):
    """A block that was carried out.

    views     the sheets that it wrote
    tried     nothing of it was filed, because it says TRY
    untried   it has a TRY that was refused, so nothing below that was carried out
    nobodys   orders of somebody who has not signed on
    unnamed   what was taken for the open phase under no line that names it: orders, READY, CLEAR, UNDO; a READY that
              is only asked about as well
    offers    lines that YES would carry out, for the power `hat`, which add to what is written `above`
    farewell  RESIGN, which comes when all of the letter has been carried out
    """

    context: LetterContext
    block: Block
    written_for: WrittenFor = OPEN_PHASE
    views: tuple[SheetView, ...] = ()
    tried: bool = False
    untried: bool = False
    nobodys: int = 0
    unnamed: tuple[Command, ...] = ()
    offers: tuple[str, ...] = ()
    hat: str = ""
    above: Written = field(default_factory=dict)
    farewell: words.Resign | None = None

    @property
    def nothing_understood(self) -> bool:
        said = self.context.answers or self.context.enclosures or self.context.waiting
        return not said and not self.context.did and not self.tried
