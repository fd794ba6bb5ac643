"""The tables that results, standings and forecasts share, as JSON-able data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judge.games.capitalist.board import owing
from judge.games.capitalist.commanders import Charge
from judge.games.capitalist.points import centres_now, points_of, winter_rates
from judge.games.capitalist.state import CapitalistState
from judge.kits.host import own_units
from judge.kits.market import money
from judge.kits.market.tables import holdings, per_dollar, ranks, sellable_value, worth

Data = dict[str, Any]


def holdings_table(state: CapitalistState) -> Data:
    """Who holds what, the most points first; circulation and largest holders."""
    counts = state.host.counts
    table = holdings(state.purses(), state.prices, state.powers, counts, state.rules.sell_limit)
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in state.purses().items()}
    places = ranks(points)
    rows = [
        {
            **{key: value for key, value in row.items() if key != "credits"},
            "rank": places[row["seat"]],
            "points": points[row["seat"]],
        }
        for row in table["rows"]
    ]
    return {**table, "rows": sorted(rows, key=lambda row: (row["rank"], row["seat"]))}


def command_rows(charges: Iterable[Charge], state: CapitalistState) -> list[Data]:
    """The commands as published with each exchange (C-5): power, pseudonym, units, margin over the second."""
    return [
        {
            "power": charge.power,
            "currency": state.currency_of(charge.power),
            "seat": charge.seat or None,
            "units": charge.units,
            "second": charge.second,
            "margin": charge.margin,
            "title": charge.title.value,
            "tied": list(charge.tied),
            "among": _among(charge.tied, state.investors),
        }
        for charge in sorted(charges, key=lambda charge: charge.power)
    ]


def _among(tied: tuple[str, ...], everybody: tuple[str, ...]) -> str:
    """Those in a tie, in words; "" for none."""
    if not tied:
        return ""
    return "all players" if tied == everybody else f"{', '.join(tied[:-1])} and {tied[-1]}"


def standings(state: CapitalistState) -> Data:
    """Points and money, as they are and as they would be if the winter count came now (C-7, C-8).

    `sellable` is what selling all that may be sold next turn would raise: a boom above the limit cannot be cashed.
    """
    counts, soon = state.host.counts, centres_now(state.host)
    rates = winter_rates(state.prices, state.powers, counts, soon, state.rules.floor)
    purses = state.purses()
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in purses.items()}
    places = ranks(points)
    rows = [
        {
            "seat": seat,
            "rank": places[seat],
            "points": points[seat],
            "points_soon": points_of(purses[seat], state.powers, soon),
            "worth": money(worth(purses[seat], state.prices)),
            "worth_soon": money(worth(purses[seat], rates)),
            "cash": money(purses[seat].cash),
            "sellable": money(sellable_value(purses[seat], state.prices, state.rules.sell_limit)),
        }
        for seat in sorted(purses, key=lambda name: (places[name], name))
    ]
    powers = [
        {
            "power": power,
            "currency": currency,
            "centres": counts.get(power, 0),
            "centres_soon": soon.get(power, 0),
            "rate": money(state.prices[currency]),
            "rate_soon": money(rates[currency]),
            "per_franc": per_dollar(counts.get(power, 0), state.prices[currency]),
        }
        for currency, power in sorted(state.powers.items(), key=lambda item: item[1])
    ]
    return {"rows": rows, "powers": powers, "changes": soon != dict(counts)}


def own_command(state: CapitalistState, seat: str) -> list[Data]:
    """What a commander owes the present phase: a row a power, with units, retreats open to them, builds or removals."""
    return [{"power": power, **own_units(state.host, state.phase, power)} for power in owing(state).get(seat, ())]
