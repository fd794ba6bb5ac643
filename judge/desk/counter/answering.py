"""What the answer to a letter tells: the facts, out of which the templates of `templates/session` make its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from judge.core.values import Value
from judge.desk.cabinet.records import Game
from judge.desk.counter import proposals
from judge.desk.counter.carry_out import Done
from judge.desk.sheets.shown import SheetView
from judge.desk.writing.machine import AnswerTold, ConfirmationPart, SheetTold

FAILED = ("PARTIAL", "ASK", "ERROR")
"""What is said of letters of which a line was not taken."""


class Problem(Value):
    """A piece of the letter that was not taken. `line` is 0 for none; `echo` is empty where a text shows it anyway."""

    line: int
    echo: str
    texts: tuple[str, ...]


class Said(Value):
    """What became of a letter, or of one block of it. Every text is a paragraph.

    who       the seat, or MASTER
    looks     what was read into it, `checks` what else to look at although it was taken
    unread    words of it that nobody read, each as it was written; `rests`: how loud the loudest is, "" for none
    proposal  what YES in reply would do
    undo      whether NO in reply takes back what it put on file
    tried     it was sent with TRY: nothing of it was filed
    warnings  how many lines are remarked upon, where all were taken
    untold    the results of the phase come with those of the next
    """

    who: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]
    looks: tuple[str, ...]
    checks: tuple[str, ...]
    unread: tuple[str, ...]
    rests: Literal["", "quiet", "loud"]
    proposal: tuple[str, ...]
    sheets: Sequence[SheetView]
    undo: bool
    tried: bool
    warnings: int
    untold: bool


def said_of(done: Done) -> Said:
    """What is said of a part of a letter to whoever it was taken for."""
    context = done.context
    rests = [rest.weight for rest in context.rests] if context.rests else []
    looked = done.verdict in ("CHECK", "PARTIAL")
    return Said(
        who=done.who,
        problems=problems_of(done.answers),
        remarks=_remarks(done),
        looks=tuple([answer.text for answer in done.answers if answer.level == "check"]) if looked else (),
        checks=tuple(context.checks),
        unread=_unread(done),
        rests="loud" if "loud" in rests else "quiet" if rests else "",
        proposal=done.proposal.shown if done.proposal is not None else (),
        sheets=done.views,
        undo=bool(rests) and proposals.can_be_put_back(context),
        tried=done.tried,
        warnings=0 if done.verdict in FAILED else context.warnings,
        untold=context.game is not None and bool(context.game.untold),
    )


def machine_confirmation(game: Game, received: str, done: Done) -> ConfirmationPart:
    """The JSON part of a confirmation: the same facts as the words."""
    return ConfirmationPart(
        game=game.key,
        phase=game.phase,
        seat=done.who,
        verdict=done.verdict,
        received=received,
        deadline=game.deadline,
        answers=(*(AnswerTold("warning", text, 0, "") for text in done.context.checks), *done.answers),
        rests=tuple(done.context.rests),
        sheets=tuple(SheetTold(view.phase, view.version, view.ready, view.lines, view.forecast) for view in done.views),
    )


def _unread(done: Done) -> tuple[str, ...]:
    """The words themselves, loud ones first, those left out that an answer to a line quotes anyway."""
    if not done.context.rests:
        return ()
    told = [one for one in done.answers if one.level in ("error", "check")]
    echoes = {one.echo for one in told if one.level == "error"}  # of what was read into a line the words are not shown
    said = " ".join((*echoes, *(one.text for one in told)))
    left = [one for one in done.context.rests if one.text not in echoes]
    # a word or two stand in many a sentence of ours
    left = [one for one in left if one.text.count(" ") < 2 or one.text not in said]
    return tuple(dict.fromkeys(one.text for one in sorted(left, key=lambda one: one.weight != "loud")))


def _remarks(done: Done) -> tuple[str, ...]:
    """What does not stand in one of the sheets already, in the order of the letter.

    An accepted order is there as a numbered line, and why it is cut as the note below it. Errors are always told.
    """
    lines = [(line, view) for view in done.views for line in view.lines]
    texts = {line.text for line, _ in lines}
    texts |= {f"{line.text} - kept for {view.phase_words}" for line, view in lines if view.later}

    def stands(text: str) -> bool:
        """Alone, or behind its order and a dash, in a sheet or in the note of its order."""
        return text in texts or any(text.removeprefix(f"{one.text} - ") in one.note for one, _ in lines if one.note)

    return remarks_of([answer for answer in done.answers if answer.level != "check" and not stands(answer.text)])


def remarks_of(answers: Iterable[AnswerTold]) -> tuple[str, ...]:
    """All answers except errors, in the order of the letter."""
    said = [answer for answer in answers if answer.level != "error"]
    return tuple([f"WARNING: {answer.text}" if answer.level == "warning" else answer.text for answer in said])


def problems_of(answers: Iterable[AnswerTold]) -> tuple[Problem, ...]:
    """The errors by line, then those of no line; several about one piece stand together."""
    found: list[tuple[int, str, list[str]]] = []
    errors = [answer for answer in answers if answer.level == "error"]
    for answer in sorted(errors, key=lambda one: (not one.line, one.line)):
        if answer.line and found and found[-1][:2] == (answer.line, answer.echo):
            found[-1][2].append(answer.text)
        else:
            found.append((answer.line, answer.echo, [answer.text]))
    return tuple(Problem(line, "" if _seen(echo, texts) else echo.strip(), tuple(texts)) for line, echo, texts in found)


def _seen(echo: str, texts: Iterable[str]) -> bool:
    piece = " ".join(echo.split()).casefold()
    return any(piece in " ".join(text.split()).casefold() for text in texts)
