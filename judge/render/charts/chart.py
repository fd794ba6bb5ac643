"""What a chart shows, before anybody draws it. Values are exact; they become floats on the drawing board only."""

from dataclasses import dataclass
from decimal import Decimal

from judge.render import text

Values = tuple[Decimal | None, ...]


@dataclass(frozen=True)
class Curve:
    """One line. `values` has one entry a point of the axis, None where there is none; `shown` is the last as written.

    style  number of its dash and marker (palette.DASHES, palette.MARKERS)
    faint  one of many: thin and grey, without a label
    """

    name: str
    values: Values
    shown: str
    colour: str
    style: int = 0
    faint: bool = False

    @property
    def end(self) -> tuple[int, Decimal]:
        """The last point of the axis at which it has a value, and that value."""
        return next((at, value) for at, value in reversed([*enumerate(self.values)]) if value is not None)


@dataclass(frozen=True)
class Mark:
    """Something that happened at a point of the axis."""

    at: int
    text: str


@dataclass(frozen=True)
class Lines:
    """Curves over time. `axis` has short names of phases; `goal` is a level worth a line of its own, with its name.

    name     short and stable: part of the picture's content id
    stepped  a value stays until the next, and then changes at once
    """

    name: str
    title: str
    unit: str
    axis: tuple[str, ...]
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...] = ()
    goal: tuple[Decimal, str] | None = None
    stepped: bool = False

    @property
    def alt(self) -> str:
        """The chart in words, for whoever does not see it."""
        told = [f"{curve.name} {curve.shown}" for curve in self.curves if not curve.faint]
        rest = sum(curve.faint for curve in self.curves)
        more = f" and {rest} more" if rest else ""
        happened = f" {text.listing(mark.text for mark in self.marks)}." if self.marks else ""
        return f"{self.title}, {self.axis[0]} to {self.axis[-1]}. Last: {', '.join(told)}{more}.{happened}"


@dataclass(frozen=True)
class Bar:
    """A row: how long, and what is written beside it."""

    name: str
    value: Decimal
    shown: str
    colour: str
    loud: bool = False


@dataclass(frozen=True)
class Bars:
    """Lying bars, in the order given."""

    name: str
    title: str
    unit: str
    rows: tuple[Bar, ...]

    @property
    def alt(self) -> str:
        return f"{self.title}. {', '.join(f'{row.name} {row.shown}' for row in self.rows)}."


Chart = Lines | Bars
