"""What a tick and a flush did, in figures."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.values import Value


@dataclass
class Tally:
    """What one tick did.

    regular   letters of the judge's own that were due: the digest, an issue of the zine ...
    fault     what is wrong with the mail server, "" if nothing
    held_up   another judge was already doing what could have been done
    more      something may be left that is due now: letters are looked for first
    """

    letters: int = 0
    shunted: int = 0
    resolved: int = 0
    reminders: int = 0
    regular: int = 0
    fault: str = ""
    held_up: bool = False
    more: bool = False

    def add(self, other: Tally) -> None:
        """Count in what one batch, or another tick, did."""
        self.letters += other.letters
        self.shunted += other.shunted
        self.resolved += other.resolved
        self.reminders += other.reminders
        self.regular += other.regular

    def line(self) -> str:
        return f"{self.letters} letters, {self.resolved} deadlines, {self.reminders} reminders"


class Sent(Value):
    """What one flush did; `waiting` is what it left, `kept_back` whether the relay could not be reached for it."""

    sent: int = 0
    waiting: int = 0
    failed: int = 0
    kept_back: bool = False

    def and_then(self, later: Sent) -> Sent:
        """This flush and the one after it."""
        return Sent(self.sent + later.sent, later.waiting, self.failed + later.failed, later.kept_back)
