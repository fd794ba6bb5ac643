"""Orders to units, where the board is hosted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from judge.core.command import Command
from judge.core.errors import InputError
from judge.kits.board import OrderKind, province_of, read_order, write_order


@dataclass(frozen=True, kw_only=True)
class UnitOrder(Command):
    """One order to a unit, or of a winter. `text` is the board's canonical notation: `A PAR - BUR`, `BUILD A PAR`."""

    section: ClassVar[str] = "orders"

    text: str

    def key(self) -> str:
        """The province whose unit is ordered (or built, removed): a later order for it replaces this one (D-3)."""
        try:
            order = read_order(self.text)
        except InputError:
            return self.text
        return "WAIVE" if order.kind is OrderKind.WAIVE else province_of(order.place)

    def canonical(self) -> str:
        return self.text

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """`text` in any case and spacing that the notation allows; what cannot be read stays as written."""
        text = " ".join(str(fields["text"]).upper().split())
        with suppress(InputError):
            text = write_order(read_order(text))
        return cls(text=text, line=fields.get("line", 0), hat=fields.get("hat", ""))


ORDERS: dict[str, type[Command]] = {"unit_order": UnitOrder}
"""Grammar rule name -> class, for a game's vocabulary."""
