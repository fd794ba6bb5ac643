"""One block of a letter: read a passage at a time, decided upon clause by clause, carried out, and filed at the end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.core import words
from judge.core.regex import regex
from judge.desk.cabinet.keys import Token
from judge.desk.counter import decide, lateness, press_replies, proposals, read
from judge.desk.counter.carry_out import Done, Executor
from judge.desk.counter.lateness import OPEN_PHASE, WrittenFor
from judge.desk.news import publish
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import admissions, binding
from judge.post import Line, Message
from judge.reading import Block, Item, Understood

LEFT_OUT = ("#", "//", "~~", "[ ", "[]", "\u2610", "\u2717", "\u274c")
"""How words begin that their writer leaves out: a remark, struck out, an empty box or a cross."""


_CONTEXT = regex(r"\s*(?:as|for|try)(?!\w)(?!.*,\s*$)(?:\s*\S+){0,4}\s*$|\s*(?:as|for|try)(?!\w).*:\s*$", re.IGNORECASE)
"""Short, or a heading: `As long as nobody minds, order army` is a sentence, which the next line goes on with."""


def in_parts(first: LetterContext, block: Block, token: Token | None = None) -> list[Done]:
    """The parts of one block in their order, each answered by itself; each knows whether something above it failed.
    `first` is the context of the first; `token`: who speaks answers that letter of ours."""
    done: list[Done] = []
    if not first.master:
        return [of_a_letter(first, block, token)]
    for number, part in enumerate(by_speaker(first, block)):
        context = below(first, number) if number else replace(first)
        done.append(of_a_letter(context, part, token, done))
    return done


def of_a_letter(context: LetterContext, block: Block, token: Token | None = None, above: Sequence[Done] = ()) -> Done:
    """A block of a letter, or a part of a master's, in the phase it was written for. `token`: who speaks answers that
    letter of ours; `above`: the parts above this one in its block."""
    game = context.game  # as it was when the letter came
    written_for = lateness.written_for(context, token)
    done = _come_back(context, block, written_for) if context.lapsed else converse(context, block, written_for, above)
    if game is not None and done.unnamed:
        lateness.just_after(context, tuple(done.unnamed), game, token)
    return done


def passages(items: Iterable[Item]) -> Iterator[read.Part]:
    """The block's lines in passages. A line that says for what or whom the next ones are meant (AS, FOR, TRY) ends
    one, since it changes what may be read below it."""
    lines: list[Line] = []
    for item in items:
        if not isinstance(item, Line):
            yield lines, item
            lines = []
            continue
        lines.append(item)
        if _CONTEXT.match(item.text):
            yield lines, None
            lines = []
    yield lines, None


def converse(
    context: LetterContext, block: Block, written_for: WrittenFor = OPEN_PHASE, parts_above: Sequence[Done] = ()
) -> Done:
    """Read a block, a passage at a time, and carry it out."""

    def read_on(items: Sequence[Item]) -> None:
        above = read.Passage(around=around)
        parts = list(passages(items))
        for number, (lines, item) in enumerate(parts):
            below = parts[number + 1 :]
            if lines:
                above = read.passage(context, lines, above, below, executor.confirmed)
                for clause in above.clauses:
                    for step in decide.of_clause(context, clause, above):
                        executor.do(step)
            if item is not None:
                if isinstance(item, Understood):
                    context.echoes = {**context.echoes, item.line.number: item.line.text}
                above = replace(above, below=below, confirmed=executor.confirmed)
                for step in decide.of_item(context, item, above):
                    executor.do(step)

    executor = Executor(Done(context, block, written_for), parts_above, read_on)
    for warning in block.warnings:
        context.put(warning, Level.WARNING)
    items = press_replies.gathered(context, block.items)
    around = read.around(context)
    quoted = [read.quoted(one) for one in around]
    context.rests += quoted
    begins_with_no = any(isinstance(one, Line) and read.NO.fullmatch(one.text) for one in block.items[:1])
    no, alone = proposals.said(context, block) if begins_with_no else (None, False)
    alone = alone and all(rest.weight != "loud" for rest in quoted)
    if no is not None and alone:
        executor.put_back(no)
    else:
        read_on(items)
    if no is not None and not (alone or executor.drafts or context.did):
        context.say("no_alone", Level.WARNING)
    said = context.answers or context.enclosures or context.waiting or context.did or executor.done.tried
    if not (executor.drafts or said or context.game is None):
        _ask_of_struck_out(context)
    return executor.file()


def _ask_of_struck_out(context: LetterContext) -> None:
    """Asks where all orders of a letter are struck out, or stand behind the sign of a remark."""
    words = (*(one.text for one in context.rests), *context.message.asides)
    left = [Line(0, text) for text in words if text.startswith(LEFT_OUT)]
    if left and context.services.reader.marked(left, read.place(context), read.grammar(context), read.of(context)):
        context.put(context.services.renderer.answer("struck_out", {}), Level.ERROR, 0, asked=True)


class _StillOpen(Exception):
    """No order of the letter stood: what was done for it is undone."""


def _come_back(context: LetterContext, block: Block, written_for: WrittenFor) -> Done:
    """The letter of somebody whose seat was opened because nothing came from them: a sheet that stands takes it back
    (D-9)."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    try:
        with services.store.savepoint():
            context.game = admissions.take_back(services, game, seat, context.letter)
            context.seat = services.files.seat(game.key, seat.name)
            cause = context.cause.part(f"back:{seat.number}")
            publish.bulletin(services, context.game, "taken_back", cause, seat=seat.name)
            done = converse(context, block, written_for)
            if not any(view.filed for view in done.views):
                raise _StillOpen
    except _StillOpen:
        fresh = LetterContext(services, context.message, context.at, context.number, game, seat, rests=context.rests)
        fresh.answers = [answer for answer in context.answers if answer.level is Level.ERROR]
        fresh.say("still_open", Level.ERROR, seat=seat.name)
        return Done(fresh, block, written_for)
    return done


binding.check()  # here every word has been bound


# ---- a letter is divided among those who speak in it -------------------------------------------------------------


PARTS = 1000  # numbers of blocks stay below; further parts of a master's block count on from there


def outside(message: Message, blocks: Sequence[Block], *, known: bool) -> tuple[Line, ...]:
    """The writer's own words that stand in no signed block, without the subject. `known`: a reply key says whose the
    first block is."""
    unsigned = [one for one in blocks[known:] if one.opener is None] if len(blocks) > 1 else []
    around = [item for one in unsigned for item in one.items if isinstance(item, Line)]
    return (*around, *(Line(0, text) for text in message.asides))


def by_speaker(context: LetterContext, block: Block) -> list[Block]:
    """A master's block cut at its AS lines, so that no player's copy shows what was done for another."""
    parts: list[list[Item]] = [[]]
    for item in block.items:
        said = context.services.reader.word(item, words.Place.MASTER) if isinstance(item, Line) else item
        if isinstance(said, Understood) and any(isinstance(word, words.As) for word in said.commands):
            parts.append([])
        parts[-1].append(item)
    kept = [part for part in parts if any(not isinstance(i, Line) or i.text.strip() for i in part)] or [[]]
    return [replace(block, items=tuple(part), warnings=block.warnings if n == 0 else ()) for n, part in enumerate(kept)]


def below(first: LetterContext, number: int) -> LetterContext:
    """The context of a further part of a block."""
    game = first.services.files.game(first.game.key) if first.game else None
    number = first.number + PARTS * number
    fresh = replace(first, number=number, game=game, answers=[], enclosures=[], checks=[], rests=[])
    return replace(fresh, echoes={}, press={}, offers=[], spare=[], waiting=[])
