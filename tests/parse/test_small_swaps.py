"""Corrections by what they name: what a sentence says, and what it changes; one row an answer."""

from __future__ import annotations

from functools import cache

import pytest

from judge.parse.clauses.swaps import Several, swapped, words
from judge.parse.courtesies import Known
from judge.parse.lexicon import Lexicon
from judge.share import share
from tests.parse.clauses.reading import grammar, reader

KNOWN = Known(share() / "grammar" / "known")
OLD = "-"
"""Before a thing that goes."""


@cache
def lexicon(game: str) -> Lexicon:
    return Lexicon(grammar(game).names)


@pytest.mark.parametrize(
    ("game", "text", "things", "which", "marks"),
    [
        ("bourse", "Sorry, marks!", "MARK", "", "cue"),
        ("bourse", "Marks!!", "MARK", "", "cue"),
        ("bourse", "Those are marks!!", "MARK", "", "cue"),
        ("bourse", "not the Marks but the Francs", "-MARK FRANC", "", "cue"),
        ("bourse", "Francs instead of Marks", "FRANC -MARK", "", "cue"),
        ("bourse", "instead of the 300, 200", "-300 200", "", "cue"),
        ("bourse", "the purchase should be 50", "50", "BUY", "cue"),
        ("bourse", "The sale should read 250", "250", "SELL", "cue"),
        ("bourse", "one should hold", "", "", "strange"),
        ("bourse", "hold on, marks", "MARK", "", "cue"),
        ("bourse", "hold marks", "MARK", "", "strange"),
        ("bourse", "make the pounds francs", "-POUND FRANC", "", "cue"),
        ("bourse", "I'd rather not", "", "", ""),
        ("bourse", "no francs", "-FRANC", "", "cue"),
        ("bourse", "no, francs", "FRANC", "", "cue"),
        ("bourse", "both should be 200 instead of 300", "200 -300", "", "cue every"),
        ("bourse", "all should be 100", "100", "", "cue every"),
        ("bourse", "change the second sale to 250", "250", "SELL", "cue"),
        ("bourse", "rather marks than lira", "MARK -LIRA", "", "cue"),
        ("bourse", "the goal of it all", "", "", "every"),
        ("bourse", "Sorry, Turkey", "TURKEY", "", "cue"),
        ("bourse", "sorry, turkey", "TURKEY", "", "cue"),
        ("bourse", "Oops 1,500 not 1.200", "1500 -1200", "", "cue"),
        ("bourse", "maybe marks", "", "", ""),
        ("bourse", "wibble marks", "MARK", "", "strange"),
        ("bourse", "-> marks", "MARK", "", ""),
        ("bourse", "sold the lot", "", "", "strange strange"),
        ("bourse", "Turn the Mark sale into a Lira sale", "-MARK LIRA", "SELL", "cue strange"),
        ("bourse", "place of the Marks: francs", "-MARK FRANC", "", ""),
        ("bourse", "no longer marks", "-MARK", "", "cue strange"),
        ("bourse", "the purchase of the sale", "", "BUY", "strange"),
        ("bourse", "$100", "100", "", ""),
        ("diplomacy", "Sorry: both to Gascony", "GAS", "", "cue every"),
        ("diplomacy", "the fleet should go to the North Sea", "NTH", "F", ""),
        ("diplomacy", "Make it Gulf of Lyon", "LYO", "", "cue"),
        ("diplomacy", "Paris to Gascony, not Burgundy", "PAR GAS -BUR", "", "cue"),
        ("diplomacy", "should be Burgundy", "BUR", "", "cue"),
        ("diplomacy", "should become Burgundy", "BUR", "", "strange"),
    ],
)
def test_a_correction_says_what_comes_what_goes_and_how_sure_it_is(
    game: str, text: str, things: str, which: str, marks: str
) -> None:
    said = words(text, lexicon(game), KNOWN.sections)
    assert " ".join(f"{OLD * one.old}{one.value}" for one in said.things) == things
    assert said.which.strip() == which
    assert " ".join([*["cue"] * said.cue, *["every"] * said.every, *["strange"] * said.strange]) == marks


def changed(game: str, text: str, lines: list[str]) -> list[str]:
    """The lines as a sentence leaves them."""
    orders = reader().orders(grammar(game))
    above = [(n, one) for n, line in enumerate(lines) for one in orders.whole(line, 0)]
    came = swapped(words(text, lexicon(game), KNOWN.sections), above, lexicon(game), lambda line: orders.whole(line, 0))
    found = dict(enumerate(lines))
    for n, old, new in came:
        assert old.canonical() == lines[n]
        found[n] = new.canonical()
    return list(found.values())


SALE, SALES = ["SELL 300 LIRA", "BUY 100 MARK"], ["SELL 300 LIRA", "SELL 300 CROWN", "BUY 100 MARK"]


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        ("Francs, not marks", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("Sorry, francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("Sorry, lira", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("Sorry, lira 200", SALE, ["SELL 200 LIRA", "BUY 100 MARK"]),
        ("lira instead of marks, 200", SALE, ["SELL 300 LIRA", "BUY 200 LIRA"]),
        ("the sale should be 250", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("the sale should be 250", SALES, ["SELL 300 LIRA", "SELL 300 CROWN", "BUY 100 MARK"]),
        ("it should be 250", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("both should be 200 instead of 300", SALES, ["SELL 200 LIRA", "SELL 200 CROWN", "BUY 100 MARK"]),
        ("not 300 but 200 marks", SALE, ["SELL 200 MARK", "BUY 100 MARK"]),
        ("francs and pounds, sorry", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("Sorry, crowns 50", SALE, ["SELL 300 LIRA", "BUY 50 CROWN"]),
        ("not marks, not lira: francs", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("the purchase: francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("make the marks francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("make the 100 a 50", SALE, ["SELL 300 LIRA", "BUY 50 MARK"]),
    ],
)
def test_a_trade_changes_where_one_alone_can_be_meant(text: str, lines: list[str], after: list[str]) -> None:
    assert changed("bourse", text, lines) == after


MOVES = ["A PAR - BUR", "F BRE - MAO", "A MAR H"]


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        ("Sorry, Gascony", ["A PAR - BUR"], ["A PAR - GAS"]),
        ("Gascony instead of Burgundy", MOVES, ["A PAR - GAS", "F BRE - MAO", "A MAR H"]),
        ("not Paris but Gascony", MOVES, ["A PAR - BUR", "F BRE - MAO", "A MAR H"]),
        ("the fleet to the Channel, sorry", MOVES, ["A PAR - BUR", "F BRE - ENG", "A MAR H"]),
        ("Sorry, Spain north coast", ["F MAO - SPA/SC"], ["F MAO - SPA/NC"]),
        ("Sorry, Burgundy", MOVES, ["A PAR - BUR", "F BRE - MAO", "A MAR H"]),
        ("Sorry, Gascony", ["A MAR H"], ["A MAR H"]),
        ("Burgundy for the MAO", MOVES, ["A PAR - BUR", "F BRE - MAO", "A MAR H"]),
    ],
)
def test_of_a_move_only_the_goal_changes(text: str, lines: list[str], after: list[str]) -> None:
    assert changed("diplomacy", text, lines) == after


@pytest.mark.parametrize(
    ("game", "text", "lines"), [("bourse", "200 instead of 300", SALES), ("diplomacy", "Sorry, Gascony", MOVES)]
)
def test_where_several_may_be_meant_none_changes(game: str, text: str, lines: list[str]) -> None:
    with pytest.raises(Several):
        changed(game, text, lines)
