"""Letters of a Capitalist Diplomacy, from the mailbox to the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import Judge
from tests.tables import cases

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
    record = judge.services.files.sheet(game.key, game.phase, seat)
    return [command.canonical() for command in judge.services.sheet(game, record)]


def test_C_9_public_press_says_that_it_is_answered_by_broadcast(judge: Judge) -> None:
    told = answer(judge, "BROADCAST\nItaly is mine.\nENDPRESS")
    assert "To answer: BROADCAST, the text below it, ENDPRESS." in told and "PRESS TO Ada" not in told


def test_C_9_private_press_says_that_a_reply_answers_it(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("gold9", "capitalist", press="all")
    judge.join("gold9", *SEATS)
    told = answer(judge, "PRESS TO Bob\nItaly is mine.\nENDPRESS")
    assert "To answer Ada, just reply to this letter: your words go there as press." in told


@cases("head")
def test_C_9_signing_as_another_is_refused_and_nothing_is_sent(tmp_path: Path, head: str) -> None:
    judge = Judge(tmp_path).with_game("gold9", "capitalist", *SEATS, press="all")
    text = "" if ":" in head else "\nSELL 300 LIRA\nENDPRESS"
    (refused,) = judge.orders("gold9", "Ada", head + text)
    assert "(C-9)" in refused.text and "nothing was sent" in refused.text
    assert on_file(judge) == []


def test_C_9_a_text_may_begin_with_any_word(judge: Judge) -> None:
    for text in ("BROADCAST: as Bob said", "BROADCAST\nFrom Rome with love\nENDPRESS", "BROADCAST assets are up"):
        assert "Ada writes to everybody" in answer(judge, text)


@pytest.mark.parametrize(
    "text",
    [
        "Italy: Ven - Pie, Rom - Apu.\nSELL 100 CROWNS\nBUY 100 POUNDS",
        "As commander of Italy: Venice to Piedmont, Rome to Apulia.\nAS SELF\nSELL 100 CROWNS\nBUY 100 POUNDS",
    ],
)
def test_C_4_a_power_named_in_front_of_orders_is_whose_they_are(judge: Judge, text: str) -> None:
    told = answer(judge, text)
    assert told.startswith("OK"), told
    assert sorted(on_file(judge)) == ["A ROM - APU", "A VEN - PIE", "BUY 100 POUND", "SELL 100 CROWN"]


def test_C_4_a_power_named_in_front_of_another_ones_order_is_asked_about(judge: Judge) -> None:
    told = answer(judge, "Austria: Ven - Pie")
    assert "what 'Austria' has to do with it" in told and "Italy: A VEN - PIE" in told and on_file(judge) == []
