"""Writing letters: the one gate from an audience to an address.

A letter is rendered and turned into bytes when it is queued, in the same commit as what it tells of; sending, and
sending again, uses those bytes. Its key is made from cause, kind, recipient and game, so the same cause never makes
two.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.core.calendar import PLAIN, Calendar
from judge.desk.cabinet.budget import A_STRANGER, STRANGERS, Budget, kind_of
from judge.desk.cabinet.files import Files
from judge.desk.cabinet.keys import Keys
from judge.desk.cabinet.limits import Limits
from judge.desk.cabinet.records import Game, SeatRecord, iso
from judge.desk.writing import bonds
from judge.desk.writing.letterform import Brief, Head, Outgoing, SharedText, alone, cut_short
from judge.loglines import entry
from judge.mail import outbound
from judge.mail.headers import deliverable
from judge.mail.outbound import Identity, content, gap, own_pieces, pieces, serialise
from judge.mail.reading import line_marks
from judge.post import Attachment, Authentication, Letter, LetterKind, Message
from judge.render import Pen
from judge.render.page import words_page

log = logging.getLogger(__name__)

STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
MASTERS_SEAT = 0  # in a reply token; seats are counted from 1
KEEP_STOPPED = timedelta(days=30)
KEEP_BODIES = timedelta(days=40)  # longer than any copy may wait to be sent
JSON = "application/json"


class Letters:
    """Renders and queues. Knows addresses; never widens an audience."""

    def __init__(
        self,
        config: Config,
        files: Files,
        keys: Keys,
        pen: Pen,
        calendar: Callable[[Game], Calendar] = lambda game: PLAIN,
    ) -> None:
        self.config = config
        self.pen = pen
        self._files = files
        self._keys = keys
        self._calendar = calendar
        self._outbox = files.store.table("outbox")
        self._bodies = files.store.table("bodies")
        self._written = -1
        self.budget = Budget(Limits(files.store), config.judge.answers_per_day, config.judge.press_per_day)
        self.identity = Identity(
            config.judge.address, f"{config.judge.name} judge", config.domain, config.mail.reply, config.mail.plus
        )

    # ---- context ----------------------------------------------------------------------------------------------

    def context(self, game: Game | None, zone: str, now: datetime) -> dict[str, Any]:
        """What every template may use."""
        base: dict[str, Any] = {
            "judge": self.config.judge.name,
            "address": self.config.judge.address,
            "keeper": self.config.judge.keeper,
            "zone": zone,
            "now": iso(now),
            "game": None,
        }
        if game is not None:
            calendar = self._calendar(game)
            base["game"] = {
                "name": game.key,
                "variant": game.variant,
                "phase": game.phase,
                "phase_words": calendar.words(game.phase),
                "deadline": game.deadline,
                "schedule": game.schedule,
                "short": list(calendar.short(game.options)),
                "minor": game.house["minor"],
                "zone": game.zone(),
                "revision": game.revision,
                "status": str(game.status),
                "locked": game.locked,
                "master": game.master,
                "practice": game.practice,
                "options": dict(game.options),
            }
        return base

    def zone_of(self, address: str, game: Game | None) -> str:
        """The reader's own zone, else the game's, else the judge's."""
        person = self._files.person(address)
        if person and person.zone:
            return person.zone
        return game.zone() if game else self.config.judge.zone

    def token(self, game: Game, seat: SeatRecord) -> str:
        return self._keys.token(game.key, seat.number, seat.nonce, game.round)

    def key(self, cause: str, kind: str, to: str, game: str = "") -> str:
        """Stable name of a letter: the same cause, kind, recipient and game always give the same. One letter may take
        seats in several games, and each of them writes back."""
        return self._keys.letter(cause, kind, to, game)

    def masters_nonce(self, game: Game) -> str:
        """What the master's reply tokens are bound to beside the game: his address, and a word that is another with
        each new password."""
        return self._keys.mac("master", game.key, game.master, game.nonce)

    def masters_token(self, game: Game) -> str:
        """What stands behind the plus sign of the master's Reply-To."""
        return self._keys.token(game.key, MASTERS_SEAT, self.masters_nonce(game), game.round)

    def press_key(self, game: Game, seat: SeatRecord, author: str) -> str:
        """What stands behind the plus sign where press is answered: its reader and its author, and no orders."""
        mac = self._keys.mac("press", game.key, seat.number, seat.nonce, author)
        return f"{game.key}.press-{seat.number}-{author}-{mac}"

    def roots(self, game: Game | None, phase: str = "") -> tuple[str, ...]:
        """Thread roots: the game's and, where given, the phase's."""
        if game is None:
            return ()
        domain = self.config.domain
        roots = (f"<{game.key}.root@{domain}>",)
        return (*roots, f"<{game.key}.{phase.lower()}.root@{domain}>") if phase else roots

    def sub_address(self, tail: str) -> str:
        """Our own address with `tail` in it, where our addresses carry keys."""
        return self.config.addressing.with_key(tail)

    # ---- rendering --------------------------------------------------------------------------------------------

    def plain_for(self, address: str) -> bool:
        """Whether this reader wants plain words alone (SET LETTERS)."""
        person = self._files.person(address)
        return person is not None and person.letters == "plain"

    def _render(self, brief: Brief, to: str, context: Mapping[str, Any], plain: bool, own: str = "") -> Outgoing:
        """The letter in words and as a page, with the line `own` where a reader's own part belongs. A page that cannot
        be made is left away: the words are the letter."""
        subject, text = self.pen.letter(brief.template, context)
        written, look = Outgoing(brief, to, subject, text), brief.look
        if look is None or plain or not look.page or not self.config.judge.html:
            return written
        try:
            page = self.pen.page(brief.template, {**context, **look.marked}, look.pictures, own)
            return replace(written, html=page)
        except Exception:
            log.exception("the page of %r could not be made; it goes out without", subject)
            return written

    # ---- queueing ---------------------------------------------------------------------------------------------

    def _queue(self, written: Outgoing) -> None:
        """Put one letter into the outbox."""
        if not deliverable(written.to):
            self._unaddressed(written.brief, written.to)
            return
        letter = self._letter(written)
        self._put(letter, written, serialise(letter, self.identity))

    def _unaddressed(self, brief: Brief, to: str) -> None:
        """An address on file is none: whoever can mend it is told, once while the mark lasts, and everybody else's
        letters go out."""
        log.error("%s", entry("unaddressed", kind=brief.kind, game=brief.game_key))
        mark = self.key("unaddressed", "", to, brief.game_key)
        if self._outbox.fetch(mark) is not None:
            return
        self._outbox.put(
            mark,
            {
                "to": to,
                "status": "failed",
                "due": iso(brief.now + KEEP_STOPPED),
                "tries": 0,
                "kind": brief.kind,
                "game": brief.game_key,
                "at": iso(brief.now),
                "body": "",
                "raw": "",
                "error": "no mail address",
            },
        )
        news = Brief(
            cause=mark,
            kind="unaddressed",
            template="session/unaddressed.txt",
            data={"to": to},
            now=brief.now,
            game=brief.game,
        )
        for reader in dict.fromkeys((self.config.judge.keeper, brief.game.master if brief.game else "")):
            if deliverable(reader):
                self.to_address(reader, news)

    def _letter(self, written: Outgoing) -> Letter:
        brief, answering = written.brief, written.brief.answering
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
            unsubscribe=self._way_out(brief.list_id, written.to) if brief.list_id else "",
            to_list=brief.to_list,
        )

    def _way_out(self, game: str, to: str) -> str:
        """The address to which an empty letter ends this reader's subscription."""
        tail = f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}"
        return (
            self.sub_address(tail)
            if self.config.addressing.carries
            else f"mailto:{self.sub_address('')}?subject={tail}"
        )

    def _due(self, now: datetime) -> str:
        """At once; a microsecond apart, so that letters of one moment go out in the order they were written, behind
        those that another process has left in the queue."""
        if self._written < 0:
            self._written = self._outbox.tally("status", "queued")
        self._written = (self._written + 1) % 1_000_000
        return iso(now - timedelta(seconds=1) + timedelta(microseconds=self._written))

    def _stopped(self, brief: Brief, to: str) -> bool:
        """Whether a letter must wait because mail to its reader keeps coming back. Answers never wait, and a master
        is always told."""
        if not brief.notice or brief.to_list or brief.game is None or to in brief.game.masters:
            return False
        person = self._files.person(to)
        return person is not None and bool(person.suspended)

    def _put(
        self, letter: Letter, written: Outgoing, raw: bytes, body: str = "", own: Mapping[str, Any] | None = None
    ) -> None:
        """Into the outbox. `body` names the row that holds the common rest of a letter to many; `own` is what this
        copy has within it."""
        brief = written.brief
        stopped = self._stopped(brief, letter.to)
        self._outbox.put(
            letter.key,
            {
                "to": letter.to,
                "status": STOPPED if stopped else "queued",
                "due": iso(letter.sent_at + KEEP_STOPPED) if stopped else self._due(letter.sent_at),
                "tries": 0,
                "game": brief.game_key,
                "kind": brief.kind,
                "at": iso(letter.sent_at),
                "body": body,
                "raw": raw.decode("ascii"),
                **({"answer": bond} if (bond := bonds.bond(self._keys, letter.reply_key)) else {}),
                **((own or {}) if body else self._said(written)),
            },
        )

    def _said(self, written: Outgoing) -> dict[str, str]:
        """Marks of the letter's lines."""
        return {"said": line_marks(written.text, open_words=written.brief.kind.startswith("confirmation"))}

    def seat_context(self, game: Game, seat: SeatRecord, data: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """What a template gets for a letter to whoever sits in a seat."""
        context = self.context(game, self.zone_of(seat.address, game), now)
        return {**context, "seat": seat.name, "seat_role": str(seat.role), **data}

    def to_seat(self, game: Game, seat: SeatRecord, brief: Brief) -> None:
        """A letter to whoever sits in a seat; a vacant seat gets none."""
        if not seat.address:
            return
        context = self.seat_context(game, seat, brief.data, brief.now)
        # Somebody with two seats gets both letters of one cause.
        kind = f"{brief.kind}.{seat.number}" if brief.kind == "confirmation" else brief.kind
        own = self.press_key(game, seat, brief.author) if brief.author else self.token(game, seat)
        brief = replace(brief, game=game, kind=kind, reply_key=brief.reply_key or own)
        self._queue(self._render(brief, seat.address, context, self.plain_for(seat.address)))

    def to_address(self, address: str, brief: Brief) -> bool:
        """A letter to a person, a list or the master. False if the mail budget has none for such an address now."""
        if not address:
            return False
        game, room = brief.game, 0
        stranger = game is None and kind_of(brief.kind) == STRANGERS
        if stranger and not (brief.proved or self._proved(address, brief.answering)):
            room = self.budget.stranger(address, brief.kind, brief.now)
            if not room:
                self._withheld(brief.now)
                return False
        zone = self.zone_of("" if brief.to_list else address, game)
        context = {**self.context(game, zone, brief.now), **brief.data}
        brief = replace(brief, reply_key=brief.reply_key or brief.game_key)
        written = self._render(brief, address, context, self.plain_for(address))
        if room and not brief.kind.startswith("confirm"):
            size = max(room, brief.answering.size if brief.answering else 0)
            written = replace(written, text=cut_short(written.text, size), html="")
        self._queue(written)
        return True

    def _proved(self, address: str, answering: Message | None) -> bool:
        """Whether we know that somebody reads that address, or its mail server says that he wrote."""
        if answering is not None and answering.verdict is Authentication.PASS and answering.sender == address:
            return True
        person = self._files.person(address)
        if (person is not None and person.confirmed) or address == self.config.judge.keeper:
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
            self.to_address(keeper, Brief(cause=cause, kind="budget", template="session/budget.txt", data=data, now=at))

    def to_master(self, game: Game, brief: Brief) -> None:
        """A letter to the game's master, and to those beside him: unasked, unless it answers a letter. An answer to it
        needs no password."""
        if game.practice and game.house["open"] != "yes" and brief.kind != "held":
            return  # nobody runs it; its keeper hears of a fault alone
        kind, own = f"master.{brief.kind}", brief.reply_key or self.masters_token(game)
        told = replace(brief, game=game, kind=kind, notice=brief.answering is None, reply_key=own)
        for one in game.masters:
            self.to_address(one, told)

    def to_everybody(
        self, game: Game, brief: Brief, leave_out: str = "", heads: Mapping[str, Head] | None = None
    ) -> None:
        """A public letter: to the list and to every subscriber, each mailbox once; not to the one who wrote it.

        `heads`: address -> what its copy begins with, for that reader alone. Who has one and does not get the public
        letter gets that by itself."""
        brief, own = replace(brief, game=game), dict(heads or {})
        if game.list:
            self.to_address(game.list, replace(brief, to_list=True))
        brief = replace(brief, reply_key=game.key, list_id=game.key)
        shared: dict[tuple[str, bool, bool], SharedText] = {}
        tails = self._reply_tails(game, brief.author)
        for address in self._files.subscribers(game.key):
            if address in (game.list, leave_out):
                continue
            head = own.pop(address, None)
            zone, plain = self.zone_of(address, game), brief.look is not None and self.plain_for(address)
            sort = (zone, plain, head is not None)
            if sort not in shared:
                shared[sort] = self._shared(game, brief, *sort)
            if head is None:
                self._copy(shared[sort], game, address, tails.get(address, game.key))
            else:
                self._copy(shared[sort], game, address, self.token(game, head.seat), head)
        for _, head in sorted(own.items()):
            self.to_seat(game, head.seat, alone(head, brief))

    def _shared(self, game: Game, brief: Brief, zone: str, plain: bool, headed: bool) -> SharedText:
        """A public letter for some of its readers."""
        seed = f"{brief.cause}|{brief.kind}|{zone}{'|plain' if plain else ''}{'|headed' if headed else ''}"
        seed = self.key(seed, brief.kind, "")
        context = {**self.context(game, zone, brief.now), **brief.data, **({"headed": True} if headed else {})}
        return SharedText(self._render(brief, "", context, plain, gap(seed) if headed else ""), seed, headed)

    def _reply_tails(self, game: Game, author: str) -> dict[str, str]:
        """Address -> reply token, for whoever has just one seat: answering a public letter signs on as well."""
        held: dict[str, list[SeatRecord]] = {}
        for seat in self._files.seats(game.key).values():
            held.setdefault(seat.address, []).append(seat)
        alone = {address: seats[0] for address, seats in held.items() if len(seats) == 1}
        if author:
            return {address: self.press_key(game, seat, author) for address, seat in alone.items()}
        return {address: self.token(game, seat) for address, seat in alone.items()}

    def _copy(self, shared: SharedText, game: Game, to: str, reply_key: str, head: Head | None = None) -> None:
        """One copy of a letter to many: what is its own; the rest is written and kept once."""
        written = shared.outgoing
        brief = written.brief
        if not deliverable(to):
            self._unaddressed(brief, to)
            return
        if not shared.ref:
            shared.ref = shared.seed
            self._bodies.put(
                shared.ref,
                {
                    "due": iso(brief.now + KEEP_BODIES),
                    **self._body(shared),
                    "game": game.key,
                    "said": line_marks(written.text),
                },
            )
        own = replace(brief, look=None, machine=None, reply_key=reply_key)
        copy = Outgoing(own, to, written.subject, "")
        letter = self._letter(copy)
        row = self._own(shared, game, head) if head is not None else {}
        self._put(letter, copy, outbound.head(letter, self.identity), shared.ref, row)

    def _body(self, shared: SharedText) -> dict[str, Any]:
        """The row of what is common to all copies: in one piece, or in those between which each has its own."""
        letter = self._letter(shared.outgoing)
        if not shared.headed:
            return {"raw": content(letter, shared.seed).decode("ascii")}
        first, *more = (piece.decode("ascii") for piece in pieces(letter, shared.seed))
        return {"raw": first, "more": more}

    def _own(self, shared: SharedText, game: Game, head: Head) -> dict[str, Any]:
        """What a row of the outbox has of its reader's own."""
        common, now = shared.outgoing, shared.outgoing.brief.now
        context = {**self.seat_context(game, head.seat, head.data, now), "headed": True}
        _, text = self.pen.letter(head.template, context)
        page, look = words_page(text) if common.html else "", head.look
        if page and look is not None and look.page:
            try:
                page = self.pen.fragment(head.template, {**context, **look.marked}, look.pictures)
            except Exception:
                log.exception("one seat's part of a page could not be made; its words stand there")
        part = [Attachment(f"{head.machine.name}.json", JSON, head.machine.written())] if head.machine else []
        mine = own_pieces(text, page, part if common.parts else [], shared.seed)
        return {"own": [piece.decode("ascii") for piece in mine], "said": line_marks(text)}
