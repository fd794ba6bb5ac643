"""A correction that nobody understands leaves the order it stands beside open, and others alone."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken

UNCLEAR = "Correction: buy something nice of marks."


@pytest.mark.parametrize(
    ("letter", "stands", "open_"),
    [
        (f"Sell 300 lira. {UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira.\n{UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira. The weather is fine. {UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira. Buy 5 marks. {UNCLEAR}", ["SELL 300 LIRA"], ["Buy 5 marks.", UNCLEAR]),
        (f"Sell 300 lira.\n\n{UNCLEAR}", ["SELL 300 LIRA"], [UNCLEAR]),
        (f"Sell 300 lira.\nThe weather is fine.\n{UNCLEAR}", ["SELL 300 LIRA"], [UNCLEAR]),
        ("Sell 300 lira. Correction: lira is what I have.", ["SELL 300 LIRA"], []),
        ("Sell 300 lira. Correction: not the lira.", [], []),
        (UNCLEAR, [], [UNCLEAR]),
        (f"The weather is fine. {UNCLEAR}", [], [UNCLEAR]),
        ("Sell 300 lira - no, marks or pounds.", [], ["Sell 300 lira", "no, marks or pounds."]),
    ],
)
def test_a_correction_that_is_not_understood_opens_the_order_beside_it(
    letter: str, stands: list[str], open_: list[str]
) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == stands
    assert doubtful(found) == open_


@pytest.mark.parametrize(
    ("game", "letter", "stands"),
    [
        ("bourse", "Sell 200 Pounds. Buy 200 Marks. No, make the Pounds Francs.", ["SELL 200 FRANC", "BUY 200 MARK"]),
        (
            "bourse",
            "Sell 200 pounds, buy 200 francs. Hang on - Roubles. Final answer: 200 Roubles.",
            ["SELL 200 POUND", "BUY 200 ROUBLE"],
        ),
        ("bourse", "SELL 200 POUNDS\nBUY 100 LIRA\nSorry autocorrect. Marks!!", ["SELL 200 POUND", "BUY 100 MARK"]),
        ("bourse", "Sell 300 Lira buy 300 Marx\nSorry autocorrect. Marks!!", ["SELL 300 LIRA", "BUY 300 MARK"]),
        ("bourse", "Sell 300 lira. Correction: rather the marks.", ["SELL 300 MARK"]),
        ("bourse", "Buy 200 marks. Crowns rather.", ["BUY 200 CROWN"]),
        ("bourse", "SELL 300 LIRA\nBUY 100 MARKS\nThe purchase should be 150.", ["SELL 300 LIRA", "BUY 150 MARK"]),
        (
            "bourse",
            "Sell 400 lira\nBuy 400 marks\nSorry, the 400s should both be 300s",
            ["SELL 300 LIRA", "BUY 300 MARK"],
        ),
        ("diplomacy", "A PAR - BUR\nF BRE - MAO\nSorry, Picardy for the army.", ["A PAR - PIC", "F BRE - MAO"]),
        ("diplomacy", "A PAR - BUR\nA MAR - SPA\nOops, not Burgundy, Gascony.", ["A PAR - GAS", "A MAR - SPA"]),
        ("diplomacy", "A PAR - BUR\nGascony!!", ["A PAR - GAS"]),
        ("economic4", "Give Germany 3. Make that Italy.", ["GIVE 3 TO ITALY"]),
        ("troubleshooter", "TS Swi-Mar.\nNo wait, I'd rather be in Germany: TS Swi-Mun.", ["TS(SWI)-MUN"]),
    ],
)
def test_a_correction_puts_what_it_names_in_the_place_of_its_like(game: str, letter: str, stands: list[str]) -> None:
    found = clauses(game, letter)
    assert (taken(found), doubtful(found)) == (stands, [])


def test_a_correction_that_may_be_meant_for_several_orders_is_asked_about() -> None:
    found = clauses("diplomacy", "A PAR - BUR\nA MAR - SPA\nGascony!!")
    assert doubtful(found) == ["Gascony!!"]


@pytest.mark.parametrize("said", ["No Francs!", "No hard feelings, Vulpes.", "Rather cold here."])
def test_a_name_in_talk_replaces_nothing(said: str) -> None:
    assert taken(clauses("bourse", f"Sell 200 Pounds.\n{said}")) == ["SELL 200 POUND"]


@pytest.mark.parametrize(
    ("game", "letter", "stands"),
    [
        ("diplomacy", "A Smyrna -> Armenia\n\nThey say one should hold A CON.", ["A SMY - ARM"]),
        ("bourse", "buying:\n- 150 lira\n\nsorry.\n\nsell\n- 350 roubles", ["BUY 150 LIRA", "SELL 350 ROUBLE"]),
        ("bourse", "BUY 150 PIASTRE\nOn no account purchase 150 Marks.", ["BUY 150 PIASTRE"]),
        (
            "economic4",
            "Gifts:\n  1 to Austria\n\nSorry.\nLoans:\n  1 to Turkey",
            ["GIVE 1 TO AUSTRIA", "LOAN 1 TO TURKEY"],
        ),
    ],
)
def test_what_others_say_what_is_denied_and_an_excuse_above_a_list_change_no_order(
    game: str, letter: str, stands: list[str]
) -> None:
    assert taken(clauses(game, letter)) == stands


@pytest.mark.parametrize("figure", ["³", "①", "½³"])
def test_signs_that_only_look_like_figures_are_no_sums(figure: str) -> None:
    assert taken(clauses("bourse", f"sell {figure} lira, and buy me marks")) == []
