"""Offers as values: what a payer promises for the orders of one unit, what they want left in their purse (A4), and
acceptance lists (A8)."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
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
