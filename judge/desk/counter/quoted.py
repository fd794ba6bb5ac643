"""What is said of the words of a letter that nobody read."""

from __future__ import annotations

from collections.abc import Sequence

from judge.desk.writing.machine import AnswerTold, RestTold

IF_IT_CHANGES = "If they change what you ordered, answer NO, and nothing of that letter stands."
TALK = f"I took these words for talk. {IF_IT_CHANGES}"


def look(rests: Sequence[RestTold], checks: Sequence[str]) -> str:
    """What is said above what is to be looked at in a letter that was taken."""
    if any(one.weight == "loud" for one in rests):
        return f"I did not read the words below. {IF_IT_CHANGES}"
    if rests:
        return TALK
    return "" if checks else "Something was read into it. Look at this:"


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
