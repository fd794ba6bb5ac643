"""Charts that a page draws itself, out of boxes: nothing to rasterise, nothing to send beside the words.

What each reader gets alone is drawn so: a deadline has as many of these as it has players.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from judge.render.charts.chart import Bars, Chart, Curve
from judge.render.text import num

MOST_COLUMNS = 40


@dataclass(frozen=True)
class Strip:
    """One row of boxes. `sizes` are hundredths of the longest box; `shown` stands beside them, `span` tells the least
    and the most of them."""

    name: str
    shown: str
    colour: str
    sizes: tuple[int, ...]
    span: str = ""


@dataclass(frozen=True)
class Boxes:
    """A chart in boxes: lying bars, one a strip; with a `span` of phases, columns in time."""

    title: str
    unit: str
    strips: tuple[Strip, ...]
    span: str = ""


def boxes(chart: Chart) -> Boxes:
    """The chart as its page draws it."""
    if isinstance(chart, Bars):
        sizes = _sizes([row.value for row in chart.rows], Decimal(0))
        rows = zip(chart.rows, sizes, strict=True)
        return Boxes(
            chart.title, chart.unit, tuple(Strip(one.name, one.shown, one.colour, (size,)) for one, size in rows)
        )
    axis = chart.axis[-MOST_COLUMNS:]
    return Boxes(chart.title, chart.unit, tuple(map(_columns, chart.curves)), f"{axis[0]} to {axis[-1]}")


def _columns(curve: Curve) -> Strip:
    """Columns stand on nothing, so that one half as high is half as much; those with debts on the deepest of them."""
    last = curve.values[-MOST_COLUMNS:]
    known = [value for value in last if value is not None] or [Decimal(0)]
    span = f"between {num(str(min(known)))} and {num(str(max(known)))}"
    sizes = _sizes([value or Decimal(0) for value in last], min(*known, Decimal(0)))
    return Strip(curve.name, curve.shown, curve.colour, tuple(sizes), span)


def _sizes(values: Sequence[Decimal], base: Decimal) -> list[int]:
    most = max(values, default=base) - base
    return [round(100 * (value - base) / most) if most else 0 for value in values]
