"""Letters that wait for a deadline to settle: their bytes lie in the mailbox, not in memory."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.mailroom.own import HELD
from tests.desk.worlds import GAME, small_game
from tests.harness import Judge, address_of

SHARED = os.environ.get("JUDGE_TEST_STORE") == "postgresql"
in_memory = pytest.mark.skipif(SHARED, reason="where several judges share a store, letters wait there")
LARGE = "\n-- \n" + "x" * 70 + "\n"


def flood(judge: Judge, letters: int, size: int) -> None:
    """Letters stamped after the deadline, that rest until it is resolved."""
    at = judge.deadline(GAME) + timedelta(minutes=2)
    reply = judge.letters(address_of("Ursa"))[-1].header("Reply-To")
    for number in range(letters):
        text = f"SELL {number + 1} LIRA\nBUY MARKS WITH REST\n" + LARGE * (size // len(LARGE))
        judge.post(address_of("Ursa"), text, to=reply, at=at + timedelta(seconds=number))


def held(judge: Judge) -> int:
    return sum(len(piece.delivery.raw) for piece in judge.app.timeline.room._pieces.values())  # type: ignore[attr-defined]


@in_memory
def test_forty_large_letters_behind_a_deadline_are_not_held_in_memory_and_all_count(tmp_path: Path) -> None:
    judge = small_game(tmp_path, settle="10m")
    flood(judge, 40, 150_000)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    assert len(judge.inbox.waiting) == 40 and judge.game(GAME).phase == "S1901M"
    assert 0 < held(judge) <= HELD
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    assert not judge.inbox.waiting and held(judge) == 0
    answered = [out for out in judge.letters(address_of("Ursa")) if "S1901M" in out.text and "[ERROR]" in out.subject]
    assert judge.game(GAME).phase != "S1901M" and len(answered) == 40


@in_memory
def test_letters_let_go_of_keep_their_order_and_one_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    judge = small_game(tmp_path, settle="10m")
    flood(judge, 12, 900_000)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    gone = judge.inbox.waiting.pop(0)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    judge.tick(judge.after(minutes=1))
    assert gone.uid not in judge.inbox.settled and not judge.inbox.waiting
    shown = [out.header("In-Reply-To") for out in judge.letters(address_of("Ursa")) if "[ERROR]" in out.subject]
    assert len(shown) == 11 and shown == sorted(shown, key=lambda one: int(one.strip("<").partition("@")[0]))


# ---- one letter holds nothing up -----------------------------------------------------------------------------------


def test_a_letter_that_cannot_even_be_read_is_set_aside_and_the_deadline_comes(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    read = judge.app.timeline.room.read

    def failing(delivery):  # type: ignore[no-untyped-def]
        if b"poison" in delivery.raw:
            raise RuntimeError("a fault of ours")
        return read(delivery)

    judge.app.timeline.room.read = failing  # type: ignore[method-assign]
    judge.post("x@example.test", "poison", at=judge.deadline(GAME) - timedelta(minutes=1))
    judge.resolve(GAME)
    assert judge.game(GAME).phase == "F1901M"
    assert "Shunt" in judge.inbox.settled.values()
    (told,) = judge.letters("keeper@", "set aside unread")
    assert "fault of the judge's own" in " ".join(told.text.split())


def test_a_letter_of_which_nobody_can_be_told_is_set_aside_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = small_game(tmp_path)

    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(judge.services.letters, "to_address", failing)
    judge.post("x@example.test", "PING")
    judge.app.once(judge.clock.now())
    monkeypatch.undo()
    judge.resolve(GAME)
    assert ("Done" if SHARED else "Shunt") in judge.inbox.settled.values()  # a shared store has it from there on
    assert len(list((judge.services.config.var / "shunt").glob("*.eml"))) == 1 and judge.game(GAME).phase == "F1901M"
