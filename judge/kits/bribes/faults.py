"""Why an offer cannot be read."""

from __future__ import annotations

from judge.core.errors import InputError


class OfferFault(InputError):
    """Reading stopped at `column` (from 0) of the line."""

    def __init__(self, message: str, column: int = 0, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.column = column

    def caret(self, line: str, width: int = 60) -> str:
        """The line around the place and a caret below it: two lines."""
        start = max(0, self.column - width // 2) if len(line) > width else 0
        return f"{line[start : start + width]}\n{' ' * (self.column - start)}^"
