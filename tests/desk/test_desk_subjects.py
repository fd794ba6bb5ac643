"""What letters of one phase are called: each kind by a name of its own, all in one thread, and each can be answered."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.desk.worlds import GAME, filed, small_game
from tests.harness import Judge, Out, address_of

LUPUS = address_of("Lupus")
ORDERS = "SELL 300 LIRA\nBUY MARKS WITH REST"


def letters(tmp_path: Path) -> tuple[Judge, dict[str, Out]]:
    """The results of one phase, and of the next a press, a notice and a reminder."""
    judge = small_game(tmp_path)
    found = [out for out in judge.resolve(GAME) if out.to == LUPUS]
    found += [out for out in judge.orders(GAME, "Ursa", "BROADCAST: hello") if out.to == LUPUS]
    found += [out for out in judge.master(GAME, "EXTEND 2d") if out.to == LUPUS]
    found += [out for out in judge.tick(judge.deadline(GAME) - timedelta(hours=1)) if out.to == LUPUS]
    return judge, {out.subject.replace(":", ",").partition(",")[0].split()[-1]: out for out in found}


def test_each_kind_of_letter_has_a_subject_of_its_own(tmp_path: Path) -> None:
    _, found = letters(tmp_path)
    assert {kind: out.subject for kind, out in found.items()} == {
        "results": f"TEST {GAME} S1901M results: you are 1st of 3 with 220.00 credits",
        "press": f"TEST {GAME} F1901M press, Autumn 1901",
        "notice": f"TEST {GAME} F1901M notice, Autumn 1901",
        "reminder": f"TEST {GAME} F1901M reminder, Autumn 1901",
    }


def test_letters_of_a_phase_thread_by_their_references(tmp_path: Path) -> None:
    _, found = letters(tmp_path)
    roots = {kind: set(out.header("References").split()) for kind, out in found.items()}
    assert roots["press"] & roots["notice"] & roots["reminder"] & roots["results"]


def test_a_reply_to_any_of_them_gives_orders_for_the_open_phase(tmp_path: Path) -> None:
    for kind in ("results", "notice", "reminder"):
        judge, found = letters(tmp_path / kind)
        out = found[kind]
        (answer,) = judge.reply(out, ORDERS, subject=f"Re: {out.subject}")
        assert answer.subject == f"[OK] {GAME} F1901M Lupus v1", kind
        assert len(filed(judge, "Lupus")) == 2
