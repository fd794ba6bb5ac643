"""Which bribes a game allows and how they are charged, as one value (A13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True)
class BribeRules:
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
