"""A block's lines in passages: what is read together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judge.parse import Garbled, Item, Understood
from judge.post import Line

_CONTEXT = re.compile(
    r"\s*(?:as|for|try)(?!\w)(?!.*,\s*$)(?:\s*\S+){0,4}\s*$|\s*(?:as|for|try)(?!\w).*:\s*$", re.IGNORECASE
)
"""Short, or a heading: `As long as nobody minds, order army` is a sentence, which the next line goes on with."""


def passages(items: Iterable[Item]) -> Iterator[tuple[list[Line], Understood | Garbled | None]]:
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
