"""What has become of a block of a letter: `carry_out` fills it in, and `replies` tells it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from judge.core import words
from judge.core.command import Command
from judge.core.notice import MASTER
from judge.desk.counter import proposals
from judge.desk.counter.lateness import OPEN_PHASE, WrittenFor
from judge.desk.sheets.filing import Written
from judge.desk.sheets.letter_context import SHOWN, LetterContext
from judge.desk.sheets.shown import SheetView
from judge.desk.writing.machine import AnswerTold, Tag
from judge.parse import Block

OUTSIDE = Block(None, words.Place.OUTSIDE, ())


@dataclass
class Done:
    """A block, and what has been carried out of it.

    views     the sheets that it wrote
    tried     nothing of it was filed, because it says TRY
    untried   it, or a part above it, has a TRY that was refused, so nothing below that was carried out
    nobodys   orders of somebody who has not signed on
    unnamed   what was meant for the open phase under no line that names it: orders, READY, CLEAR, UNDO
    offers    lines that YES would carry out, for the power `hat`, which add to what is written `above`
    farewell  RESIGN, which comes when all of the letter has been carried out
    proposal  what YES in reply would do
    """

    context: LetterContext
    block: Block = OUTSIDE
    written_for: WrittenFor = OPEN_PHASE
    views: list[SheetView] = field(default_factory=list)
    tried: bool = False
    untried: bool = False
    nobodys: int = 0
    unnamed: list[Command] = field(default_factory=list)
    offers: tuple[str, ...] = ()
    hat: str = ""
    above: Written = field(default_factory=dict)
    farewell: words.Resign | None = None
    proposal: proposals.Proposed | None = None

    @property
    def who(self) -> str:
        """The seat, or MASTER."""
        return self.context.seat.name if self.context.seat is not None else MASTER

    @cached_property
    def verdict(self) -> Tag:
        """What became of it all, once that is settled."""
        return self.context.verdict

    @cached_property
    def answers(self) -> tuple[AnswerTold, ...]:
        """What is said to each line, and of so many as fill a long letter how many more there are."""
        said = tuple([one.told for one in self.context.answers])
        if len(said) <= SHOWN:
            return said
        worst: Literal["error", "note"] = "error" if any(one.level == "error" for one in said[SHOWN:]) else "note"
        more = self.context.services.renderer.answer("and_more", {"count": len(said) - SHOWN, "most": SHOWN})
        return (*said[:SHOWN], AnswerTold(worst, more, 0, ""))

    @property
    def nothing_understood(self) -> bool:
        said = self.context.answers or self.context.enclosures or self.context.waiting
        return not said and not self.context.did and not self.tried
