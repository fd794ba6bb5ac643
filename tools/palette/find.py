"""The tints of owned land, found by calculation: `python -m tools.palette.find [starts [climb [rounds [refine]]]]`.

Any two of the seven, bare land and the sea at its lightest and deepest are to stay as far apart as can be for common
eyes and three kinds of colour-blind ones, and to differ in lightness on grey paper. Each power keeps the hue that
players know; names stay legible; no channel is above that of the paper, which the map is multiplied with.

It climbs from many starts, the same ones every time, goes on from the best in smaller and smaller strides, and ends
where no step of a single colour is better. Called without a number it finds what stands in judge/render/palette.py,
in some minutes; tests/render/test_render_palette.py holds the palette to the last step and the search to a small one.
"""

from __future__ import annotations

import colorsys
import itertools
import random
import sys
from collections.abc import Mapping
from functools import lru_cache

from judge.render.board.ground import DEEP, PAPER, SHALLOW
from judge.render.palette import contrast
from tools.palette.seeing import EYES, PRINT, Lab, apart, seen

STARTS, CLIMB = 480, 900
ROUNDS, REFINE = 8, 4000
FIXED = (PAPER, SHALLOW, DEEP)
HUES = {  # degrees of HSV: from, to
    "AUSTRIA": (352, 382),
    "ENGLAND": (228, 255),
    "FRANCE": (192, 222),
    "GERMANY": (0, 60),
    "ITALY": (110, 165),
    "RUSSIA": (278, 315),
    "TURKEY": (40, 58),
}
SATURATION = {  # saturation, so that no land shouts
    "AUSTRIA": (0.25, 0.50),
    "ENGLAND": (0.20, 0.48),
    "FRANCE": (0.22, 0.50),
    "GERMANY": (0.0, 0.12),
    "ITALY": (0.22, 0.44),
    "RUSSIA": (0.15, 0.38),
    "TURKEY": (0.30, 0.62),
}
LIGHTEST = tuple(int(PAPER[at : at + 2], 16) for at in (1, 3, 5))
NAME = "#241b12"
LEGIBLE = 5.0
GREY_WEIGHT = 2.5  # a step of lightness on grey paper counts so much
STEPS = (-8, -3, -1, 1, 3, 8)  # of a channel, of 255

Hsv = tuple[float, float, float]


def tint(h: float, s: float, v: float) -> str:
    red, green, blue = colorsys.hsv_to_rgb((h % 360) / 360, s, v)
    return "#" + "".join(f"{min(top, round(c * 255)):02x}" for c, top in zip((red, green, blue), LIGHTEST, strict=True))


def drawn(power: str, chance: random.Random) -> Hsv:
    low, high = HUES[power]
    least, most = SATURATION[power]
    return chance.uniform(low, high), chance.uniform(least, most), chance.uniform(0.45, 0.97)


def moved(power: str, at: Hsv, step: float, chance: random.Random) -> Hsv:
    low, high = HUES[power]
    least, most = SATURATION[power]
    h, s, v = (x + chance.gauss(0, size * step) for x, size in zip(at, (12, 0.2, 0.15), strict=True))
    return min(high, max(low, h)), min(most, max(least, s)), min(0.97, max(0.4, v))


@lru_cache(200_000)
def _labs(colour: str) -> tuple[Lab, ...]:
    return tuple(seen(colour, eye) for eye in EYES.values())


@lru_cache(400_000)
def _apart(one: str, other: str) -> float:
    """For the eyes that tell the two apart worst."""
    return min(apart(a, b) for a, b in zip(_labs(one), _labs(other), strict=True))


@lru_cache(50_000)
def _grey(colour: str) -> float:
    return seen(colour, PRINT)[0]


@lru_cache(50_000)
def _legible(colour: str) -> float:
    """How far the name is above the least contrast; below 0 it is too dark for it."""
    return contrast(colour, NAME) - LEGIBLE


