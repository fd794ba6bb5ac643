"""Writing letters: the one gate from an audience to an address.

A letter is rendered and turned into bytes when it is queued, in the same commit as what it tells of; sending, and
sending again, uses those bytes. Its key is made from cause, kind, recipient and game, so the same cause never makes
two.

To an address that we do not know letters are short, and never longer than what came from there: anybody may write under
such an address, so what goes there must be worth nobody's while. What counts are octets of the whole letter, as they go
over the wire. A letter that is short anyway tells the way in even to somebody who wrote one word.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from judge.config import Config
from judge.core.codec import pack
from judge.core.variant import Variant
from judge.desk.cabinet.files import Files, Recent
from judge.desk.cabinet.keys import MASTERS_SEAT, Keys, bond
from judge.desk.cabinet.limits import A_STRANGER, NO_ADDRESS, OWED, PRESS, STOPPED, STRANGERS, Budget, Limits, kind_of
from judge.desk.cabinet.records import Game, SeatRecord, Status, iso
from judge.desk.writing.letterform import Brief, Outgoing, Waits, asking, fitted, game_told
from judge.loglines import Log
from judge.loglines import short as shown
from judge.mail.headers import deliverable
from judge.mail.outbound import Identity, line_marks, serialise
from judge.post import Authentication, Letter, LetterKind, Message
from judge.render.template_renderer import TemplateRenderer

log = Log(__name__)

KEEP_STOPPED = timedelta(days=30)
_SECOND, _MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)
REMEMBERED = 512  # games of which it is kept what templates may use
OPEN = ("confirmation", "results", "statement")  # kinds of letters in which no password ever stands


def said(kind: str, text: str) -> str:
    """The marks of the lines of a letter of that kind."""
    return line_marks(text, open_words=kind.startswith(OPEN))


@dataclass(eq=False, repr=False)
class LetterSender:
    """Writes a brief for one reader, in their own zone and with the reply key that knows them, and queues it. Knows
    addresses; never widens an audience. `_variant` has the rules of the game a letter is about, where this judge has
    them."""

    config: Config
    _files: Files
    _keys: Keys
    renderer: TemplateRenderer
    _variant: Callable[[Game], Variant | None]

    def __post_init__(self) -> None:
        config, files = self.config, self._files
        # as they stood when they were last told of
        self._games: Recent[str, tuple[Game, dict[str, Any]]] = Recent(REMEMBERED)
        self._outbox = files.store.table("outbox")
        self._bodies = files.store.table("bodies")
        self._octets = files.store.table("octets")
        self._written = -1
        self._hand = ("", "")
        self._waits: Waits | None = None
        self.budget = Budget(Limits(files.store), config.judge.answers_per_day, config.judge.press_per_day)
        self.identity = Identity(config.addressing, f"{config.judge.name} judge", config.domain)

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
            return self._unaddressed(written.brief, written.to)
        letter = self._letter(written)
        if self._waits is not None and written.figures:
            self._waits.letters.append(letter.key)
            self._waits.figures.update(written.figures)
        marks = {"said": said(written.brief.kind, written.text)}
        self._put(letter, written.brief, serialise(letter, self.identity), marks, spent=spent)

    def _unaddressed(self, brief: Brief, to: str) -> None:
        """An address on file is none: whoever can mend it is told, once while the mark lasts, and everybody else's
        letters go out."""
        log.error("unaddressed", kind=brief.kind, game=brief.game_key)
        mark = self.key("unaddressed", "", to, brief.game_key)
        if self._outbox.fetch(mark) is not None:
            return
        self._outbox.put(mark, {**self._row(brief, to, "failed", iso(brief.now + KEEP_STOPPED)), "error": NO_ADDRESS})
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
        first = now - _SECOND if self._waits is None else self._waits.until
        return iso(first + self._written * _MICROSECOND)

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
        self, letter: Letter, brief: Brief, raw: bytes, kept: dict[str, str], own: Sequence[str] = (), spent: str = ""
    ) -> None:
        """Into the outbox. `kept`: the marks of its lines, and for a letter to many the row that holds the common
        rest; `own` is what this copy has within that."""
        cause, sender = self._hand
        if self._stopped(brief, letter.to):
            row = self._row(brief, letter.to, STOPPED, iso(brief.now + KEEP_STOPPED))
        else:
            row = self._row(brief, letter.to, "queued", self._due(brief.now))
            if self._waits is not None:
                self._waits.rows.append(letter.key)
        row |= {"spent": spent or (PRESS if kind_of(brief.kind) == PRESS else OWED), "of": sender}
        if known := bond(self._keys, letter.reply_key):
            row["answer"] = known
        self._outbox.put(letter.key, {**row, **kept, "cause": shown(cause) or brief.cause[:40]})
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

    def to_keeper(self, brief: Brief) -> None:
        """A letter to whoever runs the judge, where somebody is named."""
        self.to_address(self.config.judge.keeper, brief)

    def _to_stranger(self, address: str, brief: Brief, context: dict[str, Any]) -> bool:
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
        log.warning("over_budget", kind=STRANGERS)
        if keeper and deliverable(keeper):
            data = {"what": STRANGERS, "most": A_STRANGER}
            self.to_address(keeper, Brief(f"budget:{at:%Y-%m-%d}", "budget", data, at))

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
            known = self._games.keep(game.key, (game, game_told(game, self._variant(game))))
        return known[1]

    def seat_context(self, game: Game, seat: SeatRecord, data: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """What a template gets for a letter to whoever sits in a seat."""
        context = self.context(game, self.zone_of(seat.address, game), now)
        return {**context, "seat": seat.name, "seat_role": str(seat.role), "form": self.form_of(game, seat), **data}

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

    def way_out(self, game: str, to: str) -> str:
        """The address, as a URI, to which an empty letter ends this reader's subscription."""
        own, tail = self.config.addressing, f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}"
        return f"mailto:{own.with_key(tail)}" if own.carries else f"mailto:{own.with_key('')}?subject={tail}"

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
            from judge.render.page import without  # letters of words alone do without it

            page = self.renderer.page(template, {**context, **look.marked}, look.pictures, own)
            page, figures = without(page, look.pictures)
            return replace(written, html=page, figures=figures)
        except Exception:
            log.exception("the page of %r could not be made; it goes out without", subject)
            return written
