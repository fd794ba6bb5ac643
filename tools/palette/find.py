"""The tints of owned land, found by calculation: `python tools/palette/find.py [seconds]`.

Any two of the seven, bare land and the sea at its lightest and deepest are to stay as far apart as can be for common
eyes and three kinds of colour-blind ones, and to differ in lightness on grey paper. Each power keeps the hue that
players know; names stay legible; no channel is above that of the paper, which the map is multiplied with. What it
finds is written into judge/render/palette.py by hand, and tests/render/test_render_palette.py holds it there.
"""

from __future__ import annotations

import colorsys
import itertools
import random
import sys
import time

from judge.render.board.ground import DEEP, PAPER, SHALLOW
from judge.render.eyes import EYES, PRINT, apart, seen
from judge.render.palette import contrast

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
GREY_WEIGHT = 2.5  # a step of lightness on grey paper counts so much


def tint(power: str, h: float, s: float, v: float) -> str:
    red, green, blue = colorsys.hsv_to_rgb((h % 360) / 360, s, v)
    return "#" + "".join(f"{min(top, round(c * 255)):02x}" for c, top in zip((red, green, blue), LIGHTEST, strict=True))


def drawn(power: str, chance: random.Random) -> tuple[float, float, float]:
    low, high = HUES[power]
    least, most = SATURATION[power]
    return chance.uniform(low, high), chance.uniform(least, most), chance.uniform(0.45, 0.97)


def moved(power: str, at: tuple[float, float, float], step: float, chance: random.Random) -> tuple[float, float, float]:
    low, high = HUES[power]
    least, most = SATURATION[power]
    h, s, v = (x + chance.gauss(0, size * step) for x, size in zip(at, (12, 0.2, 0.15), strict=True))
    return min(high, max(low, h)), min(most, max(least, s)), min(0.97, max(0.4, v))


def worth(tints: dict[str, str]) -> float:
    if any(contrast(one, NAME) < 5.0 for one in tints.values()):
        return -1.0
    every = (*tints.values(), *FIXED)
    worst = 100.0
    for eye in EYES.values():
        labs = [seen(one, eye) for one in every]
        for (i, one), (j, other) in itertools.combinations(enumerate(labs), 2):
            if i < 7 or j < 7:
                worst = min(worst, apart(one, other))
    greys = [seen(one, PRINT)[0] for one in tints.values()]
    grey = min(abs(a - b) for a, b in itertools.combinations(greys, 2))
    return min(worst, GREY_WEIGHT * grey + 4)


def main(seconds: float) -> None:
    chance = random.Random(7)
    best: dict[str, tuple[float, float, float]] = {}
    high = -9.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        at = {power: drawn(power, chance) for power in HUES}
        now = worth({p: tint(p, *x) for p, x in at.items()})
        step = 1.0
        for _ in range(900):
            power = chance.choice(sorted(HUES))
            new = {**at, power: moved(power, at[power], step, chance)}
            got = worth({p: tint(p, *x) for p, x in new.items()})
            if got > now or (chance.random() < 0.3 * step**2 and got > now - step):
                at, now = new, got
            step = max(0.05, step * 0.996)
            if now > high:
                best, high = at, now
        if best == at or high < now + 0.3:
            print(f"{high:.2f}", {p: tint(p, *x) for p, x in best.items()}, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
