"""What a Diplomacy tells of its own, beside the kit's news of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.kits.host.news import HOSTED_NEWS, BoardFinal, NoOrders, Standing


@dataclass(frozen=True, kw_only=True)
class Player:
    """A power and its seat."""

    power: str
    seat: str


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


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardFinal, Opened, NoOrders)
