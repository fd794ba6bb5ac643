"""How a password is taken, and how many wrong ones are."""

from __future__ import annotations

import pytest

from judge.core import words
from judge.desk.cabinet.limits import DAY, GUESSES, Limit
from judge.desk.counter.signon import A_DAY, A_DAY_SHORT, _limit, _ways


@pytest.mark.parametrize(("password", "most"), [("12345", A_DAY_SHORT), ("123456", A_DAY)])
def test_passwords_of_less_than_six_characters_are_guarded_more_closely(password: str, most: int) -> None:
    opener = words.SignOn(seat="Lupus", game="lira7", password=password)
    assert _limit("own:lira7/lupus", opener) == Limit(most, DAY)
    assert _limit("tries:lira7/lupus", opener) == GUESSES


@pytest.mark.parametrize(
    ("written", "tried"),
    [
        ("secret", ["secret"]),
        ("secret.", ["secret.", "secret"]),
        ("secret;!", ["secret;!", "secret"]),
        ('"secret"', ['"secret"', "secret"]),
        ("'secret'.", ["'secret'.", "secret"]),
        ("(secret)", ["(secret)", "secret"]),
        ("<s>", ["<s>", "s"]),
        ("()", ["()"]),
        ("(secret>", ["(secret>"]),
    ],
)
def test_a_password_is_tried_with_and_without_what_a_sentence_puts_around_it(written: str, tried: list[str]) -> None:
    assert _ways(written) == tried
