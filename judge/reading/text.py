"""A string that knows for each of its characters the line and column it came from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from judge.core.values import Value
from judge.post import Line

_WIDE = 1 << 16  # columns of a line; a place is line number times this, plus the column


class Text(Value):
    """A piece of a letter. `at` has one entry a character, so that a caret can point at what the writer typed."""

    text: str
    at: tuple[int, ...]

    @classmethod
    def of(cls, line: Line) -> Text:
        base = line.number * _WIDE
        return cls(line.text, tuple(range(base, base + len(line.text))))

    @classmethod
    def joined(cls, parts: Sequence[Text], by: str = " ") -> Text:
        """The parts one behind the other, with `by` between them."""
        at: list[int] = []
        for part in parts:
            if at and part.text:
                at += at[-1:] * len(by)
            at += part.at
        return cls(by.join(part.text for part in parts if part.text), tuple(at))

    def __bool__(self) -> bool:
        return bool(self.text)

    def __len__(self) -> int:
        return len(self.text)

    def cut(self, start: int, end: int | None = None) -> Text:
        """The part from `start` to `end`."""
        return Text(self.text[start:end], self.at[start:end])

    def head(self, end: int) -> Text:
        """The part before `end`."""
        return Text(self.text[:end], self.at[:end])

    def strip(self, chars: str | None = None) -> Text:
        left = len(self.text) - len(self.text.lstrip(chars))
        return self.cut(left, left + len(self.text.strip(chars)))

    def put(self, start: int, end: int, new: str) -> Text:
        """The text with a part replaced: the new letters count as standing where the old part began, the last one
        where it ended."""
        text = self.text[:start] + new + self.text[end:]
        return Text(text, (*self.at[:start], *self.spread(start, end, len(new)), *self.at[end:]))

    def spread(self, start: int, end: int, size: int) -> tuple[int, ...]:
        """Places for so many new letters instead of a part."""
        if not self.at or not size:
            return ()
        first, last = self.at[min(start, len(self.at) - 1)], self.at[max(min(end, len(self.at)) - 1, 0)]
        return (*((first,) * (size - 1)), max(first, last)) if size > 1 else (first,)

    def sub(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> Text:
        """Every match replaced by the same words, or by what is made of it."""
        parts: list[Text] = []
        done = 0
        for match in pattern.finditer(self.text):
            said = new if isinstance(new, str) else new(match)
            if said != match[0]:  # what stays keeps its places
                came = Text(said, self.spread(match.start(), match.end(), len(said)))
                parts += self.cut(done, match.start()), came
                done = match.end()
        return Text.joined((*parts, self.cut(done)), "") if parts else self

    def around(self, part: Text) -> Text:
        """What was written where a part of it stands that may have been rewritten since."""
        if not part.at or not self.at:
            return part
        start, end = bisect_left(self.at, part.at[0]), bisect_right(self.at, max(part.at))
        while part.text[-1:].isdecimal() and self.text[end - 1 : end + 1].isalpha() and end < len(self):
            end += 1  # `three`, of which a figure was made that stands where it began
        return self.cut(start, max(end, start + 1))

    @property
    def lines(self) -> tuple[int, ...]:
        """Numbers of the lines it stands in."""
        found: dict[int, None] = {}
        at = 0
        while at < len(self.at):
            line = self.at[at] // _WIDE
            found[line] = None
            at = max(at + 1, bisect_left(self.at, (line + 1) * _WIDE, at))
        return tuple(found)

    @property
    def first(self) -> int:
        return self.at[0] // _WIDE if self.at else 0

    @property
    def last(self) -> int:
        return self.at[-1] // _WIDE if self.at else 0

    @property
    def ending(self) -> int:
        """How many letters of it stand in its last line."""
        return len(self.at) - bisect_left(self.at, self.last * _WIDE)

    def column(self, index: int) -> tuple[int, int]:
        """(line number, column) of a character; of what would follow the last one for an index behind the end."""
        if not self.at:
            return 0, 0
        place = self.at[max(index, 0)] if index < len(self.at) else self.at[-1] + 1
        return place // _WIDE, place % _WIDE


EMPTY = Text("", ())
