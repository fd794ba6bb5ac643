"""Who writes, as far as reading a letter needs it: names, seats, the phase and what the position shows to that seat;
and AS, which says for whom the lines below it speak."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from judge.core import words
from judge.core.abilities import Situated
from judge.core.codec import unpack_sheet
from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.place import Place
from judge.core.variant import Mode, Situation
from judge.desk.cabinet.records import Status
from judge.desk.sheets import work
from judge.desk.sheets.sitting import Sitting
from judge.parse import Clause, Grammar, Voice
from judge.post import Line

T = TypeVar("T")


class Once(Generic[T]):
    """Something that is worked out when it is first asked for, and then kept."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make

    def __call__(self) -> T:
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made


def of(sitting: Sitting) -> Voice:
    """The voice of a block. Nothing in it is another seat's secret: the names of seats are public."""
    game, seat = sitting.game, sitting.seat
    if game is None:
        open_ = tuple(sorted(one.key for one in sitting.office.files.games() if one.house["open"] == "yes"))
        return Voice(today=sitting.at.date(), zone=sitting.office.config.judge.zone, games=open_)
    seats = sitting.office.seat_names(game)
    own = seat.name if seat is not None else ""
    names = (own, game.key, game.phase) if own else (game.key, game.phase)
    also = sitting.office.spellings(game).get(own.casefold(), ()) if own else ()
    others = tuple(name for name in seats if name != own)
    message = sitting.message
    return Voice(
        names=(*names, *also),
        writer=f"{message.sender_name} {message.sender.partition('@')[0]} {sitting.variant().card.title}",
        others=others,
        seats=seats,
        phase=game.phase,
        last=game.played[-1].phase if game.played else "",
        game=game.key,
        today=sitting.at.date(),
        zone=game.zone(),
        again=lambda: _again(sitting),
        on_file=lambda: bool(on_file(sitting)),
        situation=Once(lambda: _situation(sitting)),
        filed=Once(lambda: _filed(sitting, Mode.REPLACE)),
        keyed=Once(lambda: _filed(sitting, Mode.AMEND)),
    )


def on_file(sitting: Sitting) -> tuple[Command, ...]:
    """The writer's sheet for the open phase."""
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or not game.phase:
        return ()
    return sitting.office.sheet(game, sitting.office.files.sheet(game.key, game.phase, seat.name))


def _again(sitting: Sitting) -> tuple[str, tuple[str, ...]]:
    """The newest phase of the same kind, and the writer's lines as it was resolved with them."""
    game, seat, office = sitting.game, sitting.seat, sitting.office
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return "", ()
    for played in reversed(game.played):
        if played.phase[-1] == game.phase[-1]:
            packed = office.journal.event(game.key, played.event)["data"]["orders"].get(seat.name, ())
            sheet = unpack_sheet(office.variant(game).vocabulary, packed)
            hats = any(command.hat for command in sheet)
            return played.phase, () if hats else tuple(command.canonical() for command in sheet)
    return "", ()


def _filed(sitting: Sitting, mode: Mode) -> tuple[Command, ...]:
    """What the seat has on file for the open phase in its own name, of sections that a letter writes whole, or of those
    that it amends."""
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return ()
    sections = {one.name: one for one in sitting.variant().card.sections if one.mode is mode and not one.master}
    sheet = sitting.office.sheet(game, sitting.office.files.sheet(game.key, game.phase, seat.name))
    empty = [one.emptied for one in sections.values()]
    return tuple(one for one in sheet if one.section in sections and not one.hat and one not in empty)


def _situation(sitting: Sitting) -> Situation:
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return Situation()
    variant = sitting.office.variant(game)
    if not isinstance(variant, Situated):
        return Situation()
    return variant.situation(sitting.office.journal.state(variant, game), seat.name)


def clauses(sitting: Sitting, lines: Sequence[Line], purpose: str = "") -> tuple[Clause, ...]:
    """The clauses of lines of the block, out of the letter's budget, or out of the one for another `purpose`."""
    budget = work.budget(sitting, purpose)
    return sitting.office.reader.clauses(lines, place(sitting), grammar(sitting), of(sitting), budget)


def place(sitting: Sitting) -> Place:
    """Which words may stand in the block."""
    if sitting.acting_master:
        return Place.PLAYER | Place.MASTER if sitting.seat else Place.MASTER
    if sitting.master:
        return Place.MASTER
    return Place.PLAYER if sitting.seat is not None else Place.OUTSIDE


def grammar(sitting: Sitting) -> Grammar | None:
    """The grammar of the orders that may stand in the block. A seat may order; the master may where the game has
    orders of his own that are carried out at once."""
    game = sitting.game
    if game is None:
        return None
    own = sitting.master and any(one.master and one.mode is Mode.ACT for one in sitting.variant().card.sections)
    return sitting.office.grammar(game) if sitting.seat is not None or own else None


def put_on(sitting: Sitting, word: words.As, hat: str) -> str:
    """AS FRANCE puts on a hat, which is returned; the master's AS Lupus speaks for a player, who gets a copy."""
    who = word.who.strip()
    if not (sitting.master or sitting.acting_master):
        hats = sitting.office.powers(sitting.the_game())
        if word.himself or (sitting.seat is not None and fold(word.whose) == fold(sitting.seat.name)):
            return ""
        if fold(word.whose) in hats:
            return hats[fold(word.whose)]
        raise InputError(f"{who!r} is nobody you can speak for.", hint="Write AS and a power, or AS SELF.")
    if fold(who) in ("self", "master"):
        sitting.seat, sitting.master, sitting.acting_master = None, True, False
        return hat
    seat = sitting.office.files.seat(sitting.the_game().key, who)
    if seat is None:
        raise InputError(f"{sitting.the_game().key} has no seat {who!r}.", hint="LIST shows the seats.")
    sitting.seat, sitting.master, sitting.acting_master = seat, False, True
    sitting.aside = sitting.office.pen.answer("speaking_as", {"seat": seat.name})
    return hat
