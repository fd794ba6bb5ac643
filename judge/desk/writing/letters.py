"""Letters to many: what they have in common is written and kept once, each copy with a head of its own."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

from judge.desk.cabinet.records import Cause, Game, SeatRecord, instant, iso
from judge.desk.writing.letter_sender import LetterSender, said
from judge.desk.writing.letterform import Brief, Head, Outgoing, SharedText
from judge.mail import outbound
from judge.mail.headers import deliverable
from judge.optional import extra
from judge.post import Attachment

log = logging.getLogger(__name__)

KEEP_BODIES = timedelta(days=40)  # longer than any copy may wait to be sent
JSON = "application/json"
NEWS = {"start": "started", "results": "results", "final": "ended"}
"""The letters to everybody that are news elsewhere too -> what they tell."""


class Letters(LetterSender):
    """All letters of the judge: those to one reader, and here those to many."""

    def to_everybody(self, game: Game, brief: Brief, leave_out: str = "", heads: Sequence[Head] = ()) -> None:
        """A public letter: to the list, every subscriber and the masters, each mailbox once; not to who wrote it.

        `heads`: what copies begin with, each for its reader alone. Who does not get the public letter gets that by
        itself, and so do those who have several seats for each but the first."""
        first = {head.seat.address: head for head in reversed(heads)}
        with self._behind_what_waits(game):
            brief, own = replace(brief, game=game), dict(first)
            if brief.kind in NEWS:
                self.announce(game, NEWS[brief.kind], Cause(brief.now, brief.cause), brief.phase or "")
            if game.list:
                self.to_address(game.list, replace(brief, to_list=True))
            brief = replace(brief, reply_key=game.key, list_id=game.key)
            shared: dict[tuple[str, bool, bool], SharedText] = {}
            readers, tails = self.everybody(game), self._reply_tails(game, brief.author)
            for address in readers:
                if address == leave_out:
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
                self.to_seat(game, head.seat, head.brief)
        for head in heads:
            if head is not first[head.seat.address]:
                self.to_seat(game, head.seat, head.brief)

    def announce(self, game: Game, what: str, cause: Cause, phase: str = "") -> None:
        """Public news for whoever reads them elsewhere, where the settings name a place. `phase`: of the results."""
        if self.config.notify.posts and (news := extra("announcements")) is not None:
            news.note(self.config, self._files.store, game, self.told_of(game)["phase_words"], what, cause, phase)

    @contextmanager
    def _behind_what_waits(self, game: Game) -> Iterator[None]:
        """While results of the game wait for their pictures, what everybody is told later waits with them: nothing is
        taken back that nobody has seen yet."""
        table, row = self._files.store.table("drawings"), None
        if self._waits is None and self.config.judge.html and self.config.pictures:
            row = next(iter(table.find("game", game.key, order="-due", limit=1)), None)
        if row is None:
            yield
            return
        with self.waiting(instant(row["due"])) as waits:
            yield
        table.put(row["key"], {**row, "rows": [*row["rows"], *waits.rows]})

    def everybody(self, game: Game) -> list[str]:
        """Who gets what everybody gets, beside the list: its subscribers, and its masters whether they asked or not."""
        masters = () if game.unrun else game.masters
        return [one for one in sorted({*self._files.subscribers(game.key), *masters}) if one != game.list]

    def to_readers(self, name: str, brief: Brief) -> None:
        """A letter of no game to everybody on a list of the judge's own, but for those whose mail comes back."""
        people = {one: self._files.person(one) for one in self._files.subscribers(name)}
        readers = [one for one, person in people.items() if person is None or not person.suspended]
        brief, shared = replace(brief, list_id=name), dict[tuple[str, bool], SharedText]()
        for address in readers:
            sort = (self.zone_of(address, None), self.plain_for(address))
            shared[sort] = shared.get(sort) or self._shared(None, brief, *sort, False)
            self._copy(shared[sort], None, address, "")

    def _shared(self, game: Game | None, brief: Brief, zone: str, plain: bool, headed: bool) -> SharedText:
        """A public letter for some of its readers, its body kept: in one piece or, where it is `headed`, in those
        between which each copy has what is its reader's own."""
        seed = f"{brief.cause}|{brief.kind}|{zone}{'|plain' if plain else ''}{'|headed' if headed else ''}"
        ref = self.key(seed, brief.kind, "")
        context = {**self.context(game, zone, brief.now), **brief.data, **({"headed": True} if headed else {})}
        if headed and brief.look is not None:
            common = [one for one in brief.look.pictures if not one.alone]
            brief = replace(brief, look=replace(brief.look, pictures=common))
        outgoing = self._render(brief, "", context, plain, outbound.gap(ref) if headed else "")
        if headed and outgoing.html and f"\n{outbound.gap(ref)}\n" not in outgoing.html:
            log.error("the keeper's own lib/page.html has no line for {{ own }}: %r has no page", outgoing.subject)
            outgoing = replace(outgoing, html="")
        letter = self._letter(outgoing)
        cut = outbound.pieces(letter, ref) if headed else [outbound.content(letter, ref)]
        first, *more = (piece.decode("ascii") for piece in cut)
        row = {
            "due": iso(brief.now + KEEP_BODIES),
            "game": brief.game_key,
            "said": said(brief.kind, outgoing.text),
            "raw": first,
        }
        self._bodies.put(ref, {**row, "more": more} if headed else row)
        if self._waits is not None and outgoing.figures:
            self._waits.bodies.append(ref)
            self._waits.figures.update(outgoing.figures)
        return SharedText(outgoing, letter, ref)

    def _reply_tails(self, game: Game, author: str) -> dict[str, str]:
        """Address -> reply token, for masters and whoever has just one seat: answering a public letter signs on too."""
        masters = {} if author else dict.fromkeys(game.masters, self.masters_token(game))
        held: dict[str, list[SeatRecord]] = {}
        for seat in self._files.seats(game.key).values():
            held.setdefault(seat.address, []).append(seat)
        alone = {address: seats[0] for address, seats in held.items() if len(seats) == 1}
        return {**masters, **{address: self.token(game, seat, author) for address, seat in alone.items()}}

    def _copy(self, shared: SharedText, game: Game | None, to: str, reply_key: str, head: Head | None = None) -> None:
        """One copy of a letter to many: what is its own; the rest is written and kept once."""
        written = shared.outgoing
        brief = written.brief
        if not deliverable(to):
            return self._unaddressed(brief, to)
        own = replace(brief, look=None, machine=None, more=(), reply_key=reply_key)
        copy = Outgoing(own, to, written.subject + (f": {head.short}" if head and head.short else ""), "")
        letter = self._letter(copy)
        kept, mine = {"body": shared.ref}, list[str]()
        if head is not None and game is not None:
            mine, kept["said"] = self._own(shared, game, head, letter.key)
        self._put(letter, own, outbound.head(letter, self.identity), kept, mine)

    def _own(self, shared: SharedText, game: Game, head: Head, key: str) -> tuple[list[str], str]:
        """What a copy has of its reader's own, in pieces, and the marks of its lines."""
        common, now = shared.letter, shared.letter.sent_at
        template, look, machine = head.brief.template, head.brief.look, head.brief.machine
        context = {**self.seat_context(game, head.seat, head.brief.data, now), "headed": True}
        _, text = self.renderer.letter(template, context)
        page = ""
        if common.html:
            from judge.render.page import without, words_page

            page = words_page(text)
        if page and look is not None and look.page:
            try:
                made = self.renderer.fragment(template, {**context, **look.marked}, look.pictures)
                made, figures = without(made, look.pictures)
                page = made if made.strip() else page  # a page of the keeper's own has another sheet
                if self._waits is not None and figures:
                    self._waits.heads.append(key)
                    self._waits.figures.update(figures)
            except Exception:
                log.exception("one seat's part of a page could not be made; its words stand there")
        part = [Attachment(f"{machine.name}.json", JSON, machine.written())] if machine else []
        mine = outbound.own_pieces(text, page, part if common.attachments else [], shared.ref)
        return [piece.decode("ascii") for piece in mine], said(head.brief.kind, text)
