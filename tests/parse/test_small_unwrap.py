"""Lines of a letter, and what of them a mail program broke: one row a letter. An empty line leaves a gap; behind `=`
stands a line that is an order by itself, behind `?` one that can be read and is doubtful."""

from __future__ import annotations

import pytest

from judge.parse.clause import Clause, Kind
from judge.parse.clauses.unwrap import Row, unwrapped
from tests.parse.clauses.reading import said

READ = {"=": Kind.ORDER, "?": Kind.DOUBTFUL}


def joined(letter: str) -> list[str]:
    """The lines, where one that ends with lira may be whole and one that begins with sell begins an order."""
    rows, gap = [], False
    for n, line in enumerate(letter.split("\n"), 1):
        kind = READ.get(line[:1])
        text = said(line[1:] if kind else line, n)
        if text:
            rows.append(Row(text, Clause(kind, text.text, text.lines) if kind else None, gap))
        gap = not text
    found = unwrapped(rows, lambda text: text.text.endswith("lira"), lambda text: text.startswith("sell"))
    return [row.text.text for row in found]


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Turkey.......5\nEND", ["Turkey.......5 END"]),
        (
            "- Roubles 500\nInvest in:\n- Francs 500\n- Marks 500",
            ["- Roubles 500", "Invest in:", "- Francs 500", "- Marks 500"],
        ),
        ("Rus 6\nTur 5\nEND", ["Rus 6", "Tur 5", "END"]),
        ("Germany: +500\nThe rest unchanged. Sig.", ["Germany: +500", "The rest unchanged. Sig."]),
        ("RESULT F1901\nCentres: A5 E4 F5 G5 I4 R6 T5\nEND", ["RESULT F1901", "Centres: A5 E4 F5 G5 I4 R6 T5 END"]),
        ("A Mar hold\nThanks!", ["A Mar hold", "Thanks!"]),
        ("  Piastres .... 300\nIN", ["  Piastres .... 300", "IN"]),
        (
            "Scratch that. TS: Switzerland - Burgundy\n- Belgium - Holland",
            ["Scratch that. TS: Switzerland - Burgundy - Belgium - Holland"],
        ),
        (
            "Since Austria hasn't answered any of my\nlast three letters I'm taking no chances\n"
            "at home: Venice holds and so does\nApulia. The fleet goes on to Tunis,",
            [
                "Since Austria hasn't answered any of my last three letters I'm taking no chances "
                "at home: Venice holds and so does Apulia. The fleet goes on to Tunis,"
            ],
        ),
        ("edi nth\nlvp yor", ["edi nth", "lvp yor"]),
        ("-------------------\nTotal      34\nEND", ["-------------------", "Total      34 END"]),
        (
            "War->Gal 6\nMos->Ukr 2\nStP->Bot 1 (he comes cheap)",
            ["War->Gal 6", "Mos->Ukr 2", "StP->Bot 1 (he comes cheap)"],
        ),
        (
            "TERMS TURKEY SHARES 30 PRICE 4\nand a loan of 20 from Anna, as agreed",
            ["TERMS TURKEY SHARES 30 PRICE 4", "and a loan of 20 from Anna, as agreed"],
        ),
        ("Sell lira and\n\n300 marks", ["Sell lira and 300 marks"]),
        ("Sell lira and\n\nBUY 300 marks 5", ["Sell lira and BUY 300 marks 5"]),
        ("sell 300\n\nlira", ["sell 300", "lira"]),
        ("sell my 300 of\n\nthe lira", ["sell my 300 of the lira"]),
        ("buy\n\nmarks, francs,\n\nand pounds", ["buy", "marks, francs, and pounds"]),
        ("Turkey 60\n\nand the rest", ["Turkey 60", "and the rest"]),
        ("=SELL 300 LIRA\nif I can", ["SELL 300 LIRA if I can"]),
        ("=SELL 300 LIRA.\nif I can", ["SELL 300 LIRA.", "if I can"]),
        ("=SELL 300 LIRA and\nbuy", ["SELL 300 LIRA and", "buy"]),
        ("=SELL 300 LIRA and\n=BUY 5 MARK", ["SELL 300 LIRA and", "BUY 5 MARK"]),
        ("=SELL 300 LIRA\nbuy", ["SELL 300 LIRA", "buy"]),
        ("?SELL LIRA and\nbuy", ["SELL LIRA and", "buy"]),
        ("?SELL LIRA\nif I can", ["SELL LIRA", "if I can"]),
        ("Offers:\nTurkey 60\nFor Russia", ["Offers:", "Turkey 60", "For Russia"]),
        ("Offers:\nTurkey 60\nfor Russia", ["Offers:", "Turkey 60 for Russia"]),
        ("Turkey 60\nRussia 50\nAnd Italy", ["Turkey 60", "Russia 50", "And Italy"]),
        ("sell my lira 300\nagain", ["sell my lira 300 again"]),
        ("sell my lira 300\nand buy marks", ["sell my lira 300", "and buy marks"]),
        ("spring 01\nlira", ["spring 01", "lira"]),
        ("a b c sell\nlira", ["a b c sell lira"]),
        ("a b sell\nlira", ["a b sell", "lira"]),
        ("never mind it, I sell\nlira", ["never mind it, I sell lira"]),
        ("sell 5\ninstead of 6", ["sell 5", "instead of 6"]),
        ("I said it is 5\nno, forget it", ["I said it is 5 no, forget it"]),
        ("abc -\nheading:", ["abc - heading:"]),
        ("ab cd\nef", ["ab cd", "ef"]),
        ("Ab cd\nef", ["Ab cd ef"]),
        ("Ab\nef", ["Ab", "ef"]),
        ("aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbb\nef", ["aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbb ef"]),
        (
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\nEf gh",
            ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb Ef gh"],
        ),
        (
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\nEf gh",
            ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb Ef gh"],
        ),
        ("a b c dddddddddddddddddddddddddddddd lira\nAnd me", ["a b c dddddddddddddddddddddddddddddd lira And me"]),
        ("Dear all\nhello", ["Dear all", "hello"]),
        ("sell it\nPS: no", ["sell it", "PS: no"]),
        ("1. one\n2. two", ["1. one", "2. two"]),
        ("---\nabc", ["---", "abc"]),
        ("abc\n---", ["abc", "---"]),
    ],
)
def test_lines_that_were_broken_are_put_together_and_others_are_not(letter: str, lines: list[str]) -> None:
    assert joined(letter) == lines
