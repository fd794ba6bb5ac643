"""How a game of any rules begins: what its settings come to, and who cannot begin or join it."""

from functools import reduce
from typing import Any

import pytest

from judge.core.codec import document
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.variant import Role, Seat
from judge.games import variant
from tests.harness import POWERS
from tests.tables import sentences

ROLES = {"capitalist": Role.INVESTOR, "exchange": Role.INVESTOR, "bourse": Role.TRADER, "troubleshooter": Role.TRADER}


def seat(slug: str, text: str) -> Seat:
    """`Ada` as players of the game sit, `Rome=ITALY` or a power's name with that power."""
    name, _, power = text.partition("=")
    power = power or (text if text in POWERS else "")
    return Seat(name, Role.POWER, power) if power else Seat(name, ROLES.get(slug, Role.POWER))


def opened(slug: str, seats: list[str], options: dict[str, str]) -> Any:
    return variant(slug).open(tuple(seat(slug, text) for text in seats), options, Dice(b"\x05" * 32, "START")).state


@sentences("slug", "seats", "options", "late", "words")
def test_who_cannot_begin_or_join_is_told_why(
    slug: str, seats: list[str], options: dict[str, str], late: str, words: str
) -> None:
    """`late` is who comes when the game has begun."""
    with pytest.raises(InputError) as refused:
        variant(slug).admit(opened(slug, seats, options), seat(slug, late))
    assert words in " ".join((str(refused.value), refused.value.hint))


@sentences("slug", "seats", "options", "has")
def test_a_game_begins_as_its_settings_say(
    slug: str, seats: list[str], options: dict[str, str], has: dict[str, Any]
) -> None:
    """What the state has, by a path of names."""
    state = document(opened(slug, seats, options))
    assert {path: reduce(lambda value, name: value[name], path.split("."), state) for path in has} == has
