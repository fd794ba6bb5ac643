"""Letters of a Capitalist Diplomacy, from the mailbox to the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import Judge

SEATS = ("Ada", "Bob", "Cleo")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """The moves of Spring 1901, under one deadline with trades: Ada commands Italy."""
    judge = Judge(tmp_path)
    judge.new("gold9", "capitalist", phases="combined")
    judge.join("gold9", *SEATS)
    judge.start("gold9")
    for seat, sold, bought in (("Ada", "MARKS", "LIRA"), ("Bob", "LIRA", "MARKS")):
        judge.orders("gold9", seat, f"SELL 300 {sold}\nBUY 300 {bought}")
    judge.resolve("gold9")
    judge.tick(judge.after(hours=1))
    return judge


def answer(judge: Judge, text: str, seat: str = "Ada") -> str:
    """What comes back, on one line."""
    return " ".join(" ".join(out.text for out in judge.orders("gold9", seat, text)).split())


def on_file(judge: Judge, seat: str = "Ada") -> list[str]:
    game = judge.game("gold9")
    record = judge.office.files.sheet(game.key, game.phase, seat)
    return [command.canonical() for command in judge.office.sheet(game, record)]


def test_M_14_no_orders_takes_no_trades_off_the_sheet(judge: Judge) -> None:
    answer(judge, "SELL 100 LIRA\nBUY 100 CROWNS")
    told = answer(judge, "NO ORDERS")
    assert "NO TRADE files an empty trading sheet" in told
    assert on_file(judge) == ["SELL 100 LIRA", "BUY 100 CROWN"]


def test_M_13_zeros_beside_moves_take_the_trades_off_the_sheet(judge: Judge) -> None:
    answer(judge, "SELL 100 LIRA\nBUY 100 CROWNS")
    answer(judge, "A VEN - TYR\nAustria: 0\nItaly: -0")
    assert on_file(judge) == ["NO TRADE", "A VEN - TYR"]


def test_the_confirmation_says_how_each_part_of_the_sheet_is_changed(judge: Judge) -> None:
    told = answer(judge, "A VEN - TYR")
    assert "To change an order, send it again" in told and "whole section" not in told
    told = answer(judge, "SELL 100 LIRA\nBUY 100 CROWNS")
    assert "To change an order, send it again" in told and "Under Trades, send the whole section again" in told
