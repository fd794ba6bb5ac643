"""What a master may choose in numbers, and how many may play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from judge.games import variant
from judge.games.bourse.card import CARD as BOURSE
from judge.games.capitalist.card import CARD as CAPITALIST
from judge.games.diplomacy.card import CARD as DIPLOMACY
from judge.games.economic4.card import settled as economic4
from judge.games.exchange.card import CARD as EXCHANGE
from judge.games.payola.card import CARD as PAYOLA
from judge.games.troubleshooter.card import CARD as TROUBLESHOOTER

MILLION = 1_000_000
Numbers = Mapping[str, tuple[str, int, int]]


@pytest.mark.parametrize(
    ("slug", "settled", "players", "numbers"),
    [
        (
            "bourse",
            BOURSE.settled,
            (2, None),
            {
                "start_units": ("1000", 1, MILLION),
                "sell_limit": ("500", 1, MILLION),
                "report_hours": ("48", 1, 720),
            },
        ),
        (
            "capitalist",
            CAPITALIST.settled,
            (3, 12),
            {
                "last_year": ("1915", 1901, 2000),
                "start_units": ("1000", 1, MILLION),
                "sell_limit": ("500", 1, MILLION),
            },
        ),
        ("diplomacy", DIPLOMACY.settled, (2, 7), {"grace": ("48", 1, 336)}),
        (
            "economic4",
            economic4,
            (7, 7),
            {"start_treasury": ("3", 0, 1000), "victory": ("80", 21, 156), "alliance": ("108", 34, 156)},
        ),
        (
            "exchange",
            EXCHANGE.settled,
            (2, None),
            {
                "start_cash": ("400", 1, 100_000),
                "grace": ("48", 1, 336),
                "share_min": ("5", 5, 1000),
                "share_max": ("200", 5, 1000),
                "neutral_value": ("5", 0, 1000),
                "tax": ("", 0, 1000),
                "cap": ("", 0, 100_000),
            },
        ),
        ("payola", PAYOLA.settled, (2, 7), {"tax": ("", 0, 1000), "cap": ("", 0, 100_000), "grace": ("48", 1, 336)}),
        (
            "troubleshooter",
            TROUBLESHOOTER.settled,
            (2, None),
            {"start_units": ("", 1, MILLION), "sell_limit": ("", 1, MILLION), "report_hours": ("48", 1, 720)},
        ),
    ],
)
def test_a_master_chooses_within_these_bounds(
    slug: str,
    settled: Callable[[Mapping[str, str]], Any],
    players: tuple[int, int | None],
    numbers: Numbers,
) -> None:
    card = variant(slug).card
    assert settled({}) and card.players == players
    bounded = [one for one in card.options if one.low is not None or one.high is not None]
    assert {one.name: (one.default, one.low, one.high) for one in bounded} == numbers
