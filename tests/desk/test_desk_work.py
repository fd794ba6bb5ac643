"""Work for a letter is bounded by counts: characters, orders, lines of the answer, tries at a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.desk.sheets.letter_context import ORDERS
from judge.parse import repair
from tests.desk.worlds import GAME, filed, seat_letter, small_game
from tests.harness import Judge, Out, address_of

BYTES = 400_000  # no letter of ours is larger (docs/mail.md)
CHARACTERS = 40_000  # given to whatever looks for a slip


def answer(judge: Judge, text: str) -> Out:
    (out,) = judge.say(address_of("Lupus"), seat_letter("Lupus", text))
    return out


LONG = {
    "the same verb sixty times": "\n".join(["SELL " * 60] * 400),
    "sixty orders in each of 498 lines": "\n".join(["SELL 1 LIRA AND " * 60] * 498),
    "one order in each of 498 lines": "\n".join(["BUY MARKS WITH REST"] * 498),
    "nothing that can be read in each of 498 lines": "\n".join(f"SELL {n} DRACHMAS" for n in range(498)),
}


@pytest.mark.parametrize("name", sorted(LONG))
def test_no_letter_costs_more_than_its_counts_or_gets_a_large_answer(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, tries = small_game(tmp_path), []
    search = repair.Repair._search
    monkeypatch.setattr(
        repair.Repair, "_search", lambda self, text, *rest: tries.append(text) or search(self, text, *rest)
    )
    out = answer(judge, LONG[name])
    assert len(out.raw) < BYTES
    assert sum(map(len, tries)) <= 10 * CHARACTERS and all(len(text) <= 210 for text in tries)
    assert len(filed(judge, "Lupus")) <= ORDERS


def test_the_rest_of_a_letter_that_was_not_examined_is_said_and_what_stands_above_counts(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    talk = "\n".join(f"And then the fox said to the wolf, in line {n}, that it was cold." for n in range(480)) * 2
    out = answer(judge, f"SELL 7 LIRA\nBUY MARKS WITH REST\n\n{talk}\n".replace("fox", "fox" + "x" * 60))
    assert "was not examined" in " ".join(out.text.split()) and out.subject.startswith("[PARTIAL]")
    assert len(filed(judge, "Lupus")) == 2


def test_a_letter_read_again_is_answered_with_the_same_words(tmp_path: Path) -> None:
    one, other = small_game(tmp_path / "one"), small_game(tmp_path / "other")
    text = LONG["nothing that can be read in each of 498 lines"]
    first = answer(one, text)
    assert answer(one, text + "\n").text.split() == first.text.split() == answer(other, text).text.split()


def test_the_next_letter_has_its_own_counts(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    answer(judge, LONG["sixty orders in each of 498 lines"])
    assert answer(judge, "SELL 7 LIRA\nBUY MARKS WITH REST").subject.startswith("[OK]")


def test_a_letter_of_forty_orders_is_taken_whole(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    out = answer(judge, "\n".join(f"SELL {n + 1} LIRA" for n in range(40)))
    assert "not examined" not in out.text and "not listed" not in out.text and f"+{GAME}." in out.header("Reply-To")
