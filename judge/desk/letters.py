"""Writing letters: the one gate from an audience to an address.

A letter is rendered and turned into bytes when it is queued, in the same commit as what it tells of; sending, and
sending again, uses those bytes. Its key is made from cause, kind, recipient and game, so the same cause never makes
two.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.core.phase import KINDS, Phase
from judge.desk.files import Files
from judge.desk.keys import Keys
from judge.desk.letterform import Draft, Look, Page, letter_key
from judge.desk.records import Game, SeatRecord, iso
from judge.loglines import entry
from judge.mail.headers import deliverable
from judge.mail.outbound import Identity, content, head, serialise
from judge.mail.reading import line_marks
from judge.post import Letter, LetterKind, Message
from judge.render import Pen

log = logging.getLogger(__name__)

STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
KEEP_STOPPED = timedelta(days=30)
KEEP_BODIES = timedelta(days=40)  # longer than any copy may wait to be sent


class Letters:
    """Renders and queues. Knows addresses; never widens an audience."""

    def __init__(self, config: Config, files: Files, keys: Keys, pen: Pen) -> None:
        self.config = config
        self.pen = pen
        self._files = files
        self._keys = keys
        self._outbox = files.store.table("outbox")
        self._written = 0
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
            base["game"] = {
                "name": game.key,
                "variant": game.variant,
                "phase": game.phase,
                "phase_words": phase_words(game.phase),
                "deadline": game.deadline,
                "schedule": game.schedule,
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

    def _words(
        self, template: str | tuple[str, ...], context: Mapping[str, Any], look: Look | None, plain: bool
    ) -> tuple[str, str, str]:
        """(subject, text, html). A page that cannot be made is left away: the words are the letter."""
        subject, text = self.pen.letter(template, context)
        if look is None or plain or not look.page or not self.config.judge.html:
            return subject, text, ""
        try:
            return subject, text, self.pen.page(template, {**context, **look.marked}, look.pictures)
        except Exception:
            log.exception("the page of %r could not be made; it goes out without", subject)
            return subject, text, ""

    # ---- queueing ---------------------------------------------------------------------------------------------

    def _queue(self, draft: Draft) -> None:
        """Put one letter into the outbox."""
        if not deliverable(draft.to):
            self._unaddressed(draft, draft.to)
            return
        letter = self._letter(draft)
        self._put(letter, draft, serialise(letter, self.identity))

    def _unaddressed(self, draft: Draft, to: str) -> None:
        """An address on file is none: whoever can mend it is told, once while the mark lasts, and everybody else's
        letters go out."""
        log.error("%s", entry("unaddressed", kind=draft.kind, game=draft.game.key if draft.game else ""))
        mark = letter_key("unaddressed", "", to, draft.game.key if draft.game else "")
        if self._outbox.fetch(mark) is not None:
            return
        self._outbox.put(
            mark,
            {"to": to, "status": "failed", "due": iso(draft.now + KEEP_STOPPED), "tries": 0, "kind": draft.kind,
             "game": draft.game.key if draft.game else "", "at": iso(draft.now), "body": "", "raw": "",
             "error": "no mail address"},
        )  # fmt: skip
        for reader in dict.fromkeys((self.config.judge.keeper, draft.game.master if draft.game else "")):
            if deliverable(reader):
                self.to_address(
                    reader, cause=mark, kind="unaddressed", template="session/unaddressed.txt", data={"to": to},
                    now=draft.now, game=draft.game,
                )  # fmt: skip

    def _letter(self, draft: Draft) -> Letter:
        answering, list_id = draft.answering, draft.list_id
        return Letter(
            key=letter_key(draft.cause, draft.kind, draft.to, draft.game.key if draft.game else ""),
            to=draft.to,
            subject=draft.subject,
            text=draft.text,
            sent_at=draft.now,
            kind=LetterKind.NOTICE if draft.notice else LetterKind.REPLY,
            html=draft.html,
            attachments=draft.parts,
            reply_key=draft.reply_key,
            in_reply_to=answering.message_id if answering else "",
            references=answering.references if answering else (),
            root=self.roots(draft.game, draft.phase),
            list_id=f"{list_id}.{self.config.domain}" if list_id else "",
            unsubscribe=self._way_out(list_id, draft.to) if list_id else "",
            to_list=draft.to_list,
        )

    def _way_out(self, game: str, to: str) -> str:
        """The address to which an empty letter ends this reader's subscription."""
        return self.sub_address(f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}")

    def _due(self, now: datetime) -> str:
        """At once; a microsecond apart, so that letters of one moment go out in the order they were written."""
        self._written = (self._written + 1) % 1_000_000
        return iso(now - timedelta(seconds=1) + timedelta(microseconds=self._written))

    def _stopped(self, draft: Draft, to: str) -> bool:
        """Whether a letter must wait because mail to its reader keeps coming back. Answers never wait, and a master
        is always told."""
        game = draft.game
        if not draft.notice or draft.to_list or game is None or to == game.master:
            return False
        person = self._files.person(to)
        return person is not None and bool(person.suspended)

    def _put(self, letter: Letter, draft: Draft, raw: bytes, body: str = "") -> None:
        """Into the outbox. `body` names the row that holds the common rest of a letter to many."""
        stopped = self._stopped(draft, letter.to)
        self._outbox.put(
            letter.key,
            {
                "to": letter.to,
                "status": STOPPED if stopped else "queued",
                "due": iso(letter.sent_at + KEEP_STOPPED) if stopped else self._due(letter.sent_at),
                "tries": 0,
                "game": draft.game.key if draft.game else "",
                "kind": draft.kind,
                "at": iso(letter.sent_at),
                "body": body,
                "raw": raw.decode("ascii"),
                **({} if body else {"said": line_marks(draft.text)}),
            },
        )

    def seat_context(self, game: Game, seat: SeatRecord, data: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """What a template gets for a letter to whoever sits in a seat."""
        context = self.context(game, self.zone_of(seat.address, game), now)
        return {**context, "seat": seat.name, "seat_role": str(seat.role), **data}

    def to_seat(
        self,
        game: Game,
        seat: SeatRecord,
        *,
        cause: str,
        kind: str,
        template: str | tuple[str, ...],
        data: Mapping[str, Any],
        now: datetime,
        answering: Message | None = None,
        machine: Mapping[str, Any] | None = None,
        notice: bool = True,
        phase: str | None = None,
        reply_key: str = "",
        look: Look | None = None,
    ) -> None:
        """A letter to whoever sits in a seat; a vacant seat gets none."""
        if not seat.address:
            return
        context = self.seat_context(game, seat, data, now)
        subject, text, html = self._words(template, context, look, self.plain_for(seat.address))
        draft = Draft(
            cause=cause,
            kind=f"{kind}.{seat.number}" if kind in ("statement", "confirmation") else kind,
            to=seat.address,
            subject=subject,
            text=text,
            html=html,
            look=look,
            now=now,
            game=game,
            phase=game.phase if phase is None else phase,
            reply_key=reply_key or self.token(game, seat),
            answering=answering,
            machine=machine,
            notice=notice,
        )
        self._queue(draft)

    def to_address(
        self,
        address: str,
        *,
        cause: str,
        kind: str,
        template: str | tuple[str, ...],
        data: Mapping[str, Any],
        now: datetime,
        game: Game | None = None,
        answering: Message | None = None,
        machine: Mapping[str, Any] | None = None,
        reply_key: str = "",
        notice: bool = True,
        list_id: str = "",
        to_list: bool = False,
        phase: str | None = None,
        look: Look | None = None,
    ) -> None:
        """A letter to a person, a list or the master."""
        if not address:
            return
        zone = self.zone_of(address, game) if not to_list else (game.zone() if game else self.config.judge.zone)
        context = {**self.context(game, zone, now), **data}
        subject, text, html = self._words(template, context, look, self.plain_for(address))
        draft = Draft(
            cause=cause,
            kind=kind,
            to=address,
            subject=subject,
            text=text,
            html=html,
            look=look,
            now=now,
            game=game,
            phase=(game.phase if game else "") if phase is None else phase,
            reply_key=reply_key or (game.key if game else ""),
            answering=answering,
            machine=machine,
            notice=notice,
            list_id=list_id,
            to_list=to_list,
        )
        self._queue(draft)

    def to_master(
        self,
        game: Game,
        *,
        cause: str,
        kind: str,
        template: str | tuple[str, ...],
        data: Mapping[str, Any],
        now: datetime,
        answering: Message | None = None,
    ) -> None:
        self.to_address(
            game.master,
            cause=cause,
            kind=f"master.{kind}",
            template=template,
            data=data,
            now=now,
            game=game,
            answering=answering,
            notice=answering is None,
        )

    def to_everybody(
        self,
        game: Game,
        *,
        cause: str,
        kind: str,
        template: str | tuple[str, ...],
        data: Mapping[str, Any],
        now: datetime,
        machine: Mapping[str, Any] | None = None,
        phase: str | None = None,
        look: Look | None = None,
    ) -> None:
        """A public letter: to the list and to every subscriber, each mailbox once."""
        if game.list:
            self.to_address(game.list, cause=cause, kind=kind, template=template, data=data, now=now, game=game,
                            machine=machine, to_list=True, phase=phase, look=look)  # fmt: skip
        pages: dict[tuple[str, bool], Page] = {}
        tails = self._reply_tails(game)
        for address in self._files.subscribers(game.key):
            if address == game.list:
                continue
            zone, plain = self.zone_of(address, game), look is not None and self.plain_for(address)
            if (zone, plain) not in pages:
                context = {**self.context(game, zone, now), **data}
                subject, text, html = self._words(template, context, look, plain)
                draft = Draft(
                    cause=cause,
                    kind=kind,
                    to="",
                    subject=subject,
                    text=text,
                    html=html,
                    look=look,
                    now=now,
                    game=game,
                    phase=game.phase if phase is None else phase,
                    reply_key=game.key,
                    machine=machine,
                    notice=True,
                    list_id=game.key,
                )
                pages[zone, plain] = Page(draft, f"{cause}|{kind}|{zone}{'|plain' if plain else ''}")
            self._copy(pages[zone, plain], game, address, tails.get(address, game.key))

    def _reply_tails(self, game: Game) -> dict[str, str]:
        """Address -> reply token, for whoever has just one seat: answering a public letter signs on as well."""
        held: dict[str, list[SeatRecord]] = {}
        for seat in self._files.seats(game.key).values():
            held.setdefault(seat.address, []).append(seat)
        return {address: self.token(game, seats[0]) for address, seats in held.items() if len(seats) == 1}

    def _copy(self, page: Page, game: Game, to: str, reply_key: str) -> None:
        """One copy of a letter to many: its own head; the rest is written and kept once."""
        draft = page.draft
        if not deliverable(to):
            self._unaddressed(draft, to)
            return
        if not page.ref:
            page.ref = f"body:{letter_key(page.seed, draft.kind, '')}"
            shared = content(self._letter(draft), page.seed).decode("ascii")
            self._outbox.put(
                page.ref,
                {"status": "body", "due": iso(draft.now + KEEP_BODIES), "raw": shared, "game": game.key,
                 "said": line_marks(draft.text)},
            )  # fmt: skip
        letter = self._letter(replace(draft, to=to, text="", html="", look=None, machine=None, reply_key=reply_key))
        self._put(letter, draft, head(letter, self.identity), page.ref)


def phase_words(phase: str) -> str:
    """`Spring 1901, movement`, or nothing before the start."""
    if not phase:
        return ""
    parsed = Phase.parse(phase)
    return parsed.words if parsed.kind in KINDS else f"{parsed.words} {parsed.kind}"
