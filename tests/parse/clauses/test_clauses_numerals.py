"""Numerals in words."""

from __future__ import annotations

import pytest

from judge.parse.clauses.numerals import figures
from tests.parse.clauses.reading import said


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("sell three hundred lira", "sell 300 lira"),
        ("one hundred and twenty on Russia", "120 on Russia"),
        ("twenty-five of them", "25 of them"),
        ("twenty nine marks", "29 marks"),
        ("ninety-nine marks", "99 marks"),
        ("two fifty", "two fifty"),
        ("twenty ten", "twenty ten"),
        ("five thousand two thousand", "five thousand two thousand"),
        ("two hundred three hundred", "two hundred three hundred"),
        ("twelve hundred", "1200"),
        ("three hundred thousand", "300000"),
        ("hundred and one", "101"),
        ("a thousand marks", "1000 marks"),
        ("two thousand five hundred", "2500"),
        ("sell 1k lira", "sell 1000 lira"),
        ("sell 200 (two hundred) lira", "sell 200 lira"),
        ("the one in Brest", "the one in Brest"),
        ("1,500 marks", "1,500 marks"),
        ("sell200lira and 300marks", "sell 200 lira and 300 marks"),
        ("s300 lira, b20 marks", "s 300 lira, b 20 marks"),
        ("1.5k marks and 2,5k lira", "1500 marks and 2500 lira"),
        ("1k lira, 2k marks", "1000 lira, 2000 marks"),
        ("get 200 lira 4 me and 100 marks 4 us", "get 200 lira for me and 100 marks for us"),
        ("2cr to Italy, 3credits to Russia", "2 cr to Italy, 3 credits to Russia"),
        ("sell 200 (two hundred) lira and 300 (300) marks", "sell 200 lira and 300 marks"),
        ("two hundred lira and three hundred marks", "200 lira and 300 marks"),
        ("two dozen, a dozen, half a dozen and 3 dozen", "24, 12, 6 and 36"),
        ("one agp and one of them", "1 agp and one of them"),
        ("two hundred thousand five", "200005"),
        ("thousand thousand", "thousand thousand"),
        ("one hundred hundred", "one hundred hundred"),
        ("nineteen five", "nineteen five"),
        ("twenty nine nine", "twenty nine nine"),
        ("five five", "five five"),
        ("zweihundertfünfzig Rubel und hundertzwanzig Mark", "250 Rubel und 120 Mark"),
        ("sechzig Rubel, siebzig Mark, zwei hundert Lira", "60 Rubel, 70 Mark, 200 Lira"),
        ("fünfundzwanzig, fuenfundzwanzig, tausendfünfhundert", "25, 25, 1500"),
        ("trois cents lires et quatre-vingt-dix-neuf francs", "300 lires et 99 francs"),
        ("vingt et un, soixante-dix, soixante et onze, mille deux cents", "21, 70, 71, 1200"),
        (
            "tausend Dank, mille mercis, neuf actions, deux et trois",
            "tausend Dank, mille mercis, neuf actions, deux et trois",
        ),
        ("Achtung, ein Viertel", "Achtung, ein Viertel"),
    ],
)
def test_numerals_become_figures(words: str, number: str) -> None:
    assert figures(said(words)).text == number
