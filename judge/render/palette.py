"""The colours of everything that is drawn: one palette for charts, boards and pages.

The seven powers keep the colours players know, moved so far that any two stay apart for protan, deutan and tritan eyes,
in dark letters too (the tests simulate them). Lightness alone cannot tell seven apart on black-and-white paper, so each
power also has its own dash and its own marker.
"""

from functools import lru_cache

POWERS: dict[str, str] = {
    "AUSTRIA": "#ac3b08",
    "ENGLAND": "#4c57d9",
    "FRANCE": "#479cd0",
    "GERMANY": "#2e2c2e",
    "ITALY": "#247557",
    "RUSSIA": "#813d78",
    "TURKEY": "#b68d00",
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

PAWNS: tuple[str, ...] = ("#1f5f5b", "#7c3a10", "#8c1f5f", "#4d5a12", "#44566c", "#1d1d1f")
"""Players who stand on the map beside the powers, by number. White initials on them tell more than six apart."""

INK = "#1d1d1f"
PAPER = "#ffffff"
FAINT = "#6b6b70"
RULE = "#d5d5d9"
"""Text, ground, second text, hair lines."""

MONEY = "#5b6b7b"
"""What belongs to no power and to no player."""

OWN = "#159a9c"
"""What is drawn of the reader's own: seen on light and on dark pages."""

DASHES: tuple[str, ...] = ("", "7 3", "14 3", "2 2.5", "11 3 2 3", "5 2 1 2 1 2", "20 2 3 2")
MARKERS: tuple[str, ...] = ("disc", "square", "triangle", "diamond", "ring", "cross", "wedge")
"""How the n-th curve differs without any colour. Powers count in the order of POWERS."""


def style(name: str, number: int) -> tuple[str, int]:
    """(colour, number of dash and marker): a power's own; players, the `number`-th, are grey."""
    return (POWERS[name], list(POWERS).index(name)) if name in POWERS else (FAINT, number)


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
