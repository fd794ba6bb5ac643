"""A letter that comes again: delivered twice, with another date, and by a store that knows it by its former key."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.mail.reading import ReadingRules, read_message
from tests.desk.worlds import GAME, filed, seat_letter, small_game
from tests.harness import Judge, address_of

LUPUS = address_of("Lupus")


def raw(text: str, date: str) -> bytes:
    head = f"From: {LUPUS}\nTo: judge@judge.test\nMessage-ID: <one@mail.test>\nDate: {date}\n"
    return f"{head}\n{seat_letter('Lupus', text)}\n".encode()


def rename_to_former_keys(judge: Judge, *letters: bytes) -> None:
    """The store as a judge before adr/0014 left it."""
    inbox = judge.app.store.table("inbox")
    for letter in letters:
        message = read_message(letter, ReadingRules("judge@judge.test"))
        row = inbox.fetch(message.key)
        assert row is not None
        inbox.drop(message.key)
        inbox.put(message.former_key, {name: value for name, value in row.items() if name != "key"})


def test_a_letter_delivered_again_with_another_date_is_the_same_letter(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.put(raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:00:00 +0000"))
    assert len(judge.tick()) == 1
    judge.put(raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:05:00 +0000"))
    assert judge.tick() == []
    judge.put(raw("SELL 211 LIRA", "Mon, 05 Jan 2026 12:05:00 +0000"))
    assert len(judge.tick()) == 1
    assert "211" in str(filed(judge, "Lupus"))


def test_a_letter_handled_before_the_keys_changed_is_not_handled_again(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    letter = raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:00:00 +0000")
    judge.put(letter)
    judge.tick()
    rename_to_former_keys(judge, letter)
    judge.orders(GAME, "Lupus", "SELL 20 LIRA")
    judge.put(letter)
    assert judge.tick() == []
    assert "137" not in str(filed(judge, "Lupus"))


def test_a_letter_set_aside_before_the_keys_changed_can_be_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = small_game(tmp_path)
    letter = raw("SELL 137 LIRA", "Mon, 05 Jan 2026 12:00:00 +0000")
    with monkeypatch.context() as broken:
        broken.setattr(judge.app.timeline, "handle", None)
        judge.put(letter)
        judge.tick()
    reference = judge.services.shunt.listing()[0]["reference"]
    rename_to_former_keys(judge, letter)
    judge.master(GAME, f"QUARANTINE RELEASE {reference}")
    assert "137" in str(filed(judge, "Lupus"))
