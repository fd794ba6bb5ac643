"""Exchange: what a year of twelve investors costs, from the startup bids to the close, all seven companies floated.

    python bench/exchange.py [years]

Each investor bids for three countries, sends a list of sixty shares, votes in every company he holds, trades, and
offers twelve bribes a season from his own purse, leaders as many again from each treasury. `rules` is what the rules
take for ruling on all sheets and resolving the eight deadlines, medians and the worst; `store` is what a state weighs
when it is written down, and the time that takes, after one year and at the end.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Sequence

from judge.core.codec import canonical, pack
from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.variant import Role, Seat
from judge.games import variant
from judge.games.exchange.commands import Bid, Buy, OfferList, Sell, Vote
from judge.games.exchange.state import ExchangeState
from judge.kits.bribes.sheets import Bribe

INVESTORS = tuple(f"Investor {number:02}" for number in range(12))
EXCHANGE = variant("exchange")


class Year:
    """A game that is played by chance; `spent` are the seconds of the rules alone in the year under way."""

    def __init__(self) -> None:
        self.chance = random.Random(1901)
        seats = tuple(Seat(name, Role.INVESTOR) for name in INVESTORS)
        self.state: ExchangeState = EXCHANGE.open(seats, {"start_cash": "2000"}, Dice(b"bench", "START")).state
        self.spent = 0.0

    def play(self) -> float:
        """One year; returns the seconds."""
        self.spent, year = 0.0, self.state.phase.year
        while self.state.phase.year == year:
            self.trade()
            sheets = {seat: self.kept(seat, self.sheet(seat)) for seat in INVESTORS}
            started = time.perf_counter()
            step = EXCHANGE.resolve(self.state, sheets, Dice(b"bench", str(self.state.phase)))
            self.spent += time.perf_counter() - started
            self.state = step.state
        return self.spent

    def kept(self, seat: str, sheet: Sequence[Command]) -> Sheet:
        started = time.perf_counter()
        rulings = EXCHANGE.rule_on(self.state, seat, tuple(sheet))
        self.spent += time.perf_counter() - started
        return tuple(ruling.command for ruling in rulings if ruling.stands)

    def trade(self) -> None:
        for seat in INVESTORS:
            for power in list(self.state.portfolio(seat))[:1]:
                self.act(seat, Sell(amount=1, power=power, price=self.chance.randrange(3, 9)))
                self.act(seat, Buy(amount=1, power=power, price=8))

    def act(self, seat: str, command: Command) -> None:
        for kept in self.kept(seat, (command,)):
            started = time.perf_counter()
            self.state = EXCHANGE.act(self.state, seat, kept).state
            self.spent += time.perf_counter() - started

    def sheet(self, seat: str) -> list[Command]:
        state, chance = self.state, self.chance
        powers = sorted(state.corps)
        match state.phase.kind:
            case "B":
                return [
                    Bid(power=power, amount=chance.randrange(50, 300), shares=60, price=3)
                    for power in chance.sample(powers, 3)
                ]
            case "F":
                sale = tuple(state.for_sale())
                return [OfferList(entries=tuple((chance.choice(sale), 5) for _ in range(12)))]
            case "E":
                return [Vote(power=power, lines=((0, chance.choice(INVESTORS)),)) for power in state.portfolio(seat)]
            case "M":
                hats = ("", *state.led_by(seat))
                return [line for hat in hats for line in self.bribes(hat)]
        return []

    def bribes(self, hat: str) -> list[Command]:
        units = [unit for found in self.state.units().values() for unit in found]
        return [
            Bribe(text=f"{self.chance.randrange(1, 9)} : {self.chance.choice(units)} H", hat=hat) for _ in range(12)
        ]


def main() -> None:
    years = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    game, times, weights = Year(), [], []
    for _ in range(years):
        times.append(game.play())
        started = time.perf_counter()
        size = len(canonical(pack(game.state)))
        weights.append((size, time.perf_counter() - started))
    floated, units = len(game.state.floated), sum(map(len, game.state.units().values()))
    print(f"{years} years, {len(INVESTORS)} investors, {floated} companies, {units} units")
    print(f"rules  first year {times[0]:.3f} s, median {statistics.median(times):.3f} s, worst {max(times):.3f} s")
    for name, (size, took) in (("first", weights[0]), ("last", weights[-1])):
        print(f"store  after the {name} year {size / 1024:.0f} kB in {took * 1000:.0f} ms")


if __name__ == "__main__":
    main()
