"""Three years beside a board elsewhere, by letters alone, with no line typed by the master."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.elsewhere.test_elsewhere_desk import NAME, SOURCE, counts, send, world
from tests.elsewhere.turns import Turn, played
from tests.elsewhere.writers import LAYOUTS
from tests.harness import MASTER, Judge

WAYS = [
    ("njudge", SOURCE, "judge@judge.test"),
    ("dpjudge", SOURCE, MASTER),
    ("webdiplomacy", MASTER, "judge@judge.test"),
    ("backstabbr", MASTER, "judge@judge.test"),
]
"""A layout, who sends it, and to whom: the judge observes, the master's mailbox passes on, the master does."""
SEATS = ("Lupus", "Ursa", "Vulpes", "Aquila")


def trades(judge: Judge, year: int) -> None:
    judge.orders(NAME, "Lupus", f"SELL {100 + year % 7} LIRA\nBUY MARKS WITH REST")
    judge.orders(NAME, "Ursa", "SELL 50 FRANCS\nBUY POUNDS WITH REST")


def journeys(judge: Judge, year: int) -> None:
    for seat in SEATS:
        judge.orders(NAME, seat, "TS HOLD")


def units(judge: Judge) -> frozenset[tuple[str, str, str]]:
    variant = judge.services.variant(judge.game(NAME))
    state = judge.services.journal.state(variant, judge.game(NAME))
    return frozenset(state.host.units)


def year_by_year(judge: Judge, turns: list[Turn], layout: str, sender: str, to: str, write) -> None:  # type: ignore[no-untyped-def]
    for turn, letters in zip(turns, LAYOUTS[layout](turns), strict=True):
        assert judge.game(NAME).phase == f"{turn.phase}M"
        write(judge, int(turn.phase[1:]))
        judge.tick(judge.deadline(NAME))
        for written in letters:
            send(judge, written, sender=sender, to=to)
        if turn.phase[0] == "F":
            assert counts(judge) == turn.counts
    assert judge.game(NAME).phase == "S1904M"
    assert not [out for out in judge.letters(MASTER) if "[ASK]" in out.subject]
    assert all(out.to != SOURCE for out in judge.relay.sent)
    assert judge.differences() == []


@pytest.mark.parametrize(("layout", "sender", "to"), WAYS)
def test_three_years_of_bourse_are_fed_by_letters(tmp_path: Path, layout: str, sender: str, to: str) -> None:
    judge = world(tmp_path, board_auto="yes")
    year_by_year(judge, played(4), layout, sender, to, trades)


@pytest.mark.parametrize(("layout", "sender", "to"), WAYS)
def test_three_years_of_troubleshooter_are_fed_by_letters(tmp_path: Path, layout: str, sender: str, to: str) -> None:
    judge, turns = world(tmp_path, "troubleshooter", board_auto="yes"), played(5)
    year_by_year(judge, turns, layout, sender, to, journeys)
    assert units(judge) == turns[-1].wintered


def test_three_years_of_capitalist_need_no_letter_of_the_masters_and_no_board_elsewhere(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game(
        NAME, "capitalist", *SEATS, last_year="1903", conditional="only", phases="combined"
    )
    while judge.game(NAME).ended is None:
        judge.orders(NAME, "Lupus", "SELL 60 LIRA\nBUY MARKS WITH REST\nHOLD ALL")
        judge.tick(judge.deadline(NAME))
    assert judge.game(NAME).played[-1].phase.startswith(("F1903", "W1903"))
    assert judge.differences() == []
