"""How a password is taken, and how many wrong ones are."""

from __future__ import annotations

from judge.desk.counter.signon import _ways
from tests.tables import cases


@cases("written", "tried")
def test_a_password_is_tried_with_and_without_what_a_sentence_puts_around_it(written: str, tried: list[str]) -> None:
    assert _ways(written) == tried
