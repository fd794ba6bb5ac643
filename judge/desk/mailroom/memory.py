"""What we remember of letters: which were dealt with; of those we sent, whom they went to and what stood in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judge.core.regex import regex
from judge.desk.cabinet.keys import MASTERS_SEAT, read_token
from judge.desk.cabinet.limits import guesses
from judge.desk.office import Office
from judge.post import Message

LETTERS = 4  # of those an answer names, the newest
LOOKED_AT = 100  # of the newest letters of a game, when an answer names none

_ID = regex(r"<([0-9a-f]{32})@([^<>@\s]+)>")


def expected(office: Office, messages: Iterable[Message]) -> None:
    """Of these letters it will be asked, one by one, whether they were dealt with, and what was guessed in them."""
    office.store.table("inbox").preload([key for message in messages for key in message.keys])
    office.limits.expect([guesses(message.key) for message in messages])


def forget(office: Office, message: Message) -> None:
    """So that it is dealt with once more."""
    for key in message.keys:
        office.store.table("inbox").drop(key)


class Memory:
    """Reads the outbox, where a letter's row stays for a month after it was sent."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._outbox = office.store.table("outbox")
        self._bodies = office.store.table("bodies")

    def letter(self, message_id: str) -> dict[str, Any] | None:
        """The outbox row of a letter of ours; None if we sent none of that id, or long ago."""
        key = self.key(message_id)
        return self._outbox.fetch(key) if key else None

    def key(self, message_id: str) -> str:
        """The key in the outbox of a letter that may be ours; "" if its id is none that we give."""
        found = _ID.fullmatch(message_id.strip().lower())
        return found[1] if found is not None and found[2] == self._office.config.domain.lower() else ""

    def ours(self, message_id: str) -> bool:
        """Whether we sent a letter of that id."""
        return self.letter(message_id) is not None

    def said(self, references: tuple[str, ...], credential: str) -> frozenset[str]:
        """Marks of the lines of the letters an answer names; if its program names none, of the newest letters to the
        seat whose reply address it came to."""
        rows = [row for one in references[-LETTERS - 2 :] if (row := self.letter(one)) is not None]
        if not rows and not references:
            rows = self._to_seat(credential)
        marks: set[str] = set()
        for row in rows[-LETTERS:]:
            shared = self._bodies.fetch(row["body"]) if row.get("body") else None
            marks |= set((shared or {}).get("said", "").split()) | set(row.get("said", "").split())
        return frozenset(marks)

    def _to_seat(self, credential: str) -> list[dict[str, Any]]:
        token = read_token(credential)
        game = self._office.files.game(token.game) if token else None
        if token is None or game is None:
            return []
        here = [game.master] if token.seat == MASTERS_SEAT else []
        here += [seat.address for seat in self._office.files.seats(game.key).values() if seat.number == token.seat]
        newest = self._outbox.range("due", None, None, LOOKED_AT, within=("game", game.key), descending=True)
        return [dict(row) for row in reversed(newest) if row.get("status") == "sent" and row.get("to") in here]
