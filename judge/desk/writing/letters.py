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
from judge.desk.writing.letterform import Brief, Outgoing, SharedText
from judge.loglines import entry
from judge.mail.headers import deliverable
from judge.mail.outbound import Identity, content, head, serialise
from judge.mail.reading import line_marks
from judge.post import Authentication, Letter, LetterKind, Message
from judge.render import Pen

log = logging.getLogger(__name__)

STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
MASTERS_SEAT = 0  # in a reply token; seats are counted from 1
KEEP_STOPPED = timedelta(days=30)
KEEP_BODIES = timedelta(days=40)  # longer than any copy may wait to be sent


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
        self.identity = Identity(config.judge.address, f"{config.judge.name} judge", config.domain)

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
        """Our own address with `tail` behind the plus sign."""
        local, _, domain = self.config.judge.address.rpartition("@")
        return f"{local}+{tail}@{domain}"

    # ---- rendering --------------------------------------------------------------------------------------------

    def plain_for(self, address: str) -> bool:
        """Whether this reader wants plain words alone (SET LETTERS)."""
        person = self._files.person(address)
        return person is not None and person.letters == "plain"

    def _render(self, brief: Brief, to: str, context: Mapping[str, Any], plain: bool) -> Outgoing:
        """The letter in words and as a page. A page that cannot be made is left away: the words are the letter."""
        subject, text = self.pen.letter(brief.template, context)
        written, look = Outgoing(brief, to, subject, text), brief.look
        if look is None or plain or not look.page or not self.config.judge.html:
            return written
        try:
            return replace(written, html=self.pen.page(brief.template, {**context, **look.marked}, look.pictures))
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
        return self.sub_address(f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}")

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
        if not brief.notice or brief.to_list or brief.game is None or to == brief.game.master:
            return False
        person = self._files.person(to)
        return person is not None and bool(person.suspended)

    def _put(self, letter: Letter, written: Outgoing, raw: bytes, body: str = "") -> None:
        """Into the outbox. `body` names the row that holds the common rest of a letter to many."""
        brief = written.brief
        stopped = self._stopped(brief, letter.to)
        open_words = brief.kind.startswith("confirmation")  # no password is ever in one
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
                **({} if body else {"said": line_marks(written.text, open_words=open_words)}),
            },
        )

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
        kind = f"{brief.kind}.{seat.number}" if brief.kind in ("statement", "confirmation") else brief.kind
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
            written = replace(written, text=_cut(written.text, size), html="")
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
        """A letter to the game's master: unasked, unless it answers a letter. His answer needs no password."""
        kind, own = f"master.{brief.kind}", brief.reply_key or self.masters_token(game)
        self.to_address(
            game.master, replace(brief, game=game, kind=kind, notice=brief.answering is None, reply_key=own)
        )

    def to_everybody(self, game: Game, brief: Brief, leave_out: str = "") -> None:
        """A public letter: to the list and to every subscriber, each mailbox once; not to the one who wrote it."""
        brief = replace(brief, game=game)
        if game.list:
            self.to_address(game.list, replace(brief, to_list=True))
        brief = replace(brief, reply_key=game.key, list_id=game.key)
        shared: dict[tuple[str, bool], SharedText] = {}
        tails = self._reply_tails(game, brief.author)
        for address in self._files.subscribers(game.key):
            if address in (game.list, leave_out):
                continue
            zone, plain = self.zone_of(address, game), brief.look is not None and self.plain_for(address)
            if (zone, plain) not in shared:
                context = {**self.context(game, zone, brief.now), **brief.data}
                seed = f"{brief.cause}|{brief.kind}|{zone}{'|plain' if plain else ''}"
                shared[zone, plain] = SharedText(self._render(brief, "", context, plain), seed)
            self._copy(shared[zone, plain], game, address, tails.get(address, game.key))

    def _reply_tails(self, game: Game, author: str) -> dict[str, str]:
        """Address -> reply token, for whoever has just one seat: answering a public letter signs on as well."""
        held: dict[str, list[SeatRecord]] = {}
        for seat in self._files.seats(game.key).values():
            held.setdefault(seat.address, []).append(seat)
        alone = {address: seats[0] for address, seats in held.items() if len(seats) == 1}
        if author:
            return {address: self.press_key(game, seat, author) for address, seat in alone.items()}
        return {address: self.token(game, seat) for address, seat in alone.items()}

    def _copy(self, shared: SharedText, game: Game, to: str, reply_key: str) -> None:
        """One copy of a letter to many: its own head; the rest is written and kept once."""
        written = shared.outgoing
        brief = written.brief
        if not deliverable(to):
            self._unaddressed(brief, to)
            return
        if not shared.ref:
            seed = self.key(shared.seed, brief.kind, "")
            shared.ref = seed
            body = content(self._letter(written), seed).decode("ascii")
            self._bodies.put(
                shared.ref,
                {
                    "due": iso(brief.now + KEEP_BODIES),
                    "raw": body,
                    "game": game.key,
                    "said": line_marks(written.text),
                },
            )
        own = replace(brief, look=None, machine=None, reply_key=reply_key)
        copy = Outgoing(own, to, written.subject, "")
        letter = self._letter(copy)
        self._put(letter, copy, head(letter, self.identity), shared.ref)


_MORE = (
    "\nHere the judge breaks off: to an address that it does not know it"
    "\nwrites no long letters. To be known, write REGISTER and your name,"
    "\nand answer the letter that comes back.\n"
)


def _cut(text: str, size: int) -> str:
    """The beginning of a text, by whole lines, and why it ends there."""
    if len(text) <= size:
        return text
    return text[: text.rfind("\n", 0, max(size - len(_MORE), 1)) + 1] + _MORE
