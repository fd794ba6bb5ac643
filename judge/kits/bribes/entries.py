"""Every promise of a phase as one entry: who, how much, and on which orders of which unit (A4, A7).

An entry's position is its place in its payer's list. A wild entry never invents an order: it adds money to orders
that some direct entry, anybody's, has put on the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.kits.bribes.values import DIRECT, EXCEPT, GIFT, HOLD, MOVE, STAY, Offer, Payer, Welcome, is_move

NEVER = 1 << 30  # the position of an entry that is not there

Wild = tuple[int, str, tuple[str, ...]]
"""An entry that pays for orders it does not name: its kind, and the orders it does not pay for."""


class Contest(NamedTuple):
    """The orders on the table for one unit, most welcome first, each with the entries that pay for it.

    `rank` is each payer's place in the owner's acceptance list.
    """

    owner: Payer
    unit: str
    rank: Sequence[int]
    orders: tuple[str, ...]
    entries: tuple[tuple[int, ...], ...]


class Entries:
    """All entries of a phase in the order of payers and lines. Lists run side by side, one place an entry.

    A repeated bribe is one entry that counts for all its repetitions, since they stand and shrink together: its
    amount and plateau are those of all of them, it is cut by `steps` at a time, and its position is that of the first.
    """

    def __init__(self, payers: Iterable[Payer]) -> None:
        self.payers = tuple(payers)
        self.amounts: list[int] = []
        self.plateaus: list[int] = []
        self.steps: list[int] = []
        self.payer: list[int] = []
        self.position: list[int] = []
        self.direct: dict[str, dict[str, list[int]]] = {}
        self.wild: dict[str, list[Wild]] = {}
        self._length = [0] * len(self.payers)

    def add_sheet(self, payer: int, offers: Iterable[Offer]) -> set[str]:
        """The lines of one payer in their order; returns the units for which he has put an order on the table."""
        ordered: set[str] = set()
        for items, kind, unit, orders, _ in offers:
            for amount, plateau, times in items:
                before = self._length[payer]
                if kind == DIRECT:
                    for order in orders:
                        self._direct(payer, amount * times, plateau * times, times, unit, order)
                else:
                    self._add_wild(payer, amount * times, plateau * times, times, kind, unit, orders)
                if times > 1:
                    self._length[payer] += (self._length[payer] - before) * (times - 1)
            if kind != EXCEPT or HOLD not in orders:
                ordered.add(unit)
        return ordered

    def _add_wild(
        self, payer: int, amount: int, plateau: int, step: int, kind: str, unit: str, orders: tuple[str, ...]
    ) -> None:
        """A bribe for orders that it does not name, behind those that it puts on the table by naming them."""
        if kind == EXCEPT:
            if HOLD not in orders:
                self._direct(payer, 0, 0, 1, unit, HOLD)
        else:
            for order in orders:
                if kind == GIFT or (kind == MOVE) == is_move(order):
                    self._direct(payer, 0, 0, 1, unit, order)
                else:
                    self._direct(payer, amount, plateau, step, unit, order)
        self.wild.setdefault(unit, []).append((len(self.amounts), kind, orders if kind == EXCEPT else ()))
        self._entry(payer, amount, plateau, step)

    def add_hold(self, payer: int, unit: str) -> None:
        """The owner's default: HOLD for nothing, at the end of his list (A4)."""
        self._direct(payer, 0, 0, 1, unit, HOLD)

    def _direct(self, payer: int, amount: int, plateau: int, step: int, unit: str, order: str) -> None:
        table = self.direct.get(unit)
        if table is None:
            table = self.direct[unit] = {}
        amounts, length = self.amounts, self._length
        if order in table:
            table[order].append(len(amounts))
        else:
            table[order] = [len(amounts)]
        amounts.append(amount)
        self.plateaus.append(plateau)
        self.steps.append(step)
        self.payer.append(payer)
        self.position.append(length[payer])
        length[payer] += 1

    def _entry(self, payer: int, amount: int, plateau: int, step: int) -> None:
        self.amounts.append(amount)
        self.plateaus.append(plateau)
        self.steps.append(step)
        self.payer.append(payer)
        self.position.append(self._length[payer])
        self._length[payer] += 1

    # ---- the tables --------------------------------------------------------------------------------------------

    def contest(self, owner: Payer, unit: str, rank: Sequence[int]) -> Contest:
        """The table of one unit in the order of its owner's list (A8): `rank` holds each payer's place in it.

        Orders that even the whole list leaves equal are told apart by their direct entries alone (PR-1).
        """
        table = self.direct[unit]
        wild = self.wild.get(unit)
        paying = _paying(table, wild) if wild else table
        if len(table) == 1:
            ((order, entries),) = paying.items()
            return Contest(owner, unit, rank, (order,), (tuple(entries),))
        rows = [(self._firsts(entries, rank), order, tuple(entries)) for order, entries in paying.items()]
        rows.sort()
        if wild and any(one[0] == other[0] for one, other in pairwise(rows)):
            rows.sort(key=lambda row: (row[0], self._firsts(table[row[1]], rank), row[1]))
        return Contest(owner, unit, rank, tuple([row[1] for row in rows]), tuple([row[2] for row in rows]))

    def _firsts(self, entries: Iterable[int], rank: Sequence[int]) -> list[int]:
        """The position of each payer's first entry among these, most welcome payer first."""
        payer, position = self.payer, self.position
        firsts = [NEVER] * len(rank)
        for entry in entries:
            place = rank[payer[entry]]
            if position[entry] < firsts[place]:
                firsts[place] = position[entry]
        return firsts


def _paying(table: Mapping[str, list[int]], wild: Sequence[Wild]) -> dict[str, list[int]]:
    """Order -> its direct entries, then the wild ones whose condition it meets."""
    moving = [(entry, unpaid) for entry, kind, unpaid in wild if kind != STAY]
    staying = [(entry, unpaid) for entry, kind, unpaid in wild if kind != MOVE]
    return {
        order: [*direct, *[entry for entry, unpaid in (moving if is_move(order) else staying) if order not in unpaid]]
        for order, direct in table.items()
    }


def ranks(payers: Sequence[Payer], welcome: Welcome) -> list[int]:
    """Each payer's place in a list that names them all."""
    place = {payer: at for at, payer in enumerate(welcome)}
    return [place[payer] for payer in payers]


def enter(
    units: Mapping[Payer, Sequence[str]], sheets: Mapping[Payer, Sequence[Offer]], payers: Sequence[Payer]
) -> Entries:
    """All sheets and the owners' defaults as entries, in the order of `payers`."""
    entries = Entries(payers)
    for number, payer in enumerate(entries.payers):
        ordered = entries.add_sheet(number, sheets.get(payer, ()))
        for unit in units.get(payer, ()):
            if unit not in ordered:
                entries.add_hold(number, unit)
    return entries
