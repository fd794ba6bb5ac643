"""What is said to the orders of a letter once they are judged."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from judge.core.ruling import Reason, Remark, Ruling, accept, amend, refuse
from judge.desk.sheets import shown
from judge.desk.sheets.letter_context import Level
from judge.kits.host.orders import UnitOrder

REASONS = {
    "far": Reason("D-2", "It is too far."),
    "cut": Reason("M-4", "Cut to {most}."),
    "lost": Reason("M-5", "Half of it is lost.", loses=True),
    "odd": Reason("D-3", "That is odd."),
}
VARIANT: Any = SimpleNamespace(reasons=REASONS)


class Heard:
    """Notes what a context is told: level, line, words, and whether it is asked."""

    def __init__(self) -> None:
        self.said: list[tuple[Level, int, str]] = []
        self.offers: list[str] = []
        self.asked: list[bool] = []

    def put(self, text: str, level: Level, line: int = 0, asked: bool = False) -> None:
        self.said.append((level, line, text))
        self.asked.append(asked)

    def say(self, code: str, level: Level, line: int, **data: str) -> None:
        self.said.append((level, line, " ".join((code, *data.values()))))


def order(text: str, line: int = 0) -> UnitOrder:
    return UnitOrder(line=line, text=text)


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        ([accept(order("A PAR H", 2))], [(Level.OK, 2, "A PAR H")]),
        ([accept(order("A PAR H"))], []),  # it stood on file before
        ([refuse(order("A PAR - MOS", 2), "far")], [(Level.ERROR, 2, "It is too far. (D-2)")]),
        (
            [refuse(order("A PAR - MOS", 2), "far"), accept(order("A MAR H", 2))],
            [(Level.ERROR, 2, "A PAR - MOS - It is too far. (D-2)"), (Level.OK, 2, "A MAR H")],
        ),
        (
            [refuse(order("A PAR - MOS", 3), "far"), refuse(order("A MAR - MOS", 2), "far")],
            [(Level.ERROR, 2, "It is too far. (D-2)"), (Level.ERROR, 3, "same_reason")],
        ),
        (
            [amend(order("A PAR H", 2), "cut", most=5), amend(order("A MAR H", 3), "cut", most=5)],
            [(Level.WARNING, 2, "A PAR H - Cut to 5. (M-4)"), (Level.WARNING, 3, "A MAR H - Cut to 5. (M-4)")],
        ),
        ([amend(order("A PAR H", 2), "lost")], [(Level.ERROR, 2, "A PAR H - Half of it is lost. (M-5)")]),
        (
            [accept(order("A PAR H", 2), Remark("odd"), Remark("far"))],
            [
                (Level.OK, 2, "A PAR H"),
                (Level.WARNING, 2, "That is odd. (D-3)"),
                (Level.WARNING, 2, "It is too far. (D-2)"),
            ],
        ),
    ],
)
def test_each_line_of_the_letter_is_answered_in_its_order(
    rulings: list[Ruling], said: list[tuple[Level, int, str]]
) -> None:
    heard: Any = Heard()
    shown.tell(heard, VARIANT, rulings)
    assert heard.said == said and not any(heard.asked) and heard.offers == []


def test_what_was_filed_before_and_is_cut_now_is_something_to_look_at() -> None:
    heard: Any = Heard()
    before = (order("A PAR H"), order("A MAR H"), order("F BRE H"))
    rulings = [
        amend(order("A PAR - BUR"), "cut", most=5),
        amend(order("A MAR - SPA", 2), "cut", most=5),  # of this letter
        accept(order("F BRE - ENG")),
    ]
    shown.tell_cut(heard, before, rulings)
    assert heard.said == [(Level.CHECK, 0, "A PAR H, which you sent before, becomes A PAR - BUR beside this.")]
