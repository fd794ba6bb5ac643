"""A letter is divided among those who speak in it: what stands in no signed block, and what a master says AS whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core import words
from judge.core.words import Place
from judge.desk.sheets.sitting import Sitting
from judge.parse import Block, Item, Understood
from judge.post import Line, Message

PARTS = 1000  # numbers of blocks stay below; further parts of a master's block count on from there


def outside(message: Message, blocks: Sequence[Block], *, known: bool) -> tuple[Line, ...]:
    """The writer's own words that stand in no signed block, without the subject. `known`: a reply key says whose the
    first block is."""
    unsigned = [one for one in blocks[known:] if one.opener is None] if len(blocks) > 1 else []
    around = [item for one in unsigned for item in one.items if isinstance(item, Line)]
    return (*around, *(Line(0, text) for text in message.asides))


def by_speaker(sitting: Sitting, block: Block) -> list[Block]:
    """A master's block cut at its AS lines, so that no player's copy shows what was done for another."""
    parts: list[list[Item]] = [[]]
    for item in block.items:
        said = sitting.office.reader.word(item, Place.MASTER) if isinstance(item, Line) else item
        if isinstance(said, Understood) and any(isinstance(word, words.As) for word in said.commands):
            parts.append([])
        parts[-1].append(item)
    kept = [part for part in parts if any(not isinstance(i, Line) or i.text.strip() for i in part)] or [[]]
    return [replace(block, items=tuple(part), warnings=block.warnings if n == 0 else ()) for n, part in enumerate(kept)]


def below(first: Sitting, number: int) -> Sitting:
    """The sitting of a further part of a block."""
    game = first.office.files.game(first.game.key) if first.game else None
    number = first.number + PARTS * number
    fresh = replace(first, number=number, game=game, answers=[], enclosures=[], checks=[], rests=[])
    return replace(fresh, echoes={}, press={})
