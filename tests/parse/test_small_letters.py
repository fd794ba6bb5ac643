"""Letters of one line or two, each by a rule that few letters need: what is read, `?` for what is asked about, and
behind it what YES would carry out."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation
from judge.parse import Clause, Kind
from tests.parse.clauses.reading import clauses
from tests.parse.sense.positions import opening, retreat, travelling, winter
from tests.parse.sense.test_sense_trades import PURSE

TWO = ("SELL 300 LIRA", "BUY 100 MARK")
THREE = ("SELL 300 LIRA", "SELL 200 CROWN", "BUY 100 MARK")


def told(clause: Clause) -> list[str]:
    if clause.kind is Kind.DOUBTFUL:
        return [" ".join(("?", *clause.offer))]
    return [one.canonical() for one in clause.commands] if clause.kind is Kind.ORDER else []


def read(game: str, letter: str, now: Situation, filed: tuple[str, ...] = ()) -> list[str]:
    return [line for clause in clauses(game, letter, situation=now, filed=filed) for line in told(clause)]


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Sell 300 lira, buy 300 marks. Sorry, 400 Lira and 400 Marks.", ["SELL 400 LIRA", "BUY 400 MARK"]),
        ("SELL 300 LIRA\nSELL 200 CROWN\nThe second one: 100", ["SELL 300 LIRA", "SELL 100 CROWN"]),
        (
            "SELL 300 LIRA\nSELL 200 CROWN\nCorrection to the second line: SELL 100 CROWN",
            ["SELL 300 LIRA", "SELL 100 CROWN"],
        ),
        ("SELL 300 LIRA\nBUY 200 CROWN\nOops, the sale should be 250", ["SELL 250 LIRA", "BUY 200 CROWN"]),
        (
            "Sell 100 lira and put it all into marks. Sell 100 crowns and put it all into marks.",
            ["SELL 100 LIRA", "SELL 100 CROWN", "BUY MARK WITH REST"],
        ),
        ("Sell 100 lira, everything into marks. Sell 100 crowns, everything into francs.", ["?", "?"]),
        ("Do not sell lira! and buy marks", ["?", "?"]),
        ("Do not sell lira. And buy 100 marks.", ["?", "BUY 100 MARK"]),
        ("Do not sell lira! and buy marks! and sell 50 crowns", ["?", "?", "?"]),
        ("We sold 100 lira last turn! and bought 100 marks", []),
        ("Sell 0 lira", ["?"]),
        ("Sell 1001 lira", ["SELL 1001 LIRA"]),
        ("Lira: sell 300", ["SELL 300 LIRA"]),
        ("sell lira 300 marks 200", ["SELL 300 LIRA", "SELL 200 MARK"]),
        ("Sell 300 lira and the same of marks", ["SELL 300 LIRA", "SELL 300 MARK"]),
        ("300 lira to go, marks to come", ["SELL 300 LIRA", "BUY MARK WITH REST"]),
        ("Lira all out", ["SELL ALL LIRA"]),
        ("Sell lira, marks and crowns, 100 each", ["SELL 100 LIRA", "SELL 100 MARK", "SELL 100 CROWN"]),
        ("Sell 100 each of lira and marks", ["SELL 100 LIRA", "SELL 100 MARK"]),
        ("100 each: lira, marks", ["?"]),
        ("Sell 20% of my lira", ["SELL 200 LIRA"]),
        ("Sell half of everything", ["?"]),
        ("Sell all lira, all marks into pounds", ["SELL ALL LIRA", "SELL ALL MARK", "BUY POUND WITH REST"]),
        ("Sell 300 lira; with the money: marks", ["SELL 300 LIRA", "BUY MARK WITH REST"]),
        ("Spend $100 on marks and $50 on pounds", ["BUY MARK WITH 100.00", "BUY POUND WITH 50.00"]),
        ("Buy marks for 100 dollars and pounds for the rest", ["BUY MARK WITH 100.00", "BUY POUND WITH REST"]),
        ("Buy up to 200 marks", ["BUY 200 MARK"]),
        ("Buy as many marks as I can", ["BUY MAX MARK"]),
        ("Roubles, everything into marks", ["? SELL ALL ROUBLE BUY MARK WITH REST"]),
        ("I want 200 marks", ["BUY 200 MARK"]),
        ("I want 200 marks sold", ["SELL 200 MARK"]),
        ("Take 300 lira and turn them into marks", ["?"]),
        ("use my man, he sells 300 lira", ["?"]),
        ("300 lira away, 200 marks come", ["SELL 300 LIRA", "BUY 200 MARK"]),
        ("Sell 300 lira and flurb 200 marks", ["SELL 300 LIRA", "?"]),
        ("Sell 150 lira and 150 marks flurben", ["SELL 150 LIRA", "?"]),
        ("Sell my 1000 lira", ["SELL 1000 LIRA"]),
        ("Sell 500 of my 1000 lira", ["SELL 500 LIRA"]),
        ("Sell half (500) of my lira", ["?"]),
        ("Sell a third (300) of my lira", ["?"]),
        ("$200 crowns", ["?"]),
        ("Buy 10 or 20 marks", ["?"]),
        ("Lira -300, marks +200", ["SELL 300 LIRA", "BUY 200 MARK"]),
        ("-300 lira +200 marks", ["SELL 300 LIRA", "BUY 200 MARK"]),
        ("Sell two hundred and fifty lira", ["SELL 250 LIRA"]),
        ("Sell 1,000 lira", ["SELL 1000 LIRA"]),
        ("Sell 2 dozen crowns", ["SELL 24 CROWN"]),
        ("Sell three hundred lira, please, and buy the same in marks", ["SELL 300 LIRA", "BUY 300 MARK"]),
        ("Everything into marks", ["? BUY MARK WITH REST"]),
        ("Sell everything and buy marks", ["?"]),
        ("Keep 100 lira and sell the rest of them", ["? SELL 900 LIRA"]),
        ("Put half of the money into marks and half into francs", ["?"]),
        ("Sell 300 lira and as many roubles", ["SELL 300 LIRA", "SELL 300 ROUBLE"]),
        ("Nothing this time, I'm waiting for better prices.", ["NO TRADE"]),
    ],
)
def test_trades_say_what_goes_what_comes_and_how_much_of_it(letter: str, lines: list[str]) -> None:
    assert read("bourse", letter, PURSE) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Drop the lira", ["BUY 100 MARK"]),
        ("the purchase should be 50", ["SELL 300 LIRA", "BUY 50 MARK"]),
        ("Make the sale 100", ["SELL 100 LIRA", "BUY 100 MARK"]),
        ("300 should be 200", ["SELL 200 LIRA", "BUY 100 MARK"]),
        ("make the 300 a 200", ["SELL 200 LIRA", "BUY 100 MARK"]),
        ("Halve both", ["SELL 150 LIRA", "BUY 50 MARK"]),
        ("Double the purchase", ["SELL 300 LIRA", "BUY 200 MARK"]),
        ("20 more marks", ["SELL 300 LIRA", "BUY 120 MARK"]),
        ("add 50 to my Lira sale", ["SELL 350 LIRA", "BUY 100 MARK"]),
        ("raise the lira to 350", ["SELL 350 LIRA", "BUY 100 MARK"]),
        ("the second one should be 40", ["SELL 300 LIRA", "BUY 40 MARK"]),
        ("the third one should be 40", ["?"]),
        ("the lira and the marks the other way round", ["?"]),
        ("the 300 and the 100: make it 200", ["?"]),
        ("I doubled it twice", []),
        ("Lira doubled", ["?"]),
        ("Please double my orders", ["?"]),
        ("Increase both by 50", ["SELL 350 LIRA", "BUY 150 MARK"]),
        ("the sale is 50 too high", ["?"]),
        ("Twice as much of the second", ["?"]),
        ("Leave the marks, double the lira", ["SELL 600 LIRA", "BUY 100 MARK"]),
        ("take the lira off and put roubles there", ["SELL 300 ROUBLE", "BUY 100 MARK"]),
        ("take the lira off and put roubles", ["?"]),
        ("roubles there, not lira", ["SELL 300 ROUBLE", "BUY 100 MARK"]),
        ("drop the lira, roubles instead", ["SELL 300 ROUBLE", "BUY 100 MARK"]),
        ("the lira there, roubles", []),
    ],
)
def test_two_lines_on_file_change_as_the_letter_says(letter: str, lines: list[str]) -> None:
    assert read("bourse", letter, PURSE, TWO) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Halve the sales", ["?"]),
        ("Both sales 100", ["?"]),
        ("sell 50 less of each", ["SELL 250 LIRA", "SELL 150 CROWN", "BUY 100 MARK"]),
        ("the first and the third doubled", ["?"]),
        ("all sales to 250", ["SELL 250 LIRA", "SELL 250 CROWN", "BUY 100 MARK"]),
    ],
)
def test_three_lines_on_file_change_where_it_is_clear_which(letter: str, lines: list[str]) -> None:
    assert read("bourse", letter, PURSE, THREE) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("A PAR - BUR\nNo, Gascony", ["A PAR - GAS"]),
        ("A PAR - BUR\nSorry, to Picardy", ["A PAR - PIC"]),
        ("Support Paris to Burgundy with Marseilles", ["A MAR S A PAR - BUR"]),
        ("A PAR - BUR\nMarseilles supports it", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("Marseilles supports Paris, which goes to Burgundy", ["A MAR S A PAR - BUR", "A PAR - BUR"]),
        ("Paris takes Burgundy with support from Marseilles", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("Paris and Marseilles support Burgundy", ["?"]),
        ("The fleet goes to the Channel", ["F BRE - ENG"]),
        ("My armies hold", ["A MAR H", "A PAR H"]),
        ("All hold", ["HOLD ALL"]),
        ("Everybody holds, but Paris goes to Picardy", ["HOLD ALL", "A PAR - PIC"]),
        ("Both armies into Burgundy", ["?"]),
        ("the Brest fleet to Mid-Atlantic", ["F BRE - MAO"]),
        ("a par - bur", ["A PAR - BUR"]),
        ("Marseilles to Spain, Paris follows", ["MAR - SPA", "?"]),
        ("Army Paris or Marseilles to Burgundy", ["?"]),
        ("Paris must not go to Burgundy", ["?"]),
        ("Paris goes to Burgundy, not to Picardy", ["A PAR - BUR"]),
        ("Marseilles helps Munich into Burgundy", ["A MAR S A MUN - BUR"]),
        ("ENG: F BRE", ["?"]),
        ("move from Paris into Burgundy", ["PAR - BUR"]),
        ("from Paris to Burgundy move", ["A PAR - BUR"]),
        ("Army Paris stays in Paris", ["A PAR H"]),
    ],
)
def test_units_of_france_are_ordered_by_their_places(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, opening("France")) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Edinburgh convoys Liverpool to Norway", ["EDI C LVP - NWY"]),
        ("the fleets hold, the army goes to Yorkshire", ["F EDI H", "F LON H", "A LVP - YOR"]),
        ("London to the North Sea, Edinburgh follows to the Norwegian Sea", ["F LON - NTH", "F EDI - NWG"]),
        ("Liverpool to Edinburgh by sea", ["LVP - EDI VIA"]),
        ("both fleets to the North Sea", ["?"]),
    ],
)
def test_fleets_and_an_army_of_england_go_and_carry(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, opening("England")) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("retreat to London", ["F NTH R LON"]),
        ("Back to Edinburgh", ["F NTH R EDI"]),
        ("disband it", ["?"]),
        ("F NTH R LON", ["F NTH R LON"]),
        ("the fleet gives up", ["F NTH D"]),
        ("The fleet retreats to London, failing that disband it", ["F NTH R LON"]),
    ],
)
def test_a_unit_thrown_out_goes_or_is_given_up(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, retreat()) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("fleet in Brest", ["BUILD F BRE"]),
        ("Army Paris and fleet Brest", ["BUILD A PAR, F BRE"]),
        ("one army, one fleet", ["?"]),
        ("Build in Paris and Marseilles", ["BUILD PAR, MAR"]),
        ("no builds", ["WAIVE"]),
        ("two armies please", ["?"]),
        ("A PAR, F BRE", ["BUILD A PAR, F BRE"]),
        ("armies in Paris and Marseilles", ["BUILD A PAR, A MAR"]),
        ("Build a fleet in Brest or Marseilles", ["?"]),
    ],
)
def test_builds_name_their_kinds_and_places(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, winter("France", 2)) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Remove the fleet", ["REMOVE F BRE"]),
        ("Paris is removed", ["REMOVE A PAR"]),
        ("remove Paris or Brest", ["?"]),
        ("Keep the fleet", ["?"]),
    ],
)
def test_a_removal_names_its_unit(letter: str, lines: list[str]) -> None:
    assert read("diplomacy", letter, winter("France", -1)) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("120 on Germany, 60 on Turkey", ["BID GERMANY 120", "BID TURKEY 60"]),
        ("Bid 120 for Germany and 60 for Turkey", ["BID GERMANY 120", "BID TURKEY 60"]),
        ("Germany 120, Turkey 60", ["?"]),
        ("vote Anna for Germany", ["VOTE GERMANY FOR Anna"]),
        ("Germany for Anna, Turkey for Bob", ["VOTE GERMANY FOR Anna", "VOTE TURKEY FOR Bob"]),
        ("Give Bob 50", ["TRANSFER 50 TO Bob"]),
        ("pay 2 a share in Germany", ["DIVIDEND GERMANY 2 PER SHARE"]),
        ("Germany pays 2 per share", ["DIVIDEND GERMANY 2 PER SHARE"]),
        ("40 shares of Germany at 5", ["TERMS GERMANY SHARES 40 PRICE 5"]),
        ("Germany: 40 shares at 5 each, bid 200", ["BID GERMANY 200 SHARES 40 PRICE 5"]),
        ("Sell 3 Russia at 15", ["SELL 3 RUSSIA AT 15"]),
        ("Buy 3 Russia from Bob at 15", ["BUY 3 RUSSIA FROM Bob AT 15"]),
        ("Bob buys 3 Russia at 15", ["?"]),
        ("5 Germany, 3 Turkey, at most 40", ["?"]),
        ("Shopping list: Germany 5, Turkey 3, cap 40", ["OFFERLIST GERMANY 5, TURKEY 3 CAP 40"]),
        ("on Germany 120, on Turkey 60", ["?"]),
        ("120 Germany", ["?"]),
        ("bid nothing", ["NMR"]),
    ],
)
def test_bids_votes_terms_and_shares_are_told_by_what_stands_together(letter: str, lines: list[str]) -> None:
    assert read("exchange", letter, Situation()) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("5 for Paris to Burgundy", ["5 : A PAR - BUR"]),
        ("5 silver to A MUN if it goes to Burgundy", ["5 : A MUN - BUR"]),
        ("Offer 10 to Munich to hold", ["10 : A MUN H"]),
        ("3 each for Munich and Berlin to hold", ["3 : A MUN H", "3 : A BER H"]),
        ("no offers", ["NMR"]),
        ("Save 20", ["20 $"]),
    ],
)
def test_offers_name_a_sum_and_an_order(letter: str, lines: list[str]) -> None:
    assert read("payola", letter, opening("France")) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Go to Rome via Piedmont and Tuscany", ["TS(SWI)-PIE-TUS-ROM"]),
        ("Buy 100 pounds and go to Munich", ["BUY 100 POUND", "TS(SWI)-MUN"]),
        ("Off to Rome via Piedmont and Tuscany!", ["TS(SWI)-PIE-TUS-ROM"]),
        ("Munich for the TS please", ["TS(SWI)-MUN"]),
        ("TS in Munich is nice", ["? TS(SWI)-MUN"]),
    ],
)
def test_a_journey_names_its_way(letter: str, lines: list[str]) -> None:
    assert read("troubleshooter", letter, travelling()) == lines


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Sell 300 lira, because islands never go out of fashion.", ["SELL 300 LIRA"]),
        ("Sell 300 lira, which I never liked.", ["SELL 300 LIRA"]),
        ("Sell all lira which I do not need.", ["?"]),
        ("Sell 300 lira because I never liked them, and buy 100 marks.", ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("Since nobody has answered any of my last three letters: sell 300 lira.", ["SELL 300 LIRA"]),
        ("Do not sell 300 lira, because islands never go out of fashion.", ["?"]),
        ("Sell 300 lira, because I do not want to keep more than 100.", ["?"]),
        ("Sell 300 lira and so should you.", ["SELL 300 LIRA"]),
    ],
)
def test_a_reason_is_told_from_what_is_to_be_done(letter: str, lines: list[str]) -> None:
    assert read("bourse", letter, PURSE) == lines
