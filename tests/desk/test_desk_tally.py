"""What ticks and flushes did, added up."""

from __future__ import annotations

from judge.desk.cabinet.tally import Sent, Tally


def test_two_ticks_did_what_each_of_them_did() -> None:
    tally = Tally(1, 2, 3, 4, 5)
    tally.add(Tally(10, 20, 30, 40, 50, fault="gone", held_up=True, more=True))
    assert tally == Tally(11, 22, 33, 44, 55)
    assert tally.line() == "11 letters, 33 deadlines, 44 reminders"


def test_two_flushes_sent_what_each_of_them_sent_and_left_what_the_last_one_left() -> None:
    assert Sent(1, 9, 3, True).and_then(Sent(10, 2, 30)) == Sent(11, 2, 33, False)
    assert Sent(1, 0, 3).and_then(Sent(10, 2, 30, True)) == Sent(11, 2, 33, True)
