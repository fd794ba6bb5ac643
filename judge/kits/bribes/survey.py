"""Offers held against the board: is the unit there, is the order possible, and how is it written in full (A5.4, A5.8)?

Made once for a position and asked for every line; answers are remembered, because sheets name the same orders.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from judge.kits.board.geography import Map, province_of
from judge.kits.board.legality import fault_of, restated
from judge.kits.board.orderbook import CONVOY, HOLD, ILLEGAL, MOVE, SUPPORT, VIA, Plan
from judge.kits.board.tables import tables_of
from judge.kits.board.units import Position, Unit
from judge.kits.board.verdicts import Why
from judge.kits.host.state import Host


@dataclass(frozen=True, slots=True)
class Impossible:
    """An order that cannot be given, and why. `support_coast`: a support that names a coast (A5.8)."""

    why: Why
    support_coast: bool = False


class _Post(NamedTuple):
    """A standing unit, how orders call it, the provinces it can go to by itself, and what it was found to answer."""

    unit: Unit
    text: str
    reach: Collection[int]
    answers: dict[str, str | Impossible]


def survey_of(host: Host) -> Survey:
    """The survey of a hosted board, made once: what one sheet asked need not be found out again for another, nor for
    its forecast, nor at the deadline."""
    known = host.remembered.get(Survey)
    if known is None:
        known = host.remembered[Survey] = Survey(host.board, host.position)
    assert isinstance(known, Survey)
    return known


class Survey:
    """One position, asked about units and their orders."""

    LIMIT = 5_000  # answers that one unit keeps

    def __init__(self, board: Map, position: Position) -> None:
        self.board = board
        self.position = position
        self._tables = tables = tables_of(board)
        self._posts: dict[str, _Post] = {}
        self._at: dict[int, _Post] = {}
        self._standing = {unit.province: unit for unit in position.units.values()}
        for province, unit in self._standing.items():
            post = _Post(unit, unit.text, tables.reach[tables.station[unit.type][unit.location]], {})
            self._posts[post.text] = self._at[tables.number[province]] = post
        self._units: dict[str, Unit | None] = {text: post.unit for text, post in self._posts.items()}

    def unit(self, text: str) -> Unit | None:
        """The standing unit a text means; a missing or wrong type or coast does not matter. None if none stands."""
        if text not in self._units:
            place = text.split()[-1]
            self._units[text] = self._standing.get(province_of(place))
        return self._units[text]

    def order(self, unit: Unit, order: str) -> str | Impossible:
        """The order in its one form, if the unit can be given it, whoever pays: equal texts are the same order (A6)."""
        post = self._posts[unit.text]
        found = post.answers.get(order)
        if found is None:
            found = self._judge(post, order)
            if len(post.answers) < self.LIMIT:
                post.answers[order] = found
        return found

    def _judge(self, post: _Post, order: str) -> str | Impossible:
        plan = self._tables.orders[f"{post.text} {order}"]
        kind = plan.kind
        if kind == HOLD:
            return "H"
        if kind == ILLEGAL:
            return Impossible(plan.why)
        if kind == MOVE and plan.target in post.reach and not order.endswith(" VIA"):
            return f"- {plan.place}"
        if kind == SUPPORT:
            if "/" in order and "/" in order.partition(" - ")[2]:
                return Impossible(Why.SUBJECT_OTHER_COAST, support_coast=True)
            subject = self._at.get(plan.subject)
            if subject is not None and plan.target == plan.subject:
                return f"S {subject.text}"
            if subject is not None and plan.target in subject.reach:
                return f"S {subject.text} - {self._tables.codes[plan.target]}"
        return self._judge_convoys(post.unit, order, plan)

    def _judge_convoys(self, unit: Unit, order: str, plan: Plan) -> str | Impossible:
        """What depends on the fleets that stand at sea."""
        full = self._written(unit, order, plan)
        why = fault_of(self.board, self.position, unit.power, full)
        if why is not None:
            return Impossible(why)
        if plan.kind == MOVE and plan.target not in self._posts[unit.text].reach:
            full = full.removesuffix(" VIA")  # it cannot go otherwise, so both are one order
        return full[len(unit.text) + 1 :]

    def _written(self, unit: Unit, order: str, plan: Plan) -> str:
        """The order with its unit, canonical for the units that stand there: `restated`, for a unit known to stand."""
        if plan.kind == MOVE:
            return f"{unit.text} - {plan.place}{' VIA' if plan.route == VIA else ''}"
        code = self._tables.codes
        subject = self._at.get(plan.subject) if plan.kind in (SUPPORT, CONVOY) else None
        if subject is None:
            return restated(self.board, self.position, f"{unit.text} {order}")
        if plan.subject == plan.target:
            return f"{unit.text} S {subject.text}"
        return f"{unit.text} {'S' if plan.kind == SUPPORT else 'C'} {subject.text} - {plan.place or code[plan.target]}"

    def with_subject(self, order: str) -> str:
        """A support with its subject in full, whether it can be given or not."""
        subject, *target = order.removeprefix("S ").split(" - ")
        unit = self.unit(subject)
        return " - ".join([f"S {unit.text if unit else subject}", *target])

    def touches(self, power: str, unit: Unit) -> bool:
        """Whether a unit of the power stands beside this one, so that one could support the other in place."""
        return self.reaches(power, unit.province) or any(
            own.province in {province_of(place) for place in self.board.neighbours(unit.type, unit.location)}
            for own in self.position.units_of(power)
        )

    def reaches(self, power: str, province: str) -> bool:
        """Whether a unit of the power could go there, and so support what stands there."""
        return any(
            province in {province_of(place) for place in self.board.neighbours(own.type, own.location)}
            for own in self.position.units_of(power)
        )

    def borders(self, power: str, province: str) -> bool:
        """Whether a unit of the power stands beside the province, be it across a border that only others can pass."""
        return any(province in self.board.all_neighbours[own.province] for own in self.position.units_of(power))
