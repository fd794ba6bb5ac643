"""From games to pictures: the board now, a phase, and never more than everybody may know."""

from pathlib import Path

import pytest

from judge.core.picture import Board
from judge.desk.news.pictures import board_of
from judge.render.board import in_words, svg
from tests.harness import Judge

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def table(folder: Path, variant: str = "diplomacy", *seats: str, **options: str) -> Judge:
    return Judge(folder).with_game("game7", variant, *(seats or POWERS), **options)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return table(tmp_path)


def drawn(judge: Judge, phase: str | None = None) -> Board:
    board = board_of(judge.services, judge.game("game7"), phase)
    assert board is not None
    return board


def test_orders_on_file_are_not_drawn_before_the_deadline(judge: Judge) -> None:
    before = svg(drawn(judge))
    judge.orders("game7", "France", "A PAR - BUR\nA MAR S A PAR - BUR")
    assert svg(drawn(judge)) == before == svg(drawn(judge, "S1901M")) and not drawn(judge).deeds


def test_in_the_fog_of_payola_nothing_is_drawn(tmp_path: Path) -> None:
    judge = table(tmp_path, "payola", blind="yes")
    assert board_of(judge.services, judge.game("game7")) is None
    judge.resolve("game7")
    assert board_of(judge.services, judge.game("game7"), "S1901M") is None


@pytest.mark.parametrize(("told", "prices"), [("no", 0), ("yes", 1)])
def test_what_a_unit_was_paid_is_drawn_only_where_everybody_is_told(tmp_path: Path, told: str, prices: int) -> None:
    judge = table(tmp_path, "payola", public_totals=told)
    judge.orders("game7", "France", "5 : A PAR - BUR")
    judge.resolve("game7")
    shown = drawn(judge, "S1901M")
    assert [(mark.place, mark.text) for mark in shown.marks] == [("PAR", "5")] * prices


@pytest.mark.parametrize(("positions", "pawns"), [("public", 4), ("private", 0)])
def test_travellers_are_drawn_only_where_their_places_are_public(tmp_path: Path, positions: str, pawns: int) -> None:
    judge = table(tmp_path, "troubleshooter", "Lupus", "Grey Wolf", "Ursa", "Vulpes", positions=positions)
    shown = drawn(judge)
    assert len([mark for mark in shown.marks if mark.kind == "pawn"]) == pawns
    assert ("Grey Wolf" in in_words(shown)) is bool(pawns)
    assert len({mark.number for mark in shown.marks}) == pawns
    assert (">Grey Wolf</text>" in svg(shown)) is bool(pawns)  # in the key
