"""The scribe: a brief becomes a letter for one reader, in his own zone, with the reply key that knows him."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from judge.config import Config
from judge.core.calendar import PLAIN
from judge.core.values import Value
from judge.core.variant import Variant
from judge.desk.cabinet.files import Files
from judge.desk.cabinet.keys import MASTERS_SEAT, Keys
from judge.desk.cabinet.records import Game, SeatRecord, Status, iso
from judge.desk.writing.letterform import Brief, Outgoing
from judge.render.page import without
from judge.render.template_renderer import TemplateRenderer

log = logging.getLogger(__name__)

REMEMBERED = 512  # games of which it is kept what templates may use


class ComposerDeps(Value):
    """What letters are written with. `variant`: the rules of the game a letter is about, where this judge has them."""

    config: Config
    files: Files
    keys: Keys
    renderer: TemplateRenderer
    variant: Callable[[Game], Variant | None] = lambda game: None


class Scribe:
    """Knows what every template may use, the keys of letters, and who wants plain words."""

    def __init__(self, things: ComposerDeps) -> None:
        self.config = things.config
        self.renderer = things.renderer
        self._files = things.files
        self._keys = things.keys
        self._variant = things.variant
        self._games: dict[str, tuple[Game, dict[str, Any]]] = {}  # as they stood when they were last told of

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
            base |= {"game": (told := dict(self.told_of(game))), "title": told["title"]}
        return base

    def told_of(self, game: Game) -> Mapping[str, Any]:
        """What templates may use of a game as it stands; the same for all its readers."""
        known = self._games.get(game.key)
        if known is None or known[0] is not game:
            if len(self._games) >= REMEMBERED:
                self._games.clear()
            known = self._games[game.key] = game, self._of(game)
        return known[1]

    def _of(self, game: Game) -> dict[str, Any]:
        variant = self._variant(game)
        calendar = variant.info.calendar if variant else PLAIN
        return {
            "name": game.key,
            "variant": game.variant,
            "title": variant.info.title if variant else game.variant,
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
            "looked": game.held_back,
            "master": game.master,
            "practice": game.practice,
            "options": dict(game.options),
        }

    def seat_context(self, game: Game, seat: SeatRecord, data: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """What a template gets for a letter to whoever sits in a seat."""
        context = self.context(game, self.zone_of(seat.address, game), now)
        form = self.form_of(game, seat)
        return {**context, "seat": seat.name, "seat_role": str(seat.role), "form": form, **data}

    def zone_of(self, address: str, game: Game | None) -> str:
        """The reader's own zone, else the game's, else the judge's."""
        person = self._files.person(address)
        if person and person.zone:
            return person.zone
        return game.zone() if game else self.config.judge.zone

    def token(self, game: Game, seat: SeatRecord, author: str = "") -> str:
        """What stands behind the plus sign of a seat's Reply-To; with an `author`, where their press is answered."""
        return self._keys.token(game.key, seat.number, seat.nonce, game.round, author)

    def form_of(self, game: Game, seat: SeatRecord) -> str:
        """The order form as this seat's own: its key stands behind the #, which no server is sent. "" without one."""
        if not self.config.judge.archive_url or game.status is not Status.ACTIVE or game.locked or not game.shown:
            return ""
        page = self.config.page_of(game.key, "orders")
        own = {"key": self.token(game, seat)} if self.config.addressing.carries else {}
        return f"{page}#{urlencode({**own, 'seat': seat.name})}"

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

    def way_out(self, game: str, to: str) -> str:
        """The address to which an empty letter ends this reader's subscription."""
        tail = f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}"
        return (
            self.sub_address(tail)
            if self.config.addressing.carries
            else f"mailto:{self.sub_address('')}?subject={tail}"
        )

    def reached(self, name: str) -> list[str]:
        """The readers of a list but for those whose mail comes back."""
        people = {one: self._files.person(one) for one in self._files.subscribers(name)}
        return [one for one, person in people.items() if person is None or not person.suspended]

    # ---- rendering --------------------------------------------------------------------------------------------

    def plain_for(self, address: str) -> bool:
        """Whether this reader wants plain words alone (SET LETTERS)."""
        person = self._files.person(address)
        return person is not None and person.letters == "plain"

    def _render(self, brief: Brief, to: str, context: Mapping[str, Any], plain: bool, own: str = "") -> Outgoing:
        """The letter in words and as a page, with the line `own` where a reader's own part belongs. A page that cannot
        be made is left away: the words are the letter."""
        template = brief.template or f"session/{brief.kind.removeprefix('master.').partition('.')[0]}.txt"
        subject, text = self.renderer.letter(template, context)
        written, look = Outgoing(brief, to, subject, text), brief.look
        if look is None or plain or not look.page or not self.config.judge.html:
            return written
        if look.made:
            return replace(written, html=look.made)
        try:
            page = self.renderer.page(template, {**context, **look.marked}, look.pictures, own)
            page, figures = without(page, look.pictures)
            return replace(written, html=page, figures=figures)
        except Exception:
            log.exception("the page of %r could not be made; it goes out without", subject)
            return written
