"""What a letter is made of before it has bytes: its words, its page, its parts."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from judge.core.calendar import PLAIN
from judge.core.values import Record, Value
from judge.core.variant import Variant
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.writing.machine import Machine
from judge.post import Attachment, Letter, Message

if TYPE_CHECKING:  # what draws is loaded when something is drawn
    from judge.render.page import Picture


class Look(Record):
    """What a letter has beside its plain words.

    marked    fields of the template's data as the page gets them: parts rendered as marks, not as columns
    pictures  shown on the page, in this order
    calendar  the deadline as an iCalendar object; b"" for none
    page      whether there is an HTML page at all
    made      the page, where it is not made of the letter's words
    """

    marked: Mapping[str, Any] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    calendar: bytes = b""
    page: bool = True
    made: str = ""


class Brief(Value):
    """What a letter says and what it stands for, whoever reads it.

    cause      what it tells of, or answers; with `kind`, the recipient and `game` it makes the letter's key
    now        the moment it is written
    template   the template's name, or names of which the first that exists is taken; "" for the one in `session` that
               is called like the kind
    answering  the letter it answers
    machine    the application/json part, and `more` of them where it tells of several phases
    asked      sent because somebody asked for it, in a letter that it does not answer
    phase      the phase in whose thread it stands; "" for the game's own thread, None for the open phase
    reply_key  what stands behind the plus sign of its Reply-To; "" for the reader's own
    list_id    the game whose list headers it carries; "" for none
    to_list    the recipient is a mailing list
    proved     a token came back from the reader's address just now
    author     of press: the number of the seat that wrote it, "m" for the master, "x" for nobody who signs; answers
               to it then have an address of their own
    """

    cause: str
    kind: str
    data: Mapping[str, Any]
    now: datetime
    _: KW_ONLY
    template: str | tuple[str, ...] = ""
    game: Game | None = None
    answering: Message | None = None
    machine: Machine | None = None
    more: tuple[Machine, ...] = ()
    asked: bool = False
    phase: str | None = None
    reply_key: str = ""
    look: Look | None = None
    list_id: str = ""
    to_list: bool = False
    author: str = ""
    proved: bool = False

    @property
    def notice(self) -> bool:
        """Whether nobody asked for it."""
        return self.answering is None and not self.asked

    @property
    def game_key(self) -> str:
        return self.game.key if self.game else ""

    @property
    def thread(self) -> str:
        """The phase in whose thread the letter stands; "" for the game's own."""
        return (self.game.phase if self.game else "") if self.phase is None else self.phase


class Outgoing(Value):
    """A brief rendered for one recipient. `html` is the page, which shows the look's pictures; "" for words alone.
    `figures`: what belongs on the page where pictures are still to be drawn, by their content ids."""

    brief: Brief
    to: str
    subject: str
    text: str
    html: str = ""
    figures: Mapping[str, str] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[Attachment, ...]:
        """Everything below the words: the page's pictures, the machine part, the calendar last."""
        brief, look = self.brief, self.brief.look
        found: list[Attachment] = []
        if self.html and look is not None:
            found += [attached(one) for one in look.pictures if one.content]
        for number, part in enumerate((brief.machine, *brief.more), 1):
            if part is not None:
                name = f"{part.name}{number if number > 1 else ''}.json"
                found.append(Attachment(name, "application/json", part.written()))
        if look is not None and look.calendar:
            method = "CANCEL" if b"\r\nMETHOD:CANCEL\r\n" in look.calendar else "PUBLISH"
            name = f"{brief.game_key or 'deadline'}.ics"
            mime = f"text/calendar; charset=utf-8; method={method}"
            found.append(Attachment(name, mime, look.calendar))
        return tuple(found)


TOLD_AS_IT_IS = ("variant", "phase", "deadline", "schedule", "revision", "locked", "master", "practice")


