"""Who may come in: by the record of a person, and by what a master has said of an address. RECORD tells the
first."""

from __future__ import annotations

from judge.core import words
from judge.core.errors import InputError
from judge.core.place import Place
from judge.desk.cabinet import reliability
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Game
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words.binding import handles


def recorded(services: Services, record: reliability.Conduct, who: str) -> str:
    """A record in words: of the reader, or of `who`."""
    return services.renderer.answer("record", {"one": record, "share": record.share, "who": who})


def allowance(services: Services, game: Game, address: str) -> bool | None:
    """Whether the master has let an address in, or shut it out; None where he has said nothing."""
    row = services.store.table("doors").fetch(f"{game.key}/{address}")
    return None if row is None else bool(row["allow"])


def not_shut_out(services: Services, game: Game, address: str) -> bool:
    """Whether the master has let an address in by name (ALLOW). InputError where he has shut it out (DENY)."""
    allowed = allowance(services, game, address)
    if allowed is False:
        raise InputError(f"{game.key} is closed to you.", hint=f"Write to its master: {game.master}.")
    return bool(allowed)


def open_to(services: Services, game: Game, address: str) -> None:
    """InputError where the master, or a setting, keeps this address out, whatever seat it wants."""
    allowed = not_shut_out(services, game, address)
    if game.house["open"] != "yes" and not allowed:
        raise InputError(f"{game.key} is closed to newcomers.", hint="Its master may open it: SET open yes.")
    trusted(services, game, address)


def trusted(services: Services, game: Game, address: str) -> None:
    """InputError where a game wants players more reliable than this one; whoever is new is not unreliable."""
    wanted = int(of_house(game, "reliable") or 0)
    share = reliability.of(services.store, address).share
    if wanted and share is not None and share < wanted:
        raise InputError(
            f"{game.key} is for players of whose sheets {wanted} in a hundred came in time; of yours {share} did.",
            hint="RECORD tells yours; a practice game mends nothing, a finished one does.",
        )


@handles(words.Record, Place.OUTSIDE | Place.PLAYER)
def record(context: LetterContext, word: words.Record) -> None:
    """One's own; somebody without a sign-on is asked first, so that nobody reads another's."""
    services = context.services
    if word.whose:
        raise InputError("A record is told to its person alone, and to masters.", hint="RECORD alone tells yours.")
    if not context.own_address:
        context.wait("RECORD")
        return
    context.put(recorded(services, reliability.of(services.store, context.own_address), ""), line=word.line)


@handles(words.Record, Place.MASTER)
def of_a_player(context: LetterContext, word: words.Record) -> None:
    """Of whoever sits in a seat, or of everybody who does: in numbers alone, over all games."""
    game, services = context.the_game(), context.services
    seats = [seat for seat in services.files.seats(game.key).values() if seat.address]
    if word.whose:
        found = services.files.seat(game.key, word.whose)
        if found is None or not found.address:
            raise InputError(f"Nobody sits in {word.whose!r}.", hint=f"LIST {game.key} shows the seats.")
        seats = [found]
    for seat in seats:
        context.put(
            recorded(services, reliability.of(services.store, seat.address), f"The player of {seat.name}"),
            line=word.line,
        )
