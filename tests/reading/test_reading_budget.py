"""What reading a letter may cost, in steps; and what is said of one that costs more."""

from __future__ import annotations

import pytest

from judge.core.words.word import Place
from judge.post import Line
from judge.reading import LETTER, STRANGER, Budget, Clause, Kind, Stopped
from judge.reading.budget import JOINED, LINE, LONGEST, SENTENCE, Spent
from judge.reading.clauses import read, rows
from judge.reading.clauses.passage import Passage
from judge.reading.text import Text
from tests.reading.clauses.reading import clauses, doubtful, grammar, reader, taken, voice

WITHOUT_END = "and to from with the rest of all my armies"


def within(steps: int, letter: str, game: str = "bourse", place: Place = Place.PLAYER) -> tuple[Clause, ...]:
    lines = [Line(n, row) for n, row in enumerate(letter.split("\n"), 1)]
    return reader().clauses(lines, place, grammar(game), voice, Budget(steps))


def reasons(found: tuple[Clause, ...]) -> list[str]:
    return [clause.doubt.reason for clause in found if clause.doubt is not None]


def test_a_letter_that_holds_more_than_is_read_names_the_first_line_that_was_not_examined() -> None:
    letter = "\n".join(f"Please sell {n} of my lira." for n in range(1, 41))
    found = within(800, letter)
    *_, last = found
    first = int(reasons(found)[-1].partition("from line ")[2].partition(" ")[0])
    assert reasons(found)[-1].startswith("Your letter was not examined from line ")
    assert last.lines == (first,) and 3 < first < 40
    assert taken(found) == [f"SELL {n} LIRA" for n in range(1, first)]


def test_nothing_of_a_letter_that_was_not_examined_counts_as_talk() -> None:
    letter = "\n".join(f"The fox said to the wolf, in line {n}, that it was cold." for n in range(1, 200))
    found = within(1000, letter)
    seen = {line for one in found if one.kind is Kind.REST for line in one.lines}
    assert seen and max(seen) < found[-1].first and found[-1].kind is Kind.DOUBTFUL


def test_lines_that_are_read_alone_end_with_the_budget_too() -> None:
    found = within(300, "\n".join(f"SELL {n} LIRA" for n in range(1, 100)))
    assert found[-1].kind is Kind.DOUBTFUL and found[-1].first == len(found)
    assert all(one.kind is Kind.ORDER for one in found[:-1])


def test_what_ends_a_letter_may_not_be_read_either_and_then_nothing_of_it_counts() -> None:
    (only,) = within(5, "SELL 300 LIRA\nhello")
    assert only.kind is Kind.DOUBTFUL and only.lines == (1,)


def test_one_letter_says_once_that_it_was_not_examined() -> None:
    budget, lines = Budget(5), [Line(1, "SELL 300 LIRA"), Line(2, "hello")]
    (only,) = reader().clauses(lines, Place.PLAYER, grammar("bourse"), voice, budget)
    assert only.kind is Kind.DOUBTFUL
    assert reader().clauses(lines, Place.PLAYER, grammar("bourse"), voice, budget) == ()


def test_a_line_that_nobody_writes_is_not_examined_and_the_others_are() -> None:
    for long in ("," * 30_000, "(" * 30_000, "lira " * 20_000, "A Par-Bur, " * 300):
        found = clauses("bourse", f"SELL 10 LIRA\n{long}\nBUY MARKS WITH REST")
        assert taken(found) == ["SELL 10 LIRA", "BUY MARK WITH REST"]
        assert reasons(found) == [f"Not examined: line 2 is longer than {LINE} characters."]
        assert len(doubtful(found)[0]) < 80


def test_a_sentence_that_is_too_long_is_asked_about_whole() -> None:
    (only,) = clauses("bourse", "sell 300 lira and " * 70)
    assert (only.kind, reasons((only,))) == (Kind.DOUBTFUL, [read._TOO_MUCH])


def test_a_sentence_that_says_too_much_is_asked_about_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.reading.budget.SENTENCE", 100)
    found = clauses(
        "bourse", "I want to sell some lira, some marks, some crowns and some pounds. Please sell 300 lira."
    )
    assert reasons(found) == [read._TOO_MUCH] and taken(found) == ["SELL 300 LIRA"]


def test_a_judge_that_is_told_to_stop_does_so_inside_a_letter() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    lines = [Line(n, f"Please sell {n} of my lira.") for n in range(1, 100)]
    with pytest.raises(Stopped):
        reader().clauses(lines, Place.PLAYER, grammar("bourse"), voice, Budget(LETTER, stop))
    assert asked == 6


def test_no_line_is_looked_at_more_often_than_lines_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: dict[int, int] = {}
    ends = rows.ends

    def counted(p: Passage, text: Text) -> bool:
        for number in text.lines:
            looked[number] = looked.get(number, 0) + 1
        return ends(p, text)

    monkeypatch.setattr(read, "ends", counted)
    for line in (WITHOUT_END, "I think that the weather in my part of the world has been lovely today"):
        for game in ("bourse", "diplomacy"):
            looked.clear()
            clauses(game, "\n".join([line] * 120))
            assert max(looked.values(), default=0) <= 2 * JOINED


def test_a_long_paragraph_that_a_program_broke_is_still_one_row_of_sentences() -> None:
    words = "My friend, the weather here has been dreadful and nobody goes out if they can help it. " * 12
    broken: list[str] = [""]
    for word in f"{words}Please sell 300 lira and put the money into marks".split():
        broken += [""] if len(broken[-1]) + len(word) > 64 else []
        broken[-1] = f"{broken[-1]} {word}".strip()
    assert len(broken) > JOINED + 2
    assert taken(clauses("bourse", "\n".join(broken))) == ["SELL 300 LIRA", "BUY MARK WITH REST"]


def test_a_budget_keeps_a_share_for_what_comes_later() -> None:
    budget = Budget(100)
    budget.keep(1 / 2)
    budget.take(50)
    with pytest.raises(Spent):
        budget.take(1)
    budget.keep(0)
    budget.take(49)


def test_a_stranger_has_a_smaller_budget_than_a_player_and_a_sentence_a_smaller_one_than_a_letter() -> None:
    assert 4 * STRANGER < LETTER and 2 * SENTENCE < LETTER and LONGEST <= LINE // 2


@pytest.mark.parametrize("steps", range(120, 400, 20))
def test_no_heading_holds_that_was_taken_back_where_the_budget_ended(steps: int) -> None:
    found = within(steps, "Please sell: 300 drachmas, 200 guilders and 100 florins\n300 lira")
    assert found and not taken(found)[1:]
