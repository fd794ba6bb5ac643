"""Offers as values: what a payer promises for the orders of one unit, and what he wants left in his purse (A4)."""

from __future__ import annotations

from typing import NamedTuple

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
