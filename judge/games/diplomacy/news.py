"""What a Diplomacy tells of its own, beside the kit's news of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.kits.host.news import HOSTED_NEWS, BoardFinal, Standing


@dataclass(frozen=True, kw_only=True)
class Player:
    """A power and its seat."""

    power: str
    seat: str


@dataclass(frozen=True, kw_only=True)
class Silent:
    """A power that owed orders and sent none for so many movements in a row. `open`: its seat may be taken over."""

    seat: str
    power: str
    turns: int
    open: bool


@dataclass(frozen=True, kw_only=True)
class Opened(News):
    """The game opens. `idle`: powers without a player; `victory`: centres that win; `draws` and `conditional`: the
    settings of these names."""

    notice: ClassVar[str] = "board.opened"
    phase: str
    powers: tuple[Player, ...]
    idle: tuple[str, ...]
    units: tuple[Standing, ...]
    victory: int
    draws: str
    conditional: str


@dataclass(frozen=True, kw_only=True)
class NoOrders(News):
    """Who owed orders and sent none (D-9)."""

    notice: ClassVar[str] = "board.nmr"
    phase: str
    seats: tuple[Silent, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardFinal, Opened, NoOrders)
