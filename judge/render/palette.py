"""The colours of everything that is drawn: one palette for charts, boards and pages.

The seven powers keep the colours players know, moved so far that any two stay apart for protan, deutan and tritan eyes
(the tests simulate them). Lightness alone cannot tell seven apart on black-and-white paper, so each power also has its
own dash and its own marker.
"""

import math
from collections.abc import Mapping
from functools import lru_cache

POWERS: dict[str, str] = {
    "AUSTRIA": "#b83a21",
    "ENGLAND": "#3453da",
    "FRANCE": "#009fd6",
    "GERMANY": "#2a2a2d",
    "ITALY": "#2e7b5a",
    "RUSSIA": "#833c84",
    "TURKEY": "#b48e10",
}
"""Power -> fill. Ink on it is `ink(fill)`."""

LAND: dict[str, str] = {
    "AUSTRIA": "#e77974",
    "ENGLAND": "#7587d7",
    "FRANCE": "#70afd7",
    "GERMANY": "#ac9d9b",
    "ITALY": "#84ec9a",
    "RUSSIA": "#b782aa",
    "TURKEY": "#d0bc4f",
}
"""Power -> its owned land on a map. Found by calculation, and by it alone (`python -m tools.palette.find`): any two of
these, bare land and the sea stay apart for common eyes and three kinds of colour-blind ones, and differ in lightness on
grey paper."""

INK = "#1d1d1f"
PAPER = "#ffffff"
FAINT = "#6b6b70"
RULE = "#d5d5d9"
"""Text, ground, second text, hair lines."""

SERIES: tuple[str, ...] = (*POWERS.values(), "#a05c2c", "#159a9c", "#d0609a", "#7a7f2a", "#5b6b7b")
"""Colours of curves that belong to no power (traders, investors), in order."""

OWN = "#159a9c"
"""What is drawn of the reader's own: seen on light and on dark pages."""

DARK: dict[str, str] = {
    "#1d1d1f": "#ebe5d8",
    "#ffffff": "#1e1b15",
    "#6b6b70": "#b0a591",
    "#d5d5d9": "#453e31",
    "#b83a21": "#da5b27",
    "#3453da": "#7d71ff",
    "#009fd6": "#4ad3fe",
    "#2a2a2d": "#cacaca",
    "#2e7b5a": "#3aa37c",
    "#833c84": "#98789f",
    "#b48e10": "#e4bf17",
    "#a05c2c": "#cf8a57",
    "#159a9c": "#35c3c5",
    "#d0609a": "#e58ab8",
    "#7a7f2a": "#b5bb4a",
    "#5b6b7b": "#9fb0c1",
}
"""What is drawn in a colour on light pages -> its colour on dark ones, in the archive's style sheet."""

DASHES: tuple[str, ...] = ("", "7 3", "14 3", "2 2.5", "11 3 2 3", "5 2 1 2 1 2", "20 2 3 2")
MARKERS: tuple[str, ...] = ("disc", "square", "triangle", "diamond", "ring", "cross", "wedge")
"""How the n-th curve differs without any colour. Powers count in the order of POWERS."""


def style(name: str, number: int) -> tuple[str, int]:
    """(colour, number of dash and marker): a power's own, else those of the `number`-th curve."""
    if name in POWERS:
        return POWERS[name], list(POWERS).index(name)
    return SERIES[number % len(SERIES)], number


@lru_cache(256)
def ink(fill: str) -> str:
    """Black or white, whichever is easier to read on `fill` (WCAG relative luminance)."""
    return PAPER if contrast(fill, PAPER) >= contrast(fill, INK) else INK


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio of two `#rrggbb` colours, 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Lab = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB; grey paper keeps the luminance alone
EYES: Mapping[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
PRINT: Matrix = ((0.2126, 0.7152, 0.0722),) * 3


def seen(colour: str, eye: Matrix) -> Lab:
    """CIE Lab (D65) of a `#rrggbb` as an eye sees it."""
    raw = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in raw]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in eye)
    scaled = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Lab, other: Lab) -> float:
    """The difference CIEDE2000; about 2.3 is just noticeable side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grow = 1 + 0.5 * (1 - math.sqrt(chroma**7 / (chroma**7 + 25**7)))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1 - (360 if h2 - h1 > 180 else -360 if h2 - h1 < -180 else 0) if c1 and c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = (h1 + h2 + (0 if abs(h1 - h2) <= 180 else 360)) / 2 if c1 and c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    bend = -math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2)))) * 2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    light, c, h = dl / sl, dc / sc, dh / sh
    return math.sqrt(max(0.0, light * light + c * c + h * h + bend * c * h))
