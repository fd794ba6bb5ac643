"""Letters that once ended as something their writer did not mean: each ends as meant, or is asked. What is on file
and what was done is asked of the journal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import desk

ASKED = frozenset({"ASK", "ERROR", "PARTIAL"})
LOUD = ASKED | {"CHECK", "NOTED"}
TRADES = ("SELL 300 LIRA", "BUY 300 MARK")
THREE = ("SELL 300 LIRA", "BUY 200 MARK", "BUY 100 POUND")
UNITS = ("F BRE - MAO", "A MAR - SPA", "A PAR - BUR")
REPLY = "On Tue, 1 Dec 2026 at 10:00, The Judge <judge@localhost> wrote:\n{QUOTED}"


# letter, verdicts allowed, what must be on file, what must be quoted
Row = tuple[str, frozenset[str], tuple[str, ...], tuple[str, ...]]
BOURSE: list[Any] = [
    ("Please stop sending me the lira5 results", LOUD, THREE, ("stop sending me the lira5 results",)),
    ("Forget the Marks, make it Francs", ASKED, THREE, ("Forget",)),
    ("Forget the last line of what I sent you", ASKED, THREE, ("Which line of your sheet",)),
    ("Is everything\nclear\non your side?", ASKED, THREE, ("Is everything", "on your side?")),
    ("Could you send me last turn's results again? Deleted them by mistake", LOUD, THREE, ("Deleted them",)),
    ("Please cancel these orders:\nSELL 300 LIRA\nBUY 200 MARKS", ASKED, THREE, ("Please cancel these orders",)),
    ("SELL 400 LIRA\nBUY 400 MARKS\nCancel all that.", ASKED, THREE, ("Cancel all that",)),
    ("SELL 400 LIRA\nBUY 400 MARKS\nOops, scrap that.", ASKED, THREE, ("scrap that",)),
    ("Sell 400 lira, buy 400 marks. Sorry, no, buy 100 crowns.", ASKED, THREE, ("buy 100 crowns",)),
    ("SELL 400 LIRA\nBUY some MARKS", ASKED, THREE, ("BUY some MARKS", "SELL 400 LIRA", "Please send both")),
    ("SELL 400 LIRA\nBUY 400 MARQUES", ASKED, THREE, ("BUY 400 MARQUES", "Please send both")),
    (f"SELL 300 LIRA\nBUY 300 MARKS\n\nOn second thought\n\n{REPLY}", LOUD, TRADES, ("On second thought",)),
    (f"SELL 300 LIRA\nBUY 300 MARKS\n\nOn reflection, no.\n\n{REPLY}", ASKED, THREE, ("On reflection, no",)),
]
"""With THREE on file."""
CLEARED: list[Row] = [
    ("Please cancel these orders:\nSELL 300 LIRA\nBUY 300 MARKS", ASKED, (), ("Please cancel these orders",)),
    ("Cancel everything\nSELL 300 LIRA\nBUY 300 MARKS", ASKED, (), ("Cancel everything",)),
    ("Scrap all that:\nSELL 300 LIRA\nBUY 300 MARKS", LOUD, (), ("Scrap all that",)),
    ("CLEAR\nSELL 300 LIRA\nBUY 300 MARKS", frozenset({"OK"}), TRADES, ()),
]
"""With nothing on file."""
AT_ONCE: list[Any] = [
    ("payola", ("Transfer 10 from Italy to me.", LOUD, (), ("from Italy",))),
    ("payola", ("Receipt says\nTRANSFER 10 TO ITALY\nso I suppose it worked", ASKED, (), ("so I suppose it worked",))),
    ("payola", ("TRANSFER 30 TO ITALY\nthree, not thirty!", ASKED, (), ("three, not thirty!",))),
    ("payola", ("RESIGN\nNo, just kidding!", ASKED, (), ("No, just kidding!",))),
    (
        "payola",
        (
            "PRESS TO ITALY\nYou are a toad.\nENDPRESS\nOn reflection please do not deliver that",
            ASKED,
            (),
            ("deliver",),
        ),
    ),
    ("exchange", ("BUY 2 RUSSIA AT 15\n\n-- \nno, wait, one is enough", ASKED, (), ("no, wait, one is enough",))),
    ("exchange", ("BUY 2 RUSSIA AT 15\n\nDora\nno, wait, one is enough", ASKED, (), ("one is enough",))),
    ("exchange", ("SELL 3 TURKEY AT 9\nbuy two of the Rusian ones at fiften", ASKED, (), ("buy two of the Rusian",))),
    ("exchange", ("Please buy me 2 Russian shares, up to 15 each", ASKED, (), ("BUY 2 RUSSIA AT 15",))),
]
"""What is done at once: nothing of it is done."""
MASTERS: list[Row] = [
    ("PROCESS S1901M\nas soon as Lupus has written", ASKED, (), ("as soon as Lupus has written",)),
    ("EJECT Vulpes\nis what everybody asks of me, but I won't", ASKED, (), ("but I won't",)),
    ("EXTEND 24h\nno, leave it", ASKED, (), ("no, leave it",)),
]


def faults(told: desk.Told, row: Row) -> list[str]:
    _, tags, filed, quoted = row
    out = [] if told.tag in tags else [f"says {told.tag}"]
    out += [] if sorted(told.filed) == sorted(filed) else [f"on file {list(told.filed)}"]
    out += [f"did {kind}" for kind in told.events if kind not in desk.FILING]
    return out + [f"does not quote {words!r}" for words in quoted if not told.names(words)]


@pytest.mark.parametrize("row", BOURSE)
def test_a_letter_over_a_sheet_ends_as_meant_or_is_asked(row: Row) -> None:
    told = desk.send(desk.position("bourse"), "Lupus", row[0], before=["\n".join(THREE)], name=row[0])
    assert faults(told, row) == []


@pytest.mark.parametrize("row", CLEARED)
def test_words_that_clear_beside_orders_are_asked_about_and_the_word_alone_is_not(row: Row) -> None:
    assert faults(desk.send(desk.position("bourse"), "Lupus", row[0], name=row[0]), row) == []


@pytest.mark.parametrize(("game", "row"), AT_ONCE)
def test_what_cannot_be_undone_is_not_done_where_a_word_beside_it_says_otherwise(game: str, row: Row) -> None:
    at, seat = ("move", "Dora") if game == "exchange" else ("", "FRANCE")
    assert faults(desk.send(desk.position(game, at), seat, row[0], name=row[0]), row) == []


@pytest.mark.parametrize("row", MASTERS)
def test_a_masters_power_inside_a_sentence_is_asked_about(row: Row) -> None:
    assert faults(desk.send(desk.position("bourse"), "", row[0], name=row[0]), row) == []


def test_words_that_point_at_a_line_of_units_are_not_told_that_nothing_is_on_file() -> None:
    letter = "Forget the last line of what I sent you"
    told = desk.send(desk.position("diplomacy"), "France", letter, before=["\n".join(UNITS)], name=letter)
    assert told.tag in LOUD and not told.names("Nothing is on file")


@pytest.mark.parametrize("cue", ["No", "Sorry, I mean", "Oops, no"])
def test_a_word_that_takes_something_back_and_changes_nothing_is_quoted(cue: str) -> None:
    told = desk.send(
        desk.position("diplomacy"), "France", f"Paris to Burgundy. {cue}, Brest to Mid-Atlantic.", name=cue
    )
    assert told.tag in LOUD and told.names(cue.partition(",")[0])


@pytest.mark.parametrize("cue", ["No", "Sorry, I mean", "Oops, no"])
def test_a_word_that_takes_something_back_and_changes_it_is_not_called_unread(cue: str) -> None:
    told = desk.send(desk.position("diplomacy"), "France", f"Paris to Burgundy. {cue}, Paris to Picardy.", name=cue)
    assert list(told.filed) == ["A PAR - PIC"] and not told.names("did not read")
