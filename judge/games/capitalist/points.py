"""Points, and what a winter does to the rates (C-7, C-8)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.kits.board import capture_records, owners_after
from judge.kits.host import Host, position_of
from judge.kits.market import CENT, Purse

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
