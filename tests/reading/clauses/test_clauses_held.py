"""What is denied, conditional, undecided, past, asked or another's doing files nothing, to the end of its sentence."""

from __future__ import annotations

import pytest

from tests.reading.clauses.reading import clauses, taken

HELD = (
    "Please do not {}.",
    "I would never {}.",
    "If Germany agrees, {}.",
    "Should I {}?",
    "Maybe {}.",
    "Last year I wanted to {}.",
    "My neighbour wants to {}.",
    "My wife thinks we {}.",
)
SAID = {
    "bourse": (
        "sell 300 lira and buy 300 marks",
        "sell 300 lira (Italy is doomed!!) and buy 300 marks (go Germany)",
        "sell 300 lira, buy 300 marks - sorry, francs, buy 300 francs",
        "swap 200 francs for 200 crowns",
        "get rid of 300 lira and pick up 300 marks",
    ),
    "exchange": (
        "make a bid of 50 for Turkey",
        "bid 110 on Russia and 60 on Turkey",
        "give Bob my votes in France and vote for Anna in Russia",
    ),
    "diplomacy": (
        "move Munich to Burgundy, Berlin to Kiel and hold in Paris",
        "move A PAR to BUR (the fools!!) and A MAR to SPA",
    ),
    "economic4": ("give Italy 2, and lend Russia 3",),
}


@pytest.mark.parametrize("way", HELD)
@pytest.mark.parametrize(("game", "said"), [(game, said) for game, ways in SAID.items() for said in ways])
def test_a_sentence_that_is_no_order_files_no_part_of_itself(game: str, said: str, way: str) -> None:
    assert taken(clauses(game, way.format(said))) == []


@pytest.mark.parametrize(
    ("game", "text", "lines"),
    [
        ("bourse", "Maybe sell 300 lira", ("SELL 300 LIRA",)),
        ("bourse", "Jettison 300 lira when the price is right", ("SELL 300 LIRA",)),
        ("economic4", "Perhaps lend Italy 2", ("LOAN 2 TO ITALY",)),
        ("bourse", "Maybe sell 300 lira or 200 marks", ()),
        ("bourse", "If Germany sells marks, sell 300 lira", ()),
        ("bourse", "Do not sell 300 lira", ()),
        ("bourse", "Should I sell 300 lira?", ()),
    ],
)
def test_what_is_asked_about_is_offered_where_its_names_and_sums_make_whole_orders(
    game: str, text: str, lines: tuple[str, ...]
) -> None:
    found = clauses(game, text)
    assert taken(found) == []
    assert tuple(line for one in found for line in one.offer) == lines
