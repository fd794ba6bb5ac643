"""A rating out of the order in which players ended: for games of many, after Weng and Lin (2011), Plackett-Luce.

Everybody begins at 25 with an uncertainty of 25/3. A game moves each player towards the place he took, the more the
less is known of him, and makes what is known of him surer. Shown is a cautious figure: the rating less three
uncertainties, times forty, so that a newcomer begins at 0. The figures are those of one page, made anew from the games
every time; nothing is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

MEAN, SPREAD = 25.0, 25.0 / 3
BETA = SPREAD / 2
LEAST = 0.0001


@dataclass(frozen=True)
class Rated:
    """What is known of a player."""

    mean: float = MEAN
    spread: float = SPREAD

    @property
    def shown(self) -> int:
        return round(40 * (self.mean - 3 * self.spread))


def rate(known: Mapping[str, Rated], places: Sequence[Sequence[str]]) -> dict[str, Rated]:
    """The players of one game after it. `places`: who shared the first place, who the second ..."""
    players = [name for place in places for name in place]
    if len(players) < 2 or len(places) < 2:
        return dict(known)
    before = {name: known.get(name, Rated()) for name in players}
    scale = sqrt(sum(one.spread**2 + BETA**2 for one in before.values()))
    weight = {name: exp(one.mean / scale) for name, one in before.items()}
    rank = {name: number for number, place in enumerate(places) for name in place}
    below = {name: sum(weight[other] for other in players if rank[other] >= rank[name]) for name in players}
    alike = {name: sum(rank[other] == rank[name] for other in players) for name in players}
    after = dict(known)
    for name, one in before.items():
        gain = change = 0.0
        for other in players:
            if rank[other] > rank[name]:
                continue
            share = weight[name] / below[other]
            gain += ((1.0 if other == name else 0.0) - share) / alike[other] if other != name else 1.0 - share
            change += share * (1 - share) / alike[other]
        step = one.spread**2 / scale
        damp = one.spread / scale
        spread = one.spread * sqrt(max(1 - damp * one.spread**2 / scale**2 * change, LEAST))
        after[name] = Rated(one.mean + step * gain, spread)
    return after
