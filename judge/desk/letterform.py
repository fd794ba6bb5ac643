"""What a letter is made of before it has bytes: its words, its page, its parts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.core.codec import canonical
from judge.desk.records import Game
from judge.post import Attachment, Message
from judge.render.page import Picture

SCHEMA = "postal-judge"


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a letter has beside its plain words.

    marked    fields of the template's data as the page gets them: parts rendered as marks, not as columns
    pictures  shown on the page, in this order
    calendar  the deadline as an iCalendar object; b"" for none
    page      whether there is an HTML page at all
    """

    marked: Mapping[str, Any] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    calendar: bytes = b""
    page: bool = True


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A letter rendered for one recipient, and what its head is made from.

    cause      what it tells of, or answers; with `kind`, `to` and `game` it makes the letter's key
    phase      the phase in whose thread it stands; "" for the game's own
    reply_key  what stands behind the plus sign of its Reply-To
    machine    becomes the application/json part
    html       the page, which shows `look`'s pictures; "" for plain words alone
    list_id    the game whose list headers it carries; "" for none
    """

    cause: str
    kind: str
    to: str
    subject: str
    text: str
    now: datetime
    html: str = ""
    look: Look | None = None
    game: Game | None = None
    phase: str = ""
    reply_key: str = ""
    answering: Message | None = None
    machine: Mapping[str, Any] | None = None
    notice: bool = False
    list_id: str = ""
    to_list: bool = False

    @property
    def parts(self) -> tuple[Attachment, ...]:
        """Everything below the words: the page's pictures, the machine part, the calendar last."""
        found: list[Attachment] = []
        if self.html and self.look is not None:
            found += [
                Attachment(f"{one.cid.partition('@')[0]}.{one.mime.partition('/')[2]}", one.mime, one.content, one.cid)
                for one in self.look.pictures
                if one.content
            ]
        if self.machine is not None:
            name = self.kind.partition(".")[0]
            body = canonical({"schema": f"{SCHEMA}/{name}", "version": 1, **self.machine})
            found.append(Attachment(f"{name}.json", "application/json", body))
        if self.look is not None and self.look.calendar:
            method = "CANCEL" if b"\r\nMETHOD:CANCEL\r\n" in self.look.calendar else "PUBLISH"
            name = f"{self.game.key}.ics" if self.game else "deadline.ics"
            mime = f"text/calendar; charset=utf-8; method={method}"
            found.append(Attachment(name, mime, self.look.calendar))
        return tuple(found)


@dataclass
class Page:
    """A public letter in the zone of some of its readers, addressed to nobody yet. `ref` is the outbox row of its body,
    once it is written."""

    draft: Draft
    seed: str
    ref: str = ""


def letter_key(cause: str, kind: str, to: str, game: str = "") -> str:
    """Stable name of a letter: the same cause, kind, recipient and game always give the same. One letter may take
    seats in several games, and each of them writes back."""
    return hashlib.sha256(f"{cause}|{kind}|{to}|{game}".encode()).hexdigest()[:32]
