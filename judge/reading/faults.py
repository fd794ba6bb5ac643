"""Why a line cannot be read, and how that is shown. Nothing here leaves the room but text."""

from __future__ import annotations

from collections.abc import Callable

_WIDTH = 60  # a caret line must survive quoting in a letter of 72 columns
_MARK = "..."


class Fault(Exception):
    """Reading stopped at `column` (from 0) because of `reason`, a sentence; `hint` is the way out.

    `wrong` is the text at fault and `kind` the kind of name it was taken for, where a name was unknown.
    """

    def __init__(self, reason: str, column: int = 0, hint: str = "", wrong: str = "", kind: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.column = column
        self.hint = hint
        self.wrong = wrong
        self.kind = kind

    def told(self) -> Fault:
        """The same fault with its sentence made out."""
        return self

    def moved(self, by: int) -> Fault:
        """The same fault, `by` columns further right."""
        return Fault(self.reason, max(0, self.column + by), self.hint, self.wrong, self.kind)


class ShapeFault(Fault):
    """The words stand in no order that the grammar knows.

    `explain` finds the sentence and is called only when somebody asks: most such lines are greetings and trials.
    """

    def __init__(self, explain: Callable[[], str], column: int, wrong: str) -> None:
        super().__init__("", column, wrong=wrong)
        self._explain = explain

    def told(self) -> Fault:
        return Fault(self._explain(), self.column, self.hint, self.wrong)

    def moved(self, by: int) -> Fault:
        return ShapeFault(self._explain, max(0, self.column + by), self.wrong)


def caret(text: str, column: int) -> str:
    """The text around a column, and a caret under it: two lines, each at most 72 characters."""
    column = max(0, min(column, len(text)))
    start = max(0, column - _WIDTH // 2) if len(text) > _WIDTH else 0
    shown = text[start : start + _WIDTH]
    left = _MARK if start else ""
    right = _MARK if start + _WIDTH < len(text) else ""
    return f"{left}{shown}{right}\n{' ' * (len(left) + column - start)}^"
