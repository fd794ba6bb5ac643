"""The tables of a Capitalist Diplomacy; points, and what a winter does to the rates (C-7, C-8)."""

from collections.abc import Iterable, Mapping

from judge.core.notice import fields_of
from judge.games.capitalist.board import owing
from judge.games.capitalist.news import (
    Command,
    Commanded,
    InvestorStanding,
    PointHolder,
    PointTable,
    PowerStanding,
    StandingsTable,
)
from judge.games.capitalist.state import CapitalistState, Charge
from judge.kits.board.captures import capture_records, owners_after
from judge.kits.host.hosted import position_of
from judge.kits.host.outlook import own_units
from judge.kits.host.state import Host
from judge.kits.market.rules import CENT, money
from judge.kits.market.settle import Purse
from judge.kits.market.tables import holdings, per_dollar, ranks, sellable_value, worth

BLOCK = 100
"""Units that make a point with each centre of their power; what is left over counts nothing (C-8)."""

PER_CENTRE = 5
"""Per cent by which a rate changes for each centre won or lost in a year (C-7)."""

Counts = Mapping[str, int]


def points_of(purse: Purse, powers: Mapping[str, str], counts: Counts) -> int:
    """Sum over all currencies of floor(units / 100) x centres. Swiss francs count nothing."""
    return sum(units // BLOCK * counts.get(powers.get(currency, ""), 0) for currency, units in purse.holding.items())


def bonus(price: int, gained: int, floor: int) -> int:
    """A rate in ticks after the winter: once (100 + 5n) per cent, cut to the centime, never below the floor (C-7)."""
    if not price or not gained:
        return price
    return max(floor, price * (100 + PER_CENTRE * gained) // 100 // CENT * CENT)


def winter_rates(
    prices: Mapping[str, int], powers: Mapping[str, str], before: Counts, after: Counts, floor: int
) -> dict[str, int]:
    """All rates after a winter count; one whose power has no centre left is 0 instead (C-7, M-9)."""
    rates = {}
    for currency, price in sorted(prices.items()):
        power = powers[currency]
        centres = after.get(power, 0)
        rates[currency] = bonus(price, centres - before.get(power, 0), floor) if centres else 0
    return rates


def centres_now(host: Host) -> dict[str, int]:
    """Power -> centres it would have if the winter count came now: units that stand on a centre take it."""
    if host.live is None:
        return dict(host.counts)
    position = position_of(host)
    owners = owners_after(position, capture_records(host.board, position, 0, dict(host.live.arrivals)))
    held = list(owners.values())
    return {power: held.count(power) for power in host.powers}


def holdings_table(state: CapitalistState) -> PointTable:
    """Who holds what, the most points first; circulation and largest holders."""
    counts = state.host.counts
    table = holdings(state.purses(), state.prices, state.powers, counts, state.rules.sell_limit)
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in state.purses().items()}
    places = ranks(points)
    rows = [
        PointHolder(
            seat=row.seat,
            holding=row.holding,
            cash=row.cash,
            worth=row.worth,
            rank=places[row.seat],
            sellable=row.sellable,
            points=points[row.seat],
        )
        for row in table.rows
    ]
    return PointTable(
        currencies=table.currencies,
        circulation=table.circulation,
        largest=table.largest,
        rows=tuple(sorted(rows, key=lambda row: (row.rank, row.seat))),
    )


def command_rows(charges: Iterable[Charge], state: CapitalistState) -> tuple[Command, ...]:
    """The commands as published with each exchange (C-5): power, pseudonym, units, margin over the second."""
    return tuple(
        Command(
            power=charge.power,
            currency=state.currency_of(charge.power),
            seat=charge.seat or None,
            units=charge.units,
            second=charge.second,
            margin=charge.margin,
            title=charge.title.value,
            tied=tuple(charge.tied),
            among=_among(charge.tied, state.investors),
        )
        for charge in sorted(charges, key=lambda charge: charge.power)
    )


def _among(tied: tuple[str, ...], everybody: tuple[str, ...]) -> str:
    """Those in a tie, in words; "" for none."""
    if not tied:
        return ""
    return "all players" if tied == everybody else f"{', '.join(tied[:-1])} and {tied[-1]}"


def standings(state: CapitalistState) -> StandingsTable:
    """Points and money, as they are and as they would be if the winter count came now (C-7, C-8).

    `sellable` is what selling all that may be sold next turn would raise: a boom above the limit cannot be cashed.
    """
    counts, soon = state.host.counts, centres_now(state.host)
    rates = winter_rates(state.prices, state.powers, counts, soon, state.rules.floor)
    purses = state.purses()
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in purses.items()}
    places = ranks(points)
    rows = [
        InvestorStanding(
            seat=seat,
            rank=places[seat],
            points=points[seat],
            points_soon=points_of(purses[seat], state.powers, soon),
            worth=money(worth(purses[seat], state.prices)),
            worth_soon=money(worth(purses[seat], rates)),
            cash=money(purses[seat].cash),
            sellable=money(sellable_value(purses[seat], state.prices, state.rules.sell_limit)),
        )
        for seat in sorted(purses, key=lambda name: (places[name], name))
    ]
    powers = [
        PowerStanding(
            power=power,
            currency=currency,
            centres=counts[power],
            centres_soon=soon.get(power, 0),
            rate=money(state.prices[currency]),
            rate_soon=money(rates[currency]),
            per_franc=per_dollar(counts[power], state.prices[currency]),
        )
        for currency, power in sorted(state.powers.items(), key=lambda item: item[1])
    ]
    return StandingsTable(rows=tuple(rows), powers=tuple(powers), changes=soon != dict(counts))


def own_command(state: CapitalistState, seat: str) -> tuple[Commanded, ...]:
    """What a commander owes the present phase: a row a power, with units, retreats open to them, builds or removals."""
    return tuple(
        Commanded(power=power, **fields_of(own_units(state.host, state.phase, power)))
        for power in owing(state).get(seat, ())
    )
