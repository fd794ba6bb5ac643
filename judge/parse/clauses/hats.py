"""Who speaks, said inside a line: `As France: A Par - Pic. For Italy: F Nap - Tys.`"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from judge.parse.clauses.text import Text
from judge.parse.expressions import expressions

_RE = expressions("lines")


def labels(text: str) -> bool:
    """Whether a text may have a label in it: few have."""
    return _RE.may.search(text) is not None


def apart(sentence: Text, known: Callable[[str], bool]) -> list[Text]:
    """A sentence, cut in front of each label of somebody known."""
    starts = [one.start() for one in _RE.label.finditer(sentence.text) if known(one["who"])]
    cuts = [0, *(start for start in starts if start), len(sentence.text)]
    if len(cuts) == 2:
        return [sentence]
    return [sentence.cut(start, end).strip(" ,;") for start, end in pairwise(cuts)]


def labelled(sentence: Text, known: Callable[[str], bool]) -> tuple[str, Text] | None:
    """Whom the label in front names, and what stands behind it."""
    label = _RE.label.match(sentence.text)
    return (label["who"], sentence.cut(label.end())) if label and known(label["who"]) else None
