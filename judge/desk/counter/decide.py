"""What is done about each thing that a block says: carried out, asked about first, quoted. Nothing is done here.

What cannot be undone waits for YES as long as words of the letter are left that nobody read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import indent

from judge.core import words
from judge.core.command import Command, Final
from judge.core.values import Value
from judge.core.variant import Mode
from judge.desk.counter import read
from judge.desk.news import publish
from judge.desk.phases import waiting
from judge.desk.sheets.letter_context import Answer, LetterContext, Level
from judge.desk.words import names
from judge.desk.writing.machine import RestTold
from judge.expressions import expressions
from judge.order_hints import speaks_of_orders
from judge.post import Line
from judge.reading import Clause, Garbled, Kind, Understood, Weight, guarded

_RE = expressions("letters")

MISPLACED = frozenset(word.help.form for word in words.WORDS.values())
"""The hint of a word that was read, and stands where it may not: its form says nothing of that."""
EXAMPLE = "For example: "
AIMING = frozenset(word.verb for word in words.WORDS.values() if word.aims)


class Do(Value):
    """Carry out a word, or an order that stands in these `lines`."""

    command: Command
    lines: tuple[int, ...] = ()


class Tell(Value):
    """Say something, and offer lines that YES would carry out. `begun`: the verb of a line that could not be read."""

    answer: Answer
    offer: tuple[str, ...] = ()
    begun: str = ""


class Quote(Value):
    """Show words that nobody read."""

    rest: RestTold


class AskWhose(Value):
    """An order of somebody who has not signed on, and nothing else of the letter says who."""

    clause: Clause


Step = Do | Tell | Quote | AskWhose


def of_item(context: LetterContext, item: Understood | Garbled, above: read.Passage) -> Iterator[Step]:
    """What is done about a line in its notation. `above`: the passage before it."""
    if isinstance(item, Garbled):
        yield _doubt(context, item)
        return
    for command in item.commands:
        line = names.as_block(command) or item.line.text
        asked = _doubtful_press(context, command, above)
        yield asked or _asked(context, command, line, above) or Do(command)


def of_clause(context: LetterContext, clause: Clause, passage: read.Passage) -> Iterator[Step]:
    """What is done about a clause. A word or an order before it in the passage has been carried out."""
    word = clause.kind is Kind.WORD and not passage.alone
    yes = word and any(isinstance(one, words.Yes) for one in clause.commands)
    if yes or clause.offer == ("YES",):
        yield _said(context, "yes_alone", Level.ERROR, clause.lines[0])
        return
    for note in clause.notes:
        yield Tell(Answer(Level.CHECK, note, clause.lines[0]))
    if clause.unread:
        orders = " and ".join(order.canonical() for order in clause.commands)
        data = {"text": clause.text, "read": orders, "left": clause.unread}
        yield _said(context, "not_all_read", Level.CHECK, clause.lines[0], **data)
        yield Quote(read.quoted(clause))
    match clause.kind:
        case Kind.WORD:
            for command in clause.commands:
                line = names.as_block(command) or names.as_line(command, clause)
                asked = _doubtful_press(context, command, passage, clause)
                if asked is None and not (passage.sure and command.final is Final.NO):
                    asked = _asked(context, command, line, passage, clause)
                yield asked or Do(command)
        case Kind.ORDER:
            for command in clause.commands:
                sure = passage.sure and command.final is Final.NO
                line = "" if sure else command.canonical()
                asked = None if sure else _asked(context, command, line, passage, clause)
                yield asked or Do(command, clause.lines)
        case Kind.DOUBTFUL if clause.doubt is not None:
            yield _doubt(context, clause.doubt, clause)
        case Kind.REST:
            whose = context.alone and context.game is None and not context.proved and speaks_of_orders(clause.text)
            yield AskWhose(clause) if whose else Quote(read.quoted(clause))
        case Kind.HEADING if clause.notes:  # a change, of what is done only on YES then
            said = [command for one in passage.clauses for command in one.commands]
            yield from [Quote(read.quoted(clause))] if any(_beyond_recall(context, one) for one in said) else ()


def _said(context: LetterContext, code: str, level: Level, line: int, **data: str) -> Tell:
    return Tell(Answer(level, context.services.renderer.answer(code, data), line))


# ---- what waits for YES -------------------------------------------------------------------------------------------


def _asked(
    context: LetterContext, command: Command, line: str, passage: read.Passage, clause: Clause | None = None
) -> Tell | None:
    """The question that comes before what cannot be undone, because not every word of the letter is accounted for.
    `clause`: what it was read from; that of a word may itself be a sentence."""
    own = clause if clause is not None and clause.kind is Kind.WORD else None
    if passage.confirmed or not _beyond_recall(context, command):
        return None
    below = [one for lines, _ in passage.below if lines for one in read.clauses(context, lines)]
    asks = not isinstance(command, words.Ready) and read.wavers((*passage.clauses, *below))
    if not asks and _complete(context, passage, own, below):
        return None
    text = context.services.renderer.answer("not_beside_help" if asks else "not_without_yes", {})
    return Tell(Answer(Level.ERROR, text, command.line, (clause.text if clause else "") or line, asked=True), (line,))


def _doubtful_press(
    context: LetterContext, command: Command, passage: read.Passage, clause: Clause | None = None
) -> Tell | None:
    """The question about press that may hold orders, which must not reach an opponent: made of a sentence, or one whose
    last line is an order where nothing says that it ends below. A text in the line of its head is asked about, too,
    where it breaks off above other lines, or takes itself back."""
    if passage.confirmed or context.seat is None or not isinstance(command, words.Press):
        return None
    worded = clause is not None and verb(clause.text) not in ("PRESS", "BROADCAST", "GREY")
    lines = [Line(command.line, text) for text in command.text.splitlines() if text.strip()]
    written = clause.text if clause is not None else context.echoes.get(command.line, "")
    own = lines if len(lines) == 1 and lines[0].text in written else []  # all in the line of its head
    breaks_off = bool(own and passage.below) and _RE.breaks_off.search(own[0].text) is not None
    orders = (command.unclosed or worded) and read.may_order(context, lines if worded else lines[-1:])
    if not (breaks_off or orders or (own and read.taken_back(context, own[0]))):
        return None
    text = context.services.renderer.answer("press_or_orders_below", {})
    return Tell(Answer(Level.ERROR, text, command.line, clause.text if clause else "", asked=True))


def _beyond_recall(context: LetterContext, command: Command) -> bool:
    """Whether what a command does is told to others or counts at once."""
    if command.final is Final.YES:
        return True
    if command.section and context.game is not None:
        section = context.services.section(context.game, command.section)
        return section.mode is Mode.ACT and not section.asks
    return (
        isinstance(command, words.Press | words.Announce)
        or (isinstance(command, words.Ready) and command.ready and _ends_phase(context))
        or (bool(read.place(context) & words.Place.MASTER) and guarded(command, words.Place.MASTER))
    )


def _ends_phase(context: LetterContext) -> bool:
    """Whether everybody else is READY already."""
    game, seat = context.game, context.seat
    return game is not None and seat is not None and waiting.everybody_ready(context.services, game, seat.name)


def _complete(context: LetterContext, passage: read.Passage, own: Clause | None, below: Sequence[Clause]) -> bool:
    """Whether no word of the block, or around it, is left that nobody read."""
    return not (
        any(one is not own or one.weight is Weight.LOUD for one in passage.beside)
        or any(map(read.is_rest, (*passage.around, *below)))
        or any(one.weight == "loud" for one in context.rests)
    )


# ---- what could not be read ---------------------------------------------------------------------------------------


def _doubt(context: LetterContext, garbled: Garbled, clause: Clause | None = None) -> Tell:
    echo, number, begun = clause.text if clause else "", garbled.line.number, verb(garbled.line.text)
    if garbled.hint.startswith(EXAMPLE):
        garbled = replace(garbled, hint=_example(context, garbled))
    if garbled.hint in MISPLACED:
        return Tell(Answer(Level.ERROR, garbled.reason, number, echo), begun=begun)
    offer = () if clause is None else (garbled.suggestion,) if garbled.suggestion else clause.offer
    asked = bool(offer) or not garbled.caret
    way_out = f"Did you mean:  {garbled.suggestion}" if garbled.suggestion else garbled.hint
    words = (garbled.reason, indent(garbled.caret, "    ", lambda row: True), way_out)
    text = "\n".join(part for part in words if part)
    return Tell(Answer(Level.ERROR, text, number, echo, asked), offer, begun)


def _example(context: LetterContext, garbled: Garbled) -> str:
    """A line like the one that cannot be read, made of what its writer has; the grammar's own where the game has none,
    and nothing where he has nothing to order."""
    if context.game is None or context.seat is None:
        return garbled.hint
    begun = verb(garbled.line.text)
    lines: Sequence[str] = publish.samples(context.services, context.game, context.seat.name)
    lines = [line for line in lines if verb(line) not in AIMING]
    like = [line for line in lines if verb(line) == begun]
    return f"{EXAMPLE}{(like or lines)[0]}" if lines else ""


def verb(line: str) -> str:
    """The letters a line begins with."""
    match = re.match(r"[A-Za-z]*", line.strip())
    return match[0].upper() if match else ""
