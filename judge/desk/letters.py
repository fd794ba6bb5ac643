"""Writing letters: the one gate from an audience to an address.

A letter is rendered and turned into bytes when it is queued, in the same commit as what it tells of; sending, and
sending again, uses those bytes. Its key is made from cause, kind and recipient, so the same cause never makes two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.core.codec import canonical
from judge.core.phase import KINDS, Phase
from judge.desk.files import Files
from judge.desk.keys import Keys
from judge.desk.records import Game, SeatRecord, iso
from judge.mail.outbound import Identity, content, head, serialise
from judge.post import Attachment, Letter, LetterKind, Message
from judge.render import Pen

SCHEMA = "postal-judge"
KEEP_BODIES = timedelta(days=40)  # longer than any copy may wait to be sent


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A letter rendered for one recipient, and what its head is made from.

    cause      what it tells of, or answers; with `kind` and `to` it makes the letter's key
    phase      the phase in whose thread it stands; "" for the game's own
    reply_key  what stands behind the plus sign of its Reply-To
    machine    becomes the application/json part
    list_id    the game whose list headers it carries; "" for none
    """

    cause: str
    kind: str
    to: str
    subject: str
    text: str
    now: datetime
    game: Game | None = None
    phase: str = ""
    reply_key: str = ""
    answering: Message | None = None
    machine: Mapping[str, Any] | None = None
    notice: bool = False
    list_id: str = ""
    to_list: bool = False


@dataclass
class Page:
    """A public letter in the zone of some of its readers, addressed to nobody yet. `ref` is the outbox row of its body,
    once it is written."""

    draft: Draft
    seed: str
    ref: str = ""


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

    # ---- queueing ---------------------------------------------------------------------------------------------

    def _queue(self, draft: Draft) -> None:
        """Put one letter into the outbox."""
        letter = self._letter(draft)
        self._put(letter, draft, serialise(letter, self.identity))

    def _letter(self, draft: Draft) -> Letter:
        parts: tuple[Attachment, ...] = ()
        if draft.machine is not None:
            name = draft.kind.partition(".")[0]
            body = canonical({"schema": f"{SCHEMA}/{name}", "version": 1, **draft.machine})
            parts = (Attachment(f"{name}.json", "application/json", body),)
        answering, list_id = draft.answering, draft.list_id
        return Letter(
            key=letter_key(draft.cause, draft.kind, draft.to),
            to=draft.to,
            subject=draft.subject,
            text=draft.text,
            sent_at=draft.now,
            kind=LetterKind.NOTICE if draft.notice else LetterKind.REPLY,
            attachments=parts,
            reply_key=draft.reply_key,
            in_reply_to=answering.message_id if answering else "",
            references=answering.references if answering else (),
            root=self.roots(draft.game, draft.phase),
            list_id=f"{list_id}.{self.config.domain}" if list_id else "",
            unsubscribe=self.sub_address(f"unsubscribe.{list_id}") if list_id else "",
            to_list=draft.to_list,
        )

    def _due(self, now: datetime) -> str:
        """At once; a microsecond apart, so that letters of one moment go out in the order they were written."""
        self._written = (self._written + 1) % 1_000_000
        return iso(now - timedelta(seconds=1) + timedelta(microseconds=self._written))

    def _put(self, letter: Letter, draft: Draft, raw: bytes, body: str = "") -> None:
        """Into the outbox. `body` names the row that holds the common rest of a letter to many."""
        self._outbox.put(
            letter.key,
            {
                "to": letter.to,
                "status": "queued",
                "due": self._due(letter.sent_at),
                "tries": 0,
                "game": draft.game.key if draft.game else "",
                "kind": draft.kind,
                "at": iso(letter.sent_at),
                "body": body,
                "raw": raw.decode("ascii"),
            },
        )

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
    ) -> None:
        """A letter to whoever sits in a seat; a vacant seat gets none."""
        if not seat.address:
            return
        zone = self.zone_of(seat.address, game)
        context = {**self.context(game, zone, now), "seat": seat.name, "seat_role": str(seat.role), **data}
        subject, text = self.pen.letter(template, context)
        draft = Draft(
            cause=cause,
            kind=f"{kind}.{seat.number}" if kind in ("statement", "confirmation") else kind,
            to=seat.address,
            subject=subject,
            text=text,
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
    ) -> None:
        """A letter to a person, a list or the master."""
        if not address:
            return
        zone = self.zone_of(address, game) if not to_list else (game.zone() if game else self.config.judge.zone)
        subject, text = self.pen.letter(template, {**self.context(game, zone, now), **data})
        draft = Draft(
            cause=cause,
            kind=kind,
            to=address,
            subject=subject,
            text=text,
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
    ) -> None:
        """A public letter: to the list and to every subscriber, each mailbox once."""
        if game.list:
            self.to_address(game.list, cause=cause, kind=kind, template=template, data=data, now=now, game=game,
                            machine=machine, to_list=True, phase=phase)  # fmt: skip
        pages: dict[str, Page] = {}
        tails = self._reply_tails(game)
        for address in self._files.subscribers(game.key):
            if address == game.list:
                continue
            zone = self.zone_of(address, game)
            if zone not in pages:
                subject, text = self.pen.letter(template, {**self.context(game, zone, now), **data})
                draft = Draft(
                    cause=cause,
                    kind=kind,
                    to="",
                    subject=subject,
                    text=text,
                    now=now,
                    game=game,
                    phase=game.phase if phase is None else phase,
                    reply_key=game.key,
                    machine=machine,
                    notice=True,
                    list_id=game.key,
                )
                pages[zone] = Page(draft, f"{cause}|{kind}|{zone}")
            self._copy(pages[zone], game, address, tails.get(address, game.key))

    def _reply_tails(self, game: Game) -> dict[str, str]:
        """Address -> reply token, for whoever has just one seat: answering a public letter signs on as well."""
        held: dict[str, list[SeatRecord]] = {}
        for seat in self._files.seats(game.key).values():
            held.setdefault(seat.address, []).append(seat)
        return {address: self.token(game, seats[0]) for address, seats in held.items() if len(seats) == 1}

    def _copy(self, page: Page, game: Game, to: str, reply_key: str) -> None:
        """One copy of a letter to many: its own head; the rest is written and kept once."""
        draft = page.draft
        if not page.ref:
            page.ref = f"body:{letter_key(page.seed, draft.kind, '')}"
            shared = content(self._letter(draft), page.seed).decode("ascii")
            self._outbox.put(
                page.ref, {"status": "body", "due": iso(draft.now + KEEP_BODIES), "raw": shared, "game": game.key}
            )
        letter = self._letter(replace(draft, to=to, text="", machine=None, reply_key=reply_key))
        self._put(letter, draft, head(letter, self.identity), page.ref)


def letter_key(cause: str, kind: str, to: str) -> str:
    """Stable name of a letter: the same cause, kind and recipient always give the same."""
    return hashlib.sha256(f"{cause}|{kind}|{to}".encode()).hexdigest()[:32]


def phase_words(phase: str) -> str:
    """`Spring 1901, movement`, or nothing before the start."""
    if not phase:
        return ""
    parsed = Phase.parse(phase)
    return parsed.words if parsed.kind in KINDS else f"{parsed.words} {parsed.kind}"
