"""What is told of bribes: the rows of statements and charts. Units and orders are written `A PAR - BUR`; payers are
powers, or seats by their public names; all sums are whole money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.codec import UNSET, Unset


@dataclass(frozen=True, kw_only=True)
class PaidUnit:
    """A unit, the order it obeyed and the price, without payers. `tied`: several orders had as much, so it held."""

    unit: str
    order: str
    price: int
    tied: bool


@dataclass(frozen=True, kw_only=True)
class OwnUnit(PaidUnit):
    """The same for its owner. `steered`: others had it do what he made no offer for."""

    steered: bool


@dataclass(frozen=True, kw_only=True)
class Accepted:
    """An order one stood behind that was obeyed.

    amount  what it cost him
    unit, order  both "" where others' units are not told
    full    what it would have cost at the full price; left out where the order is
    """

    amount: int
    unit: str
    order: str
    owner: str
    full: int | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class BribeAccount:
    """One payer's own account of a movement. -1 is a figure that is not told (A13).

    units       his own
    earned      what was really paid for them
    accepted    what of his offers was obeyed
    offered     whether he offered anything
    sheet       what he had filed, as he had filed it
    before      his purse, and `after` it
    reductions  by how much each of his bribes was cut
    spent       on what was obeyed
    """

    units: tuple[OwnUnit, ...]
    earned: int
    accepted: tuple[Accepted, ...]
    offered: bool
    sheet: tuple[str, ...]
    before: int
    reductions: int
    spent: int
    after: int


@dataclass(frozen=True, kw_only=True)
class Table:
    """An order on a unit's table: the money behind it, from whom (payer -> sum), and whether it was obeyed."""

    order: str
    total: int
    backing: Mapping[str, int]
    won: bool


@dataclass(frozen=True, kw_only=True)
class UnitTable:
    """Every order for a unit; what its price was, and who paid it (payer -> sum)."""

    unit: str
    owner: str
    tied: bool
    price: int
    paid: Mapping[str, int]
    orders: tuple[Table, ...]
