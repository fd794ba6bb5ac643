"""Charts to SVG, narrower than a letter so that their words can be read on a phone. Nothing depends on anything but the
chart."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from judge.render.charts.chart import Bars, Chart, Curve, Lines, brief
from judge.render.palette import DASHES, FAINT, INK, MARKERS, OWN, PAPER, RULE
from judge.render.text import num

WIDTH = 440
PLOT_TOP, PLOT_BOTTOM, LEFT = 84, 326, 54
HEIGHT = 360
LABEL_GAP = 15.5
ROW = 27
QUIET = "#8a8a90"  # curves that have no label

_WIDTHS = ((" .,:;'|", 0.32), ("iljI", 0.3), ("ftr-", 0.41), ("0123456789", 0.64), ("=+mwMW", 0.9))
"""Characters and their widths in DejaVu Sans, in ems; other small letters take 0.62, capitals 0.7."""

_Place = Callable[[float], float]


def draw(chart: Chart) -> str:
    """The whole chart as an SVG document with title and description."""
    return _lines(chart) if isinstance(chart, Lines) else _bars(chart)


def _document(chart: Chart, height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}"'
        f' role="img" font-family="DejaVu Sans, sans-serif" font-size="12" fill="{INK}">'
        f"<title>{escape(chart.title, quote=False)}</title><desc>{escape(chart.alt, quote=False)}</desc>"
        f'<rect width="{WIDTH}" height="{height:g}" fill="{PAPER}"/>'
    )
    titles = _text(14, 27, chart.title, size=17, bold=True) + _text(14, 46, chart.unit, size=12, fill=FAINT)
    return "\n".join([head, titles, *parts, "</svg>"])


# ---- curves ---------------------------------------------------------------------------------------------------------


def _lines(chart: Lines) -> str:
    right = WIDTH - 14 - _margin(chart)
    low, high, ticks = _scale(chart)

    def across(at: float) -> float:
        return LEFT + at * (right - LEFT) / max(1, len(chart.axis) - 1)

    def up(value: float) -> float:
        return PLOT_BOTTOM - (value - low) * (PLOT_BOTTOM - PLOT_TOP) / (high - low)

    parts = [_grid(ticks, up, right), _seasons(chart, across), _marks(chart, across)]
    if chart.goal is not None and low <= float(chart.goal[0]) <= high:
        y = up(float(chart.goal[0]))
        parts.append(_line(LEFT, y, right, y, INK, 1.2, "3 3") + _text(LEFT + 4, y - 5, chart.goal[1], size=11))
    order = sorted(chart.curves, key=lambda curve: (not curve.faint, curve.colour != FAINT, curve.colour == OWN))
    parts += [_curve(curve, across, up, chart.stepped) for curve in order]
    parts += [_labels(chart, up, right), _early(chart, across, up, right)]
    return _document(chart, HEIGHT, parts)


def _margin(chart: Lines) -> float:
    """Room for the labels at the end of the curves."""
    widths = [_wide(_label(curve)) for curve in chart.curves if not curve.faint and curve.values[-1] is not None]
    return min(210.0, max(widths, default=0.0) + 26)


def _scale(chart: Lines) -> tuple[float, float, list[float]]:
    """Bottom, top and round steps between. Zero is the bottom unless everything happens far above it, or few things
    are counted; whole things have whole steps."""
    values = [float(value) for curve in chart.curves for value in curve.values if value is not None]
    if chart.goal is not None and float(chart.goal[0]) <= 2 * max(values):
        values.append(float(chart.goal[0]))
    least, most = min(values), max(values)
    whole = all(value == round(value) for value in values)
    few = whole and least >= 0 and most <= 40
    base = least if (least > 0.45 * most and not few) or least < 0 else 0.0
    spread = (most - base) or abs(most) or 1.0
    step = 10.0 ** floor(log10(spread / 4))
    step *= next(k for k in (1, 2, 2.5, 5, 10) if spread / (step * k) <= 5)
    if whole:
        step = max(1.0, float(ceil(step - 1e-9)))
    low, high = floor(base / step + 1e-9) * step, ceil(most / step - 1e-9) * step
    if high <= low:
        high = low + step
    count = round((high - low) / step)
    return low, high, [low + step * n for n in range(count + 1)]


def _grid(ticks: Sequence[float], up: _Place, right: float) -> str:
    digits = 0 if all(abs(tick - round(tick)) < 1e-6 for tick in ticks) else 2
    out = []
    for tick in ticks:
        y = up(tick)
        out.append(_line(LEFT, y, right, y, RULE, 1))
        out.append(_text(LEFT - 7, y + 4, num(f"{tick:.{digits}f}"), size=11, fill=FAINT, anchor="end"))
    return "".join(out)


def _seasons(chart: Lines, across: _Place) -> str:
    """Names of phases below, as many as fit, the last always."""
    names = list(map(brief, chart.axis))
    count = len(names)
    room = across(1) - across(0) if count > 1 else 100.0
    every = max(1, ceil((max(_wide(name) for name in names) + 10) / room))
    out = []
    for at, name in enumerate(names):
        x = across(at)
        out.append(_line(x, PLOT_BOTTOM, x, PLOT_BOTTOM + 4, FAINT, 1))
        if (count - 1 - at) % every == 0:
            out.append(_text(x, PLOT_BOTTOM + 19, name, size=11, fill=FAINT, anchor="middle"))
    return "".join(out)


def _marks(chart: Lines, across: _Place) -> str:
    """What happened, above the plot; two rows, so that neighbours do not write over one another."""
    out, ends = [], [-99.0, -99.0]
    for mark in chart.marks:
        x, wide = across(mark.at), _wide(mark.text) * 10.5 / 12
        start = max(LEFT, min(x - wide / 2, WIDTH - wide - 8))
        row = 0 if ends[0] + 8 <= start else 1
        if ends[row] + 8 > start:
            continue
        ends[row] = start + wide
        out.append(_line(x, PLOT_TOP - 2, x, PLOT_BOTTOM, FAINT, 1, "2 3"))
        out.append(_text(start, PLOT_TOP - 7 - 12 * row, mark.text, size=10.5, fill=INK))
    return "".join(out)


def _curve(curve: Curve, across: _Place, up: _Place, stepped: bool) -> str:
    points = [(across(at), up(float(value))) for at, value in enumerate(curve.values) if value is not None]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_steps(points) if stepped else points))
    dash = DASHES[curve.style % len(DASHES)]
    colour, width = (QUIET, 1.0) if curve.faint else (curve.colour, 1.6 if curve.colour == FAINT else 2.6)
    dashes = f' stroke-dasharray="{dash}"' if dash and not curve.faint else ""
    line = (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linejoin="round" stroke-linecap="butt"{dashes}/>'
    )
    if curve.faint:
        return line
    every = max(1, len(points) // 8)
    marked = [points[at] for at in range(len(points) - 1, -1, -every)]
    return line + "".join(_marker(MARKERS[curve.style % len(MARKERS)], x, y, colour) for x, y in marked)


def _steps(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a stair through the points: along, then up or down."""
    corners = [(x, y) for (_, y), (x, _) in pairwise(points)]
    return [points[0], *(point for pair in zip(corners, points[1:], strict=True) for point in pair)]


