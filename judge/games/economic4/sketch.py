"""The board with what every province brings, and where the treasuries lie."""

from __future__ import annotations

from collections.abc import Iterator

from judge.core.picture import Board, Mark, Note
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.economic4.board import economic4_map, lands
from judge.games.economic4.shown import EconomyShown, TreasuryShown
from judge.kits.host.picture import picture as board_picture


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Treasuries, incomes and bills are those after the phase; all of them are public (E-2)."""
    assert isinstance(after, EconomyShown)
    told = tuple(notices)
    rows = sorted(after.treasuries.items())
    notes = tuple(
        Note(power, f"{row.credits} cr, +{row.income}, bill {row.bill}") for power, row in rows if not row.eliminated
    )
    chests = tuple(
        Mark("chest", row.seat, row.credits, _chest_words(power, row), power) for power, row in rows if row.seat
    )
    marks = (*_values(), *chests, *_broken(told), *_changed(told))
    return board_picture(before, after, told, map="economic4", marks=marks, notes=notes)


def _broken(told: Told) -> Iterator[Mark]:
    """A chest where an enemy took a treasury in this phase (E-9)."""
    for kind, data in told:
        for row in data["rows"] if kind == "treasury.captured" else ():
            words = f"{row['captor'].title()} has taken {row['power'].title()}'s treasury of {row['amount']} here"
            yield Mark("broken", row["place"], str(row["amount"]), words, row["power"])


def _changed(told: Told) -> Iterator[Mark]:
    """Provinces that changed hands and are no centres: those have their ring (E-3)."""
    centres = economic4_map().centres
    for kind, data in told:
        for row in data["rows"] if kind == "provinces.changed" else ():
            if row["place"] not in centres:
                words = f"{row['name']} has gone to {row['owner'].title()}"
                yield Mark("changed", row["place"], row["owner"][:1], words, row["owner"])


def _chest_words(power: str, row: TreasuryShown) -> str:
    return f"{power.title()}'s treasury of {row.credits} lies in {row.seat}"


def _values() -> tuple[Mark, ...]:
    provinces = economic4_map().provinces
    return tuple(
        Mark("value", code, str(provinces[code].value), f"{code} brings {provinces[code].value} a year")
        for code in lands(economic4_map())
    )
