"""What may be written in a Troubleshooter: trades, the order to the TS, and what the board takes."""

from collections.abc import Mapping
from typing import Any, Self

from judge.core.command import Command, Vocabulary
from judge.kits.board.geography import province_of
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS, ReportResult
from judge.kits.market.orders import TRADE_WORDS


class Travel(Command, kw_only=True, section="ts"):
    """TS(LON)-ENG-PIC-PAR: the provinces entered, in order; `start` is "" where the sender did not name it (T-3)."""

    start: str = ""
    route: tuple[str, ...]

    @property
    def goal(self) -> str:
        return self.route[-1]

    def canonical(self) -> str:
        steps = "-".join(self.route)
        return f"TS({self.start})-{steps}" if self.start else f"TS -> {steps}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """`route` is a place or several; a coast means no more than its province."""
        return cls(**{**fields, "start": _place(fields), "route": _provinces(fields["route"])})


class Stay(Command, kw_only=True, section="ts"):
    """TS HOLD, TS(PAR) HOLD."""

    start: str = ""

    def canonical(self) -> str:
        return f"TS({self.start}) HOLD" if self.start else "TS HOLD"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(**{**fields, "start": _place(fields)})


class Cheapest(Command, kw_only=True, section="ts"):
    """TS TO PARIS CHEAPEST: the judge finds the route (T-3)."""

    start: str = ""
    goal: str

    def canonical(self) -> str:
        return f"TS({self.start}) TO {self.goal} CHEAPEST" if self.start else f"TS TO {self.goal} CHEAPEST"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(**{**fields, "start": _place(fields), "goal": _provinces(fields["goal"])[0]})


def _place(fields: Mapping[str, Any]) -> str:
    """Where the order says he is; the grammar gives one place, or nothing."""
    named = _provinces(fields.get("start", ""))
    return named[0] if named else ""


def _provinces(value: Any) -> tuple[str, ...]:
    places = (value,) if isinstance(value, str) else tuple(value)
    return tuple(province_of(place) for place in places if place)


class WinterUnits(ReportResult):
    """RESULT W1901 with UNITS: what the winter adjustments left, told in the spring after them (T-14)."""


JOURNEYS: dict[str, type[Command]] = {"ts_move": Travel, "ts_hold": Stay, "ts_cheapest": Cheapest}

VOCABULARY: Vocabulary = {**TRADE_WORDS, **JOURNEYS, **ORDER_WORDS, **REPORT_WORDS, "report_winter": WinterUnits}
