"""What is said to the lines of a letter, and of its words that nobody read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.core.values import Value
from judge.desk.sheets.letter_context import Answer
from judge.desk.writing.machine import AnswerTold, RestTold

ECHO = 200  # characters of a line that are shown again


def look(rests: Sequence[RestTold], checks: Sequence[str], undo: bool) -> str:
    """What is said above what is to be looked at in a letter that was taken. `undo`: NO in reply takes it back."""
    if any(one.weight == "loud" for one in rests):
        return _changed("I did not read the words below", undo)
    if rests:
        return talk(undo)
    return "" if checks else "Something was read into it. Look at this:"


def talk(undo: bool) -> str:
    """What is said above words that change no order."""
    return _changed("I took these words for talk", undo)


def _changed(words: str, undo: bool) -> str:
    if undo:
        return f"{words}. If they change what you ordered, answer NO, and nothing of that letter stands."
    return f"{words}, and they changed nothing."


def not_read(rests: Sequence[RestTold]) -> str:
    """What leads to them in a letter of which nothing was taken."""
    return " Not read:" if rests else ""


def unread(rests: Sequence[RestTold], answers: Sequence[AnswerTold]) -> tuple[str, ...]:
    """The words themselves, loud ones first, those left out that an answer to a line quotes anyway."""
    if not rests:
        return ()
    told = [one for one in answers if one.level in ("error", "check")]
    echoes = {one.echo for one in told if one.level == "error"}  # of what was read into a line the words are not shown
    said = " ".join((*echoes, *(one.text for one in told)))
    left = [one for one in rests if one.text not in echoes]
    # a word or two stand in many a sentence of ours
    left = [one for one in left if one.text.count(" ") < 2 or one.text not in said]
    return tuple(dict.fromkeys(one.text for one in sorted(left, key=lambda one: one.weight != "loud")))


# ---- the lines --------------------------------------------------------------------------------------------------


class Problem(Value):
    """A piece of the letter that was not taken. `line` is 0 for none; `echo` is empty where a text shows it anyway."""

    line: int
    echo: str
    texts: tuple[str, ...]


def told(answers: Iterable[Answer]) -> tuple[AnswerTold, ...]:
    """What was said to the lines of a letter, as it is answered."""
    return tuple(AnswerTold(one.level.value, one.text, one.line, one.echo[:ECHO]) for one in answers)


def remarks_of(answers: Iterable[AnswerTold]) -> tuple[str, ...]:
    """All answers except errors, in the order of the letter."""
    return tuple(remark(answer) for answer in answers if answer.level != "error")


def remark(answer: AnswerTold) -> str:
    return f"WARNING: {answer.text}" if answer.level == "warning" else answer.text


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
