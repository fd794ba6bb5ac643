"""A plan in the hands of a unit: the form in which orders are put on a field."""

from __future__ import annotations

from dataclasses import dataclass

from judge.kits.board.units import Unit
from judge.kits.board.verdicts import MoveVerdict

NOBODY = Unit("", "", "")  # stands where no unit does
STRAY = Unit("", "", "?")  # stands nowhere: an order meant for it fits no unit as it is written


@dataclass(slots=True, eq=False, init=False)  # not frozen only because freezing makes making them slow
class Assignment:
    """A plan (orderbook.py) given to a unit. An object with slots, because they are read most quickly.

    `code` and `province` name the province; `unit` is the one the text means, `idle` what it does without an order and
    `arrival` the same unit where its move ends; `verdict` what comes of the order if nothing interferes; `alone` the
    unit's province as a tuple, the list of attackers or helpers it starts; `march` the target of a move that asks for
    no convoy, NOWHERE for any other order; `bridge` whether a convoying fleet by
    itself reaches from shore to shore.
    """

    unit: Unit
    idle: Assignment | None
    power: str
    code: str
    province: int
    kind: int
    target: int
    route: int
    subject: int
    place: str
    station: int
    verdict: MoveVerdict
    arrival: Unit
    alone: tuple[int, ...]
    march: int
    bridge: bool

    def __init__(
        self,
        unit: Unit,
        idle: Assignment | None,
        power: str,
        code: str,
        province: int,
        kind: int,
        target: int,
        route: int,
        subject: int,
        place: str,
        station: int,
        verdict: MoveVerdict,
        arrival: Unit,
        alone: tuple[int, ...],
        march: int,
        bridge: bool = False,
    ) -> None:  # written out, for a compiler sees nothing that is made at run time
        self.unit = unit
        self.idle = idle
        self.power = power
        self.code = code
        self.province = province
        self.kind = kind
        self.target = target
        self.route = route
        self.subject = subject
        self.place = place
        self.station = station
        self.verdict = verdict
        self.arrival = arrival
        self.alone = alone
        self.march = march
        self.bridge = bridge
