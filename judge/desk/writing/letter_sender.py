"""Writing letters: the one gate from an audience to an address.

A letter is rendered and turned into bytes when it is queued, in the same commit as what it tells of; sending, and
sending again, uses those bytes. Its key is made from cause, kind, recipient and game, so the same cause never makes
two.

To an address that we do not know letters are short, and never longer than what came from there: anybody may write under
such an address, so what goes there must be worth nobody's while. What counts are octets of the whole letter, as they go
over the wire. A letter that is short anyway tells the way in even to somebody who wrote one word.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.codec import pack
from judge.desk.cabinet import keys
from judge.desk.cabinet.budget import A_STRANGER, NO_ADDRESS, OWED, PRESS, STOPPED, STRANGERS, Budget, kind_of
from judge.desk.cabinet.limits import Limits
from judge.desk.cabinet.records import Game, SeatRecord, iso
from judge.desk.writing.letterform import Brief, Outgoing, Waits
from judge.desk.writing.scribe import ComposerDeps, Scribe
from judge.loglines import entry
from judge.loglines import short as shown
from judge.mail.headers import deliverable
from judge.mail.outbound import Identity, line_marks, serialise
from judge.post import Authentication, Letter, LetterKind, Message

log = logging.getLogger(__name__)

KEEP_STOPPED = timedelta(days=30)


class LetterSender(Scribe):
    """Queues what the scribe writes for one reader. Knows addresses; never widens an audience."""

    def __init__(self, things: ComposerDeps) -> None:
        super().__init__(things)
        config, files = things.config, things.files
        self._outbox = files.store.table("outbox")
        self._bodies = files.store.table("bodies")
        self._octets = files.store.table("octets")
        self._written = -1
        self._hand = ("", "")
        self._waits: Waits | None = None
        self.budget = Budget(Limits(files.store), config.judge.answers_per_day, config.judge.press_per_day)
        self.identity = Identity(
            config.judge.address, f"{config.judge.name} judge", config.domain, config.mail.reply, config.mail.plus
        )

    @contextmanager
    def caused_by(self, letter: str, sender: str) -> Iterator[None]:
        """Whatever is written inside is put down to this letter and to whoever wrote it."""
        before, self._hand = self._hand, (letter, sender)
        try:
            yield
        finally:
            self._hand = before

    @contextmanager
    def waiting(self, until: datetime) -> Iterator[Waits]:
        """Letters queued inside wait until then, or until somebody lets them go."""
        before, self._waits = self._waits, Waits(until)
        try:
            yield self._waits
        finally:
            self._waits = before

    # ---- queueing ---------------------------------------------------------------------------------------------

    def _queue(self, written: Outgoing, spent: str = "") -> None:
        """Put one letter into the outbox; `spent`: the budget it goes by, if not by its kind."""
        if not deliverable(written.to):
            self._unaddressed(written.brief, written.to)
            return
        letter = self._letter(written)
        if self._waits is not None and written.figures:
            self._waits.letters.append(letter.key)
            self._waits.figures.update(written.figures)
        # No password is ever in a confirmation.
        said = line_marks(written.text, open_words=written.brief.kind.startswith("confirmation"))
        self._put(letter, written.brief, serialise(letter, self.identity), {"said": said}, spent=spent)

    def _unaddressed(self, brief: Brief, to: str) -> None:
        """An address on file is none: whoever can mend it is told, once while the mark lasts, and everybody else's
        letters go out."""
        log.error("%s", entry("unaddressed", kind=brief.kind, game=brief.game_key))
        mark = self.key("unaddressed", "", to, brief.game_key)
        if self._outbox.fetch(mark) is not None:
            return
        row = self._row(brief, to, "failed", iso(brief.now + KEEP_STOPPED))
        self._outbox.put(mark, {**row, "error": NO_ADDRESS})
        news = Brief(mark, "unaddressed", {"to": to}, brief.now, game=brief.game)
        for reader in dict.fromkeys((self.config.judge.keeper, brief.game.master if brief.game else "")):
            if deliverable(reader):
                self.to_address(reader, news)

    def _letter(self, written: Outgoing) -> Letter:
        brief, answering = written.brief, written.brief.answering
        may_leave = brief.game is None or written.to not in brief.game.masters
        return Letter(
            key=self.key(brief.cause, brief.kind, written.to, brief.game_key),
            to=written.to,
            subject=written.subject,
            text=written.text,
            sent_at=brief.now,
            kind=LetterKind.NOTICE if brief.notice else LetterKind.REPLY,
            html=written.html,
            attachments=written.parts,
            reply_key=brief.reply_key,
            in_reply_to=answering.message_id if answering else "",
            references=answering.references if answering else (),
            root=self.roots(brief.game, brief.thread),
            list_id=f"{brief.list_id}.{self.config.domain}" if brief.list_id else "",
            unsubscribe=self.way_out(brief.list_id, written.to) if brief.list_id and may_leave else "",
            to_list=brief.to_list,
        )

    def _due(self, now: datetime) -> str:
        """At once, or when the wait is over; a microsecond apart, so that letters of one moment go out in the order
        they were written, behind those that another process has left in the queue."""
        if self._written < 0:
            self._written = self._outbox.tally("status", "queued")
        self._written = (self._written + 1) % 1_000_000
        first = now - timedelta(seconds=1) if self._waits is None else self._waits.until
        return iso(first + timedelta(microseconds=self._written))

    def _stopped(self, brief: Brief, to: str) -> bool:
        """Whether a letter must wait because mail to its reader keeps coming back. Answers never wait, and a master
        is always told."""
        if not brief.notice or brief.to_list or brief.game is None or to in brief.game.masters:
            return False
        person = self._files.person(to)
        return person is not None and bool(person.suspended)

    @staticmethod
    def _row(brief: Brief, to: str, status: str, due: str) -> dict[str, Any]:
        told = {"to": to, "status": status, "due": due, "tries": 0}
        return {**told, "game": brief.game_key, "kind": brief.kind, "at": iso(brief.now)}

    def _put(
        self,
        letter: Letter,
        brief: Brief,
        raw: bytes,
        said: Mapping[str, Any],
        own: Sequence[str] = (),
        spent: str = "",
    ) -> None:
        """Into the outbox. `said`: the marks of its lines, and for a letter to many the row that holds the common
        rest; `own` is what this copy has within that."""
        cause, sender = self._hand
        if self._stopped(brief, letter.to):
            row = self._row(brief, letter.to, STOPPED, iso(brief.now + KEEP_STOPPED))
        else:
            row = self._row(brief, letter.to, "queued", self._due(brief.now))
            if self._waits is not None:
                self._waits.rows.append(letter.key)
        row |= {"spent": spent or (PRESS if kind_of(brief.kind) == PRESS else OWED), "of": sender}
        if bond := keys.bond(self._keys, letter.reply_key):
            row["answer"] = bond
        self._outbox.put(letter.key, {**row, **said, "cause": shown(cause) or brief.cause[:40]})
        self._octets.put(letter.key, {"raw": raw.decode("ascii"), **({"own": own} if own else {})})

    def to_seat(self, game: Game, seat: SeatRecord, brief: Brief) -> None:
        """A letter to whoever sits in a seat; a vacant seat gets none."""
        if not seat.address:
            return
        context = self.seat_context(game, seat, brief.data, brief.now)
        # Somebody with two seats gets both letters of one cause.
        kind = f"{brief.kind}.{seat.number}" if brief.kind == "confirmation" else brief.kind
        own = brief.reply_key or self.token(game, seat, brief.author)
        brief = replace(brief, game=game, kind=kind, reply_key=own)
        self._queue(self._render(brief, seat.address, context, self.plain_for(seat.address)))

    def to_address(self, address: str, brief: Brief) -> bool:
        """A letter to a person, a list or the master. False if the mail budget has none for such an address now."""
        if not address:
            return False
        game = brief.game
        stranger = game is None and kind_of(brief.kind) == STRANGERS
        if stranger and self.is_list(address):
            return False  # whoever wrote in its name, its readers asked for nothing
        stranger = stranger and not (brief.proved or self._proved(address, brief.answering))
        zone = self.zone_of("" if brief.to_list else address, game)
        context = {**self.context(game, zone, brief.now), **brief.data}
        brief = replace(brief, reply_key=brief.reply_key or brief.game_key)
        if stranger:
            return self._to_stranger(address, brief, context)
        self._queue(self._render(brief, address, context, self.plain_for(address)))
        return True

    def _to_stranger(self, address: str, brief: Brief, context: Mapping[str, Any]) -> bool:
        """A short letter to an address that we do not know, if the mail budget has one for it."""
        came, asks = brief.answering.size if brief.answering else 0, brief.kind.startswith("confirm")
        last = not asks and brief.answering is not None and self.budget.left(address, brief.now) == 1
        if not deliverable(address):
            return False
        if not self.budget.stranger(address, brief.kind, brief.now):
            self._withheld(brief.now)
            return False
        if last and brief.answering is not None:
            token = self.held(replace(brief.answering, lines=()), brief.now)
            brief = replace(brief, reply_key=f"confirm.{token}")  # what is asked for in an answer to it is done

        def render(data: Mapping[str, Any]) -> Outgoing:
            return self._render(brief, address, data, plain=True)

        def octets(written: Outgoing) -> int:
            return len(serialise(self._letter(written), self.identity))

        if asks:
            written = asking(render, context, came, octets)
        else:
            written = fitted(render(context), came, octets, last)
        if written is None:
            return False
        self._queue(written, STRANGERS)
        return True

    def held(self, message: Message, at: datetime, game: str = "", **more: Any) -> str:
        """Keeps the lines of a letter until its token, which is returned, comes back in an answer to one of ours: of
        the speaker in a `game`, or of its sender for himself."""
        token = self._keys.secret_word(60)
        row = {"message": pack(message), "for": game, "hashes": {}, "asks": False, "at": iso(at), **more}
        self._files.store.table("held").put(token, row)
        return token

    def is_list(self, address: str) -> bool:
        """Whether the judge's own letters to many go there."""
        judge = self.config.judge
        return address in (judge.list, judge.zine_list) or any(game.list == address for game in self._files.games())

    def _proved(self, address: str, answering: Message | None) -> bool:
        """Whether we know that somebody reads that address, or its mail server says that he wrote."""
        if answering is not None and answering.verdict is Authentication.PASS and answering.sender == address:
            return True
        if self._files.proved(address) or address == self.config.judge.keeper:
            return True
        return bool(self._files.seats_of(address)) or any(game.master == address for game in self._files.games())

    def _withheld(self, at: datetime) -> None:
        """A letter was not sent for the budget: the keeper hears, once a day, when they are many."""
        keeper = self.config.judge.keeper
        if not self.budget.withheld(STRANGERS, at):
            return
        log.warning("%s", entry("over_budget", kind=STRANGERS))
        if keeper and deliverable(keeper):
            data = {"what": STRANGERS, "most": A_STRANGER}
            cause = f"budget:{at:%Y-%m-%d}"
            self.to_address(keeper, Brief(cause, "budget", data, at))

    def to_master(self, game: Game, brief: Brief) -> None:
        """A letter to the game's master, and to those beside him: unasked, unless it answers a letter. An answer to it
        needs no password."""
        asked = brief.answering is not None and brief.answering.sender in game.masters
        if game.unrun and not asked and brief.kind != "held":
            return  # its keeper hears of a fault alone, and what he asks
        kind, own = f"master.{brief.kind}", brief.reply_key or self.masters_token(game)
        told = replace(brief, game=game, kind=kind, reply_key=own)
        for one in game.masters:
            self.to_address(one, told)


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
        low, high = 0, len(lines)
        while low < high:  # the most lines that fit
            middle = (low + high + 1) // 2
            fits = octets(_cut(bare, lines, middle, last)) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        if low:
            return _cut(bare, lines, low, last)
    return None


def _cut(written: Outgoing, lines: list[str], count: int, last: bool) -> Outgoing:
    why = _LAST.format("Here the judge breaks off. ") if last else _MORE
    return replace(written, text="".join(lines[:count]).rstrip("\n") + "\n" + why, html="")


def asking(
    render: Callable[[Mapping[str, Any]], Outgoing],
    data: Mapping[str, Any],
    came: int,
    octets: Callable[[Outgoing], int],
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
