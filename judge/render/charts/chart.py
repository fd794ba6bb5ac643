"""What a chart shows, before anybody draws it. Values are exact; they become floats on the drawing board only.

Some a page draws itself, out of boxes: nothing to rasterise, nothing to send beside the words.
"""

from collections.abc import Sequence
from decimal import Decimal
from operator import itemgetter

from judge.core.listing import listing
from judge.core.phase import SEASONS
from judge.core.values import Value
from judge.render.text import num, short

Values = tuple[Decimal | None, ...]


def brief(phase: str) -> str:
    """`S1901M` as `S01`; other letters than M and A stay: `S01R`. Years and days stay, and the start has no phase."""
    if not phase[:1].isalpha():
        return phase or "start"
    last = phase[5:]
    return f"{phase[0]}{phase[3:5]}{'' if last in ('M', 'A', 'C') else last}"


def season(phase: str) -> str:
    """What letters call a point of an axis: `Spring 1901`, `1901`, `the start`."""
    return f"{SEASONS[phase[0]]} {phase[1:5]}" if phase[:1].isalpha() else phase or "the start"


class Curve(Value):
    """One line. `values` has one entry a point of the axis, None where there is none.

    style  number of its dash and marker (palette.DASHES, palette.MARKERS)
    faint  one of many: thin and grey, without a label
    """

    name: str
    values: Values
    colour: str
    style: int = 0
    faint: bool = False

    @property
    def shown(self) -> str:
        """Its last value as it is written."""
        return num(short(str(self.end[1])))

    @property
    def way(self) -> tuple[Decimal, str]:
        """Its last value, and in words from where to where it went: `Lira from 1.00 to 1.25`, `Lira 1.00`."""
        values = [value for value in self.values if value is not None]
        first, last = num(short(str(values[0]))), num(short(str(values[-1])))
        return values[-1], f"{self.name} {last}" if first == last else f"{self.name} from {first} to {last}"

    @property
    def end(self) -> tuple[int, Decimal]:
        """The last point of the axis at which it has a value, and that value."""
        return next((at, value) for at, value in reversed([*enumerate(self.values)]) if value is not None)


class Mark(Value):
    """Something that happened at a point of the axis."""

    at: int
    text: str


class Lines(Value):
    """Curves over time. `axis` has phases, years or days; `goal` is a level worth a line of its own, with its name.

    name     short and stable: part of the picture's content id
    stepped  a value stays until the next, and then changes at once
    race     the way to the win: each reader has their own copy, with their own curve in a colour
    """

    name: str
    title: str
    unit: str
    axis: tuple[str, ...]
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...] = ()
    goal: tuple[Decimal, str] | None = None
    stepped: bool = False
    race: bool = False

    @property
    def alt(self) -> str:
        """The chart in words, for whoever does not see it."""
        best = sorted([curve.way for curve in self.curves if not curve.faint], key=itemgetter(0), reverse=True)
        rest = len(self.curves) - len(best)
        told = listing([*[words for _, words in best], *([f"{rest} more"] if rest else [])])
        happened = "".join(f" {season(self.axis[mark.at])}: {mark.text}." for mark in self.marks)
        return f"{self.title}, {season(self.axis[0])} to {season(self.axis[-1])}: {told}.{happened}"


class Bar(Value):
    """A row: how long, and what is written beside it."""

    name: str
    value: Decimal
    shown: str
    colour: str
    loud: bool = False


class Bars(Value):
    """Lying bars, in the order given."""

    name: str
    title: str
    unit: str
    rows: tuple[Bar, ...]

    @property
    def alt(self) -> str:
        return f"{self.title}. {', '.join(f'{row.name} {row.shown}' for row in self.rows)}."


Chart = Lines | Bars


MOST_COLUMNS = 40


class Strip(Value):
    """One row of boxes. `sizes` are hundredths of the longest box; `shown` stands beside them, `span` tells the least
    and the most of them."""

    name: str
    shown: str
    colour: str
    sizes: tuple[int, ...]
    span: str = ""


class Boxes(Value):
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
    return Boxes(
        chart.title, chart.unit, tuple(map(_columns, chart.curves)), f"{season(axis[0])} to {season(axis[-1])}"
    )


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