def _marker(kind: str, x: float, y: float, colour: str) -> str:
    """A small sign of its own on the curve, with a rim of paper so that crossing curves stay legible."""
    rim = f'fill="{colour}" stroke="{PAPER}" stroke-width="1.2"'
    if kind == "disc":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" {rim}/>'
    if kind == "ring":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{PAPER}" stroke="{colour}" stroke-width="2"/>'
    if kind == "cross":
        arms = f"M{x - 3.6:.1f} {y - 3.6:.1f}l7.2 7.2m0 -7.2l-7.2 7.2"
        return f'<path d="{arms}" stroke="{colour}" stroke-width="2.4" fill="none"/>'
    shapes = {
        "square": ((-3.7, -3.7), (3.7, -3.7), (3.7, 3.7), (-3.7, 3.7)),
        "triangle": ((0, -5), (4.6, 3.6), (-4.6, 3.6)),
        "diamond": ((0, -5.2), (5.2, 0), (0, 5.2), (-5.2, 0)),
        "wedge": ((-4.6, -3.6), (4.6, -3.6), (0, 5)),
    }
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in shapes[kind])
    return f'<polygon points="{points}" {rim}/>'


def _labels(chart: Lines, up: _Place, right: float) -> str:
    """Names and last values beside the curves that go on to the end, moved apart where they would overlap."""
    ends = [
        (up(float(curve.values[-1])), curve.name, curve)
        for curve in chart.curves
        if curve.values[-1] is not None and not curve.faint
    ]
    ends.sort(key=lambda end: end[:2])
    out = []
    for y, (point, _, curve) in zip(spread([end[0] for end in ends]), ends, strict=True):
        out.append(_line(right + 5, point, right + 9, y, curve.colour, 0.8))
        out.append(_text(right + 13, y + 4, _label(curve), size=12))
    return "".join(out)


