"""Offers as values: what a payer promises for the orders of a unit (A4), and each promise as one entry (A7).

An entry's position is its place in its payer's list. A wild entry never invents an order: it adds money to orders
that some direct entry, anybody's, has put on the table.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ids import fold

DIRECT = ":"  # paid if the unit gets the order named
EXCEPT = "!"  # paid for any order but those named
MOVE = ">"  # paid for any move
STAY = "@"  # paid for anything but a move
GIFT = "&"  # paid whatever the unit does
SAVING = "$"  # kept back
KINDS = (DIRECT, EXCEPT, MOVE, STAY, GIFT)

HOLD = "H"
MOST = 9999  # of money in one bribe
MOST_TIMES = 99
Payer = str  # the name of an account that may pay: a power, or an investor where the game has them


class Item(NamedTuple):
    """`times` bribes of `amount` each, not cut below `plateau` while another bribe stands above its own (A9)."""

    amount: int
    plateau: int = 0
    times: int = 1

    @property
    def text(self) -> str:
        repeated = f"{self.times}*" if self.times > 1 else ""
        floor = "" if not self.plateau else "#" if self.plateau == self.amount else f"#{self.plateau}"
        return f"{repeated}{self.amount}{floor}"


class Offer(NamedTuple):
    """One line of bribes for one unit. `orders` are texts without the unit, such as `- BUR` or `S A MAR - BUR`."""

    items: tuple[Item, ...]
    kind: str
    unit: str
    orders: tuple[str, ...]
    note: str = ""

    @property
    def text(self) -> str:
        """The line as it is printed; reading it again gives an equal value."""
        amounts = "+".join([item.text for item in self.items])
        note = f" % {self.note}" if self.note else ""
        return f"{amounts} {self.kind} {self.unit} {' | '.join(self.orders)}{note}"

    @property
    def total(self) -> int:
        """What the line costs at full price if all of it is collected."""
        return sum(item.amount * item.times for item in self.items)


class Saving(NamedTuple):
    """`25 $`: at least so much is to stay in the purse. Several of them add up; repeated ones are multiplied, and
    printed as they were written (PR-3)."""

    items: tuple[Item, ...]
    note: str = ""

    @property
    def amount(self) -> int:
        return sum(item.amount * item.times for item in self.items)

    @property
    def text(self) -> str:
        return f"{'+'.join(item.text for item in self.items)} $" + (f" % {self.note}" if self.note else "")


Line = Offer | Saving


def is_move(order: str) -> bool:
    """Whether an order text is a move, convoyed ones included."""
    return order[0] == "-"


class OfferFault(InputError):
    """Reading stopped at `column` (from 0) of the line."""

    def __init__(self, message: str, column: int = 0, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.column = column

    def caret(self, line: str, width: int = 60) -> str:
        """The line around the place and a caret below it: two lines."""
        start = max(0, self.column - width // 2) if len(line) > width else 0
        return f"{line[start : start + width]}\n{' ' * (self.column - start)}^"


ANYBODY = "?"
Welcome = tuple[Payer, ...]

_MOST_AT_ONCE = 20  # 20! orders still fit a die


def default_welcome(owner: Payer) -> Welcome:
    """His own money first, then anybody's."""
    return (owner, ANYBODY)


def read_welcome(text: str, letters: Mapping[str, Payer], aliases: Mapping[str, Payer] | None = None) -> Welcome:
    """`text` as a list; without a `?` one is added while anybody is left out. Raises OfferFault.

    letters  capital letter -> power; aliases  alias -> investor, compared without case, spaces and punctuation
    """
    aliases = {fold(alias): payer for alias, payer in (aliases or {}).items()}
    listed: list[Payer] = []
    named = _names(tuple(sorted(letters.values())))
    for match in named.finditer(text):
        payer = _payer(match[0], letters, aliases, match.start())
        if payer in listed:
            what = "a second ?" if payer == ANYBODY else f"{match[0].upper()} twice"
            raise OfferFault(f"The list holds {what}.", match.start(), f"Each stands once: {_example(letters)}.")
        listed.append(payer)
    if not listed:
        raise OfferFault("The list is empty.", len(text), f"Write one like {_example(letters)}.")
    everybody = {*letters.values(), *aliases.values()}
    if ANYBODY not in listed and not everybody <= set(listed):
        listed.append(ANYBODY)
    return tuple(listed)


@lru_cache(16)
def _names(powers: tuple[Payer, ...]) -> re.Pattern[str]:
    """One entry of a list: a power's whole name, an alias, or a letter."""
    names = "|".join(re.escape(power) for power in powers)
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)|@[^\s,?]+|[^\s,]", re.IGNORECASE)


def _payer(word: str, letters: Mapping[str, Payer], aliases: Mapping[str, Payer], column: int) -> Payer:
    if word == ANYBODY:
        return ANYBODY
    if word.startswith("@"):
        if fold(word) in aliases:
            return aliases[fold(word)]
        known = ", ".join(f"@{alias}" for alias in sorted(aliases)) or "none"
        raise OfferFault(f"There is no investor {word}.", column, f"Investors are {known}.")
    if word.upper() in letters.values():
        return word.upper()
    if word.upper() not in letters:
        known = ", ".join(f"{letter} ({power.title()})" for letter, power in sorted(letters.items()))
        raise OfferFault(f"{word!r} is no power's letter.", column, f"Letters are {known}.")
    return letters[word.upper()]


def _example(letters: Mapping[str, Payer]) -> str:
    return "".join(sorted(letters)[:3]) + ANYBODY


def write_welcome(welcome: Welcome, letters: Mapping[str, Payer]) -> str:
    """The list as it is printed and read again: letters closed up, aliases apart."""
    short = {payer: letter for letter, payer in letters.items()}
    words = [short.get(payer, payer if payer == ANYBODY else f"@{payer.lower()}") for payer in welcome]
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def spelled_out(welcome: Welcome, others: Iterable[Sequence[Payer]]) -> Welcome:
    """The list with its `?` replaced by all who are not named: `others` holds the groups in which they come (powers
    before investors), each in its drawn order."""
    named = set(welcome)
    filling = [payer for group in others for payer in group if payer not in named]
    at = welcome.index(ANYBODY) if ANYBODY in welcome else len(welcome)
    return (*welcome[:at], *filling, *welcome[at + 1 :])


def drawn_order(dice: Dice, label: str, payers: Sequence[Payer]) -> tuple[Payer, ...]:
    """All of `payers`, which come sorted, in random order, by one die of n! sides (PR-2).

    The die is the same whatever a secret list names, so that published draws tell nothing of the list.
    """
    if len(payers) > _MOST_AT_ONCE:
        return dice.shuffle(label, payers)
    number = dice.roll(label, math.factorial(len(payers))) - 1
    left, out = list(payers), []
    for size in range(len(payers), 0, -1):
        place, number = divmod(number, math.factorial(size - 1))
        out.append(left.pop(place))
    return tuple(out)


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
        self.direct.setdefault(unit, {}).setdefault(order, []).append(len(self.amounts))
        self._entry(payer, amount, plateau, step)

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
