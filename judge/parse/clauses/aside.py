"""A remark in brackets at the end of a sentence, which says nothing about orders: `f nap-ion (sorry, Turkey)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.parse.clauses.marks import Marks
from judge.parse.clauses.stance import Stance
from judge.parse.clauses.text import Text

_ASIDE = re.compile(r"\s*\(\s*((?:[^()\s]+\s+)+[^()\s]+)\s*\)(?=[\s.!?;]*$)")
_FREE = (Stance.PLAIN, Stance.PAST, Stance.QUESTION, Stance.ADVICE)


def without_aside(text: Text, stance: Callable[[Text], Stance], marks: Marks) -> tuple[Text, Text | None]:
    """A sentence without such a remark, and the remark; None where there is none that may be left out."""
    found = _ASIDE.search(text.text)
    if found is None:
        return text, None
    aside = text.cut(found.start(1), found.end(1))
    said = any(char.isdigit() for char in aside.text) or marks.beside(aside.text) or marks.only(aside.text)
    if said or stance(aside) not in _FREE:
        return text, None
    return Text.joined((text.cut(0, found.start()), text.cut(found.end())), "").strip(), aside