def _early(chart: Lines, across: _Place, up: _Place, right: float) -> str:
    """Names and last values where curves end before the others, those of one end together, above it."""
    names: dict[tuple[int, Decimal, str], list[str]] = {}
    for curve in chart.curves:
        at, value = curve.end
        if at < len(chart.axis) - 1 and not curve.faint:
            names.setdefault((at, value, curve.shown), []).append(curve.name)
    ends = sorted(
        (up(float(value)) - 11, across(at), f"{', '.join(sorted(who))} {shown}")
        for (at, value, shown), who in names.items()
    )
    out = []
    for y, (_, x, words) in zip(spread([end[0] for end in ends]), ends, strict=True):
        start = max(LEFT + 4, min(x, right - _wide(words)))
        out.append(_text(start, y + 4, words, size=11, halo=True))
    return "".join(out)


def spread(wanted: Sequence[float], gap: float = LABEL_GAP) -> list[float]:
    """Heights, given in order, moved apart to at least `gap`, as near to where they were as that allows."""
    groups: list[tuple[float, int]] = []  # (middle, how many) of labels that touch
    for y in wanted:
        groups.append((y, 1))
        while len(groups) > 1 and groups[-1][0] - groups[-2][0] < gap * (groups[-1][1] + groups[-2][1]) / 2:
            (one, many), (other, more) = groups.pop(), groups.pop()
            groups.append(((one * many + other * more) / (many + more), many + more))
    placed = [middle + gap * (n - (count - 1) / 2) for middle, count in groups for n in range(count)]
    lowest = float(PLOT_BOTTOM)
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - gap
    return placed


def _label(curve: Curve) -> str:
    return f"{curve.name} {curve.shown}"


# ---- bars -----------------------------------------------------------------------------------------------------------


def _bars(chart: Bars) -> str:
    names = max((_wide(row.name, row.loud) for row in chart.rows), default=0.0)
    start = min(200.0, names + 26)
    end = WIDTH - 20 - max((_wide(row.shown, row.loud) for row in chart.rows), default=0.0)
    most = max((float(row.value) for row in chart.rows), default=0.0) or 1.0
    parts = []
    for number, row in enumerate(chart.rows):
        y = 62 + number * ROW
        long = max(0.0, float(row.value)) * (end - start) / most
        parts.append(_text(start - 8, y + 16, row.name, size=12, bold=row.loud, anchor="end"))
        if long > 0.4:
            parts.append(
                f'<rect x="{start:.1f}" y="{y + 3}" width="{long:.1f}" height="{ROW - 8}" rx="2" fill="{row.colour}"/>'
            )
        parts.append(_text(start + long + 7, y + 16, row.shown, size=12, bold=row.loud))
    height = 62 + ROW * len(chart.rows) + 12
    parts.append(_line(start, 60, start, height - 12, FAINT, 1))
    return _document(chart, height, parts)


# ---- strokes --------------------------------------------------------------------------------------------------------


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"'
        f"{dashes}/>"
    )


def _text(
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    bold: bool = False,
    fill: str = INK,
    anchor: str = "start",
    halo: bool = False,
) -> str:
    """`halo` puts paper around the letters, where they may stand over a curve."""
    weight = ' font-weight="bold"' if bold else ""
    rim = f' stroke="{PAPER}" stroke-width="3" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}{rim}>'
        f"{escape(words, quote=False)}</text>"
    )


def _wide(words: str, bold: bool = False) -> float:
    """How wide a text of size 12 is in our font, a little generously."""
    total = sum(next((width for chars, width in _WIDTHS if ch in chars), 0.62 if ch.islower() else 0.7) for ch in words)
    return total * 12 * (1.12 if bold else 1.0)
