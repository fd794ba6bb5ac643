"""RECORD: how reliable somebody has been."""

from __future__ import annotations

from judge.core import words
from judge.core.errors import InputError
from judge.core.place import Place
from judge.desk.cabinet import conduct
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import entry, later
from judge.desk.words.binding import handles


@handles(words.Record, Place.OUTSIDE | Place.PLAYER)
def record(sitting: Sitting, word: words.Record) -> None:
    """One's own; somebody without a sign-on is asked first, so that nobody reads another's."""
    office = sitting.office
    if word.whose:
        raise InputError("A record is told to its person alone, and to masters.", hint="RECORD alone tells yours.")
    if not sitting.own_address:
        later.wait(sitting, "RECORD")
        return
    sitting.put(entry.recorded(office, conduct.of(office.store, sitting.own_address), ""), line=word.line)


@handles(words.Record, Place.MASTER)
def of_a_player(sitting: Sitting, word: words.Record) -> None:
    """Of whoever sits in a seat, or of everybody who does: in numbers alone, over all games."""
    game, office = sitting.the_game(), sitting.office
    seats = [seat for seat in office.files.seats(game.key).values() if seat.address]
    if word.whose:
        found = office.files.seat(game.key, word.whose)
        if found is None or not found.address:
            raise InputError(f"Nobody sits in {word.whose!r}.", hint=f"LIST {game.key} shows the seats.")
        seats = [found]
    for seat in seats:
        sitting.put(
            entry.recorded(office, conduct.of(office.store, seat.address), f"The player of {seat.name}"), line=word.line
        )