def game_told(game: Game, variant: Variant | None) -> dict[str, Any]:
    """What templates may use of a game; the same for all its readers. `variant`: its rules, where they are here."""
    calendar = variant.info.calendar if variant else PLAIN
    return {
        **{name: getattr(game, name) for name in TOLD_AS_IT_IS},
        "name": game.key,
        "title": variant.info.title if variant else game.variant,
        "phase_words": calendar.words(game.phase),
        "short": list(calendar.short(game.options)),
        "minor": game.house["minor"],
        "zone": game.zone(),
        "status": str(game.status),
        "looked": game.held_back,
        "options": dict(game.options),
    }


def attached(one: Picture) -> Attachment:
    """A picture as it goes with the page that shows it."""
    return Attachment(f"{one.cid.partition('@')[0]}.{one.mime.partition('/')[2]}", one.mime, one.content, one.cid)


@dataclass
class Waits:
    """Letters written together that wait for their pictures.

    until    when they go without
    rows     all of them, by their keys
    letters  those of them that have a page of their own for pictures
    bodies   rests of letters to many that have one
    heads    copies of letters to many whose own part has such a place
    figures  what stands on the pages where pictures come, by content id
    """

    until: datetime
    rows: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)


class Head(Record):
    """What one reader of a letter to many gets before what everybody gets, for him alone.

    seat   whom it addresses
    brief  the letter that it is by itself, where its reader does not get the common rest; `headed` says in its data
           whether that follows
    short  what the subject says to this reader
    """

    seat: SeatRecord
    brief: Brief
    short: str = ""


class SharedText(Value):
    """A public letter in the zone of some of its readers, addressed to nobody yet. `ref`: the row that keeps its body,
    which boundaries and gaps are made from."""

    outgoing: Outgoing
    letter: Letter
    ref: str


# ---- short letters, to addresses that nobody knows ------------------------------------------------------------------


FLOOR = 2_000  # octets that any letter may have, head and all
SPARE = ("enclosures", "remarks", "answers", "notes")  # what a letter that asks may be without, the longest first

_MORE = """
Here the judge breaks off: to an address that it does not know it
writes no long letters. To be known, write REGISTER and your name,
and answer the letter that comes back.
"""
_LAST = """
{}To an address that it does not know the judge
writes three letters a day, and this is the third. To be known, reply
to this one with REGISTER and your name; it is done at once.
"""


def fitted(written: Outgoing, came: int, octets: Callable[[Outgoing], int], last: bool) -> Outgoing | None:
    """The beginning of a letter that answers one of `came` octets, by whole lines, and why it ends there; of the
    `last` one of a day that it is, and how to go on. None if not even that fits."""
    room = max(FLOOR, came)
    brief = replace(written.brief, answering=None, look=None, asked=not written.brief.notice)
    for bare in (written, replace(written, html="", brief=brief)):
        whole = replace(bare, text=bare.text + _LAST.format("")) if last else bare
        if octets(whole) <= room:
            return whole
        lines = written.text.splitlines(keepends=True)
        most = bisect(range(1, len(lines) + 1), room, key=lambda count: octets(_cut(bare, lines, count, last)))
        if most:
            return _cut(bare, lines, most, last)
    return None


def _cut(written: Outgoing, lines: list[str], count: int, last: bool) -> Outgoing:
    why = _LAST.format("Here the judge breaks off. ") if last else _MORE
    return replace(written, text="".join(lines[:count]).rstrip("\n") + "\n" + why, html="")


def asking(
    render: Callable[[Mapping[str, Any]], Outgoing], data: dict[str, Any], came: int, octets: Callable[[Outgoing], int]
) -> Outgoing | None:
    """A letter that asks for an answer, without what it can do without if it must be short: what is asked, and the way
    to answer, stand in it whole. None if these alone are too long."""
    room, bare = max(FLOOR, came), dict(data)
    for name in ("", *SPARE):
        if bare.get(name):
            bare.update({name: [], "left_out": True})
        written = render(bare)
        if octets(written) <= room:
            return written
    return None
