"""Headings and verbs carried over; corrections; slips; lists; the work budget."""

from __future__ import annotations

import pytest

from judge.core.place import Place
from judge.core.variant import Situation, UnitSeen
from judge.parse import Kind
from judge.parse.clauses import split
from judge.parse.clauses.pieces import mended
from judge.parse.faults import Fault
from judge.parse.lexicon import Lexicon
from tests.parse.clauses.reading import clauses, doubtful, grammar, reader, taken


@pytest.mark.parametrize(
    "letter",
    [
        "SELL:\n300 Lira\n200 Crowns\n\nBUY:\n500 Marks",
        "Sales\n-----\n300 Lira\n200 Crowns\n\nPurchases\n------\n500 Marks",
    ],
)
def test_a_heading_is_carried_over_its_items(letter: str) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == ["SELL 300 LIRA", "SELL 200 CROWN", "BUY 500 MARK"]
    assert doubtful(found) == []


def test_a_heading_with_nothing_below_it_is_asked_about() -> None:
    assert doubtful(clauses("bourse", "BUY 5 MARKS\nSELL:\nHello there")) == ["SELL:"]


def test_a_list_is_taken_whole_or_not_at_all() -> None:
    found = clauses("exchange", "OFFERLIST TURKEY 5, RUSSIA 3, and whatever you like", me="Dora")
    assert taken(found) == []
    assert doubtful(found) == ["OFFERLIST TURKEY 5, RUSSIA 3, and whatever you like"]


@pytest.mark.parametrize(
    ("letter", "orders"),
    [
        ("Sell 300 Lira.\nBuy 400 Marks.\nCorrection: sell 400 Lira, not 300.", ["SELL 400 LIRA", "BUY 400 MARK"]),
        ("Sell 300 Lira\nBuy 300 Marks\nSorry, I meant 300 Francs, not Marks.", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Sell 300 lira. Buy 200 marks. No wait, make that 250.", ["SELL 300 LIRA", "BUY 250 MARK"]),
        ("Sell 300 lira, no, 400 lira", ["SELL 400 LIRA"]),
    ],
)
def test_the_last_word_of_a_correction_counts_and_is_shown(letter: str, orders: list[str]) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == orders
    assert doubtful(found) == []
    assert any(clause.notes for clause in found)


def test_a_correction_that_may_mean_two_things_is_asked_about() -> None:
    found = clauses("bourse", "Sell 300 lira. Sell 200 marks. Correction: sell 100 francs")
    assert taken(found) == ["SELL 300 LIRA", "SELL 200 MARK"]
    assert doubtful(found) == ["Correction: sell 100 francs"]


def test_one_slip_in_a_long_word_is_taken_and_shown() -> None:
    found = clauses("bourse", "Sell 300 Lira\nBuy 300 Makrs")
    assert taken(found) == ["SELL 300 LIRA", "BUY 300 MARK"]
    assert [clause.notes for clause in found if clause.notes] == [("'Makrs' was read as MARK.",)]


def test_a_looser_slip_is_only_offered() -> None:
    found = clauses("bourse", "Buy 300 Fmarcs.")
    assert taken(found) == []
    assert doubtful(found) == ["Buy 300 Fmarcs."]


def test_the_position_decides_what_words_leave_open() -> None:
    fleet = UnitSeen("F", "NTH", ("NTH", "North Sea"), ("EDI", "LON"))
    found = clauses("diplomacy", "My fleet retreats to Edinburgh.", situation=Situation(dislodged=(fleet,), season="R"))
    assert taken(found) == ["F NTH R EDI"]
    assert taken(clauses("diplomacy", "My fleet retreats to Edinburgh.")) == []


def test_a_masters_power_in_a_sentence_is_offered_and_not_carried_out() -> None:
    (clause,) = clauses("bourse", "Please extend 24h", place=Place.MASTER)
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("EXTEND 24h",))


def test_every_word_of_a_letter_stands_in_a_clause() -> None:
    letter = "Hi Bob\n\nsell 300 lira and some crowns. Nice weather!\nBUY 5 MARKS\n\nCheers, Lupus"
    found = " ".join(clause.text for clause in clauses("bourse", letter))
    assert all(word in found for word in letter.replace(",", "").split() if word != "and")


def test_no_letter_is_parsed_without_end() -> None:
    orders = reader().orders(grammar("bourse"))
    before = orders.parsed
    letter = "\n".join("sell lira, buy marks, and sell crowns then francs and 5 " * 4 for _ in range(60))
    clauses("bourse", letter)
    assert orders.parsed - before < 60 * 120


def test_a_word_of_the_correspondence_above_an_order_in_a_sentence_does_no_harm() -> None:
    letter = "How was your holiday?\nSTATUS\nI will send the army in Paris to Burgundy."
    assert taken(clauses("diplomacy", letter)) == ["A PAR - BUR"]


def test_a_sentence_twice_as_long_is_cut_into_pieces_twice_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[int] = []
    piece = split._RE.piece

    class Counted:
        def finditer(self, text: str) -> object:
            cut.append(len(text))
            return piece.finditer(text)

    monkeypatch.setattr(split._RE, "piece", Counted())

    def characters(pieces: int) -> int:
        cut.clear()
        clauses("bourse", "SELL 1 LIRA AND " * pieces)
        return sum(cut)

    assert 0 < characters(60) < 3 * characters(30)


def test_a_misspelt_word_right_where_reading_stopped_is_mended_and_none_behind_it() -> None:
    lexicon = Lexicon({})
    assert mended("A PAR SUPORT A MAR", Fault("Stopped.", 6), lexicon, ["SUPPORT"])[0] == "A PAR SUPPORT A MAR"
    assert mended("A PAR SUPORT A MAR", Fault("Stopped.", 5), lexicon, ["SUPPORT"]) == ("", "")
