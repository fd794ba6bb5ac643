"""Bids, lists, ballots, terms and share orders by the companies, people and sums they name."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("My stake: 95 on Italy and 60 on Austria", ["BID ITALY 95", "BID AUSTRIA 60"]),
        ("My sealed bid for Russia, in an envelope: one hundred and twenty-five", ["BID RUSSIA 125"]),
        ("I'm bidding on Turkey only: 65, forty shares at three AgP a share", ["BID TURKEY 65 SHARES 40 PRICE 3"]),
        ("Germany Ltd. will issue fifty shares at 2 AgP apiece", ["TERMS GERMANY SHARES 50 PRICE 2"]),
        ("France: price 5, shares 40", ["TERMS FRANCE SHARES 40 PRICE 5"]),
        ("Ballot: Russia Anna, Germany Carl", ["VOTE RUSSIA FOR Anna", "VOTE GERMANY FOR Carl"]),
        ("I cast my shares of Russia for Anna", ["VOTE RUSSIA FOR Anna"]),
        ("give Anna my votes in Russia please", ["VOTE RUSSIA FOR Anna"]),
        (
            "Get me 6 French, 8 Russian and then 5 German, ceiling 110",
            ["OFFERLIST FRANCE 6, RUSSIA 8, GERMANY 5 CAP 110"],
        ),
        ("Put 3 of my Russian shares on the block at 12 each", ["SELL 3 RUSSIA AT 12"]),
        ("Russia distributes 2 per share", ["DIVIDEND RUSSIA 2 PER SHARE"]),
        ("Offload 4 Turkish shares at 6 apiece", ["SELL 4 TURKEY AT 6"]),
        ("I'm offering two of my Russian shares for 12 apiece", ["SELL 2 RUSSIA AT 12"]),
        ("Je vends 2 actions russes à 14", ["SELL 2 RUSSIA AT 14"]),
        ("Ich verkaufe 2 russische Aktien zu je 14", ["SELL 2 RUSSIA AT 14"]),
        ("J'achète 2 actions françaises à 9 chacune", ["BUY 2 FRANCE AT 9"]),
        ("Wahl: Russland Anna, für Frankreich Bob", ["VOTE RUSSIA FOR Anna", "VOTE FRANCE FOR Bob"]),
        ("VOTE R Anna, F Bob, G Carl", ["VOTE RUSSIA FOR Anna", "VOTE FRANCE FOR Bob", "VOTE GERMANY FOR Carl"]),
        (
            "Germany pays a dividend of 2 a share and issues 5 more shares at 3",
            ["DIVIDEND GERMANY 2 PER SHARE", "ISSUE GERMANY 5 AT 3"],
        ),
    ],
)
def test_a_list_is_read_by_what_it_names(letter: str, lines: list[str]) -> None:
    found = clauses("exchange", letter)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "My stake: about 95 on Italy",
        "My stake: 95 on Italy or Austria",
        "Get me 6 French, a few Russian and 5 German, ceiling 110",
        "Ballot: Russia Anna, Germany Carl or Dora",
        "Anna says Russia will distribute 2 per share",
        "Should I stake 95 on Italy?",
        "Offload my Turkish shares",
        "Anna wants 6 French at 5",
    ],
)
def test_a_list_is_whole_or_nothing(letter: str) -> None:
    assert not taken(clauses("exchange", letter))


def test_a_list_whose_limit_stands_in_the_next_line_is_read_with_it_or_asked_about() -> None:
    found = clauses("exchange", "I'd like to put 2 Turkey, 2 Russia on my offer list, cap\n100.")
    assert taken(found) in ([], ["OFFERLIST TURKEY 2, RUSSIA 2 CAP 100"]) and (taken(found) or doubtful(found))


def test_the_terms_of_each_bid_are_its_own_in_lines_and_in_a_sentence() -> None:
    bids = ["BID GERMANY 80 SHARES 20 PRICE 4", "BID RUSSIA 60 SHARES 10 PRICE 5"]
    for joint in ("\n", "; "):
        letter = f"Germany: stake 80, with 20 shares at 4{joint}Russia: stake 60, with 10 shares at 5"
        assert taken(clauses("exchange", letter)) == bids


@pytest.mark.parametrize(
    "letter", ["A stake of 80 on Germany is too much", "Ein Gebot von 80 auf Deutschland ist zu viel"]
)
def test_what_is_said_of_a_bid_is_no_bid(letter: str) -> None:
    assert not taken(clauses("exchange", letter))
