"""What centres bring their owner in a year: by the table, or by taxes that a game sets itself (A2, A13)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from judge.core.errors import InputError
from judge.core.variant import Option

FLAT = 7  # a centre and year where income is flat: the number of powers (A13)

TAXES: tuple[Option, ...] = (
    Option("tax", "int", "", "money a year for each centre, instead of the table", low=0, high=1000, rule="A13"),
    Option("tax_centres", "text", "", "centres with a tax of their own, like PAR 10, MOS 5", rule="A13"),
    Option("cap", "int", "", "the most that a power's centres bring in a year", low=0, high=100_000, rule="A13"),
)
HOARDING = Option("hoarding", "flag", "yes", "money not spent is kept from year to year", rule="A13")


@dataclass(frozen=True)
class Income:
    """How centres bring money. `mode` is the game's own word for it, of which `flat` is known here.

    centres  those with a tax of their own; `tax` of all others and `cap` are -1 where there is none
    """

    mode: str = "table"
    tax: int = -1
    centres: Mapping[str, int] = field(default_factory=dict)
    cap: int = -1
    hoarding: bool = True

    @property
    def taxed(self) -> bool:
        """Whether a tax or a ceiling takes the place of what the mode says."""
        return self.tax >= 0 or self.cap >= 0 or bool(self.centres)


def table_income(centres: int, victory: int) -> int:
    """n centres bring n(2V - n - 1)/2: the first V-1, each further one less; n is taken as V at most (A2)."""
    n = min(centres, victory)
    return n * (2 * victory - n - 1) // 2  # exact: n and 2V - n - 1 are never both odd


def yearly(income: Income, owned: Iterable[str], victory: int) -> int:
    """What these centres bring in a year: those with a tax of their own, then the others by the tax of all, the flat
    rate or the table; the ceiling last."""
    owned = tuple(owned)
    plain = sum(centre not in income.centres for centre in owned)
    each = income.tax if income.tax >= 0 else FLAT if income.mode == "flat" else -1
    total = plain * each if each >= 0 else table_income(plain, victory)
    total += sum(income.centres[centre] for centre in owned if centre in income.centres)
    return total if income.cap < 0 else min(total, income.cap)


def read_income(mode: str, chosen: Mapping[str, str], centres: Collection[str]) -> Income:
    """The settings TAXES, and HOARDING where a game has it, out of settled options; `centres` are the board's.
    Raises InputError for an invalid value."""
    return Income(
        mode=mode,
        tax=int(chosen["tax"] or -1),
        centres=_own_taxes(chosen["tax_centres"], centres),
        cap=int(chosen["cap"] or -1),
        hoarding=chosen.get("hoarding", "yes") == "yes",
    )


def _own_taxes(text: str, centres: Collection[str]) -> dict[str, int]:
    words = text.upper().replace(",", " ").split()
    if len(words) % 2:
        raise InputError(f"tax_centres cannot be {text!r}.", hint="Write centre and money in turn: PAR 10, MOS 5.")
    values = {}
    for centre, money in zip(words[::2], words[1::2], strict=True):
        if centre not in centres or not re.fullmatch(r"\d{1,5}", money, re.ASCII):
            raise InputError(f"tax_centres: {centre} {money} is no centre with its money.", hint="Write PAR 10, MOS 5.")
        values[centre] = int(money)
    return dict(sorted(values.items()))
