"""The switches of A13 as settings of a game: their words in the info, the rules they make, and the income of a year.

A game puts these on its card, in whatever order it likes, and hands its settled options back.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from enum import StrEnum

from judge.core.abilities import Coin
from judge.core.errors import InputError
from judge.core.tables import settings, tables
from judge.core.values import Value
from judge.core.variant import Option, settings_of

_TABLES = tables(__package__)


class Language(StrEnum):
    """How much of the notation may be used."""

    FULL = "full"
    DIRECT = "direct"  # one `:` line for each unit
    CLASSIC = "classic"  # the same, and none of * + # $ |


class Reach(StrEnum):
    """Which units of others may be bribed."""

    ANY = "any"
    TOUCH = "touch"  # only those beside a unit of one's own
    REMOTE = "remote"  # only those that are not


class Signals(StrEnum):
    """Whether supports that cannot be may be bought, to tell something."""

    OFF = "off"
    ON = "on"
    OWNER = "owner"  # by the owner, for nothing, and only instead of a hold that won


class BribeRules(Value):
    """The switches of A13 that concern offers.

    limit         what a sheet offers may not exceed the purse
    zero_foreign  an amount of 0 may be written for another's unit (A5.5)
    dummies_only  only units of unplayed powers are for sale; players order their own for nothing
    second_price  the winner pays one more than the best losing total (eBayola)
    signals       supports that cannot be, as signals
    blind         bribes to or about units that are not there are ignored without a word
    """

    language: Language = Language.FULL
    savings: bool = True
    plateaus: bool = True
    limit: bool = False
    zero_foreign: bool = False
    reach: Reach = Reach.ANY
    dummies_only: bool = False
    second_price: bool = False
    signals: Signals = Signals.OFF
    blind: bool = False


STANDARD = BribeRules()


LANGUAGE: tuple[Option, ...] = settings(_TABLES["language"])

(PAY_DUMMIES, BLIND, HOARDING) = settings(_TABLES["payola"])

GIFTS: tuple[Option, ...] = settings(_TABLES["gifts"])

REPORTS: tuple[Option, ...] = settings(_TABLES["reports"])


class BribeSettings(Value):
    """The switches of a game of bribes; the words are those of the options in its info.

    grace  hours a phase waits for the silent, 0 for never
    """

    bribes: BribeRules = field(default_factory=BribeRules)
    transfers: str = "any"
    anonymous: bool = False
    hide_cost: bool = False
    hide_offers: bool = False
    statements: bool = True
    public_totals: bool = False
    chart: bool = True
    grace: int = 0


def bribe_rules(chosen: Mapping[str, str]) -> BribeRules:
    """The rules out of settled options. `blind` and `pay_dummies` are of Payola alone, and off where they are not
    named. Without savings there are no plateaus (A5.7), and in the fog no zero bids for others' units (A13)."""
    blind = chosen.get("blind") == "yes"
    savings = chosen["savings"] == "yes"
    return settings_of(
        BribeRules,
        chosen,
        plateaus=savings and chosen["plateaus"] == "yes",
        limit=chosen["limit_offers"] == "yes",
        zero_foreign=chosen["zero_foreign"] == "yes" and not blind,
        dummies_only=chosen.get("pay_dummies") == "yes",
        second_price=chosen["ebayola"] == "yes",
    )


MONEY = "AGP"
COIN = Coin(MONEY, ("AgP", "gold", "coins", "coin", "money", "silver", "silver pieces"))


def till(power: str) -> str:
    """The account that holds what a power's units were paid this year."""
    return f"till {power}"


def told(count: int) -> str:
    """A sum as people read it."""
    return f"{count} AgP"


FLAT = 7  # a centre and year where income is flat: the number of powers (A13)

TAXES: tuple[Option, ...] = settings(_TABLES["taxes"])


class Income(Value):
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
