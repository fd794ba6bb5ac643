"""What sales bring at the published prices, which are known (M-2), and what is bought with a share of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from judge.core.variant import Situation
from judge.reading.lexicon import sum_of
from judge.reading.sense.result import Unclear

_DOLLAR, _CENT = 10_000, 100  # in 1/100 cent (M-1)
REST = " WITH REST"


def brought(lines: Sequence[str], now: Situation) -> int:
    """What these sales bring, each cut to what is held and to the limit (M-4). Raises Unclear for a currency without a
    price."""
    total = 0
    for line in lines:
        verb, units, name = line.split()[:3]
        price, held = sum_of(now.prices, name), sum_of(now.holdings, name) or 0
        if not price or verb != "SELL":
            raise Unclear
        wanted = int(units) if units.isdecimal() else held
        total += min(wanted, held, now.limit) * price
    return total


def dollars(ticks: Fraction | int) -> str:
    """As money in an order is written, whole cents: what is over goes to the rest."""
    whole, cents = divmod(int(ticks) // _CENT, _DOLLAR // _CENT)
    return f"{whole}.{cents:02}" if cents else str(whole)


def each_its_own(lines: Sequence[str], now: Situation) -> list[str]:
    """The lines, each purchase `WITH REST` but the last one with what the sales in front of it bring: `300 lira to
    marks and 200 crowns to francs`. Raises Unclear where nothing is sold for one."""
    out: list[str] = []
    sold: list[str] = []
    last = max((n for n, line in enumerate(lines) if line.endswith(REST)), default=0)
    for n, line in enumerate(lines):
        if line.startswith("SELL") and line.split()[1].isdecimal():
            sold.append(line)
        elif line.endswith(REST) and n < last:
            if not sold:
                raise Unclear
            line = f"{line.removesuffix(REST)} WITH {dollars(brought(sold, now))}"
            sold = []
        out.append(line)
    return out