def worth(tints: Mapping[str, str]) -> float:
    """The worst pair of all, or what is worse on grey paper; the more the better."""
    own = sorted(tints.values())
    if (dark := min(map(_legible, own))) < 0:
        return dark
    worst = min(_apart(one, other) for one, other in itertools.combinations(own, 2))
    worst = min(worst, *(_apart(one, other) for one in own for other in FIXED))
    greys = sorted(map(_grey, own))
    return min(worst, GREY_WEIGHT * min(b - a for a, b in itertools.pairwise(greys)) + 4)


def climbed(chance: random.Random, steps: int) -> tuple[float, dict[str, str]]:
    """From one start, first in great strides and then in small ones."""
    where = {power: drawn(power, chance) for power in HUES}
    at = {power: tint(*where[power]) for power in HUES}
    now, stride = worth(at), 1.0
    best = (now, at)
    for _ in range(steps):
        power = chance.choice(sorted(HUES))
        there = moved(power, where[power], stride, chance)
        new = {**at, power: tint(*there)}
        got = worth(new)
        if got > now or (chance.random() < 0.3 * stride**2 and got > now - stride):
            at, now, where = new, got, {**where, power: there}
            best = max(best, (now, at), key=lambda one: one[0])
        stride = max(0.05, stride * 0.996)
    return best


def within(power: str, colour: str) -> bool:
    """Whether a colour keeps the hue its players know, does not shout, and is no lighter than the paper."""
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in channels))
    low, high = HUES[power]
    least, most = SATURATION[power]
    turned = any(low <= h * 360 + turn <= high for turn in (0, 360)) or power == "GERMANY"
    return (
        turned and least <= s <= most and v >= 0.4 and all(c <= top for c, top in zip(channels, LIGHTEST, strict=True))
    )


def settled(tints: Mapping[str, str]) -> dict[str, str]:
    """Each channel of each colour in turn as long as that is better, until nothing is."""
    at, now = dict(tints), worth(tints)
    better = True
    while better:
        better = False
        for power, channel, step in itertools.product(sorted(HUES), range(3), STEPS):
            rgb = [int(at[power][i : i + 2], 16) for i in (1, 3, 5)]
            rgb[channel] = min(255, max(0, rgb[channel] + step))
            colour = "#" + "".join(f"{c:02x}" for c in rgb)
            if within(power, colour) and (got := worth({**at, power: colour})) > now + 1e-9:
                at[power], now, better = colour, got, True
    return at


def refined(tints: Mapping[str, str], chance: random.Random, steps: int) -> dict[str, str]:
    """On from colours that are good already, in strides that grow smaller."""
    at, now, stride = dict(tints), worth(tints), 0.25
    best = (now, at)
    for _ in range(steps):
        power = chance.choice(sorted(HUES))
        new = {**at, power: tint(*moved(power, _hsv(power, at[power]), stride, chance))}
        got = worth(new)
        if got > now or (chance.random() < 0.02 and got > now - 0.3):
            at, now = new, got
        best = max(best, (got, new), key=lambda one: one[0])
        stride = max(0.02, stride * 0.9995)
    return best[1]


def _hsv(power: str, colour: str) -> Hsv:
    h, s, v = colorsys.rgb_to_hsv(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    return h * 360 + (360 if h * 360 < HUES[power][0] and power == "AUSTRIA" else 0), s, v


def search(starts: int = STARTS, climb: int = CLIMB, rounds: int = ROUNDS, refine: int = REFINE) -> dict[str, str]:
    """The best there is after so many starts and rounds. The same numbers give the same colours."""
    chance = random.Random(7)
    best = settled(max((climbed(chance, climb) for _ in range(starts)), key=lambda one: one[0])[1])
    chance = random.Random(7)
    for _ in range(rounds):
        best = max(best, settled(refined(best, chance, refine)), key=worth)
    return best


if __name__ == "__main__":
    found = search(*map(int, sys.argv[1:]))
    print(f"{worth(found):.2f}", found)
