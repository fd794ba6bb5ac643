"""Lines that wait for somebody else's: where a game says so, both are told at once when the other half is written."""

from __future__ import annotations

from judge.core.abilities import matching
from judge.core.codec import pack
from judge.core.command import Orders
from judge.desk.news import publish
from judge.desk.sheets.sitting import Sitting


def on_file(sitting: Sitting) -> Orders | None:
    """The sheets of the open phase; None where nothing of the game waits for an answer."""
    return sitting.office.orders(sitting.the_game()) if matching(sitting.variant()) is not None else None


def tell(sitting: Sitting, before: Orders | None) -> None:
    """After filing: what has met, or no longer does, is told to its two parties alone."""
    if before is None:
        return
    variant = sitting.variant()
    pairs = matching(variant)
    office, game = sitting.office, sitting.the_game()
    after = office.orders(game)
    if pairs is None or after == before:
        return
    notices = pairs.met(office.journal.state(variant, game), before, after)
    if notices:
        office.log_event(game, "met", sitting.at, cause=sitting.message.key, data={"notices": notices})
        publish.acted(office, game, pack(notices), sitting.at, f"{sitting.cause}:met{len(sitting.answers)}")
