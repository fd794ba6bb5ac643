"""The year of an Exchange: which phases it has, which are left out, who owes what (B2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from judge.core.calendar import Clock
from judge.core.command import Command
from judge.core.dice import Dice
from judge.core.notice import News, tell
from judge.core.phase import Phase
from judge.core.variant import Agenda, Duty
from judge.games.exchange import info
from judge.games.exchange.state import ExchangeState, Status
from judge.kits.deadline import Turn
from judge.kits.host.commands import GameOver
from judge.kits.host.hosted import duties as owing

BIDS, CALL_2, CALL_3, TERMS, FLOAT, ELECTION, PAYOUT, MOVES, RETREATS = "BGHTFEPMR"
BEFORE_SPRING = (BIDS, TERMS, FLOAT, ELECTION, PAYOUT)
CALLS = (BIDS, CALL_2, CALL_3)

OPEN = {
    **dict.fromkeys(CALLS, ("bids",)),
    TERMS: ("terms", "values"),
    FLOAT: ("shares", "values"),
    ELECTION: ("ballots", "values"),
    PAYOUT: ("dividends", "orders"),
    MOVES: ("offers",),
    RETREATS: ("offers", "orders"),
}


def board_phase(state: ExchangeState) -> Phase:
    """The phase of the board: dividends and builds make up for the winter before (6.5)."""
    return Phase(state.phase.year - 1, "W", "A") if state.phase.kind == PAYOUT else state.phase


def needed(state: ExchangeState, kind: str) -> bool:
    """Whether anybody has anything to do in a phase of this kind; else it is left out."""
    if kind == BIDS:
        return bool(state.of(Status.UNSTARTED))
    if kind == TERMS:
        return bool(without_terms(state) or state.for_sale()) or any(corp.issue for corp in state.corps.values())
    if kind == FLOAT:
        return bool(state.for_sale())
    if kind in (ELECTION, PAYOUT):
        return bool(state.floated)
    return bool(state.host.position.units)


def opens_to_newcomers(state: ExchangeState) -> bool:
    """Whether the first bids are not opened yet (XR-30)."""
    first = Phase.parse(state.host.board.first_phase).year
    return not state.ended and state.phase == Phase(first, "S", BIDS)


def without_terms(state: ExchangeState) -> tuple[str, ...]:
    """Companies founded this year whose founder has not named his terms."""
    return tuple(power for power in state.of(Status.STARTED) if not state.corps[power].shares)


def agenda(state: ExchangeState) -> Agenda:
    """What the open phase waits for."""
    if state.ended:
        return Agenda(state.phase, dict.fromkeys(state.investors, Duty.NONE), (), pace=Clock.NONE)
    kind = state.phase.kind
    prices = ("terms",) if state.settings.fast and kind in CALLS else ()  # terms may be left out: prices come here
    ballots = ("ballots",) if state.vacant and kind != ELECTION else ()  # XR-26
    return Agenda(
        phase=state.phase,
        duties={seat: duty(state, seat) for seat in state.investors},
        sections=(*OPEN[kind], *prices, *ballots, "market", "company", "acceptance", "queries"),
        accepts=("report", "vacancies"),
        pace=info.CALENDAR.clock(state.phase),
        grace_hours=state.settings.grace,
        patient=state.settings.chase,
        newcomers=opens_to_newcomers(state),
    )


def duty(state: ExchangeState, seat: str) -> Duty:
    """What one investor owes the open phase."""
    owed = _owed(state, seat)
    if owed is Duty.NONE and any(state.held(seat, power) for power in state.vacant):
        return Duty.MAY
    return owed


def _owed(state: ExchangeState, seat: str) -> Duty:
    kind = state.phase.kind
    led = state.led_by(seat)
    if kind in (MOVES, RETREATS, PAYOUT):
        if set(owing(state.host, board_phase(state))) & set(led):  # XR-28
            return Duty.MUST
        if kind == MOVES:
            return Duty.MAY if state.money(seat) or any(map(state.money, led)) else Duty.NONE
        return Duty.MAY if kind == PAYOUT and led else Duty.NONE
    if kind == TERMS and any(state.corps[power].founder == seat for power in without_terms(state)):
        return Duty.MUST
    return Duty.MAY if _may(state, seat, led) else Duty.NONE


def _may(state: ExchangeState, seat: str, led: tuple[str, ...]) -> bool:
    kind, cash = state.phase.kind, state.money(seat)
    pricing = [power for power in state.for_sale() if state.corps[power].founder == seat or power in led]
    if kind in CALLS:
        bidding = any(cash >= state.settings.min_bid[power] for power in state.of(Status.UNSTARTED))
        return bidding or (state.settings.fast and bool(pricing))
    if kind == TERMS:
        voting = [p for p in state.portfolio(seat) if state.corps[p].issue]
        return bool(pricing or voting)
    if kind == FLOAT:
        return any(cash >= state.corps[power].price for power in state.for_sale())
    founded = any(state.corps[power].founder == seat for power in state.fresh)
    return founded or any(state.held(seat, power) for power in state.floated)


C = TypeVar("C", bound=Command)


class ExchangeTurn(Turn):
    """A deadline under way."""

    before: ExchangeState
    state: ExchangeState
    dice: Dice
    over: GameOver | None = None

    def having(self, state: ExchangeState) -> ExchangeTurn:
        return replace(self, state=state)

    def private(self, seat: str, news: News) -> ExchangeTurn:
        """Something for one seat; nobody for ""."""
        return self.telling(tell(seat, news)) if seat else self

    def commands(self, kind: type[C]) -> Iterator[tuple[str, C]]:
        """(seat, command) of one kind, in seat order."""
        for seat in self.before.investors:
            for command in self.orders.get(seat, ()):
                if isinstance(command, kind):
                    yield seat, command
