"""Headings and verbs carried over; corrections; slips; lists; the work budget."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation, UnitSeen
from judge.core.words.word import Place
from judge.reading import Kind
from judge.reading.clauses import split
from judge.reading.clauses.pieces import mended
from judge.reading.faults import Fault
from judge.reading.lexicon import Lexicon
from tests.reading.clauses.reading import clauses, grammar, reader, taken


def test_the_position_decides_what_words_leave_open() -> None:
    fleet = UnitSeen("F", "NTH", ("NTH", "North Sea"), ("EDI", "LON"))
    found = clauses("diplomacy", "My fleet retreats to Edinburgh.", situation=Situation(dislodged=(fleet,), season="R"))
    assert taken(found) == ["F NTH R EDI"]
    assert taken(clauses("diplomacy", "My fleet retreats to Edinburgh.")) == []


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


def test_a_masters_power_in_a_sentence_is_offered_and_not_carried_out() -> None:
    (clause,) = clauses("bourse", "Please extend 24h", place=Place.MASTER)
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("EXTEND 24h",))
