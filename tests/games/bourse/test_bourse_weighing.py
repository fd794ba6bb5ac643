"""A sheet that is settled once gives the rulings and the forecast that it gives when each is asked for."""

from __future__ import annotations

from random import Random

from judge.core.abilities import weighing
from judge.games.bourse import VARIANT
from tests.render.samples import buy, sell, spring

CURRENCIES = ("LIRA", "MARK", "FRANC", "CROWN", "POUND", "XYZ")


def sheets() -> list[tuple[object, ...]]:
    chance, found = Random(4), []
    for _ in range(60):
        lines = [
            sell(chance.choice((1, 300, 900, "ALL", 0)), chance.choice(CURRENCIES), n)
            for n in range(chance.randint(0, 3))
        ]
        lines += [
            buy(chance.choice((115, 5000, "REST")), chance.choice(CURRENCIES), 5 + n)
            for n in range(chance.randint(0, 3))
        ]
        found.append(tuple(lines))
    return found


def test_rulings_and_forecast_come_of_one_settlement() -> None:
    state, once = spring().state, weighing(VARIANT)
    assert once is not None
    for sheet in sheets():
        weighed = once.weigh(state, "Lupus", sheet)  # type: ignore[arg-type]
        assert weighed.rulings == VARIANT.rule_on(state, "Lupus", sheet)  # type: ignore[arg-type]
        assert weighed.forecast() == VARIANT.forecast(state, "Lupus", sheet)  # type: ignore[arg-type]
